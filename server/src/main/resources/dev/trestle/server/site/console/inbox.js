import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { language, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { loadTextsOf, noticeRow } from '/ui/notice.js';
import { markRead } from '/ui/bell.js';
import { navigate } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { call } from '/session.js';
import { listen } from '/events.js';

const NOTICES = '/home/v1/notices';

/** All notices of the person, and which kinds they want where. */
class Inbox extends Page {
  static properties = {
    ...Page.properties,
    notices: { state: true },
    next: { state: true },
    settings: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.notices = null;
    this.next = null;
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/console/home.css');
    listen(`${NOTICES}/events`, { signal: this.live, onEvent: () => this.soon() });
    this.loadSettings();
  }

  updated(changed) {
    if (changed.has('query')) this.load();
  }

  soon() {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.load();
    }, 50);
  }

  get unreadOnly() {
    return this.query.get('view') === 'unread';
  }

  async load(cursor = null) {
    this.failure = null;
    try {
      const shown = Math.min(100, Math.max(50, cursor ? 50 : (this.notices?.length ?? 0)));
      const page = await call(
        'GET',
        `${NOTICES}?limit=${shown}&unread=${this.unreadOnly}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        undefined,
        { signal: this.live },
      );
      await loadTextsOf(page.items);
      this.notices = cursor ? [...this.notices, ...page.items] : page.items;
      this.next = page.next ?? null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async loadSettings() {
    try {
      this.settings = await call('GET', `${NOTICES}/settings`, undefined, { signal: this.live });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async readAll() {
    try {
      await call('POST', `${NOTICES}/read`);
      await this.load();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async choose(kind, change) {
    const kinds = [{ ...this.settings.kinds.find((each) => each.kind === kind), ...change }];
    try {
      this.settings = await call('PUT', `${NOTICES}/settings`, { language, kinds });
      toast(t('ui.notices.saved'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      this.requestUpdate();
    }
  }

  render() {
    const view = (value, text) => html`<button type="button" role="tab" aria-selected=${this.unreadOnly === (value === 'unread') ? 'true' : 'false'}
      @click=${() => navigate(value ? `/console/inbox?view=${value}` : '/console/inbox')}>${text}</button>`;
    return html`<div class="page-head"><h1>${t('ui.notices')}</h1>
        <button type="button" class="end" data-act="read-all" ?disabled=${!(this.notices ?? []).some((each) => !each.read)} @click=${this.readAll}>${t('ui.notices.readAll')}</button></div>
      <div class="stack"><section class="card home-list" aria-label=${t('ui.notices')}>
        <div class="tabs" role="tablist" aria-label=${t('ui.notices.show')}>${view('', t('ui.notices.allTab'))}${view('unread', t('ui.notices.unreadTab'))}</div>
        ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
        ${this.list()}</section>${this.choices()}</div>`;
  }

  list() {
    if (this.notices === null)
      return html`<ul class="notices" aria-busy="true">${[1, 2, 3].map(() => html`<li class="notice"><span class="skeleton"></span></li>`)}</ul>`;
    if (this.notices.length === 0) return html`<t-empty heading=${t('ui.notices.empty')} text=${t('ui.notices.emptyText')}></t-empty>`;
    return html`<ul class="notices">${this.notices.map((item) => html`<li>${noticeRow({ item, area: 'notice', pages: this.server.pages, open: markRead })}</li>`)}</ul>
      ${this.next ? html`<div class="more"><button type="button" @click=${() => this.load(this.next)}>${t('ui.more')}</button></div>` : nothing}`;
  }

  choices() {
    if (!this.settings) return nothing;
    const box = (
      kind,
      name,
      value,
      disabled,
    ) => html`<input type="checkbox" name="${kind}.${name}" aria-label="${t(`ui.notice.${kind}`)}: ${t(`ui.notices.${name}`)}" .checked=${value} ?disabled=${disabled}
      @change=${(event) => this.choose(kind, { [name]: event.target.checked })}>`;
    return html`<section class="card stack" aria-labelledby="notice-settings"><div><h2 id="notice-settings">${t('ui.notices.settings')}</h2>
        <div class="quiet">${t(this.settings.canMail ? 'ui.notices.settingsText' : 'ui.notices.noMail')}</div></div>
      <table class="choices-table"><thead><tr><th scope="col">${t('ui.notices.kind')}</th><th scope="col">${t('ui.notices.inbox')}</th><th scope="col">${t('ui.notices.mail')}</th></tr></thead>
        <tbody>${this.settings.kinds.map(
          ({
            kind,
            inbox,
            mail,
          }) => html`<tr><th scope="row"><div>${t(`ui.notice.${kind}`)}</div><div class="quiet">${t(`ui.notice.${kind}.text`)}</div></th>
          <td>${box(kind, 'inbox', inbox, false)}</td><td>${box(kind, 'mail', mail, !this.settings.canMail)}</td></tr>`,
        )}</tbody></table></section>`;
  }
}

define('console-inbox', Inbox);
