import { define, html, nothing } from '/ui/element.js';
import { inLanguage, t } from '/ui/texts.js';
import { Page } from '/ui/page.js';
import { useSheet } from '/ui/sheet.js';
import { callOpen } from '/session.js';
import { API, part, SITE } from './api.js';
import '/ui/error.js';

/** What a mail's link ends, by how its token begins. */
const KINDS = { m: 'message', c: 'comment', d: 'digest' };

/**
 * Where the link of a mail leads that ends such mails: to a button, because programs that check a mail's links open them. It needs no sign-in: the token says whose
 * mails they are.
 */
class Unsubscribe extends Page {
  static properties = { ...Page.properties, busy: { state: true }, done: { state: true }, failure: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    useSheet(`${SITE}/htt.css`);
  }

  async end() {
    this.busy = true;
    this.failure = null;
    try {
      await callOpen('POST', `${API}/unsubscribe?token=${part(this.query.get('token'))}`);
      this.done = true;
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const kind = KINDS[/^([a-z])-./.exec(this.query.get('token') ?? '')?.[1]];
    const own = this.server?.pages.find(({ name }) => `/${name}` === SITE);
    return html`<div class="htt-unsubscribe stack"><div class="quiet">${inLanguage(own?.title)}</div><h1>${t('htt.unsubscribe')}</h1>${kind ? this.offer(kind) : html`<p role="alert">${t('htt.unsubscribe.broken')}</p>`}
      <p class="quiet">${t('htt.unsubscribe.settings')} <a href="${SITE}/settings">${t('htt.settings')}</a></p></div>`;
  }

  offer(kind) {
    if (this.done) return html`<p role="status"><strong>${t('htt.unsubscribe.done')}</strong> ${t(`htt.unsubscribe.ended.${kind}`)}</p>`;
    return html`<p>${t(`htt.unsubscribe.${kind}`)}</p>${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <div><button type="button" class="primary" data-act="unsubscribe" ?disabled=${this.busy} @click=${() => this.end()}>${t('htt.unsubscribe.now')}</button></div>`;
  }
}

define('htt-unsubscribe', Unsubscribe);
