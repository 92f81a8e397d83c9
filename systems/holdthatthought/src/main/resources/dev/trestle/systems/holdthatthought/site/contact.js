import { define, html, nothing } from '/ui/element.js';
import { inLanguage, t } from '/ui/texts.js';
import { Page } from '/ui/page.js';
import { useSheet } from '/ui/sheet.js';
import { values } from '/ui/field.js';
import { callOpen } from '/session.js';
import { API, SITE } from './api.js';
import '/ui/error.js';

const TEXT_MAX = 5_000;
const NAME_MAX = 100;

/**
 * For people from outside: somebody who knows something about a letter, or has one. It needs no sign-in. A field that people do not see catches programs that fill in every
 * field.
 */
class Contact extends Page {
  static properties = { ...Page.properties, busy: { state: true }, done: { state: true }, failure: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    useSheet(`${SITE}/htt.css`);
  }

  async send(event) {
    const { name, email, message, website } = values(event);
    this.busy = true;
    this.failure = null;
    try {
      await callOpen('POST', `${API}/contact`, { name: name.trim() || undefined, email: email.trim(), message, website });
      this.done = true;
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const own = this.server?.pages.find(({ name }) => `/${name}` === SITE);
    return html`<div class="htt-unsubscribe stack"><div class="quiet">${inLanguage(own?.title)}</div><h1>${t('htt.contactForm')}</h1>${this.done ? html`<p role="status"><strong>${t('htt.contactThanks')}</strong> ${t('htt.contactThanksText')}</p>` : this.form()}
      ${this.me ? nothing : html`<p class="quiet">${t('htt.contactMember')} <a href=${SITE}>${t('htt.contactSignIn')}</a></p>`}</div>`;
  }

  form() {
    const { failure } = this;
    return html`<p>${t('htt.contactText')}</p><form class="stack" @submit=${(event) => this.send(event)}>
      <t-field label=${t('htt.contactName')} name="name" maxlength=${NAME_MAX} autocomplete="name"></t-field>
      <t-field type="email" label=${t('htt.email')} name="email" required autocomplete="email" hint=${t('htt.contactEmailWhy')}></t-field>
      <t-field type="textarea" rows="7" label=${t('htt.contactMessage')} name="message" required maxlength=${TEXT_MAX}></t-field>
      <div hidden><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></div>
      ${failure ? html`<t-error .failure=${failure}></t-error>` : nothing}
      <div><button type="submit" class="primary" data-act="send-contact" ?disabled=${this.busy}>${t('htt.contactSend')}</button></div></form>`;
  }
}

define('htt-contact', Contact);
