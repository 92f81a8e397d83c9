import { define, Element, html, nothing } from '/ui/element.js';
import { repeat } from 'lit/directives/repeat.js';
import { avatar } from '/ui/avatar.js';
import { t } from '/ui/texts.js';
import { DRAGGED, pathOf } from './filing.js';
import './tag-menu.js';
import './template.js';

const SKELETON_ROWS = 8;

/** The list of documents: <docstore-shelf .rows=${…} .selected=${new Set()} view="all">. It asks for what is to be done with "shelf-…" events. */
class Shelf extends Element {
  static properties = {
    rows: { attribute: false },
    me: { attribute: false },
    tags: { attribute: false },
    folders: { attribute: false },
    selected: { attribute: false },
    view: {},
    sort: {},
    busy: { type: Boolean },
    failure: { attribute: false },
    empty: { attribute: false },
    retry: { attribute: false },
    tagging: { state: true },
    making: { state: true },
  };

  ask(name, detail) {
    this.dispatchEvent(new CustomEvent(`shelf-${name}`, { detail }));
  }

  /** Shift chooses all rows from the last one that was chosen. */
  choose(event, id) {
    const selected = new Set(this.selected);
    const wanted = event.target.checked;
    const ids = this.rows.map((each) => each.id);
    const from = ids.indexOf(this.last);
    const range = event.shiftKey && from >= 0 ? ids.slice(Math.min(from, ids.indexOf(id)), Math.max(from, ids.indexOf(id)) + 1) : [id];
    range.forEach((each) => (wanted ? selected.add(each) : selected.delete(each)));
    this.last = id;
    this.ask('select', selected);
  }

  chooseAll(event) {
    this.ask('select', new Set(event.target.checked ? this.rows.map((each) => each.id) : []));
  }

  /** Opens the menu of tags: at the row, or at the bar of those that are selected. */
  tagRow(ids) {
    this.tagging = { ids, at: this.selected.size > 0 ? 'bar' : ids[0] };
  }

  dragged(event, row) {
    const ids = this.selected.has(row.id) ? [...this.selected] : [row.id];
    event.dataTransfer.setData(DRAGGED, JSON.stringify(ids));
    event.dataTransfer.effectAllowed = 'move';
  }

  mayFile(row) {
    return (row.role === 'owner' || row.role === 'editor') && this.view !== 'deleted';
  }

  render() {
    const { rows } = this;
    if (this.failure && !rows) return html`<t-error .failure=${this.failure} .retry=${this.retry}></t-error>`;
    if (rows?.length === 0 && !this.busy)
      return html`<t-empty heading=${this.empty.heading} text=${this.empty.text} .action=${this.empty.action}></t-empty>`;
    const deleted = this.view === 'deleted';
    const all = rows?.length > 0 && rows.every((each) => this.selected.has(each.id));
    const head = (name, sort) =>
      html`<th scope="col" class="lib-${name}" aria-sort=${sort === this.sort ? (sort === 'name' ? 'ascending' : 'descending') : nothing}>${
        sort && !deleted
          ? html`<button type="button" class="plain" @click=${() => this.ask('sort', sort)}>${t(`docs.${name}`)}</button>`
          : t(`docs.${name}`)
      }</th>`;
    return html`${this.selected.size > 0 ? this.bar() : nothing}
      <table class="lib-list" aria-busy=${this.busy ? 'true' : 'false'}><caption class="sr-only">${t(`docs.view.${this.view}`)}</caption>
        <thead><tr>${deleted ? nothing : html`<th class="lib-check"><label><input type="checkbox" aria-label=${t('docs.selectAll')} .checked=${all} .indeterminate=${!all && this.selected.size > 0} @click=${(event) => this.chooseAll(event)}></label></th>`}
          ${head('name', 'name')}${deleted ? nothing : head('tags')}${head('owner')}${deleted ? nothing : head('sharing')}${head(deleted ? 'deletedAt' : 'changed', deleted ? null : 'changed')}${deleted ? html`<th><span class="sr-only">${t('ui.actions')}</span></th>` : nothing}</tr></thead>
        <tbody>${
          rows
            ? repeat(
                rows,
                (row) => row.id,
                (row) => this.row(row, deleted),
              )
            : Array.from({ length: SKELETON_ROWS }, () => html`<tr><td colspan="6"><span class="skeleton"></span></td></tr>`)
        }</tbody></table>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${this.retry}></t-error>` : nothing}
      <docstore-template .document=${this.making} @close=${() => {
        this.making = null;
      }} @template-changed=${() => {
        this.making = null;
        this.ask('changed');
      }}></docstore-template>`;
  }

  bar() {
    const ids = [...this.selected];
    const only = ids.length === 1 ? this.rows.find((each) => each.id === ids[0]) : null;
    return html`<div class="lib-bar" role="toolbar" aria-label=${t('docs.selected', { n: ids.length })}><strong>${t('docs.selected', { n: ids.length })}</strong>
      <span class="pop"><button type="button" class="plain" data-act="tags" @click=${() => {
        this.tagging = { ids, at: 'bar' };
      }}>${t('docs.tags')} <kbd>t</kbd></button>${this.menu('bar')}</span>
      <button type="button" class="plain" data-act="move" @click=${() => this.ask('move', ids)}>${t('docs.move')} <kbd>m</kbd></button>
      ${
        only?.role === 'owner'
          ? html`<button type="button" class="plain" data-act="template" @click=${() => {
              this.making = only;
            }}>${t('docs.template')}</button>`
          : nothing
      }
      <button type="button" class="plain end" @click=${() => this.ask('select', new Set())}>${t('docs.clear')} <kbd>Esc</kbd></button></div>`;
  }

  menu(at) {
    if (this.tagging?.at !== at) return nothing;
    const { ids } = this.tagging;
    return html`<docstore-tag-menu .tags=${this.tags} .documents=${this.rows.filter((each) => ids.includes(each.id))} @close=${() => {
      this.tagging = null;
    }}
      @tag-change=${(event) => this.ask('file', { ids, change: event.detail })}></docstore-tag-menu>`;
  }

  row(row, deleted) {
    const owner = row.owner === this.me?.subject ? t('docs.me') : (row.ownerName ?? row.owner);
    const tags = row.filing?.tags ?? [];
    const folder = this.folders.find((each) => each.folderId === row.filing?.folderId);
    return html`<tr data-key=${row.id} class=${this.selected.has(row.id) ? 'selected' : ''} draggable=${this.mayFile(row) ? 'true' : 'false'} @dragstart=${(event) => this.dragged(event, row)}>
      ${deleted ? nothing : html`<td class="lib-check"><label><input type="checkbox" aria-label=${t('docs.select', { name: row.displayName })} .checked=${this.selected.has(row.id)} @click=${(event) => this.choose(event, row.id)}></label></td>`}
      <td class="lib-name"><span class="lib-line">${deleted || !row.role ? html`<span class="cut">${row.displayName}</span>` : html`<a class="cut" href=${pathOf(row)}>${row.displayName}</a>`}
        ${row.filing?.titlePattern ? html`<t-badge text=${t('docs.template')}></t-badge>` : nothing}${folder ? html`<span class="quiet cut lib-in">${folder.name}</span>` : nothing}</span></td>
      ${
        deleted
          ? nothing
          : html`<td class="lib-tags"><span class="lib-line pop">${tags.map((tag) => html`<span class="lib-tag">${tag}</span>`)}
        ${
          this.mayFile(row)
            ? html`<button type="button" class="plain lib-add" data-act="row-tags" aria-haspopup="dialog" aria-label=${t('docs.tagsOf', { name: row.displayName })} title=${t('docs.tags')}
          @click=${() => {
            this.tagging = { ids: [row.id], at: row.id };
          }}>${tags.length === 0 ? html`+ ${t('docs.tag')}` : '+'}</button>`
            : nothing
        }${this.menu(row.id)}</span></td>`
      }
      <td class="lib-owner"><span class="lib-line">${avatar(row.ownerName ?? row.owner)}<span class="cut">${owner}</span></span></td>
      ${deleted ? nothing : html`<td class="lib-sharing">${this.sharing(row)}</td>`}
      <td class="lib-changed"><t-time at=${deleted ? row.deletedAt : row.lastModified}></t-time></td>
      ${deleted ? html`<td><button type="button" @click=${() => this.ask('restore', row)}>${t('docs.restore')}</button></td>` : nothing}</tr>`;
  }

  sharing(row) {
    if (row.role && row.role !== 'owner') return html`<span class="quiet">${t(`docs.role.${row.role}`)}</span>`;
    const count = row.editors.length + row.viewers.length;
    return html`<span class="quiet">${count === 0 ? t('docs.private') : t('docs.sharedWith', { n: count })}</span>`;
  }
}

define('docstore-shelf', Shelf);
