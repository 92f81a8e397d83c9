import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { navigate, setQuery } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { t } from '/ui/texts.js';
import { listen } from '/events.js';
import '/ui/badge.js';
import '/ui/error.js';
import '/ui/list.js';
import '/ui/state.js';
import '/ui/tree.js';
import './upload-tray.js';
import './details.js';
import './site-switch.js';
import './name-dialog.js';
import './move-dialog.js';
import './bulk.js';
import './selection.js';
import { deleteRows, moveRows } from './acts.js';
import {
  call,
  documentLink,
  encoded,
  EVENTS,
  folderLink,
  joined,
  keepSite,
  names,
  parentOf,
  permissions,
  siteOfAddress,
  sites,
  siteTitle,
} from './api.js';
import { columnsFor, rowHeight } from './columns.js';
import { chosenFiles, droppedFiles, FILES_MAX, hasFiles, ROWS } from './dropped.js';
import { FolderList } from './folder-list.js';
import { FolderTree, nodeId, pathOf } from './folder-tree.js';
import { icon } from './kinds.js';
import { askedBefore } from './upload-form.js';
import { uploads } from './uploads.js';
import { toast } from '/ui/toast.js';

const QUIET_MS = 250;
const MOVES = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);
const NARROW = matchMedia('(max-width: 48rem)');

/** The library: folders at the left, what one of them holds beside it, and the details of one document at the right. The address says which. */
class Library extends Page {
  static properties = {
    ...Page.properties,
    site: { state: true },
    known: { state: true },
    may: { state: true },
    failure: { state: true },
    selected: { state: true },
    narrow: { state: true },
    unfolded: { state: true },
    acting: { state: true },
    over: { state: true },
    news: { state: true },
    kept: { state: true },
  };

  constructor() {
    super();
    this.selected = new Set();
    this.may = new Set();
    this.narrow = NARROW.matches;
    this.news = 0;
    this.known = [];
    this.kept = [];
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/formkiq/formkiq.css');
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    NARROW.addEventListener(
      'change',
      () => {
        this.narrow = NARROW.matches;
      },
      { signal: this.live },
    );
    listen(EVENTS, { signal: this.live, onEvent: (event) => this.told(event) });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.keys);
    clearTimeout(this.timer);
  }

  get path() {
    return names(this.params.path).join('/');
  }

  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) this.enter();
  }

  /** Shows what the address names; what was read of the same folder stays. */
  async enter() {
    const asked = Symbol('place');
    this.entering = asked;
    try {
      this.known = await sites();
      if (asked !== this.entering) return;
      const wanted = this.params.site ?? siteOfAddress();
      this.site = this.known.find(({ siteId }) => siteId === wanted) ?? (this.params.site ? null : this.known[0]) ?? null;
      if (!this.site) return;
      keepSite(this.site.siteId);
      if (!this.params.site) {
        navigate(folderLink(this.site.siteId, this.path), { replace: true });
        return;
      }
      this.show();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  show() {
    const { siteId } = this.site;
    const again = () => this.requestUpdate();
    if (this.tree?.siteId !== siteId) {
      this.tree = new FolderTree(siteId, siteTitle(this.site), this.live, again);
      this.readKept(siteId);
    }
    this.tree.reach(this.path).catch(() => {});
    const sort = this.query.get('sort') ?? '';
    const isSame = this.list?.siteId === siteId && this.list.path === this.path && this.list.sort === sort;
    if (isSame) return;
    if (this.list?.siteId !== siteId || this.list.path !== this.path) {
      this.selected = new Set();
      this.may = new Set();
      permissions(siteId, this.path, { signal: this.live })
        .then((may) => {
          this.may = may;
        })
        .catch(() => {});
    }
    this.list = new FolderList(siteId, this.path, sort, { signal: this.live, changed: again });
    this.list.read();
    this.unfolded = false;
    this.failure = null;
  }

  /** The searches that the caller has saved in the site; without them the library is whole. */
  async readKept(siteId) {
    this.kept = [];
    try {
      const { queries } = await call('GET', '/x/queries', { siteId }, undefined, { signal: this.live });
      if (this.site?.siteId === siteId) this.kept = queries;
    } catch {
      // They are on the page of the search, which says what is wrong.
    }
  }

  /** Several changes at once are read once. */
  told({ type, data }) {
    if (type === 'ready' && !this.isFollowing) {
      this.isFollowing = true;
      this.again({ list: true });
      return;
    }
    if (type === 'reset') this.again({ list: true, tree: true, details: true });
    if (!this.site || data?.siteId !== this.site.siteId) return;
    if (type === 'document') {
      const isHere = [data.path, data.before].some((path) => path !== undefined && path !== null && parentOf(path) === this.path);
      this.again({ list: isHere, details: data.documentId === this.query.get('doc') });
    } else if (type === 'folder') this.again({ list: true, tree: true });
    else if (type === 'values') this.again({ details: data.documentId === this.query.get('doc') });
  }

  again({ list = false, tree = false, details = false }) {
    this.due = { list: this.due?.list || list, tree: this.due?.tree || tree, details: this.due?.details || details };
    this.timer ??= setTimeout(() => {
      const { due } = this;
      this.timer = undefined;
      this.due = null;
      if (this.live.aborted) return;
      if (due.list && this.list?.rows) this.list.read();
      if (due.tree) this.tree?.refresh().catch(() => {});
      if (due.details) this.news++;
    }, QUIET_MS);
  }

  get rows() {
    return this.list?.rows ?? [];
  }

  /** The rows that a key or a button is about: those selected, or the one with the focus, or the one that is shown. */
  get chosen() {
    if (this.selected.size > 0) return this.rows.filter(({ key }) => this.selected.has(key));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest('.list-row[data-key]'))?.dataset.key ?? this.query.get('doc');
    return this.rows.filter(({ key }) => key === focused);
  }

  get current() {
    return this.rows.find(({ key }) => key === this.query.get('doc'));
  }

  open({ row, column }) {
    if (row.folder) navigate(folderLink(this.site.siteId, row.at));
    else if (this.narrow || (this.query.get('doc') === row.key && column === 'name')) navigate(documentLink(row));
    else setQuery({ doc: row.key });
  }

  key(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (
      target.closest?.('input:not([type=checkbox]), textarea, select, dialog, [contenteditable], t-inline-menu') ||
      document.querySelector('dialog[open]')
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { chosen } = this;
    const documents = chosen.filter((row) => !row.folder);
    const write = this.may.has('WRITE');
    if (event.key === 'u' && write) this.querySelector('[data-act="files"]').click();
    else if (event.key === 'm' && write && chosen.length > 0) this.act('move', chosen);
    else if (event.key === 'e' && write && documents.length > 0) this.act('attributes', chosen);
    else if (event.key === 't' && write && documents.length > 0) this.act('tags', chosen);
    else if (event.key === 'F2' && write && chosen.length === 1) this.act('rename', chosen);
    else if (event.key === 'Delete' && this.may.has('DELETE') && chosen.length > 0) this.act('delete', chosen);
    else return;
    event.preventDefault();
  }

  /** Details that are open follow the keyboard through the list. */
  follow(event) {
    const shown = this.query.get('doc');
    if (!shown || this.narrow || !MOVES.has(event.key)) return;
    const { key } = /** @type {HTMLElement | null} */ (document.activeElement?.closest('.list-row[data-key]'))?.dataset ?? {};
    const row = this.rows.find((each) => each.key === key);
    if (row && !row.folder && key !== shown) setQuery({ doc: key });
  }

  /** One document is edited beside the list, several in a dialog. */
  edit(documents, what) {
    if (documents.length > 1) this.acting = { act: 'bulk', rows: documents, what };
    else if (this.narrow) navigate(`${documentLink(documents[0])}?tab=${what}`);
    else setQuery({ doc: documents[0].key, tab: what });
  }

  async deleteChosen(rows) {
    await deleteRows(this.site.siteId, rows);
    this.selected = new Set();
    this.list.read();
  }

  async move(rows, folder) {
    this.acting = null;
    await moveRows(this.site.siteId, rows, folder);
    this.selected = new Set();
    await Promise.all([this.list.read(), this.tree.refresh()]);
  }

  /** Sends files to a folder; first it is asked for what the schema requires of all of them. If that cannot be known, the API says what it refuses. */
  async send(files, folder = this.path) {
    if (files.length === 0) return;
    if (files.length > FILES_MAX) {
      toast(t('fk.up.tooMany', { n: FILES_MAX }), { tone: 'bad' });
      return;
    }
    const { siteId } = this.site;
    const asked = await askedBefore(siteId).catch(() => []);
    if (asked.length > 0) this.acting = { act: 'ask', siteId, folder, files, asked };
    else uploads.add(siteId, folder, files);
  }

  /** The folder that a drag is over: a row's, or the one that is shown. */
  target(event) {
    const key = event.target.closest?.('.list-row[data-key]')?.dataset.key;
    const row = key ? this.rows.find((each) => each.key === key) : null;
    return row?.folder ? row : null;
  }

  drag(event) {
    const key = event.target.closest?.('.list-row[data-key]')?.dataset.key;
    const row = this.rows.find((each) => each.key === key);
    if (!row || !this.may.has('WRITE')) return;
    const rows = this.selected.has(key) ? this.chosen : [row];
    event.dataTransfer.setData(ROWS, JSON.stringify(rows.map((each) => each.key)));
    // Into a folder they are moved; a case of another window takes them without moving them.
    event.dataTransfer.effectAllowed = 'copyMove';
  }

  dragOver(event) {
    const isRows = event.dataTransfer.types.includes(ROWS);
    const over = this.target(event);
    if (!this.may.has('WRITE') || (!hasFiles(event) && !(isRows && over))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isRows ? 'move' : 'copy';
    this.over = over?.key ?? (isRows ? null : 'list');
  }

  async drop(event) {
    const over = this.target(event);
    this.over = null;
    if (!this.may.has('WRITE')) return;
    if (hasFiles(event)) {
      event.preventDefault();
      const files = droppedFiles(event.dataTransfer);
      this.send(await files, over?.at ?? this.path);
    } else if (over && event.dataTransfer.types.includes(ROWS)) {
      event.preventDefault();
      this.moveKeys(event.dataTransfer.getData(ROWS), over.at);
    }
  }

  moveKeys(data, folder) {
    const keys = JSON.parse(data);
    const rows = this.rows.filter(({ key, at }) => keys.includes(key) && at !== folder);
    if (rows.length > 0 && folder !== this.path) this.move(rows, folder);
  }

  async dropOnTree({ id, data, transfer }) {
    if (data) this.moveKeys(data, pathOf(id));
    else this.send(await droppedFiles(transfer), pathOf(id));
  }

  render() {
    if (this.failure) return html`<div class="fk-alone"><t-error .failure=${this.failure} .retry=${() => this.enter()}></t-error></div>`;
    if (!this.site) {
      const isUnknown = this.known.length > 0 || this.params.site;
      return html`<div class="fk-alone">${
        this.site === null
          ? html`<t-empty heading=${t(isUnknown ? 'fk.noSite' : 'fk.noSites')} text=${t(isUnknown ? 'fk.noSiteText' : 'fk.noSitesText')} .action=${
              isUnknown && this.known[0]
                ? html`<a class="button" href=${folderLink(this.known[0].siteId, '')}>${siteTitle(this.known[0])}</a>`
                : nothing
            }></t-empty>`
          : html`<t-state loading rows="6"></t-state>`
      }</div>`;
    }
    return html`<div class="fk-library ${this.unfolded ? 'unfolded' : ''}">${this.bar()}
      <nav class="fk-tree" id="fk-tree" aria-label=${t('fk.folders')}><t-tree label=${t('fk.folders')} .nodes=${this.tree?.nodes ?? []} selected=${nodeId(this.path)} accepts=${this.may.has('WRITE') ? `${ROWS} Files` : nothing}
        @node-select=${(event) => navigate(folderLink(this.site.siteId, pathOf(event.detail)))} @node-open=${(event) => this.tree.open(pathOf(event.detail)).catch(() => {})}
        @node-drop=${(event) => this.dropOnTree(event.detail)}></t-tree>${this.saved()}</nav>
      <section class="fk-list ${this.over === 'list' ? 'over' : ''}" aria-label=${names(this.path).at(-1) ?? siteTitle(this.site)} @keyup=${this.follow} @dragstart=${this.drag} @dragover=${this.dragOver} @dragleave=${(
        event,
      ) => {
        if (!event.currentTarget.contains(event.relatedTarget)) this.over = null;
      }} @drop=${this.drop}>
        ${this.selected.size > 0 ? this.selection() : this.crumbs()}${this.content()}</section>
      ${this.details()}</div><fk-upload-tray></fk-upload-tray>${this.dialogs()}`;
  }

  saved() {
    if (this.kept.length === 0) return nothing;
    const base = `/formkiq/${encoded(this.site.siteId)}/search`;
    return html`<h2 class="fk-saved-head" id="fk-saved">${t('fk.query.all')}</h2><ul class="fk-saved" aria-labelledby="fk-saved">${this.kept.map(
      ({ name, query }) => html`<li><a href="${base}?${query}">${icon('star')}<span class="cut">${name}</span></a></li>`,
    )}</ul>`;
  }

  bar() {
    const write = this.may.has('WRITE');
    return html`<div class="fk-bar"><fk-site-switch .sites=${this.known} .site=${this.site} page="files"></fk-site-switch>
      <button type="button" class="fk-phone" aria-expanded=${this.unfolded ? 'true' : 'false'} aria-controls="fk-tree" @click=${() => {
        this.unfolded = !this.unfolded;
      }}>${icon('folder')}<span class="cut">${names(this.path).at(-1) ?? t('fk.folders')}</span></button>
      <span class="end"></span>
      ${
        write
          ? html`<button type="button" data-act="new-folder" @click=${() => {
              this.acting = { act: 'new' };
            }}>${icon('plus')}<span class="fk-wide">${t('fk.newFolder')}</span></button>
        <button type="button" class="fk-wide" data-act="directory" @click=${() => this.querySelector('#fk-directory').click()}>${icon('folder')}${t('fk.uploadFolder')}</button>
        <button type="button" class="primary" data-act="files" @click=${() => this.querySelector('#fk-files').click()}>${icon('upload')}${t('fk.upload')}<kbd class="fk-wide" aria-hidden="true">u</kbd></button>
        <input id="fk-files" type="file" multiple hidden tabindex="-1" @change=${this.chosenFiles}><input id="fk-directory" type="file" webkitdirectory hidden tabindex="-1" @change=${this.chosenFiles}>`
          : nothing
      }</div>`;
  }

  chosenFiles(event) {
    this.send(chosenFiles(event.target.files));
    event.target.value = '';
  }

  crumbs() {
    const parts = names(this.path);
    const { siteId } = this.site;
    return html`<div class="fk-crumbs"><ol aria-label=${t('fk.path')}>
        <li><a href=${folderLink(siteId, '')} aria-current=${parts.length === 0 ? 'page' : nothing}>${siteTitle(this.site)}</a></li>
        ${parts.map((name, i) => html`<li><a class="cut" href=${folderLink(siteId, parts.slice(0, i + 1).join('/'))} aria-current=${i === parts.length - 1 ? 'page' : nothing}>${name}</a></li>`)}</ol>
      <span class="quiet number">${this.list?.rows ? (this.list.next ? t('fk.countMore', { n: this.rows.length }) : t('fk.count', { n: this.rows.length })) : nothing}</span></div>`;
  }

  selection() {
    const { chosen } = this;
    return html`<fk-selection .siteId=${this.site.siteId} .rows=${chosen} ?writes=${this.may.has('WRITE')} ?removes=${this.may.has('DELETE')} isLibrary @act=${(event) => this.act(event.detail, chosen)}></fk-selection>`;
  }

  /** What a button of the selection, or its key, is for. */
  act(name, rows) {
    const documents = rows.filter((row) => !row.folder);
    if (name === 'attributes' || name === 'tags') this.edit(documents, name);
    else if (name === 'move') this.acting = { act: 'move', rows };
    else if (name === 'rename') this.acting = { act: 'rename', row: rows[0] };
    else if (name === 'delete') this.deleteChosen(rows);
    else this.selected = new Set();
  }

  content() {
    const { list } = this;
    if (list?.failure && !list.rows)
      return html`<div class="fk-alone"><t-error .failure=${list.failure} .retry=${() => list.read()}></t-error></div>`;
    if (list?.rows?.length === 0 && this.tree?.isMissing(this.path)) {
      return html`<div class="fk-alone"><t-empty heading=${t('fk.noFolder')} text=${t('fk.noFolderText')} .action=${html`<a class="button" href=${folderLink(this.site.siteId, '')}>${siteTitle(this.site)}</a>`}></t-empty></div>`;
    }
    if (list?.rows?.length === 0) {
      return html`<div class="fk-alone"><t-empty heading=${t('fk.emptyFolder')} text=${t(this.may.has('WRITE') ? 'fk.emptyFolderText' : 'fk.emptyFolderRead')}></t-empty></div>`;
    }
    return html`${list?.isPartlySorted ? html`<p class="fk-note" role="status">${t('fk.partlySorted', { n: this.rows.length })}</p>` : nothing}
      ${list?.failure ? html`<t-error .failure=${list.failure} .retry=${() => list.read()}></t-error>` : nothing}
      <t-list label=${names(this.path).at(-1) ?? siteTitle(this.site)} viewKey=${`${this.site.siteId} ${this.path}`} .groups=${list?.rows ? [{ key: 'all', rows: list.rows }] : null} .columns=${columnsFor(this.narrow)}
        .rowKey=${(row) => row.key} .rowName=${(row) => row.name} .rowClass=${(row) => (row.key === this.over ? 'fk-over' : '')} rowHeight=${rowHeight(this.narrow)} ?selectable=${!this.narrow} ?drags=${this.may.has('WRITE')}
        .selected=${this.selected} current=${this.query.get('doc') ?? ''} .fresh=${list?.fresh ?? new Set()} ?hasMore=${Boolean(list?.next)} ?busy=${Boolean(list?.busy)} sort=${this.query.get('sort') || 'name'}
        @list-open=${(event) => this.open(event.detail)} @list-select=${(event) => {
          this.selected = event.detail;
        }} @list-more=${() => list.more()}
        @list-sort=${(event) => this.sortBy(event.detail)} @dblclick=${(event) => {
          const row = this.rows.find(({ key }) => key === event.target.closest('.list-row[data-key]')?.dataset.key);
          if (row && !row.folder && !event.target.closest('[data-column="#"]')) navigate(documentLink(row));
        }}></t-list>`;
  }

  sortBy(column) {
    const now = this.query.get('sort') || 'name';
    setQuery({ sort: now === column ? `-${column}` : column === 'name' ? null : column });
  }

  details() {
    const id = this.query.get('doc');
    if (!id || this.narrow) return nothing;
    return html`<fk-details .siteId=${this.site.siteId} .documentId=${id} .row=${this.current} .site=${this.site} tab=${this.query.get('tab') ?? 'attributes'} news=${this.news} name="formkiq" label=${t('fk.details')}
      @close=${() => setQuery({ doc: null, tab: null })} @tab-change=${(event) => setQuery({ tab: event.detail === 'attributes' ? null : event.detail })}></fk-details>`;
  }

  dialogs() {
    const { acting } = this;
    const close = () => {
      this.acting = null;
    };
    if (!acting) return nothing;
    const { siteId } = this.site;
    if (acting.act === 'new' || acting.act === 'rename') {
      return html`<fk-name-dialog .siteId=${siteId} .folder=${this.path} .row=${acting.row ?? null} @close=${close} @named=${(event) => {
        close();
        this.list.read();
        const made = folderLink(siteId, joined(this.path, event.detail));
        // First into the tree, which knows what folders there are.
        this.tree.refresh().finally(() => {
          if (acting.act === 'new') navigate(made);
        });
      }}></fk-name-dialog>`;
    }
    if (acting.act === 'ask') {
      return html`<fk-upload-form n=${acting.files.length} .asked=${acting.asked} @close=${close} @give=${(event) => {
        close();
        uploads.add(acting.siteId, acting.folder, acting.files, { attributes: event.detail });
      }}></fk-upload-form>`;
    }
    if (acting.act === 'move') {
      return html`<fk-move-dialog .siteId=${siteId} .siteName=${siteTitle(this.site)} .rows=${acting.rows} .from=${this.path} @close=${close} @move-to=${(event) => this.move(acting.rows, event.detail)}></fk-move-dialog>`;
    }
    return html`<fk-bulk .siteId=${siteId} .rows=${acting.rows} what=${acting.what} ?governs=${this.may.has('GOVERN') || this.may.has('ADMIN')} ?removes=${this.may.has('DELETE')} @close=${() => {
      close();
      this.news++;
    }}></fk-bulk>`;
  }
}

define('fk-library', Library);
