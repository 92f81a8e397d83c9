import { define, Element, html, nothing } from '/ui/element.js';
import { language, t } from '/ui/texts.js';
import { api, part } from './api.js';

const HOURS = Array.from({ length: 24 }, (each, hour) => hour);

/** A Monday, whose week names the days. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** At which hours of the week somebody is seen: <zv-hours .personId=${…} .total=${…}>, by the reader's clock. */
class Hours extends Element {
  static properties = { personId: { attribute: false }, total: { attribute: false }, hours: { state: true } };

  constructor() {
    super();
    Object.assign(this, { personId: null, total: 0, hours: null });
  }

  willUpdate(changed) {
    if ((changed.has('personId') || changed.has('total')) && this.personId) this.read();
  }

  async read() {
    const asked = this.personId;
    try {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const hours = await api('GET', `/persons/${part(asked)}/hours?tz=${part(tz)}`);
      if (asked === this.personId) this.hours = hours;
    } catch {
      this.hours = null; // the page has all of it in the list below
    }
  }

  render() {
    const { hours } = this;
    if (!hours || hours.counted === 0) return nothing;
    const most = Math.max(...hours.counts.flat());
    const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    return html`<section class="zv-section"><h2>${t('zv.hours')}</h2><div class="zv-hours-frame"><table class="zv-hours"><caption class="sr-only">${t('zv.hoursText')}</caption>
      <thead><tr><td></td>${HOURS.map((hour) => html`<th scope="col">${hour % 3 === 0 ? hour : html`<span class="sr-only">${hour}</span>`}</th>`)}</tr></thead>
      <tbody>${hours.counts.map(
        (row, day) =>
          html`<tr><th scope="row">${name.format(MONDAY + day * DAY_MS)}</th>${row.map((count, hour) => html`<td data-heat=${count === 0 ? 0 : Math.ceil((4 * count) / most)} title=${t('zv.hourOf', { hour, n: count })}><span class="sr-only">${count}</span></td>`)}</tr>`,
      )}</tbody></table></div></section>`;
  }
}

define('zv-hours', Hours);
