import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';

/** What runs here. */
class Home extends Page {
  render() {
    return html`<div class="page-head"><h1>${t('home.title')}</h1><span class="quiet">${this.server.version}${this.server.demo ? ` · ${t('signIn.demo')}` : nothing}</span></div>
      <div class="stack"><section class="card"><h2>${t('home.apis')}</h2>
        <table><thead><tr><th scope="col">${t('home.api')}</th><th scope="col">${t('home.path')}</th><th scope="col">${t('home.docs')}</th></tr></thead>
        <tbody>${this.server.apis.map((api) => html`<tr><td>${api.title}</td><td class="mono">${api.path}</td><td><a href=${api.docs}>${t('home.open')}</a></td></tr>`)}</tbody></table></section></div>`;
  }
}

define('console-home', Home);
