import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import './error.js';

const SKELETON_ROWS = 5;

/**
 * @template Row
 * @typedef {{title: string, cell: (row: Row) => unknown, number?: boolean, main?: boolean}} Column `main` is what a row is called, the first column if none is
 */

/** Rows that are not known yet. @param {Column<any>[]} columns */
const skeleton = (columns) =>
  Array.from(
    { length: SKELETON_ROWS },
    () => html`<tr role="row">${columns.map(() => html`<td role="cell"><span class="skeleton"></span></td>`)}</tr>`,
  );

/**
 * A table of rows that are there. On a phone each row is two lines or more: what the first column says, and below it the others with their titles, so
 * that nothing has to be moved sideways. The roles are said because another `display` would take them away. `rows` is null while they are loaded.
 * @template Row
 * @param {{caption: string, columns: Column<Row>[], rows: Row[] | null, rowKey?: (row: Row) => string, busy?: boolean}} table
 */
export const rowsTable = ({ caption, columns, rows, rowKey, busy = false }) => {
  const main = columns.find((column) => column.main) ?? columns[0];
  return html`<table class="as-rows" role="table" aria-busy=${busy ? 'true' : 'false'}>
        <caption class="sr-only">${caption}</caption>
        <thead role="rowgroup"><tr role="row">${columns.map((column) => html`<th scope="col" role="columnheader" class=${column.number ? 'number' : ''}>${column.title}</th>`)}</tr></thead>
        <tbody role="rowgroup">${
          rows
            ? rows.map(
                (row) =>
                  html`<tr role="row" data-key=${rowKey ? rowKey(row) : nothing}>${columns.map((column) => html`<td role="cell" data-label=${column.title} class="${column.number ? 'number' : ''} ${column === main ? 'main' : ''}">${column.cell(row)}</td>`)}</tr>`,
              )
            : skeleton(columns)
        }</tbody>
      </table>`;
};

/**
 * Rows, page by page: <t-table caption="…" .columns=${[{title, cell, number, width}]} .load=${async (cursor) => ({rows, next})}
 * .empty=${{heading, text}}>. `cell(row)` gives text or a template. `load` is asked again from the start whenever it is another function, and
 * for "load more" with the cursor of the page before; what is being read never moves.
 * On a phone a row is a card of lines, see `rowsTable`.
 */
class Table extends Element {
  static properties = {
    caption: {},
    columns: { attribute: false },
    load: { attribute: false },
    empty: { attribute: false },
    rowKey: { attribute: false },
    rows: { state: true },
    next: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.columns = [];
    this.rows = null;
    this.next = null;
    this.busy = false;
    this.failure = null;
  }

  willUpdate(changed) {
    if (changed.has('load') && this.load) this.reload();
  }

  /** Reads from the start. Rows stay until there are others. */
  reload() {
    this.next = null;
    return this.fetch(null);
  }

  async fetch(cursor) {
    const asked = this.load;
    this.busy = true;
    this.failure = null;
    try {
      const page = await asked(cursor);
      if (asked !== this.load) return;
      this.rows = cursor === null ? page.rows : [...this.rows, ...page.rows];
      this.next = page.next ?? null;
      this.dispatchEvent(new CustomEvent('loaded', { detail: page }));
    } catch (failure) {
      if (asked !== this.load || failure.name === 'AbortError') return;
      this.failure = failure;
      // What was read before answers another question.
      if (cursor === null) this.rows = null;
    } finally {
      if (asked === this.load) this.busy = false;
    }
  }

  render() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.reload()}></t-error>`;
    if (this.rows?.length === 0 && !this.next && !this.busy)
      return html`<t-empty heading=${this.empty?.heading ?? t('ui.nothing')} text=${this.empty?.text ?? ''} .action=${this.empty?.action}></t-empty>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.caption}>
      ${rowsTable(this)}</div>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${
        this.rows && (this.next || this.failure)
          ? html`<div class="more"><button type="button" ?disabled=${this.busy} @click=${() => this.fetch(this.next)}>
        ${this.busy ? t('ui.loading') : t('ui.more')}</button><span class="quiet">${t('ui.shown', { n: this.rows.length })}</span></div>`
          : nothing
      }`;
  }
}

define('t-table', Table);
