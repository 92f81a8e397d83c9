import { define, Element, html, nothing } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { FURTHER, toggled, VALUES, withValues } from './filters.js';
import { swatch, valueText } from './looks.js';
import { fromField, localField, span, SPANS } from './when.js';

const NIGHT = '22:00-05:00';
const DAY_PARTS = ['06:00-12:00', '12:00-18:00', '18:00-22:00', NIGHT];
const CAMERAS_MAX = 30;

/**
 * All that can be chosen, beside the results: <zv-facets .filters=${…} .cameras=${…} .counts=${byValue(rows)} .total=${rows.length} .isCut=${…}>. It tells "filters-change" with other filters. `counts` is null
 * where no rows were read.
 */
class Facets extends Element {
  static properties = {
    filters: { attribute: false },
    cameras: { attribute: false },
    counts: { attribute: false },
    total: { attribute: false },
    isCut: { attribute: false },
  };

  constructor() {
    super();
    this.filters = {};
    this.cameras = [];
    this.counts = /** @type {Record<string, Map<string, number>> | null} */ (null);
    this.total = 0;
    this.isCut = false;
  }

  tell(filters) {
    this.dispatchEvent(new CustomEvent('filters-change', { detail: filters }));
  }

  set(name, value) {
    this.tell(withValues(this.filters, name, value ? [value] : []));
  }

  /** How many of the results have a value. Where some values are chosen the others are not among the results, and nothing is known of them. */
  count(name, value) {
    const chosen = this.filters[name];
    if (!this.counts || (chosen && !chosen.includes(value))) return nothing;
    return html`<span class="zv-count">${number(this.counts[name]?.get(value) ?? 0)}</span>`;
  }

  /** What the figures count. */
  counted() {
    if (!this.counts || this.total === 0) return nothing;
    return html`<p class="zv-counted quiet">${t(this.isCut ? 'zv.countsOf' : 'zv.countsOfAll', { n: this.total })}</p>`;
  }

  /** One more or one less of several values. */
  checks(name, values, { withSwatch = false, several = false } = {}) {
    const chosen = this.filters[name] ?? [];
    const all = [...new Set([...values, ...chosen])];
    return html`<fieldset class="zv-facet ${several ? 'zv-two' : ''}" data-facet=${name}><legend>${t(`zv.filter.${name}`)}</legend>${all.map(
      (value) =>
        html`<label class="zv-check"><input type="checkbox" value=${value} .checked=${chosen.includes(value)} @change=${() => this.tell(toggled(this.filters, name, value))}>${withSwatch ? swatch(value) : nothing}<span class="cut">${valueText(name, value)}</span>${this.count(name, value)}</label>`,
    )}</fieldset>`;
  }

  render() {
    return html`${this.counted()}${this.when()}${this.checks('upperColor', VALUES.upperColor, { withSwatch: true, several: true })}${this.checks('lowerColor', VALUES.lowerColor, { withSwatch: true, several: true })}
      ${this.checks('object', VALUES.object)}${this.cameras.length ? this.checks('camera', this.cameras.slice(0, CAMERAS_MAX)) : nothing}${this.timeOfDay()}${this.confidence()}${this.further()}`;
  }

  when() {
    const [start, end] = [this.filters.start?.[0] ?? '', this.filters.end?.[0] ?? ''];
    const is = (name) => {
      const wanted = span(name);
      return name !== 'hour' && wanted.start === start && (wanted.end ?? '') === end;
    };
    const take = (name) => {
      const { start: from, end: to } = span(name);
      this.tell(withValues(withValues(this.filters, 'start', [from]), 'end', to ? [to] : []));
    };
    return html`<fieldset class="zv-facet" data-facet="span"><legend>${t('zv.filter.span')}</legend><div class="zv-presets">${SPANS.map((name) => html`<button type="button" data-span=${name} aria-pressed=${is(name) ? 'true' : 'false'} @click=${() => take(name)}>${t(`zv.span.${name}`)}</button>`)}</div>
      <label class="zv-field"><span>${t('zv.from')}</span><input type="datetime-local" name="from" .value=${localField(start)} @change=${(event) => this.set('start', fromField(event.target.value))}></label>
      <label class="zv-field"><span>${t('zv.to')}</span><input type="datetime-local" name="to" .value=${localField(end)} @change=${(event) => this.set('end', fromField(event.target.value))}></label></fieldset>`;
  }

  timeOfDay() {
    const current = this.filters.timeOfDay?.[0] ?? '';
    const [from, to] = current.split('-');
    const set = (start, end) => {
      if (start && end) this.set('timeOfDay', `${start}-${end}`);
    };
    return html`<fieldset class="zv-facet" data-facet="timeOfDay"><legend>${t('zv.filter.timeOfDay')}</legend><div class="zv-presets">${DAY_PARTS.map((each) => html`<button type="button" data-part=${each} aria-pressed=${each === current ? 'true' : 'false'} @click=${() => this.set('timeOfDay', each === current ? null : each)}>${t(`zv.dayPart.${each.slice(0, 2)}`)}</button>`)}</div>
      <div class="zv-two"><label class="zv-field"><span>${t('zv.from')}</span><input type="time" name="day-from" .value=${from ?? ''} @change=${(event) => set(event.target.value, to || event.target.value)}></label>
        <label class="zv-field"><span>${t('zv.to')}</span><input type="time" name="day-to" .value=${to ?? ''} @change=${(event) => set(from || event.target.value, event.target.value)}></label></div></fieldset>`;
  }

  confidence() {
    const value = Number(this.filters.minConfidence?.[0] ?? 0);
    return html`<fieldset class="zv-facet" data-facet="minConfidence"><legend>${t('zv.filter.minConfidence')}</legend><div class="zv-slide"><input type="range" name="sure" min="0" max="0.95" step="0.05" .value=${String(value)} aria-label=${t('zv.filter.minConfidence')} aria-valuetext=${value ? t('zv.atLeast', { value: value.toFixed(2) }) : t('zv.any')}
        @change=${(event) => this.set('minConfidence', Number(event.target.value) > 0 ? event.target.value : null)}><span class="quiet">${value ? t('zv.atLeast', { value: value.toFixed(2) }) : t('zv.any')}</span></div></fieldset>`;
  }

  /** What only some analyzers know stands apart, and says so. */
  further() {
    const mask = this.filters.mask?.[0] ?? null;
    return html`<details class="zv-further-facets" ?open=${FURTHER.some((name) => this.filters[name])}><summary>${t('zv.furtherFilters')}</summary><p class="quiet">${t('zv.furtherText')}</p>
      <fieldset class="zv-facet" data-facet="mask"><legend>${t('zv.filter.mask')}</legend><div class="zv-presets">${['true', 'false'].map((each) => html`<button type="button" data-mask=${each} aria-pressed=${mask === each ? 'true' : 'false'} @click=${() => this.set('mask', mask === each ? null : each)}>${t(`zv.mask.${each}`)}</button>`)}</div></fieldset>
      ${['gender', 'ageBucket', 'hairColor', 'emotion'].map((name) => this.checks(name, VALUES[name], { withSwatch: false, several: true }))}</details>`;
  }
}

define('zv-facets', Facets);
