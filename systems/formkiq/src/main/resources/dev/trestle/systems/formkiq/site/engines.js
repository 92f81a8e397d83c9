import { define, html } from '/ui/element.js';
import '/ui/badge.js';
import { t } from '/ui/texts.js';
import { call } from './api.js';
import { SetupPart } from './setup-part.js';

/** Which programs and services the installation has for documents, and which actions need them: <fk-engines .siteId>. */
class Engines extends SetupPart {
  async load(options) {
    const { engines } = await call('GET', '/x/engines', { siteId: this.siteId }, undefined, options);
    return engines;
  }

  body() {
    return html`<section class="card stack"><h2>${t('fk.engines')}</h2><p class="quiet">${t('fk.enginesText')}</p>
      <ul class="fk-engines">${this.loaded.map(
        ({ name, isConfigured, setting, actions = [] }) => html`<li><span><strong>${t(`fk.engine.${name}`)}</strong>
          <t-badge tone=${isConfigured ? 'good' : 'plain'} text=${t(isConfigured ? 'fk.engine.there' : 'fk.engine.missing')}></t-badge></span>
          <span class="quiet">${actions.length > 0 ? html`${actions.join(', ')} · ` : ''}<code>${setting}</code></span></li>`,
      )}</ul></section>`;
  }
}

define('fk-engines', Engines);
