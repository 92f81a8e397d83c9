import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { listen } from '/events.js';
import { call } from '/session.js';
import '/ui/tree.js';
import './folders.js';
import './new-document.js';
import './shelf.js';
import { ADMINISTRATORS, API, DRAGGED, fileAll, NO_FOLDER } from './filing.js';

const QUIET_MS = 250;
const TYPING_MS = 400;
const PAGE = 50;
const SORTS = ['changed', 'name'];

/** The library: folders and tags at the left, the documents of one of them, or of a list, beside it. The address says which. */
class Library extends Page {
  static properties = {
    ...Page.properties,
    folders: { state: true },
    tags: { state: true },
    rows: { state: true },
    next: { state: true },
    busy: { state: true },
    failure: { state: true },
    selected: { state: true },
    making: { state: true },
    acting: { state: true },
    moving: { state: true },
    unfolded: { state: true },
  };

  constructor() {
    super();
    this.folders = [];
    this.tags = [];
    this.selected = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/docstore/library.css');
  }

  willUpdate(changed) {
    if (!changed.has('query') || !this.me?.tenant) return;
    this.rows = null;
    this.selected = new Set();
    this.unfolded = false;
    this.again();
  }

  firstUpdated() {
    if (!this.me?.tenant) return;
    this.readPlaces();
    // Also when the events begin: what changed since the list was read is not told.
    listen(`${API}/events`, {
      signal: this.live,
      onEvent: ({ type }) => {
        if (type !== 'presence' && type !== 'comment') this.changed();
      },
    });
  }

  /** Several changes at once are read once. Rows stay where they are until there are others. */
  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.live.aborted) return;
      this.again();
      this.readPlaces();
    }, QUIET_MS);
  }

  get view() {
    return this.query.get('view') ?? (this.query.has('folder') || this.query.has('tag') ? 'all' : 'mine');
  }

  get folder() {
    return this.folders.find((each) => each.folderId === this.query.get('folder'));
  }

  get sort() {
    return SORTS.includes(this.query.get('sort')) ? this.query.get('sort') : 'changed';
  }

  async readPlaces() {
    try {
      const [folders, tags] = await Promise.all(['folders', 'tags'].map((each) => call('GET', `${API}/${each}`, undefined, { signal: this.live })));
      Object.assign(this, { folders: folders.items, tags: tags.items });
    } catch (failure) {
      if (failure.name !== 'AbortError' && !this.rows) this.failure = failure;
    }
  }

  find(text) {
    clearTimeout(this.typing);
    if (this.isConnected && text !== (this.query.get('text') ?? '')) setQuery({ text });
  }

  parameters(cursor) {
    const { query, view } = this;
    const asked = new URLSearchParams({ view: view === 'templates' ? 'all' : view, limit: String(PAGE) });
    if (view === 'templates') asked.set('template', 'true');
    for (const name of ['folder', 'tag', 'ownedBy', 'text']) if (query.get(name) && view !== 'deleted') asked.set(name, query.get(name));
    if (view !== 'deleted') asked.set('sort', this.sort);
    if (cursor) asked.set('cursor', cursor);
    return asked;
  }

  /** Reads as many rows as there are already, from the start. */
  async again() {
    const asked = Symbol('list');
    this.asked = asked;
    this.busy = true;
    try {
      const rows = [];
      let next = null;
      do {
        const page = await call('GET', `${API}/documents?${this.parameters(next)}`, undefined, { signal: this.live });
        rows.push(...page.items);
        next = page.next;
        // A search may go through much before it finds something.
      } while (next && rows.length < Math.max(1, this.rows?.length ?? 0));
      if (asked !== this.asked) return;
      Object.assign(this, { rows, next, failure: null });
      this.selected = new Set([...this.selected].filter((id) => rows.some((each) => each.id === id)));
    } catch (failure) {
      if (asked === this.asked && failure.name !== 'AbortError') this.failure = failure;
    } finally {
      if (asked === this.asked) this.busy = false;
    }
  }

  async more() {
    this.busy = true;
    try {
      const page = await call('GET', `${API}/documents?${this.parameters(this.next)}`, undefined, { signal: this.live });
      Object.assign(this, { rows: [...this.rows, ...page.items], next: page.next });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  /** Files documents elsewhere, or tags them, and tells of those that could not be. */
  async file(ids, change) {
    try {
      const refused = await fileAll(ids, change);
      if (refused > 0) toast(t('docs.notFiled', { n: refused }), { tone: 'bad' });
      else if ('folderId' in change) toast(t('docs.moved', { n: ids.length, name: this.nameOf(change.folderId) }));
      await Promise.all([this.again(), this.readPlaces()]);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  nameOf(folderId) {
    return this.folders.find((each) => each.folderId === folderId)?.name ?? t('docs.noFolder');
  }

  /** How many documents are in a folder and below it. */
  total(folder, depth) {
    const below = depth > 20 ? [] : this.folders.filter((each) => each.parentId === folder.folderId);
    return below.reduce((sum, each) => sum + this.total(each, depth + 1), folder.documents);
  }

  async restore(document) {
    try {
      await call('POST', `${API}/documents/${encodeURIComponent(document.id)}/restore`);
      toast(t('docs.restored', { name: document.displayName }));
      this.again();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  /** The rows that a key or a button is about: those selected, or the one with the focus. */
  get chosen() {
    const focused = document.activeElement?.closest('tr[data-key]')?.dataset.key;
    return this.selected.size > 0 ? [...this.selected] : focused ? [focused] : [];
  }

  key(event) {
    if (event.target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], dialog') || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === 'Escape' && this.selected.size > 0) this.selected = new Set();
    else if (event.key === 'm' && this.chosen.length > 0) this.moving = this.chosen;
    else if (event.key === 't' && this.chosen.length > 0) this.querySelector('docstore-shelf').tagRow(this.chosen);
    else return;
    event.preventDefault();
  }

  get heading() {
    if (this.query.get('folder') === NO_FOLDER) return t('docs.noFolder');
    if (this.folder) return this.folder.name;
    if (this.query.get('tag')) return this.query.get('tag');
    return t(`docs.view.${this.view}`);
  }

  render() {
    if (!this.me?.tenant) return html`<h1>${t('docs.title')}</h1><t-empty heading=${t('docs.noTenant')} text=${t('docs.noTenantText')}></t-empty>`;
    return html`<div class="lib ${this.unfolded ? 'unfolded' : ''}" @keydown=${this.key}>
      <button type="button" class="lib-fold" aria-expanded=${this.unfolded ? 'true' : 'false'} aria-controls="lib-places" @click=${() => {
        this.unfolded = !this.unfolded;
      }}>${t('docs.places')}: ${this.heading}</button>
      <nav class="lib-places ${this.unfolded ? 'unfolded' : ''}" id="lib-places" aria-label=${t('docs.places')}>${this.places()}</nav>
      <section class="lib-main" aria-label=${this.heading}>${this.head()}
        <docstore-shelf .rows=${this.rows} .me=${this.me} .tags=${this.tags} .folders=${this.folders} view=${this.view} sort=${this.sort} ?busy=${this.busy} .selected=${this.selected} .failure=${this.failure}
          .empty=${this.empty()} .retry=${() => this.again()} @shelf-select=${(event) => {
            this.selected = event.detail;
          }} @shelf-file=${(event) => this.file(event.detail.ids, event.detail.change)}
          @shelf-move=${(event) => {
            this.moving = event.detail;
          }} @shelf-restore=${(event) => this.restore(event.detail)} @shelf-changed=${() => this.changed()}
          @shelf-sort=${(event) => setQuery({ sort: event.detail })}></docstore-shelf>
        ${
          this.next && this.rows
            ? html`<div class="more"><button type="button" ?disabled=${this.busy} @click=${() => this.more()}>${this.busy ? t('ui.loading') : t('ui.more')}</button>
          <span class="quiet">${t('ui.shown', { n: this.rows.length })}</span></div>`
            : nothing
        }
      </section></div>
      <docstore-new ?open=${this.making} folder=${this.folder?.folderId ?? nothing} @close=${() => {
        this.making = false;
      }}></docstore-new>
      <docstore-folder-dialog .act=${this.acting} .folders=${this.folders} @close=${() => {
        this.acting = null;
      }} @folder-changed=${(event) => this.folderChanged(event.detail)}></docstore-folder-dialog>
      <docstore-move ?open=${Boolean(this.moving)} heading=${t('docs.moveDocuments', { n: this.moving?.length ?? 0 })} .folders=${this.folders} @close=${() => {
        this.moving = null;
      }}
        @move-to=${(event) => {
          const ids = this.moving;
          this.moving = null;
          this.file(ids, { folderId: event.detail });
        }}></docstore-move>`;
  }

  folderChanged({ folderId, act }) {
    this.acting = null;
    this.readPlaces();
    if (act === 'new') navigate(`/docstore?folder=${folderId}`);
    else if (act === 'delete') navigate('/docstore?view=all');
  }

  empty() {
    if (this.query.get('text'))
      return {
        heading: t('docs.noHits', { text: this.query.get('text') }),
        text: t('docs.noHitsText'),
        action: html`<button type="button" @click=${() => setQuery({ text: null })}>${t('docs.all')}</button>`,
      };
    if (this.query.get('folder')) return { heading: t('docs.empty.folder'), text: t('docs.emptyText.folder') };
    if (this.query.get('tag')) return { heading: t('docs.empty.tag'), text: t('docs.emptyText.tag') };
    return { heading: t(`docs.empty.${this.view}`), text: t(`docs.emptyText.${this.view}`) };
  }

  places() {
    const views = ['all', 'mine', 'shared', ...(this.me.groups.includes(ADMINISTRATORS) ? ['tenant'] : []), 'templates', 'deleted'];
    const plain = !this.query.get('folder') && !this.query.get('tag');
    const nodes = [
      ...this.folders.map((each) => ({ id: each.folderId, text: each.name, parentId: each.parentId, count: this.total(each, 0) })),
      { id: NO_FOLDER, text: t('docs.noFolder'), plain: true },
    ];
    return html`<ul class="lib-views">${views.map((view) => html`<li><a href=${`/docstore?view=${view}`} aria-current=${plain && view === this.view ? 'page' : nothing}>${t(`docs.view.${view}`)}</a></li>`)}</ul>
      <div class="lib-head"><h2>${t('docs.folders')}</h2><button type="button" class="plain icon" data-act="new-folder" title=${t('docs.newFolder')} aria-label=${t('docs.newFolder')}
        @click=${() => {
          this.acting = { act: 'new', folder: this.folder ?? null };
        }}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14"/></svg></button></div>
      <t-tree label=${t('docs.folders')} .nodes=${nodes} selected=${this.query.get('folder') ?? ''} accepts=${DRAGGED} @node-select=${(event) => navigate(`/docstore?folder=${encodeURIComponent(event.detail)}`)}
        @node-drop=${(event) => this.file(JSON.parse(event.detail.data), { folderId: event.detail.id === NO_FOLDER ? null : event.detail.id })}></t-tree>
      ${
        this.tags.length === 0
          ? nothing
          : html`<div class="lib-head"><h2>${t('docs.tags')}</h2></div>
        <ul class="lib-views">${this.tags.map(
          (
            each,
          ) => html`<li><a href=${`/docstore?tag=${encodeURIComponent(each.tag)}`} aria-current=${each.tag === this.query.get('tag') ? 'page' : nothing}>
          <span class="cut">${each.tag}</span><span class="count">${each.documents}</span></a></li>`,
        )}</ul>`
      }`;
  }

  head() {
    const { folder } = this;
    const act = (name) => () => {
      this.acting = { act: name, folder };
    };
    const owners = new Map(
      (this.rows ?? []).map((each) => [each.owner, each.owner === this.me.subject ? t('docs.me') : (each.ownerName ?? each.owner)]),
    );
    const owner = this.query.get('ownedBy');
    if (owner && !owners.has(owner)) owners.set(owner, owner);
    return html`<div class="page-head">
        <h1>${this.heading}</h1>
        ${
          folder?.mayChange
            ? html`<span class="row tight"><button type="button" class="plain" data-act="rename-folder" @click=${act('rename')}>${t('docs.rename')}</button>
          <button type="button" class="plain" data-act="move-folder" @click=${act('move')}>${t('docs.move')}</button>
          <button type="button" class="plain" data-act="delete-folder" @click=${act('delete')}>${t('docs.delete')}</button></span>`
            : nothing
        }
        <button type="button" class="primary end" data-act="new" @click=${() => {
          this.making = true;
        }}>${t('docs.new')}</button></div>
      ${
        this.view === 'deleted'
          ? nothing
          : html`<form class="lib-filters" role="search" @submit=${(event) => this.find(values(event).find)}>
        <input type="search" name="find" @input=${({ target }) => {
          clearTimeout(this.typing);
          this.typing = setTimeout(() => this.find(target.value.trim()), TYPING_MS);
        }} aria-label=${t('docs.find')} placeholder=${t('docs.find')} .value=${this.query.get('text') ?? ''} maxlength="200">
        <select aria-label=${t('docs.owner')} name="owner" @change=${(event) => setQuery({ ownedBy: event.target.value })}><option value="">${t('docs.anyOwner')}</option>
          ${[...owners].map(([id, name]) => html`<option value=${id} ?selected=${id === owner}>${name}</option>`)}</select>
        <select aria-label=${t('docs.sort')} name="sort" @change=${(event) => setQuery({ sort: event.target.value })}>
          ${SORTS.map((each) => html`<option value=${each} ?selected=${each === this.sort}>${t(`docs.sort.${each}`)}</option>`)}</select>
        ${this.query.get('text') || owner ? html`<button type="button" class="plain" @click=${() => setQuery({ text: null, ownedBy: null })}>${t('docs.all')}</button>` : nothing}</form>`
      }`;
  }
}

define('docstore-library', Library);
