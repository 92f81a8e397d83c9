import { define, Element, html, nothing, svg } from '/ui/element.js';
import { locale, t } from '/ui/texts.js';

const WIDTH = 600;
const HEIGHT = 100;
const LINES_MAX = 4;
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

/** The next round number at or above a value: 1, 2 or 5 with zeros. */
export function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= value * (1 - 1e-9));
}

/**
 * Lines over time: <t-plot heading="…" .at=${[times]} .lines=${[{name, values}]} .show=${(value) => text}>. At most four; each has a dash pattern of its
 * own beside its colour, and all of it is there as a table too.
 */
class Plot extends Element {
  static properties = { heading: {}, at: { attribute: false }, lines: { attribute: false }, show: { attribute: false }, opened: { state: true } };

  constructor() {
    super();
    this.at = [];
    this.lines = [];
    this.show = String;
    this.opened = false;
  }

  render() {
    const lines = this.lines.slice(0, LINES_MAX);
    const most = roundUp(Math.max(0, ...lines.flatMap((line) => line.values)));
    const last = lines.map((line) => `${line.name} ${this.show(line.values.at(-1) ?? 0)}`).join(', ');
    return html`<figure class="stack tight" aria-labelledby=${this.own}>
      <div class="row"><h3 id=${this.own}>${this.heading}</h3><span class="quiet end">${t('ops.upTo', { value: this.show(most) })}</span></div>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${t('ops.plotNow', { heading: this.heading, last: last || '–' })}>
        ${[0, 0.5, 1].map((part) => svg`<line class="grid-line" x1="0" x2=${WIDTH} y1=${HEIGHT * part} y2=${HEIGHT * part}/>`)}
        ${lines.map((line, i) => svg`<polyline class="line line-${i + 1}" points=${this.points(line.values, most)}/>`)}
      </svg>
      <div class="ends" aria-hidden="true"><span>${this.at.length ? clock.format(new Date(this.at[0])) : ''}</span><span>${this.at.length ? clock.format(new Date(this.at.at(-1))) : ''}</span></div>
      ${lines.length > 1 ? html`<div class="legend" aria-hidden="true">${lines.map((line, i) => html`<span><svg viewBox="0 0 32 12"><line class="line line-${i + 1}" x1="0" x2="32" y1="6" y2="6"/></svg> ${line.name}</span>`)}</div>` : nothing}
      <details @toggle=${(event) => {
        this.opened = event.target.open;
      }}><summary>${t('ops.asTable')}</summary>${this.opened ? this.table(lines) : nothing}</details>
    </figure>`;
  }

  points(values, most) {
    const step = values.length > 1 ? WIDTH / (values.length - 1) : WIDTH;
    const all = values.length === 1 ? [values[0], values[0]] : values;
    return all.map((value, i) => `${(i * step).toFixed(1)},${(HEIGHT - (HEIGHT * value) / most).toFixed(1)}`).join(' ');
  }

  table(lines) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${this.heading}><table><caption class="sr-only">${this.heading}</caption>
      <thead><tr><th scope="col">${t('ops.time')}</th>${lines.map((line) => html`<th scope="col" class="number">${line.name}</th>`)}</tr></thead>
      <tbody>${this.at.map((time, i) => html`<tr><th scope="row">${clock.format(new Date(time))}</th>${lines.map((line) => html`<td class="number">${this.show(line.values[i])}</td>`)}</tr>`).reverse()}</tbody></table></div>`;
  }
}

define('t-plot', Plot);
