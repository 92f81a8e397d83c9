import { define, Element, html, nothing } from '/ui/element.js';
import { rowsTable } from '/ui/table.js';
import { t } from '/ui/texts.js';
import { keyOf } from './crops.js';
import { confidence, looks, personName } from './looks.js';
import { cropPath } from './picture.js';
import { fullTime } from './when.js';

/** Appearances as a table, in the order that they have: <zv-list .rows=${…} .current=${key} .hrefOf=${fn}>. The time is a link; a click on it tells "crop-open" with the row. */
class List extends Element {
  static properties = { rows: { attribute: false }, current: { attribute: false }, hrefOf: { attribute: false } };

  constructor() {
    super();
    Object.assign(this, { rows: [], current: null });
    this.hrefOf = /** @type {(row: any) => string} */ (() => '#');
  }

  linkOf(key) {
    return /** @type {HTMLElement | null} */ (this.querySelector(`[data-hit="${CSS.escape(key)}"]`));
  }

  focusOn(key) {
    this.linkOf(key)?.focus({ preventScroll: true });
  }

  reveal(key) {
    this.linkOf(key)?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }

  clicked(event, row) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('crop-open', { detail: row }));
  }

  render() {
    return html`<div class="zv-list">${rowsTable({
      caption: t('zv.listCaption'),
      columns: [
        { title: t('zv.crop'), cell: (row) => html`<zv-picture url=${row.cropUrl ?? ''} src=${cropPath(row)}></zv-picture>` },
        { title: t('zv.when'), main: true, cell: (row) => this.time(row) },
        { title: t('zv.person'), cell: (row) => personName(row) },
        { title: t('zv.camera'), cell: (row) => row.camera ?? row.fileName ?? '' },
        { title: t('zv.looks'), cell: (row) => html`<span class="zv-list-looks">${looks(row.attributes)}</span>` },
        { title: t('zv.filter.minConfidence'), number: true, cell: (row) => confidence(row.confidence) },
      ],
      rows: this.rows,
      rowKey: (row) => keyOf(row),
    })}</div>`;
  }

  time(row) {
    const key = keyOf(row);
    return html`<a data-hit=${key} data-person=${row.personId} href=${this.hrefOf(row)} aria-current=${this.current === key ? 'true' : nothing} @click=${(event) => this.clicked(event, row)}>${fullTime(row.timestamp)}</a>`;
  }
}

define('zv-list', List);
