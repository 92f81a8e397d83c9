import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confidence, looksText } from './looks.js';
import { clockTime, dayKey, dayName } from './when.js';
import { cropPath } from './picture.js';

export const keyOf = ({ videoId, timestamp, personId }) => [videoId, timestamp, personId].join('~');

/** Rows by the day that they are of where the reader is, in the order of the list. */
export function byDay(rows) {
  const days = [];
  for (const row of rows) {
    const key = dayKey(row.timestamp);
    if (days.at(-1)?.key !== key) days.push({ key, rows: [] });
    days.at(-1).rows.push(row);
  }
  return days;
}

/**
 * Appearances as pictures, by day: <zv-crops .rows=${…} .isCut=${…} .current=${key} .hrefOf=${fn}>. One tab stop; the arrows move, Enter opens. A click tells "crop-open" with the row; a click with Ctrl is the
 * browser's: each crop is a link. With `.chosen`, a set of keys, a click chooses instead, and tells "crop-choose" with the row.
 */
class Crops extends Element {
  static properties = {
    rows: { attribute: false },
    isCut: { attribute: false },
    current: { attribute: false },
    hrefOf: { attribute: false },
    withPlace: { attribute: false },
    chosen: { attribute: false },
    active: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { rows: [], isCut: false, current: null, active: null, withPlace: true });
    /** Keys of those that are chosen, while some are to be; else null. */
    this.chosen = /** @type {Set<string> | null} */ (null);
    this.hrefOf = /** @type {(row: any) => string} */ (() => '#');
  }

  willUpdate(changed) {
    if (changed.has('rows') && !this.rows.some((row) => keyOf(row) === this.active)) this.active = this.rows[0] ? keyOf(this.rows[0]) : null;
    if (changed.has('current') && this.current) this.active = this.current;
  }

  cropOf(key) {
    return /** @type {HTMLElement | null} */ (this.querySelector(`[data-hit="${CSS.escape(key)}"]`));
  }

  focusOn(key) {
    this.cropOf(key)?.focus({ preventScroll: true });
  }

  reveal(key) {
    this.cropOf(key)?.scrollIntoView({ block: 'nearest' });
  }

  clicked(event, row) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.active = keyOf(row);
    this.dispatchEvent(new CustomEvent(this.chosen ? 'crop-choose' : 'crop-open', { detail: row }));
  }

  key(event) {
    const crops = /** @type {HTMLElement[]} */ ([...this.querySelectorAll('.zv-crop')]);
    const at = crops.indexOf(event.target);
    if (at < 0) return;
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: this.below(crops, at, 1),
      ArrowUp: this.below(crops, at, -1),
      Home: 0,
      End: crops.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = crops[Math.max(0, Math.min(crops.length - 1, to))];
    this.active = next.dataset.hit;
    next.focus();
  }

  /** The crop of the next row of pictures that is nearest below or above. */
  below(crops, at, way) {
    const here = crops[at].getBoundingClientRect();
    let best = at;
    let line = null;
    for (let i = at + way; i >= 0 && i < crops.length; i += way) {
      const box = crops[i].getBoundingClientRect();
      if (Math.abs(box.top - here.top) < 2) continue;
      line ??= box.top;
      if (Math.abs(box.top - line) > 2) break;
      if (best === at || Math.abs(box.left - here.left) < Math.abs(crops[best].getBoundingClientRect().left - here.left)) best = i;
    }
    return best;
  }

  render() {
    const days = byDay(this.rows);
    return html`<div @keydown=${this.key}>${repeat(
      days,
      ({ key }) => key,
      (
        { rows },
        i,
      ) => html`<section class="zv-day"><h2 class="zv-day-head"><b>${dayName(rows[0].timestamp)}</b><span class="quiet">${t(this.isCut && i === days.length - 1 ? 'zv.countSoFar' : 'zv.count', { n: rows.length })}</span></h2>
        <div class="zv-crops zv-crops-grid">${repeat(rows, keyOf, (row) => this.crop(row))}</div></section>`,
    )}</div>`;
  }

  crop(row) {
    const key = keyOf(row);
    const time = clockTime(row.timestamp);
    const words = [time, row.camera, looksText(row.attributes), confidence(row.confidence)].filter(Boolean).join(', ');
    const isChosen = this.chosen?.has(key) ?? false;
    return html`<a class="zv-crop ${this.current === key ? 'on' : ''} ${isChosen ? 'chosen' : ''}" data-hit=${key} data-person=${row.personId} href=${this.hrefOf(row)} tabindex=${this.active === key ? 0 : -1} aria-label=${isChosen ? `${t('zv.chosen')}: ${words}` : words} aria-current=${this.current === key ? 'true' : nothing}
      @click=${(event) => this.clicked(event, row)}><zv-picture url=${row.cropUrl ?? ''} src=${cropPath(row)}></zv-picture>
      <span class="zv-crop-words"><b>${time}</b>${this.withPlace ? html`<span class="cut">${row.camera ?? row.fileName ?? ''}</span>` : html`<span></span>`}<span class="zv-sure">${confidence(row.confidence)}</span></span></a>`;
  }
}

define('zv-crops', Crops);
