import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';

const OVERSCAN_ROWS = 8;
const SKELETON_ROWS = 12;
const CHECK = '#';
const HEAD = '\u0001head';

/**
 * @typedef {object} Column
 * @property {string} id
 * @property {string} title what its head says
 * @property {(row: object) => unknown} cell text or a template
 * @property {number} [min] the least width, in pixels
 * @property {number} [grow] its share of the width that is left; 0 keeps the least width
 * @property {boolean} [sorts] its head is a button that asks for "list-sort"
 * @property {(row: object) => string | undefined} [state] becomes `data-state` of the cell
 * @property {(row: object) => string | undefined} [label] what a screen reader says of the cell, where its text is not enough
 * @property {(row: object) => boolean} [opens] whether a click or Enter opens a menu there
 *
 * @typedef {object} Group
 * @property {string} key
 * @property {object[]} rows
 * @property {unknown} [head] templates of cells; without it the rows stand for themselves
 * @property {string} [label] the name of the group
 */

/**
 * A grid of many rows, of which only those in view are drawn:
 * <t-list label="…" .groups=${[{key, rows, head}]} .columns=${…} .rowKey=${(row) => row.id} selectable .selected=${set}>.
 *
 * Rows have one height, `rowHeight`; heads of groups stay while their rows scroll. The keyboard reaches each cell (one tab stop, arrows, Home, End,
 * PageUp, PageDown); Space selects, Shift with an arrow or a click selects a range, Ctrl+A all, Escape none. It tells "list-open" {row, column, cell}
 * for a click or Enter, "list-key" {row, column, cell, key} for other keys (its listener prevents the default of a key that it used), "list-select"
 * with a set of keys, "list-sort" with a column's id, "list-drawn" when other rows may be drawn, and "list-more" when the end comes into view and `hasMore` says that there is more.
 *
 * `rowName` is what a row is called where its key says nothing to a person. With `drags` rows can be dragged: the page hears the browser's own events.
 *
 * Rows that change do not move what is read: the row that has the focus, or the first in view, stays where it is. `viewKey` says which view this is: with
 * another one the list begins at its top.
 */
class List extends Element {
  static properties = {
    label: {},
    groups: { attribute: false },
    columns: { attribute: false },
    rowKey: { attribute: false },
    selectable: { type: Boolean },
    selected: { attribute: false },
    current: {},
    fresh: { attribute: false },
    rowClass: { attribute: false },
    rowName: { attribute: false },
    drags: { type: Boolean },
    rowHeight: { type: Number },
    headHeight: { type: Number },
    groupHeight: { type: Number },
    hasMore: { type: Boolean },
    busy: { type: Boolean },
    sort: {},
    viewKey: {},
    folded: { state: true },
    active: { state: true },
    range: { state: true },
  };

  constructor() {
    super();
    this.columns = [];
    this.groups = null;
    this.selected = new Set();
    this.fresh = new Set();
    this.folded = new Set();
    /** @type {(row: any) => string} */
    this.rowKey = (row) => row.key;
    this.rowClass = /** @type {(row: any) => string} */ (() => '');
    this.rowName = /** @type {(row: any) => string} */ ((row) => this.rowKey(row));
    this.rowHeight = 32;
    this.headHeight = 32;
    this.groupHeight = 36;
    this.active = { key: null, column: 0 };
    this.range = { from: 0, to: innerHeight };
    this.lines = [];
    this.places = new Map();
    this.anchor = null;
  }

  firstUpdated() {
    this.sized = new ResizeObserver(() => this.look());
    this.sized.observe(this.scroller);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sized?.disconnect();
    cancelAnimationFrame(this.looking);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.sized?.observe(this.scroller);
  }

  get scroller() {
    return this.querySelector('.list-scroll');
  }

  /** All columns, the one with the checks first. */
  get all() {
    return this.selectable ? [{ id: CHECK, title: '', min: 36, grow: 0 }, ...this.columns] : this.columns;
  }

  /** The pixels between which rows are to be drawn. */
  look() {
    const { scroller } = this;
    if (!scroller) return;
    const more = OVERSCAN_ROWS * this.rowHeight;
    const step = Math.max(1, (OVERSCAN_ROWS / 2) * this.rowHeight);
    const from = Math.floor(scroller.scrollTop / step) * step - more;
    const to = Math.ceil((scroller.scrollTop + scroller.clientHeight) / step) * step + more;
    if (from !== this.range.from || to !== this.range.to) this.range = { from, to };
  }

  scrolled() {
    cancelAnimationFrame(this.looking);
    this.looking = requestAnimationFrame(() => this.look());
  }

  willUpdate(changed) {
    if (!changed.has('groups') && !changed.has('folded') && !changed.has('rowHeight') && !changed.has('groupHeight')) return;
    const before = { lines: this.lines, places: this.places };
    const isAnother = changed.has('viewKey');
    this.lay();
    this.kept = !isAnother && this.scroller && before.lines.length > 0 ? this.keep(before) : null;
    this.isTop = isAnother;
    if (this.places.has(this.active.key)) return;
    // What had the focus is gone: the one that took its place has it.
    const at = before.places.get(this.active.key);
    const line = at === undefined ? this.lines.find((each) => each.row) : this.lines[Math.min(at, this.lines.length - 1)];
    this.refocus = at !== undefined && this.querySelector('[data-cell]:focus') !== null;
    this.active = { key: line?.key ?? HEAD, column: this.active.column };
  }

  /** The head, heads of groups and rows, one after another, each with its distance from the top. */
  lay() {
    const lines = [{ key: HEAD, top: 0 }];
    let top = this.headHeight;
    for (const group of this.groups ?? []) {
      if (group.head) {
        lines.push({ key: `\u0001${group.key}`, group, top });
        top += this.groupHeight;
      }
      group.top = top;
      group.first = lines.length;
      if (group.head && this.folded.has(group.key)) continue;
      for (const row of group.rows) {
        lines.push({ key: this.rowKey(row), row, group, top });
        top += this.rowHeight;
      }
    }
    this.lines = lines;
    this.places = new Map(lines.map((line, i) => [line.key, i]));
  }

  /** Which row stays where it is, and how far from the top of what is shown. */
  keep({ lines, places }) {
    const { scrollTop, clientHeight } = this.scroller;
    const isShown = (line) => line?.row && line.top >= scrollTop && line.top < scrollTop + clientHeight;
    const focused = this.contains(document.activeElement) ? lines[places.get(this.active.key)] : null;
    if (!isShown(focused) && scrollTop === 0) return null;
    const line = isShown(focused) ? focused : lines.find((each) => isShown(each) && this.places.has(each.key));
    return line ? { key: line.key, distance: line.top - scrollTop } : null;
  }

  updated(changed) {
    this.style.setProperty('--list-row', `${this.rowHeight}px`);
    this.style.setProperty('--list-group', `${this.groupHeight}px`);
    this.style.setProperty('--list-head', `${this.headHeight}px`);
    this.style.setProperty(
      '--list-columns',
      this.all.map(({ min = 100, grow = 1 }) => (grow ? `minmax(${min}px, ${grow}fr)` : `${min}px`)).join(' '),
    );
    this.style.setProperty('--list-width', `${this.all.reduce((sum, { min = 100 }) => sum + min, 0)}px`);
    const bodies = this.querySelectorAll('.list-body');
    (this.groups ?? []).forEach((group, i) => {
      const isFolded = group.head && this.folded.has(group.key);
      bodies[i]?.style.setProperty('height', `${isFolded ? 0 : group.rows.length * this.rowHeight}px`);
    });
    this.querySelectorAll('.list-row[data-at]').forEach((row) => {
      row.style.top = `${row.dataset.at}px`;
    });
    const all = this.querySelector('[data-all]');
    if (all) {
      const { size } = this.selected;
      all.checked = size > 0 && size >= this.rowCount;
      all.indeterminate = size > 0 && size < this.rowCount;
    }
    if (this.isTop) this.scroller.scrollTop = 0;
    else if (this.kept && this.places.has(this.kept.key))
      this.scroller.scrollTop = this.lines[this.places.get(this.kept.key)].top - this.kept.distance;
    this.isTop = false;
    this.kept = null;
    if (this.refocus) {
      this.refocus = false;
      this.focusActive();
    }
    if (changed.has('groups') || changed.has('range')) {
      this.scrolled();
      this.askForMore();
      this.dispatchEvent(new CustomEvent('list-drawn'));
    }
  }

  get rowCount() {
    return (this.groups ?? []).reduce((sum, group) => sum + group.rows.length, 0);
  }

  /** All rows in their order, folded ones too. */
  get allRows() {
    return (this.groups ?? []).flatMap((group) => group.rows);
  }

  askForMore() {
    const end = this.lines.at(-1);
    if (this.hasMore && !this.busy && (!end || end.top < this.range.to)) this.dispatchEvent(new CustomEvent('list-more'));
  }

  /** Rows that are drawn now. */
  get drawn() {
    return [...this.querySelectorAll('.list-row[data-key]')].map((each) => each.dataset.key);
  }

  /** Brings a row into view, unfolding its group; `focus` gives it the keyboard too. Returns whether it is there. */
  async reveal(key, { focus = false, column = null } = {}) {
    const group = (this.groups ?? []).find((each) => each.head && this.folded.has(each.key) && each.rows.some((row) => this.rowKey(row) === key));
    if (group) this.fold(group.key);
    await this.updateComplete;
    if (!this.places.has(key)) return false;
    this.active = {
      key,
      column:
        column === null
          ? this.active.column || (this.selectable ? 1 : 0)
          : Math.max(
              0,
              this.all.findIndex(({ id }) => id === column),
            ),
    };
    this.toView(this.lines[this.places.get(key)], { middle: true });
    await this.updateComplete;
    if (focus) this.focusActive();
    return true;
  }

  /** Scrolls as little as it can; what was far away comes to the middle if that is asked for. */
  toView(line, { middle = false } = {}) {
    const { scroller } = this;
    if (line.key === HEAD || !scroller) return;
    const covered = this.headHeight + (line.group?.head && line.row ? this.groupHeight : 0);
    const height = line.row ? this.rowHeight : this.groupHeight;
    const isShown = line.top >= scroller.scrollTop + covered && line.top + height <= scroller.scrollTop + scroller.clientHeight;
    if (isShown) return;
    if (middle) scroller.scrollTop = line.top - Math.floor(scroller.clientHeight / 2);
    else if (line.top < scroller.scrollTop + covered) scroller.scrollTop = line.top - covered;
    else if (line.top + height > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = line.top + height - scroller.clientHeight;
    this.look();
  }

  focusActive() {
    this.querySelector(`[data-cell][tabindex="0"]`)?.focus({ preventScroll: true });
  }

  /** The cell of a row and a column, if it is drawn. */
  cellOf(key, column) {
    return this.querySelector(`.list-row[data-key="${CSS.escape(key)}"] [data-column="${CSS.escape(column)}"]`);
  }

  async move(lines, columns, { extend = false } = {}) {
    const at = this.places.get(this.active.key) ?? 0;
    const to = Math.max(0, Math.min(this.lines.length - 1, at + lines));
    const line = this.lines[to];
    const column = Math.max(0, Math.min(this.all.length - 1, this.active.column + columns));
    if (extend && line.row) this.pick(line.key, { range: true, origin: this.active.key });
    this.active = { key: line.key, column };
    this.toView(line);
    await this.updateComplete;
    this.focusActive();
  }

  fold(key) {
    const folded = new Set(this.folded);
    if (!folded.delete(key)) folded.add(key);
    this.folded = folded;
  }

  choose(selected) {
    this.dispatchEvent(new CustomEvent('list-select', { detail: selected }));
  }

  /** Selects a row or takes it out again; with `range` all rows between it and the one that was picked before. */
  pick(key, { range = false, origin = null } = {}) {
    if (!this.selectable) return;
    const selected = new Set(this.selected);
    if (range) this.anchor ??= origin;
    const from = this.places.get(this.anchor);
    const to = this.places.get(key);
    if (range && from !== undefined) {
      this.lines
        .slice(Math.min(from, to), Math.max(from, to) + 1)
        .filter((line) => line.row)
        .forEach((line) => selected.add(line.key));
    } else {
      if (!selected.delete(key)) selected.add(key);
      this.anchor = key;
    }
    this.choose(selected);
  }

  pickAll() {
    if (!this.selectable) return;
    this.anchor = null;
    this.choose(this.selected.size >= this.rowCount ? new Set() : new Set(this.allRows.map(this.rowKey)));
  }

  pageRows() {
    return Math.max(1, Math.floor((this.scroller.clientHeight - this.headHeight) / this.rowHeight) - 1);
  }

  key(event) {
    const cell = event.target.closest('[data-cell]');
    if (!cell || event.isComposing) return;
    const moves = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      Home: [0, -Infinity],
      End: [0, Infinity],
      PageDown: [this.pageRows(), 0],
      PageUp: [-this.pageRows(), 0],
    };
    const isCommand = event.ctrlKey || event.metaKey;
    const line = this.lines[this.places.get(this.active.key)];
    if (event.key in moves && !event.altKey) {
      const [lines, columns] = moves[event.key];
      if (isCommand && event.key === 'Home') this.move(-Infinity, 0);
      else if (isCommand && event.key === 'End') this.move(Infinity, 0);
      else if (!isCommand) this.move(lines, columns, { extend: event.shiftKey && lines !== 0 });
      else return;
    } else if (isCommand && event.key.toLowerCase() === 'a' && this.selectable) this.pickAll();
    else if (event.key === 'Escape' && this.selected.size > 0) this.choose(new Set());
    else if (event.altKey || isCommand) return;
    else if (event.key === ' ' && line?.row) this.pick(line.key, { range: event.shiftKey, origin: line.key });
    else if ((event.key === 'Enter' || event.key === ' ') && line?.group && !line.row) this.fold(line.group.key);
    else if ((event.key === 'Enter' || event.key === ' ') && line?.key === HEAD) this.pressHead(cell.dataset.column);
    else if (event.key === 'Enter' && line?.row) this.open(line, cell);
    else if (line?.row && event.key.length === 1) {
      if (this.tell('list-key', line, cell, { key: event.key })) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  pressHead(column) {
    if (column === CHECK) this.pickAll();
    else if (this.columns.find(({ id }) => id === column)?.sorts) this.dispatchEvent(new CustomEvent('list-sort', { detail: column }));
  }

  open(line, cell) {
    if (cell.dataset.column === CHECK) this.pick(line.key);
    else this.tell('list-open', line, cell, {});
  }

  /** Returns false if the listener used it. */
  tell(name, line, cell, more) {
    return this.dispatchEvent(new CustomEvent(name, { cancelable: true, detail: { row: line.row, column: cell.dataset.column, cell, ...more } }));
  }

  clicked(event) {
    const cell = event.target.closest('[data-cell]');
    if (!cell || event.defaultPrevented) return;
    const line = this.lines[this.places.get(cell.closest('.list-row').dataset.line)];
    if (!line) return;
    this.active = { key: line.key, column: this.all.findIndex(({ id }) => id === cell.dataset.column) };
    if (line.key === HEAD) this.pressHead(cell.dataset.column);
    else if (!line.row) this.fold(line.group.key);
    else if (event.shiftKey || event.ctrlKey || event.metaKey) this.pick(line.key, { range: event.shiftKey });
    else if (cell.dataset.column === CHECK) this.pick(line.key);
    else this.open(line, cell);
  }

  check(event, key) {
    event.stopPropagation();
    event.target.closest('[data-cell]').focus({ preventScroll: true });
    this.pick(key, { range: event.shiftKey });
  }

  /** Where the focus is, the roving tab stop is. */
  focused(event) {
    const cell = event.target.closest('[data-cell]');
    const key = cell?.closest('.list-row').dataset.line;
    const column = cell ? this.all.findIndex(({ id }) => id === cell.dataset.column) : -1;
    if (column >= 0 && (key !== this.active.key || column !== this.active.column)) this.active = { key, column };
  }

  tabStop(key, column) {
    return this.active.key === key && Math.min(this.active.column, this.all.length - 1) === column ? '0' : '-1';
  }

  render() {
    return html`<div class="list-scroll" role="grid" aria-label=${this.label ?? nothing} aria-rowcount=${this.hasMore ? -1 : this.lines.length} aria-colcount=${this.all.length}
      aria-multiselectable=${this.selectable ? 'true' : nothing} aria-busy=${this.groups === null || this.busy ? 'true' : 'false'}
      @scroll=${this.scrolled} @keydown=${this.key} @click=${this.clicked} @focusin=${this.focused}>
      <div class="list-row list-heads" role="row" aria-rowindex="1" data-line=${HEAD}>${this.all.map((column, i) => this.headOf(column, i))}</div>
      ${
        this.groups === null
          ? this.skeleton()
          : repeat(
              this.groups,
              (group) => group.key,
              (group) => this.group(group),
            )
      }
      ${this.hasMore ? html`<div class="list-row list-end" role="row"><span role="gridcell" class="quiet">${t('ui.loading')}</span></div>` : nothing}</div>`;
  }

  headOf(column, i) {
    const [id, direction] = [this.sort?.replace(/^-/, ''), this.sort?.startsWith('-') ? 'descending' : 'ascending'];
    const sorted = column.sorts && id === column.id;
    return html`<div role="columnheader" data-cell data-column=${column.id} tabindex=${this.tabStop(HEAD, i)} aria-colindex=${i + 1} class=${column.sorts ? 'list-sorts' : ''}
      aria-sort=${column.sorts ? (sorted ? direction : 'none') : nothing} title=${column.sorts ? t('ui.sortBy', { what: column.title }) : nothing}>
      ${
        column.id === CHECK
          ? html`<input type="checkbox" data-all tabindex="-1" aria-label=${t('ui.selectAll')} @click=${(event) => {
              event.stopPropagation();
              this.pickAll();
            }}>`
          : html`<span class="cut">${column.title}</span>${sorted ? html`<span aria-hidden="true">${direction === 'ascending' ? '↑' : '↓'}</span>` : nothing}`
      }</div>`;
  }

  group(group) {
    const isFolded = group.head && this.folded.has(group.key);
    const key = `\u0001${group.key}`;
    return html`<div class="list-part" role="rowgroup" aria-label=${group.label ?? nothing}>
      ${
        group.head
          ? html`<div class="list-row list-group" role="row" aria-rowindex=${this.places.get(key) + 1} data-line=${key} data-group=${group.key}>
        <div role="gridcell" data-cell data-column=${this.all[0].id} tabindex=${this.active.key === key ? '0' : '-1'} aria-expanded=${isFolded ? 'false' : 'true'}
          aria-label=${group.label ?? nothing}><svg class="list-fold" viewBox="0 0 24 24" aria-hidden="true"><path d="M7 10l5 5 5-5"/></svg></div>${group.head}</div>`
          : nothing
      }
      <div class="list-body" role="presentation">${
        isFolded
          ? nothing
          : repeat(
              this.inView(group),
              (row) => this.rowKey(row),
              (row) => this.row(group, row),
            )
      }</div></div>`;
  }

  /** The rows of a group that are drawn: those in view, some around them, and the one that has the focus. */
  inView(group) {
    const first = Math.max(0, Math.floor((this.range.from - group.top) / this.rowHeight));
    const last = Math.ceil((this.range.to - group.top) / this.rowHeight);
    const rows = last <= first ? [] : group.rows.slice(first, last);
    const line = this.lines[this.places.get(this.active.key)];
    if (line?.group !== group || !line.row) return rows;
    const at = this.places.get(this.active.key) - group.first;
    if (at < first) return [line.row, ...rows];
    return at >= Math.max(first, last) ? [...rows, line.row] : rows;
  }

  row(group, row) {
    const key = this.rowKey(row);
    const at = this.places.get(key);
    const selected = this.selected.has(key);
    const classes = `list-row list-item ${selected ? 'list-selected' : ''} ${this.fresh.has(key) ? 'list-fresh' : ''} ${key === this.current ? 'list-current' : ''} ${this.rowClass(row)}`;
    return html`<div class=${classes} role="row" aria-rowindex=${at + 1} data-line=${key} data-key=${key} data-at=${(at - group.first) * this.rowHeight} aria-selected=${this.selectable ? String(selected) : nothing}
      draggable=${this.drags ? 'true' : nothing} aria-current=${key === this.current ? 'true' : nothing}>${this.all.map((column, i) => this.cell(row, key, column, i))}</div>`;
  }

  cell(row, key, column, i) {
    if (column.id === CHECK) {
      return html`<div role="gridcell" data-cell data-column=${CHECK} tabindex=${this.tabStop(key, i)} aria-colindex=${i + 1}><input type="checkbox" tabindex="-1" .checked=${this.selected.has(key)}
        aria-label=${t('ui.select', { what: this.rowName(row) })} @click=${(event) => this.check(event, key)}></div>`;
    }
    const opens = column.opens?.(row);
    return html`<div role="gridcell" data-cell data-column=${column.id} data-state=${column.state?.(row) ?? nothing} tabindex=${this.tabStop(key, i)} aria-colindex=${i + 1}
      aria-label=${column.label?.(row) ?? nothing} aria-haspopup=${opens ? 'listbox' : nothing} class=${opens ? 'list-opens' : ''}>${column.cell(row)}</div>`;
  }

  skeleton() {
    return Array.from(
      { length: SKELETON_ROWS },
      () =>
        html`<div class="list-row list-item list-waiting" role="row">${this.all.map(() => html`<div role="gridcell"><span class="skeleton"></span></div>`)}</div>`,
    );
  }
}

define('t-list', List);
