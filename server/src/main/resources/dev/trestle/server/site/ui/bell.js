import { define, Element, html, nothing, svg } from './element.js';
import { t } from './texts.js';
import { loadTextsOf, noticeRow } from './notice.js';
import { words } from './error.js';
import { toast } from './toast.js';
import { call } from '/session.js';
import { listen } from '/events.js';

const NOTICES = '/home/v1/notices';
const SHOWN = 8;
const UNREAD_MAX = 100;
export const BELL = 'M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4';

/** A count as the bell shows it: the server counts no further than a hundred. */
export const shownCount = (count) => (count >= UNREAD_MAX ? `${UNREAD_MAX - 1}+` : String(count));

/** Marks a notice as read. A failure is no reason to keep somebody from what they clicked on. */
export const markRead = (notice) =>
  notice.read ? Promise.resolve() : call('POST', `${NOTICES}/${encodeURIComponent(notice.noticeId)}/read`).catch(() => {});

/** The bell: how many notices are unread, live in all tabs, and the newest of them: <t-bell .pages=${server.pages}>. */
class Bell extends Element {
  static properties = { pages: { attribute: false }, open: { state: true }, unread: { state: true }, notices: { state: true } };

  constructor() {
    super();
    this.pages = [];
    this.unread = 0;
    this.notices = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    document.addEventListener(
      'click',
      (event) => {
        if (this.open && !event.composedPath().includes(this)) this.open = false;
      },
      { signal },
    );
    listen(`${NOTICES}/events`, { signal, onEvent: () => this.soon() });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  /** Several notices at once are counted once. */
  soon() {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.count();
    }, 50);
  }

  async count() {
    const { signal } = this.leaving;
    try {
      this.unread = (await call('GET', `${NOTICES}/unread`, undefined, { signal })).unread;
      if (this.open) await this.load();
    } catch {
      // The next event, or the next page, tries again.
    }
  }

  async load() {
    const page = await call('GET', `${NOTICES}?limit=${SHOWN}`, undefined, { signal: this.leaving.signal });
    await loadTextsOf(page.items);
    this.notices = page.items;
  }

  async toggle() {
    this.open = !this.open;
    if (!this.open) return;
    try {
      await this.load();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  key(event) {
    if (event.key !== 'Escape' || !this.open) return;
    event.stopPropagation();
    this.open = false;
    this.querySelector('button').focus();
  }

  async readAll() {
    try {
      await call('POST', `${NOTICES}/read`);
      await this.count();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  show(notice) {
    this.open = false;
    markRead(notice);
  }

  render() {
    const label = this.unread ? t('ui.notices.unread', { n: shownCount(this.unread) }) : t('ui.notices.none');
    return html`<div class="pop" @keydown=${this.key}>
      <button type="button" class="plain icon bell" aria-expanded=${this.open ? 'true' : 'false'} aria-controls=${this.own} aria-label=${label} title=${label} @click=${this.toggle}>
        ${svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${BELL}/></svg>`}${this.unread ? html`<span class="count" aria-hidden="true">${shownCount(this.unread)}</span>` : nothing}</button>
      <span class="sr-only" role="status">${this.unread ? label : ''}</span>
      <div class="panel notices-panel" id=${this.own} ?hidden=${!this.open}>${this.open ? this.panel() : nothing}</div></div>`;
  }

  panel() {
    return html`<div class="row"><strong>${t('ui.notices')}</strong>
        ${this.unread ? html`<button type="button" class="plain end" data-act="read-all" @click=${this.readAll}>${t('ui.notices.readAll')}</button>` : nothing}</div>
      ${
        this.notices === null
          ? html`<div aria-busy="true"><span class="skeleton"></span></div>`
          : this.notices.length === 0
            ? html`<t-empty heading=${t('ui.notices.empty')} text=${t('ui.notices.emptyText')}></t-empty>`
            : html`<ul class="notices">${this.notices.map((item) => html`<li>${noticeRow({ item, area: 'notice', pages: this.pages, open: (each) => this.show(each) })}</li>`)}</ul>`
      }
      <a href="/console/inbox" @click=${() => {
        this.open = false;
      }}>${t('ui.notices.all')}</a>`;
  }
}

define('t-bell', Bell);
