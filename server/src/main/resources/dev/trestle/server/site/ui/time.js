import { define, Element, html, nothing } from './element.js';
import { locale } from './texts.js';

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });

/** How long ago, or how far ahead, in words. */
export function ago(when, now = Date.now()) {
  const seconds = Math.round((when - now) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
  return relative.format(Math.trunc(seconds / size), unit);
}

const units = new Map(UNITS.map(([unit]) => [unit, new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' })]));

/** How long ago, as short as it can be said: "2h". */
export function shortAgo(when, now = Date.now()) {
  const seconds = Math.abs(Math.round((now - when) / 1000));
  if (seconds < 60) return relative.format(0, 'second');
  const [unit, size] = UNITS.find(([, each]) => seconds >= each);
  return units.get(unit).format(Math.trunc(seconds / size));
}

/** Whether a time is earlier than another. As texts they do not compare: "…00Z" comes after "…00.500Z". */
export const isBefore = (one, other) => Date.parse(one) < Date.parse(other);

/** A time, relative, with the exact one in the reader's zone on hover: <t-time at="2026-01-01T00:00:00.000Z" short>. */
class Time extends Element {
  static properties = { at: {}, short: { type: Boolean } };

  connectedCallback() {
    super.connectedCallback();
    this.timer = setInterval(() => this.requestUpdate(), 30_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  render() {
    const when = this.at ? new Date(this.at) : null;
    if (!when || Number.isNaN(when.getTime())) return this.at ? html`${this.at}` : nothing;
    return html`<time datetime=${when.toISOString()} title=${exact.format(when)}>${(this.short ? shortAgo : ago)(when.getTime())}</time>`;
  }
}

define('t-time', Time);
