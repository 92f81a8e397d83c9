import { define, Element, html, nothing } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { overTime } from './tally.js';
import { clockTime, dayAndTime, dayName, spanText, wholeSeconds } from './when.js';

const BARS_MAX = 32;
/** On a phone a finger needs some width. */
const BARS_NARROW = 12;
const narrow = matchMedia('(max-width: 48rem)');

/** When a bar is, in words. */
function barName({ unit, start, end }) {
  if (unit === 'second') return `${dayName(start)}, ${clockTime(start)} – ${clockTime(end)}`;
  if (unit === 'minute' || unit === 'hour') return spanText(start, end);
  return unit === 'day' ? dayName(start) : `${dayName(start)} – ${dayName(end.getTime() - 1)}`;
}

/**
 * Appearances over time: <zv-histogram .rows=${…} .isCut=${…} .current=${timestamp}>. One tab stop; the arrows move among bars that have somebody. Choosing one tells "span-choose" with {start, end}, both
 * inclusive, as the server has times.
 */
class Histogram extends Element {
  static properties = { rows: { attribute: false }, isCut: { attribute: false }, current: { attribute: false }, active: { state: true } };

  constructor() {
    super();
    Object.assign(this, { rows: [], isCut: false, current: null, active: null });
    this.bars = /** @type {ReturnType<typeof overTime>} */ ([]);
  }

  connectedCallback() {
    super.connectedCallback();
    this.left = new AbortController();
    narrow.addEventListener('change', () => this.count(), { signal: this.left.signal });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.left.abort();
  }

  willUpdate(changed) {
    if (changed.has('rows')) this.count();
  }

  count() {
    this.bars = overTime(this.rows, narrow.matches ? BARS_NARROW : BARS_MAX);
    if (!this.bars.some((each) => each.count && each.start.getTime() === this.active))
      this.active = this.bars.findLast(({ count }) => count)?.start.getTime() ?? null;
    this.requestUpdate();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.querySelector('button[tabindex="0"]'))?.focus();
  }

  choose({ start, end }) {
    this.dispatchEvent(new CustomEvent('span-choose', { detail: { start: wholeSeconds(start), end: wholeSeconds(end.getTime() - 1000) } }));
  }

  key(event) {
    const buttons = [...this.querySelectorAll('button')];
    const at = buttons.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    this.active = Number(next.dataset.start);
    next.focus();
  }

  render() {
    const { bars, isCut } = this;
    // All of them in one second: there is nothing to narrow.
    if (bars.length < 2) return nothing;
    const edge = bars[0].unit === 'second' ? clockTime : dayAndTime;
    const most = Math.max(...bars.map(({ count }) => count));
    return html`<div class="zv-over-time"><div class="zv-bars" role="toolbar" aria-label=${t('zv.overTime')} aria-describedby="zv-over-time-hint" @keydown=${this.key}>${bars.map((bar, i) => this.bar(bar, most, isCut && i === 0))}</div>
      <div class="zv-bars-ends quiet"><span>${edge(bars[0].start)}</span><span id="zv-over-time-hint">${t(isCut ? 'zv.overTimeOf' : 'zv.overTimeOfAll', { n: number(this.rows.length) })}</span><span>${edge(bars[bars.length - 1].end)}</span></div></div>`;
  }

  /** The oldest bar may not be whole yet, where not everything was read. */
  bar(bar, most, isPart) {
    const { start, end, count } = bar;
    if (count === 0) return html`<span></span>`;
    const at = start.getTime();
    // One among thousands is still to be seen.
    const height = Math.max(6, Math.round((100 * count) / most));
    const words = t(isPart ? 'zv.barSoFar' : 'zv.bar', { when: barName(bar), n: count });
    const current = this.current ? Date.parse(this.current) : NaN;
    return html`<button type="button" class=${isPart ? 'part' : ''} data-start=${at} data-count=${count} tabindex=${at === this.active ? 0 : -1} title=${words} aria-label=${words} aria-current=${current >= at && current < end.getTime() ? 'true' : nothing}
      @click=${() => this.choose(bar)}><svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true"><rect y=${100 - height} width="1" height=${height}></rect></svg></button>`;
  }
}

define('zv-histogram', Histogram);
