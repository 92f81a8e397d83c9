import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { icon } from './api.js';

const SCALE_MIN = 0.5;
const SCALE_MAX = 6;
const STEP = 1.25;
const NEAR_PX = 4;

/**
 * The pages of a letter as pictures: <htt-scan .pages=${[{page, url, width, height}]} .found=${{page, x, y, w, h}} @scan-click=${({detail: {page, x, y}}) => …}>. One page at
 * a time; zoomed by buttons, keys, Ctrl and wheel, or two fingers, and moved by dragging or scrolling. `found` is a place that is marked and brought into
 * view. Places are shares of the page. `anew` is asked when a picture's address has ended.
 */
class Scan extends Element {
  static properties = {
    pages: { attribute: false },
    found: { attribute: false },
    anew: { attribute: false },
    at: { state: true },
    scale: { state: true },
    broken: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { pages: [], at: 0, scale: 1 });
    this.pointers = new Map();
  }

  willUpdate(changed) {
    if (changed.has('pages')) {
      this.at = Math.min(this.at, Math.max(0, (this.pages?.length ?? 1) - 1));
      this.broken = false;
    }
    if (changed.has('found') && this.found) this.at = this.found.page;
  }

  updated(changed) {
    this.draw();
    if (changed.has('found') && this.found) this.reveal();
  }

  /** By CSSOM: the page's policy has no room for style attributes. */
  draw() {
    const sheet = this.querySelector('.htt-scan-sheet');
    if (!sheet) return;
    const { width, height } = this.pages[this.at];
    sheet.style.setProperty('--scale', String(this.scale));
    sheet.style.setProperty('--ratio', String(width && height ? width / height : 0.75));
    const box = this.querySelector('.htt-scan-word');
    if (!box || !this.found) return;
    for (const [name, value] of [
      ['left', this.found.x],
      ['top', this.found.y],
      ['width', this.found.w],
      ['height', this.found.h],
    ])
      box.style.setProperty(name, `${value * 100}%`);
  }

  get stage() {
    return this.querySelector('.htt-scan-stage');
  }

  reveal() {
    const box = this.querySelector('.htt-scan-word');
    if (!box) return;
    const { stage } = this;
    const [word, frame] = [box.getBoundingClientRect(), stage.getBoundingClientRect()];
    if (word.top < frame.top || word.bottom > frame.bottom || word.left < frame.left || word.right > frame.right) {
      stage.scrollBy({ left: word.left - frame.left - frame.width / 2, top: word.top - frame.top - frame.height / 2 });
    }
  }

  go(at) {
    if (at < 0 || at >= this.pages.length) return;
    this.at = at;
    this.broken = false;
    this.stage.scrollTo(0, 0);
  }

  /** Zooms so that the place under the pointer, or the middle, stays where it is. */
  async zoom(scale, x, y) {
    const { stage } = this;
    const frame = stage.getBoundingClientRect();
    const [px, py] = [(x ?? frame.left + frame.width / 2) - frame.left, (y ?? frame.top + frame.height / 2) - frame.top];
    const before = this.scale;
    this.scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale));
    if (Math.abs(this.scale - 1) < 0.06) this.scale = 1;
    const ratio = this.scale / before;
    const [left, top] = [stage.scrollLeft, stage.scrollTop];
    await this.updateComplete;
    stage.scrollTo((left + px) * ratio - px, (top + py) * ratio - py);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (['+', '='].includes(event.key)) this.zoom(this.scale * STEP);
    else if (event.key === '-') this.zoom(this.scale / STEP);
    else if (event.key === '0') this.zoom(1);
    else if (event.key === 'n' || event.key === 'PageDown') this.go(this.at + 1);
    else if (event.key === 'p' || event.key === 'PageUp') this.go(this.at - 1);
    else return;
    event.preventDefault();
  }

  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? this.scale * STEP : this.scale / STEP, event.clientX, event.clientY);
  }

  down(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.pointerType !== 'touch' && event.button === 0) {
      event.preventDefault();
      this.stage.focus({ preventScroll: true });
      this.stage.setPointerCapture(event.pointerId);
    }
    this.start = { x: event.clientX, y: event.clientY, spread: this.spread(), scale: this.scale };
  }

  spread() {
    const [one, other] = [...this.pointers.values()];
    return other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 2 && this.start.spread > 0) {
      event.preventDefault();
      this.zoom((this.start.scale * this.spread()) / this.start.spread, event.clientX, event.clientY);
    } else if (event.pointerType !== 'touch') {
      this.stage.scrollBy(before.x - event.clientX, before.y - event.clientY);
    }
  }

  up(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    const { start } = this;
    const isClick = event.type === 'pointerup' && start && Math.hypot(event.clientX - start.x, event.clientY - start.y) <= NEAR_PX;
    const sheet = this.querySelector('.htt-scan-sheet');
    if (!isClick || !sheet) return;
    const box = sheet.getBoundingClientRect();
    const detail = { page: this.at, x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    if (detail.x >= 0 && detail.x <= 1 && detail.y >= 0 && detail.y <= 1) this.dispatchEvent(new CustomEvent('scan-click', { detail }));
  }

  /** An address ends after an hour: it is asked for once more. */
  fail() {
    if (this.anew && !this.asked) {
      this.asked = true;
      this.anew();
    } else {
      this.broken = true;
    }
  }

  render() {
    const page = this.pages?.[this.at];
    if (!page) return nothing;
    const many = this.pages.length > 1;
    const label = t('htt.pageOf', { n: this.at + 1, all: this.pages.length });
    return html`<div class="htt-scan" @keydown=${this.key}>
      <div class="htt-scan-stage" tabindex="0" role="group" aria-label=${`${t('htt.scan')}: ${label}`} @wheel=${this.wheel} @pointerdown=${this.down} @pointermove=${this.move} @pointerup=${this.up} @pointercancel=${this.up}
        @dblclick=${(event) => this.zoom(this.scale > 1 ? 1 : 2.5, event.clientX, event.clientY)}>
        ${
          this.broken
            ? html`<p class="htt-scan-broken">${t('htt.scanBroken')}</p>`
            : html`<div class="htt-scan-sheet"><img src=${page.url} alt=${label} draggable="false" @error=${this.fail} @load=${() => {
                this.asked = false;
              }}>${this.found?.page === this.at ? html`<span class="htt-scan-word" aria-hidden="true"></span>` : nothing}</div>`
        }</div>
      <div class="htt-scan-tools" role="toolbar" aria-label=${t('htt.scan')}>
        <button type="button" class="plain" data-act="open-scan" @click=${() => this.dispatchEvent(new CustomEvent('scan-open'))}>${icon('in')}${t('htt.openScan')}</button>
        ${
          many
            ? html`<button type="button" class="plain icon" data-act="page-before" aria-label=${t('htt.pageBefore')} ?disabled=${this.at === 0} @click=${() => this.go(this.at - 1)}>${icon('left')}</button>
          <span class="number" role="status">${label}</span>
          <button type="button" class="plain icon" data-act="page-after" aria-label=${t('htt.pageAfter')} ?disabled=${this.at === this.pages.length - 1} @click=${() => this.go(this.at + 1)}>${icon('right')}</button>`
            : nothing
        }
        <button type="button" class="plain icon" data-act="zoom-out" aria-label=${t('ui.viewer.out')} ?disabled=${this.scale <= SCALE_MIN} @click=${() => this.zoom(this.scale / STEP)}>${icon('out')}</button>
        <button type="button" class="plain number" data-act="zoom-fit" title=${t('ui.viewer.fit')} @click=${() => this.zoom(1)}>${Math.round(this.scale * 100)} %</button>
        <button type="button" class="plain icon" data-act="zoom-in" aria-label=${t('ui.viewer.in')} ?disabled=${this.scale >= SCALE_MAX} @click=${() => this.zoom(this.scale * STEP)}>${icon('in')}</button>
      </div></div>`;
  }
}

define('htt-scan', Scan);
