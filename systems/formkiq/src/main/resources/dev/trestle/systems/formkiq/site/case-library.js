import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/error.js';
import '/ui/state.js';
import { names } from './api.js';
import { ROWS } from './dropped.js';
import { FolderList } from './folder-list.js';
import { icon, kindBadge } from './kinds.js';

/** The library beside a case: folders to look into, and documents to drag onto the case, a task or a nigo. */
class CaseLibrary extends Element {
  static properties = { siteId: { attribute: false }, folder: { state: true } };

  constructor() {
    super();
    this.folder = '';
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('siteId') || changed.has('folder')) {
      this.list = new FolderList(this.siteId, this.folder, '', { signal: this.leaving.signal, changed: () => this.requestUpdate() });
      this.list.read();
    }
  }

  open(folder) {
    this.folder = folder;
  }

  drag(event) {
    const { key } = event.target.closest?.('[data-key]')?.dataset ?? {};
    if (!key) return;
    event.dataTransfer.setData(ROWS, JSON.stringify([key]));
    event.dataTransfer.effectAllowed = 'copy';
  }

  render() {
    const { list } = this;
    const parts = names(this.folder);
    return html`<aside aria-label=${t('fk.case.library')}><h2>${t('fk.case.library')}</h2><p class="quiet">${t('fk.case.libraryText')}</p>
      <nav class="fk-crumbs"><ol><li><button type="button" class="plain" @click=${() => this.open('')}>${t('fk.root')}</button></li>
        ${parts.map((name, i) => html`<li><button type="button" class="plain cut" @click=${() => this.open(parts.slice(0, i + 1).join('/'))}>${name}</button></li>`)}</ol></nav>
      ${list?.failure ? html`<t-error .failure=${list.failure} .retry=${() => list.read()}></t-error>` : nothing}
      ${list?.rows ? this.rows(list) : list?.failure ? nothing : html`<t-state loading rows="5"></t-state>`}</aside>`;
  }

  rows(list) {
    if (list.rows.length === 0) return html`<p class="quiet">${t('fk.emptyFolder')}</p>`;
    return html`<ul class="fk-related" @dragstart=${this.drag}>${list.rows.map((row) =>
      row.folder
        ? html`<li><button type="button" class="plain" @click=${() => this.open(row.at)}>${icon('folder')}<span class="cut">${row.name}</span></button></li>`
        : html`<li class="fk-drag" draggable="true" data-key=${row.key} title=${row.name}>${kindBadge(row)}<span class="cut">${row.name}</span></li>`,
    )}</ul>${list.next ? html`<button type="button" ?disabled=${list.busy} @click=${() => list.more()}>${t('ui.more')}</button>` : nothing}`;
  }
}

define('fk-case-library', CaseLibrary);
