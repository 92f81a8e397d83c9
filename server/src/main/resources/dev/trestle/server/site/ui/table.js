import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import './error.js';

const SKELETON_ROWS = 5;

/**
 * Rows, page by page: <t-table caption="…" .columns=${[{title, cell, number, width}]} .load=${async (cursor) => ({rows, next})}
 * .empty=${{heading, text}}>. `cell(row)` gives text or a template. `load` is asked again from the start whenever it is another function, and
 * for "load more" with the cursor of the page before; what is being read never moves.
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
      if (asked === this.load && failure.name !== 'AbortError') this.failure = failure;
    } finally {
      if (asked === this.load) this.busy = false;
    }
  }

  render() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.reload()}></t-error>`;
    if (this.rows?.length === 0 && !this.next && !this.busy)
      return html`<t-empty heading=${this.empty?.heading ?? t('ui.nothing')} text=${this.empty?.text ?? ''} .action=${this.empty?.action}></t-empty>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.caption}>
      <table aria-busy=${this.busy ? 'true' : 'false'}>
        <caption class="sr-only">${this.caption}</caption>
        <thead><tr>${this.columns.map((column) => html`<th scope="col" class=${column.number ? 'number' : ''}>${column.title}</th>`)}</tr></thead>
        <tbody>${this.rows ? this.rows.map((row) => this.row(row)) : this.skeleton()}</tbody>
      </table></div>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${
        this.rows && (this.next || this.failure)
          ? html`<div class="more"><button type="button" ?disabled=${this.busy} @click=${() => this.fetch(this.next)}>
        ${this.busy ? t('ui.loading') : t('ui.more')}</button><span class="quiet">${t('ui.shown', { n: this.rows.length })}</span></div>`
          : nothing
      }`;
  }

  row(row) {
    return html`<tr data-key=${this.rowKey ? this.rowKey(row) : nothing}>${this.columns.map((column) => html`<td class=${column.number ? 'number' : ''}>${column.cell(row)}</td>`)}</tr>`;
  }

  skeleton() {
    return Array.from({ length: SKELETON_ROWS }, () => html`<tr>${this.columns.map(() => html`<td><span class="skeleton"></span></td>`)}</tr>`);
  }
}

define('t-table', Table);
