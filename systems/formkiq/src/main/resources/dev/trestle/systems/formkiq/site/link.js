import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { callOpen } from '/session.js';
import { useSheet } from '/ui/sheet.js';
import '/ui/field.js';
import '/ui/state.js';
import '/ui/time.js';
import { API, iso } from './api.js';

const SAID = { 404: 'fk.link.gone', 401: 'fk.link.wrong', 429: 'fk.link.wait' };

/** Where a link to a document leads, for people without an account. What opens it stands behind the hash, which no server sees. */
class LinkPage extends Page {
  static properties = { ...Page.properties, seen: { state: true }, given: { state: true }, failure: { state: true }, busy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    useSheet('/formkiq/formkiq.css');
    this.look();
  }

  get token() {
    return location.hash.slice(1);
  }

  async ask(act, body) {
    Object.assign(this, { busy: true, failure: null });
    try {
      return await callOpen('POST', `${API}/x/links/${act}`, { token: this.token, ...body });
    } catch (failure) {
      this.failure = failure;
      return null;
    } finally {
      this.busy = false;
    }
  }

  async look() {
    this.seen = await this.ask('look', {});
  }

  async open(event) {
    const { password } = event.type === 'submit' ? values(event) : {};
    const given = await this.ask('open', password ? { password } : {});
    if (!given) return;
    this.given = given;
    location.assign(given.url);
  }

  render() {
    const { seen, given } = this;
    const problem = this.failure ? html`<p class="problem" role="alert">${t(SAID[this.failure.status] ?? 'fk.link.failed')}</p>` : nothing;
    return html`<div class="fk-link stack"><div class="quiet">FormKiQ</div><h1>${given?.name ?? seen?.name ?? t('fk.link.page')}</h1>
      ${!seen && !this.failure ? html`<t-state loading rows="2"></t-state>` : nothing}${seen ? this.offer(seen, given) : nothing}${problem}</div>`;
  }

  offer(seen, given) {
    if (given) return html`<p role="status">${t('fk.link.given')} <a href=${given.url} rel="noopener">${t('fk.download')}</a></p>`;
    const until = html`<p class="quiet">${seen.contentLength === undefined ? nothing : html`${bytes(seen.contentLength)} · `}${t('fk.link.until')} <t-time at=${iso(seen.expires)}></t-time></p>`;
    if (!seen.hasPassword)
      return html`${until}<div><button type="button" class="primary" data-act="open-link" ?disabled=${this.busy} @click=${this.open}>${t('fk.download')}</button></div>`;
    return html`${until}<form class="stack" @submit=${this.open}><t-field label=${t('fk.link.password')} name="password" type="password" autocomplete="off" required focused maxlength="200"></t-field>
      <div><button type="submit" class="primary" data-act="open-link" ?disabled=${this.busy}>${t('fk.download')}</button></div></form>`;
  }
}

define('fk-link', LinkPage);
