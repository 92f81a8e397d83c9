import { define, html, nothing } from '/ui/element.js';
import { navigate, setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/list.js';
import '/ui/dialog.js';
import './builder.js';
import './bulk.js';
import './details.js';
import './move-dialog.js';
import './selection.js';
import { values as fieldsOf } from '/ui/field.js';
import { deleteRows, moveRows } from './acts.js';
import { call, compareNames, documentLink, encoded, everything, nameOf, parentOf, siteTitle } from './api.js';
import { columnsFor, rowHeight } from './columns.js';
import { icon } from './kinds.js';
import { addressOf, bodyOf, columnsOf, conditionsOf } from './query.js';
import { SitePage } from './site-page.js';
import { shownValue } from './values.js';

const PAGE = 100;
const PAUSE_MS = 250;
const COLUMNS_MAX = 6;
const TAG_KEYS_MAX = 200;
const NARROW = matchMedia('(max-width: 48rem)');

/** Search: words and conditions, columns that are chosen, and queries that are kept under a name. The address holds all of it. */
class Search extends SitePage {
  static properties = {
    ...SitePage.properties,
    definitions: { state: true },
    tagKeys: { state: true },
    conditions: { state: true },
    text: { state: true },
    rows: { state: true },
    next: { state: true },
    busy: { state: true },
    refused: { state: true },
    kept: { state: true },
    naming: { state: true },
    narrow: { state: true },
    selected: { state: true },
    acting: { state: true },
    news: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, {
      definitions: [],
      tagKeys: [],
      conditions: [],
      text: '',
      rows: null,
      kept: [],
      narrow: NARROW.matches,
      selected: new Set(),
      news: 0,
    });
  }

  get page() {
    return 'search';
  }

  connectedCallback() {
    super.connectedCallback();
    NARROW.addEventListener(
      'change',
      () => {
        this.narrow = NARROW.matches;
      },
      { signal: this.live },
    );
  }

  entered() {
    if (this.shownSite !== this.site.siteId) {
      this.shownSite = this.site.siteId;
      this.readAbout();
    }
    const address = `${this.site.siteId} ${addressOf(this.query.get('q') ?? '', conditionsOf(this.query), columnsOf(this.query))}`;
    if (address === this.address) return;
    this.address = address;
    this.selected = new Set();
    // What is being typed stands in the fields already, and an address of its own would take it away.
    if (!this.isTyping) Object.assign(this, { text: this.query.get('q') ?? '', conditions: conditionsOf(this.query) });
    this.ask();
  }

  told({ type }) {
    if (type !== 'attribute' && this.rows) this.later(() => this.ask());
  }

  async readAbout() {
    const { siteId } = this.site;
    try {
      const [definitions, tags, { queries }] = await Promise.all([
        everything('/attributes', { siteId }, 'attributes', { signal: this.live }),
        call('POST', '/indices/search', { siteId, limit: TAG_KEYS_MAX }, { indexType: 'tags' }, { signal: this.live }),
        call('GET', '/x/queries', { siteId }, undefined, { signal: this.live }),
      ]);
      this.definitions = definitions.sort((one, other) => compareNames(one.key, other.key));
      this.tagKeys = tags.values.map(({ value }) => value);
      this.kept = queries;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refused = failure;
    }
  }

  get columns() {
    return columnsOf(this.query);
  }

  typeOf(key) {
    return this.definitions.find((each) => each.key === key)?.dataType;
  }

  request(next) {
    const body = bodyOf(this.query.get('q') ?? '', conditionsOf(this.query), this.columns, (key) => this.typeOf(key));
    return body ? call('POST', '/search', { siteId: this.site.siteId, limit: PAGE, next }, body, { signal: this.live }) : null;
  }

  async ask() {
    const asked = Symbol('search');
    this.asked = asked;
    const answer = this.request(null);
    if (!answer) {
      Object.assign(this, { rows: null, next: null, refused: null, busy: false });
      return;
    }
    this.busy = true;
    try {
      const page = await answer;
      if (asked === this.asked) Object.assign(this, { rows: page.documents.map((each) => this.row(each)), next: page.next ?? null, refused: null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.refused = failure;
    } finally {
      if (asked === this.asked) this.busy = false;
    }
  }

  async more() {
    if (this.busy || !this.next) return;
    this.busy = true;
    const { asked } = this;
    try {
      const page = await this.request(this.next);
      if (asked === this.asked)
        Object.assign(this, { rows: [...this.rows, ...page.documents.map((each) => this.row(each))], next: page.next ?? null });
    } catch (failure) {
      Object.assign(this, { refused: failure, next: null });
    } finally {
      this.busy = false;
    }
  }

  row(item) {
    return { ...item, name: item.folder ? item.path : nameOf(item), key: item.documentId, at: item.path };
  }

  /** The address follows what is typed, after a pause. */
  changed(change) {
    Object.assign(this, change);
    this.isTyping = true;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => {
      setQuery({ q: this.text.trim(), where: this.conditions.length > 0 ? JSON.stringify(this.conditions) : null });
      this.isTyping = false;
    }, PAUSE_MS);
  }

  async chooseColumns(event) {
    const anchor = event.currentTarget;
    const items = () =>
      this.definitions
        .filter((each) => each.dataType !== 'KEY_ONLY')
        .map((each) => ({ id: each.key, text: each.key, checked: this.columns.includes(each.key) }));
    await openInlineMenu({
      anchor,
      label: t('fk.columns'),
      placeholder: t('fk.attribute.find'),
      items: items(),
      toggle: (key) => {
        const now = this.columns;
        const next = now.includes(key) ? now.filter((each) => each !== key) : [...now, key].slice(0, COLUMNS_MAX);
        setQuery({ columns: next.join('\n') });
        return items().map((each) => ({ ...each, checked: next.includes(each.id) }));
      },
    });
  }

  async keepQuery(event) {
    const name = fieldsOf(event).name.trim();
    try {
      const query = addressOf(this.text.trim(), this.conditions, this.columns);
      await call('PUT', `/x/queries/${encoded(name)}`, { siteId: this.site.siteId }, { query });
      this.naming = null;
      toast(t('fk.query.kept', { name }));
      this.readAbout();
    } catch (failure) {
      this.naming = { failure };
    }
  }

  async dropQuery(name) {
    try {
      await call('DELETE', `/x/queries/${encoded(name)}`, { siteId: this.site.siteId });
      this.readAbout();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  open({ row, column }) {
    if (row.folder) return;
    if (this.narrow || (this.query.get('doc') === row.key && column === 'name'))
      navigate(documentLink({ siteId: this.site.siteId, documentId: row.documentId }));
    else setQuery({ doc: row.key });
  }

  get chosen() {
    return (this.rows ?? []).filter(({ key }) => this.selected.has(key));
  }

  /** What a button of the selection is for. */
  async act(name, rows) {
    if (name === 'clear') this.selected = new Set();
    else if (name === 'delete') {
      await deleteRows(this.site.siteId, rows);
      this.selected = new Set();
    } else this.acting = { act: name, rows };
  }

  async move(rows, folder) {
    this.acting = null;
    await moveRows(this.site.siteId, rows, folder);
    this.selected = new Set();
  }

  selection() {
    const { chosen } = this;
    return html`<fk-selection .siteId=${this.site.siteId} .rows=${chosen} ?writes=${this.may('WRITE')} ?removes=${this.may('DELETE')} @act=${(event) => this.act(event.detail, chosen)}></fk-selection>`;
  }

  /** The dialog for the documents that are selected. */
  asking() {
    const { acting } = this;
    if (!acting) return nothing;
    const { siteId } = this.site;
    const close = () => {
      this.acting = null;
    };
    if (acting.act === 'move') {
      const folders = new Set(acting.rows.map(({ path }) => parentOf(path)));
      return html`<fk-move-dialog .siteId=${siteId} .siteName=${siteTitle(this.site)} .rows=${acting.rows} .from=${folders.size === 1 ? [...folders][0] : null} @close=${close} @move-to=${(event) => this.move(acting.rows, event.detail)}></fk-move-dialog>`;
    }
    return html`<fk-bulk .siteId=${siteId} .rows=${acting.rows} what=${acting.act} ?governs=${this.governs} ?removes=${this.may('DELETE')} @close=${() => {
      close();
      this.news++;
    }}></fk-bulk>`;
  }

  body() {
    const id = this.query.get('doc');
    const isAsked = this.text.trim() !== '' || this.conditions.length > 0;
    return html`<div class="fk-search-page"><div class="fk-search-head">
        <form class="fk-search-line" role="search" @submit=${(event) => event.preventDefault()}><fk-site-switch .sites=${this.known} .site=${this.site} page="search"></fk-site-switch>
          <label class="fk-search-field">${icon('search')}<span class="sr-only">${t('fk.search.text')}</span><input type="search" maxlength="400" autocomplete="off" placeholder=${t('fk.search.text')} .value=${this.text} @input=${(event) => this.changed({ text: event.target.value })}></label>
          <button type="button" data-act="columns" @click=${this.chooseColumns}>${t('fk.columns')}${this.columns.length > 0 ? html` · ${this.columns.length}` : nothing}</button>
          ${
            isAsked
              ? html`<button type="button" data-act="keep" @click=${() => {
                  this.naming = {};
                }}>${icon('star')}<span class="fk-wide">${t('fk.query.keep')}</span></button>`
              : nothing
          }</form>
        <fk-builder .conditions=${this.conditions} .definitions=${this.definitions} .tagKeys=${this.tagKeys} @conditions-change=${(event) => this.changed({ conditions: event.detail })}></fk-builder>
        ${this.keptQueries()}</div>
      <section class="fk-list" aria-label=${t('fk.search.results')}>${this.results()}</section>
      ${
        id && !this.narrow
          ? html`<fk-details .siteId=${this.site.siteId} .documentId=${id} .row=${this.rows?.find(({ key }) => key === id)} tab=${this.query.get('tab') ?? 'attributes'} news=${this.news} name="formkiq" label=${t('fk.details')}
        @close=${() => setQuery({ doc: null, tab: null })} @tab-change=${(event) => setQuery({ tab: event.detail })}></fk-details>`
          : nothing
      }</div>${this.dialog()}${this.asking()}`;
  }

  keptQueries() {
    if (this.kept.length === 0) return nothing;
    const base = `/formkiq/${encoded(this.site.siteId)}/search`;
    return html`<ul class="fk-kept" aria-label=${t('fk.query.all')}>${this.kept.map(
      ({ name, query }) =>
        html`<li class="chip fk-chip"><a class="cut" href="${base}?${query}">${icon('star')}${name}</a><button type="button" aria-label=${t('fk.query.drop', { name })} @click=${() => this.dropQuery(name)}>✕</button></li>`,
    )}</ul>`;
  }

  results() {
    if (this.refused) return html`<div class="fk-alone"><t-error .failure=${this.refused} .retry=${() => this.ask()}></t-error></div>`;
    if (!this.rows && !this.busy)
      return html`<div class="fk-alone"><t-empty heading=${t('fk.search.begin')} text=${t('fk.search.beginText')}></t-empty></div>`;
    if (this.rows?.length === 0)
      return html`<div class="fk-alone"><t-empty heading=${t('fk.search.none')} text=${t('fk.search.noneText')}></t-empty></div>`;
    return html`${this.selected.size > 0 ? this.selection() : html`<p class="fk-note" role="status">${this.rows ? (this.next ? t('fk.countMore', { n: this.rows.length }) : t('fk.count', { n: this.rows.length })) : t('ui.loading')}</p>`}
      <t-list label=${t('fk.search.results')} viewKey=${this.address} .groups=${this.rows ? [{ key: 'all', rows: this.rows }] : null} .columns=${this.listColumns()} .rowKey=${(row) => row.key} .rowName=${(row) => row.name}
        ?selectable=${!this.narrow && this.rows?.every((row) => !row.folder)} .selected=${this.selected} @list-select=${(event) => {
          this.selected = event.detail;
        }}
        rowHeight=${rowHeight(this.narrow)} current=${this.query.get('doc') ?? ''} ?hasMore=${Boolean(this.next)} ?busy=${Boolean(this.busy)} @list-open=${(event) => this.open(event.detail)} @list-more=${() => this.more()}></t-list>`;
  }

  listColumns() {
    const shown = (row, key) => {
      const field = row.attributes?.[key];
      if (!field) return '';
      const all = field.stringValues ?? field.numberValues ?? (field.booleanValue === undefined ? [] : [t(field.booleanValue ? 'fk.yes' : 'fk.no')]);
      return all.map((each) => shownValue(field.valueType, String(each))).join(', ');
    };
    const more = [
      {
        id: 'folder',
        title: t('fk.fact.folder'),
        min: 140,
        grow: 0.6,
        cell: (row) => html`<span class="cut quiet">${parentOf(row.path) || t('fk.root')}</span>`,
      },
      ...(this.rows?.some((row) => row.matchedAttribute || row.matchedTag) && this.columns.length === 0
        ? [{ id: 'matched', title: t('fk.matched'), min: 150, grow: 0.6, cell: (row) => html`<span class="cut">${this.matched(row)}</span>` }]
        : []),
      ...this.columns.map((key) => ({
        id: `a:${key}`,
        title: key,
        min: 110,
        grow: 0.5,
        cell: (row) => html`<span class="cut">${shown(row, key)}</span>`,
      })),
    ];
    return columnsFor(this.narrow, more).map((column) => ({ ...column, sorts: false }));
  }

  matched({ matchedAttribute, matchedTag }) {
    const found = matchedAttribute ?? matchedTag;
    if (!found) return '';
    const value = found.stringValue ?? found.numberValue ?? found.booleanValue ?? found.value ?? '';
    return `${found.key}: ${shownValue(found.numberValue === undefined ? 'STRING' : 'NUMBER', String(value))}`;
  }

  dialog() {
    if (!this.naming) return nothing;
    const close = () => {
      this.naming = null;
    };
    return html`<t-dialog open heading=${t('fk.query.keep')} @close=${close}
      .content=${html`<form id="fk-keep" @submit=${(event) => this.keepQuery(event)}><t-field label=${t('fk.name')} name="name" required maxlength="100" focused error=${this.naming.failure ? words(this.naming.failure) : nothing}></t-field></form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-keep" class="primary">${t('fk.save')}</button>`}></t-dialog>`;
  }
}

define('fk-search', Search);
