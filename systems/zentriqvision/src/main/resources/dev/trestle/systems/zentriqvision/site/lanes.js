import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { LEAD_SECONDS } from './api.js';
import { looksText, personName, swatch } from './looks.js';

const MARKS = 4;
const SHOWN = 12;

/**
 * When who is in view, one lane a person: <zv-lanes .lanes=${lanesOf(…)} .range=${[from, to]} .now=${s} .person=${id} .people=${map} .timeText=${fn}>. A click on a stretch tells "lane-chosen"
 * {personId, at}: two seconds before it begins.
 */
class Lanes extends Element {
  static properties = {
    lanes: { attribute: false },
    range: { attribute: false },
    now: { attribute: false },
    person: { attribute: false },
    people: { attribute: false },
    timeText: { attribute: false },
    isWhole: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { lanes: [], range: [0, 0], now: 0, people: new Map(), isWhole: false });
    /** @type {(seconds: number) => string} */
    this.timeText = String;
  }

  tell(personId, from) {
    this.dispatchEvent(new CustomEvent('lane-chosen', { detail: { personId, at: Math.max(0, from - LEAD_SECONDS) } }));
  }

  /** The one that is looked for first; then as they come. */
  get ordered() {
    const mine = this.lanes.filter(({ personId }) => personId === this.person);
    return [...mine, ...this.lanes.filter(({ personId }) => personId !== this.person)];
  }

  updated() {
    const [from, to] = this.range;
    const share = (seconds) => `${Math.max(0, Math.min(1, (seconds - from) / (to - from || 1))) * 100}%`;
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('[data-from]'))) {
      each.style.setProperty('--from', share(Number(each.dataset.from)));
      each.style.setProperty('--to', share(Number(each.dataset.to)));
    }
    this.querySelector('.zv-playhead')?.['style'].setProperty('--at', share(this.now));
  }

  render() {
    const [from, to] = this.range;
    if (!(to > from)) return nothing;
    if (this.lanes.length === 0) return html`<p class="quiet zv-no-lanes">${t('zv.nobodyHere')}</p>`;
    const shown = this.isWhole ? this.ordered : this.ordered.slice(0, SHOWN);
    const marks = Array.from({ length: MARKS }, (_, i) => from + ((to - from) * i) / (MARKS - 1));
    return html`<div class="zv-lanes" role="group" aria-label=${t('zv.lanes')}><div class="zv-axis" aria-hidden="true"><span></span><span>${marks.map((each) => html`<i>${this.timeText(each)}</i>`)}</span></div>
      ${shown.map((lane) => this.lane(lane))}<span class="zv-playhead" aria-hidden="true"></span></div>
      ${this.lanes.length > shown.length ? html`<button type="button" class="plain" @click=${() => (this.isWhole = true)}>${t('zv.moreLanes', { n: this.lanes.length - shown.length })}</button>` : nothing}`;
  }

  lane({ personId, spans }) {
    const known = { personId, ...this.people.get(personId) };
    const name = personName(known);
    const isOn = personId === this.person;
    return html`<div class="zv-lane ${isOn ? 'on' : ''}" data-person=${personId}><button type="button" class="plain zv-lane-name" aria-pressed=${isOn ? 'true' : 'false'} title=${looksText(known.attributes)} @click=${() => this.tell(personId, spans[0][0])}>${swatch(known.attributes?.upperColor)}<span class="cut">${name}</span></button>
      <span class="zv-lane-line">${spans.map(
        ([start, end]) =>
          html`<button type="button" class="zv-span" data-from=${start} data-to=${end} tabindex="-1" aria-label=${t('zv.inViewFrom', { name, at: this.timeText(start) })} @click=${() => this.tell(personId, start)}></button>`,
      )}</span></div>`;
  }
}

define('zv-lanes', Lanes);
