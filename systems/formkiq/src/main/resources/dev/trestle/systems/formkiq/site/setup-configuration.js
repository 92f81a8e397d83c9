import { define, html, nothing } from '/ui/element.js';
import { markSaved } from '/ui/field.js';
import { words } from '/ui/error.js';
import { bytes, number, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { call, encoded } from './api.js';
import './engines.js';
import { SetupPart } from './setup-part.js';

const PLAIN = ['maxDocuments', 'maxContentLengthBytes', 'maxWebhooks', 'notificationEmail', 'chatGptApiKey'];
const GROUPS = {
  google: ['workloadIdentityAudience', 'workloadIdentityServiceAccount'],
  docusign: ['userId', 'integrationKey', 'rsaPrivateKey', 'hmacSignature'],
};
const NUMBERS = ['maxDocuments', 'maxContentLengthBytes', 'maxWebhooks'];
const SECRETS = ['chatGptApiKey', 'rsaPrivateKey', 'hmacSignature'];

/** What is configured for a site: its limits, with what is used of them, and the access to other services, whose secrets are masked. */
class SetupConfiguration extends SetupPart {
  static properties = { ...SetupPart.properties, administers: { type: Boolean }, refused: { state: true } };

  async load(options) {
    const [values, usage] = await Promise.all([
      call('GET', `/sites/${encoded(this.siteId)}/configuration`, {}, undefined, options),
      call('GET', '/x/usage', { siteId: this.siteId }, undefined, options),
    ]);
    return { values, usage };
  }

  /** Sends what was changed alone: a masked secret is not its value. */
  async save(event) {
    event.preventDefault();
    const form = event.target;
    const body = {};
    for (const field of form.querySelectorAll('t-field')) {
      if (!field.isEdited) continue;
      const [group, name] = field.name.split('.');
      if (name) body[group] = { ...body[group], [name]: field.value.trim() };
      else body[group] = field.value.trim();
    }
    if (Object.keys(body).length === 0) return;
    try {
      await call('PATCH', `/sites/${encoded(this.siteId)}/configuration`, {}, body);
      markSaved(form);
      this.refused = null;
      toast(t('fk.saved'));
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  field(name, value) {
    const last = name.split('.').at(-1);
    return html`<t-field label=${t(`fk.config.${last}`)} name=${name} value=${value ?? ''} maxlength="4000" ?mono=${SECRETS.includes(last)} ?disabled=${!this.administers}
      hint=${this.hint(name, value) ?? nothing}></t-field>`;
  }

  hint(name, value) {
    const { usage } = this.loaded;
    if (name === 'maxDocuments')
      return usage.documents === undefined ? t('fk.config.notCounted') : t('fk.config.used', { n: number(usage.documents) });
    if (name === 'maxContentLengthBytes' && Number(value) > 0) return bytes(Number(value));
    return NUMBERS.includes(name) ? t('fk.config.noLimit') : null;
  }

  body() {
    const { values, usage } = this.loaded;
    const most = Number(values.maxDocuments);
    return html`<form class="stack fk-config" @submit=${this.save}>
      <section class="card stack"><h2>${t('fk.config.limits')}</h2>
        ${usage.documents !== undefined && most > 0 ? html`<div><progress max=${most} value=${usage.documents} aria-label=${t('fk.config.maxDocuments')}></progress><div class="quiet">${t('fk.config.usedOf', { n: number(usage.documents), most: number(most) })}</div></div>` : nothing}
        <div class="grid">${PLAIN.slice(0, 3).map((name) => this.field(name, values[name]))}</div></section>
      <section class="card stack"><h2>${t('fk.config.services')}</h2><div class="grid">${PLAIN.slice(3).map((name) => this.field(name, values[name]))}
        ${Object.entries(GROUPS).flatMap(([group, all]) => all.map((name) => this.field(`${group}.${name}`, values[group]?.[name])))}</div></section>
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}
      ${this.administers ? html`<div><button type="submit" class="primary">${t('fk.save')}</button></div>` : html`<p class="quiet">${t('fk.config.readOnly')}</p>`}</form>
      <fk-engines .siteId=${this.siteId}></fk-engines>`;
  }
}

define('fk-setup-configuration', SetupConfiguration);
