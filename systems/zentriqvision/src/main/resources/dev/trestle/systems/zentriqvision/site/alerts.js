import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, momentPath, part, query, SITE } from './api.js';
import { personName } from './looks.js';
import { fullTime } from './when.js';
import { cropPath } from './picture.js';
import { asFilters, filterTags } from './save-search.js';
import { ZvPage } from './zv-page.js';
import '/ui/tabs.js';
import '/ui/time.js';

const PAGE = 50;
const AGAIN_MS = 600;

/** What the reader's saved searches found, and these searches. */
class Alerts extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    rows: { state: true },
    next: { state: true },
    searches: { state: true },
    failure: { state: true },
    isBusy: { state: true },
    editing: { state: true },
  };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { rows: null, next: null, searches: null, failure: null, isBusy: false, editing: null });
  }

  async opened() {
    this.isOpen = true;
    await Promise.all([this.read(), this.readSearches()]);
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get wanted() {
    return query({ unread: this.query.get('unread'), searchId: this.query.get('search') });
  }

  told(type) {
    if (type !== 'alert') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(true), AGAIN_MS);
  }

  /** From the top; quietly when something happened, so that what is read stays until it is replaced. */
  async read(isQuiet = false) {
    this.asked = this.wanted;
    if (!isQuiet) Object.assign(this, { rows: null, next: null });
    await this.page(null, []);
  }

  async page(cursor, before) {
    const { wanted } = this;
    this.isBusy = true;
    this.failure = null;
    try {
      const answer = await api('GET', `/alerts${wanted}${wanted ? '&' : '?'}limit=${PAGE}${cursor ? `&cursor=${part(cursor)}` : ''}`, undefined, {
        signal: this.live,
      });
      if (this.asked === wanted) Object.assign(this, { rows: [...before, ...answer.results], next: answer.nextToken ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    } finally {
      this.isBusy = false;
    }
  }

  async readSearches() {
    try {
      this.searches = (await api('GET', '/searches?limit=100', undefined, { signal: this.live })).results;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async mark(row) {
    if (row.read) return;
    try {
      await api('POST', `/alerts/${part(row.alertId)}/read`);
      this.rows = this.rows.map((each) => (each.alertId === row.alertId ? { ...each, read: true } : each));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async markAll() {
    this.isBusy = true;
    try {
      for (let isMore = true; isMore; ) isMore = (await api('POST', '/alerts/read')).more;
      await this.read(true);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.isBusy = false;
    }
  }

  removeSearch(search) {
    confirmed({
      heading: t('zv.deleteSearch'),
      text: t('zv.deleteSearchText', { name: search.name }),
      label: t('zv.deleteIt'),
      act: () => api('DELETE', `/searches/${part(search.searchId)}`),
    }).then((isDone) => isDone && this.readSearches());
  }

  view() {
    const tabs = [
      { id: 'found', text: t('zv.alerts'), content: () => this.found() },
      { id: 'searches', text: t('zv.savedSearches'), content: () => this.saved() },
    ];
    return html`<div class="zv-alerts"><div class="page-head"><h1>${t('zv.alerts')}</h1><span class="quiet">${t('zv.alertsText')}</span></div>
      <t-tabs label=${t('zv.alerts')} .tabs=${tabs} selected=${this.query.get('tab') ?? 'found'} @tab-select=${({ detail }) => setQuery({ tab: detail })}></t-tabs>
      <zv-save-search ?open=${Boolean(this.editing)} .search=${this.editing} .filters=${asFilters(this.editing?.filters)} @search-saved=${() => this.readSearches()} @close=${() => (this.editing = null)}></zv-save-search></div>`;
  }

  found() {
    const get = (name) => this.query.get(name) ?? '';
    return html`<div class="zv-bar" role="search" aria-label=${t('zv.filters')}><label class="zv-field"><span>${t('zv.savedSearch')}</span><select name="search" @change=${(event) => setQuery({ search: event.target.value })}><option value="">${t('zv.any')}</option>${(this.searches ?? []).map(({ searchId, name }) => html`<option value=${searchId} ?selected=${searchId === get('search')}>${name}</option>`)}</select></label>
      <label class="zv-check"><input type="checkbox" name="unread" .checked=${get('unread') === 'true'} @change=${(event) => setQuery({ unread: event.target.checked ? 'true' : null })}><span>${t('zv.unreadOnly')}</span></label>
      <button type="button" class="end" data-act="read-all" ?disabled=${this.isBusy || !this.rows?.some(({ read }) => !read)} @click=${() => this.markAll()}>${icon('check')}${t('zv.readAll')}</button></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      ${this.rows?.length === 0 ? this.none() : this.failure && !this.rows ? nothing : rowsTable({ caption: t('zv.alerts'), columns: this.columns(), rows: this.rows, busy: this.isBusy, rowKey: ({ alertId }) => alertId })}
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.page(this.next, this.rows)}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}`;
  }

  none() {
    return html`<t-empty heading=${t(this.searches?.length ? 'zv.noAlerts' : 'zv.noSearches')} text=${t(this.searches?.length ? 'zv.noAlertsText' : 'zv.noSearchesText')} .action=${html`<p><a class="button" href="${SITE}/search">${t('zv.search')}</a></p>`}></t-empty>`;
  }

  columns() {
    return [
      {
        title: t('zv.person'),
        main: true,
        cell: (row) =>
          html`<a class="zv-video-name ${row.read ? '' : 'zv-unread'}" data-alert=${row.alertId} href=${momentPath(row)} @click=${() => this.mark(row)}><zv-picture class="zv-face" url=${row.cropUrl ?? ''} src=${cropPath(row)}></zv-picture><span class="cut">${personName({ personId: row.personId, name: row.personName })}</span></a>`,
      },
      { title: t('zv.savedSearch'), cell: (row) => row.searchName },
      { title: t('zv.camera'), cell: (row) => row.camera ?? nothing },
      { title: t('zv.when'), cell: (row) => fullTime(row.timestamp) },
      {
        title: t('zv.state'),
        cell: (row) =>
          row.read
            ? html`<span class="quiet">${t('zv.isRead')}</span>`
            : html`<span class="row"><t-badge tone="info" text=${t('zv.isNew')}></t-badge><button type="button" class="plain" data-act="read" aria-label=${t('zv.readOf', { name: personName({ personId: row.personId, name: row.personName }) })} @click=${() => this.mark(row)}>${t('zv.readIt')}</button></span>`,
      },
    ];
  }

  saved() {
    if (this.searches?.length === 0) return this.none();
    const columns = [
      {
        title: t('zv.searchName'),
        main: true,
        cell: (row) => html`<a href="${SITE}/search${query(asFilters(row.filters))}">${row.name}</a>`,
      },
      { title: t('zv.searchedFor'), cell: (row) => html`<span class="zv-tags">${filterTags(asFilters(row.filters))}</span>` },
      { title: t('zv.tells'), cell: (row) => this.channels(row) },
      {
        title: '',
        cell: (row) =>
          html`<span class="row"><button type="button" class="plain" data-act="edit-search" aria-label=${t('zv.editSearchOf', { name: row.name })} @click=${() => (this.editing = row)}>${t('zv.edit')}</button><button type="button" class="plain" data-act="delete-search" aria-label=${t('zv.deleteSearchOf', { name: row.name })} @click=${() => this.removeSearch(row)}>${t('zv.delete')}</button></span>`,
      },
    ];
    return html`<p class="quiet">${t('zv.savedSearchesText')}</p>${rowsTable({ caption: t('zv.savedSearches'), columns, rows: this.searches, rowKey: ({ searchId }) => searchId })}`;
  }

  channels(row) {
    if (!row.alert) return html`<span class="quiet">${t('zv.alertsNot')}</span>`;
    const { last } = row.webhook ?? {};
    return html`<span class="zv-status"><t-badge tone="good" text=${t('zv.onPage')}></t-badge>${row.mail ? html`<t-badge tone="plain" text=${t('zv.byMail')}></t-badge>` : nothing}${row.webhook ? html`<t-badge tone=${last && !last.delivered ? 'bad' : 'plain'} text=${t(last && !last.delivered ? 'zv.webhookFails' : 'zv.byWebhook')}></t-badge>` : nothing}${last && !last.delivered ? html`<span class="zv-why" title=${last.message ?? ''}>${last.message}</span>` : nothing}</span>`;
  }
}

define('zv-alerts', Alerts);
