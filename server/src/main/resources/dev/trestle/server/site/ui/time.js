import { define, Element, html, nothing } from './element.js';
import { locale } from './texts.js';

const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });

/** How long ago, or how far ahead, in words. */
export function ago(when, now = Date.now()) {
  const seconds = Math.round((when - now) / 1000);
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? UNITS.at(-1);
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Whether a time is earlier than another. As texts they do not compare: "…00Z" comes after "…00.500Z". */
export const isBefore = (one, other) => Date.parse(one) < Date.parse(other);

/** A time, relative, with the exact one in the reader's zone on hover: <t-time at="2026-01-01T00:00:00Z">. */
class Time extends Element {
  static properties = { at: {} };

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
    return html`<time datetime=${when.toISOString()} title=${exact.format(when)}>${ago(when.getTime())}</time>`;
  }
}

define('t-time', Time);
