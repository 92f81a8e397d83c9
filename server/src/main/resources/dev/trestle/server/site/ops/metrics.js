import { admin } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { rowsTable } from '/ui/table.js';
import { bytes, locale, number, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import '/ui/all.js';
import './plot.js';

const MINUTES = ['5', '15', '60'];
const LINES_MAX = 4;

const rate = (value) => new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);
const KIND_TABS = [
  ['tables', (series) => series.kind !== 'PATTERN'],
  ['patterns', (series) => series.kind === 'PATTERN'],
];

/** A series' own text: also what the address has for it. */
const nameOf = (series) =>
  series.kind === 'PATTERN' ? `${series.system}: ${series.pattern}` : series.index ? `${series.table} / ${series.index}` : series.table;

/** Reads, writes and bytes, as they happen, and what AWS would charge. */
class Metrics extends Page {
  static properties = { ...Page.properties, metrics: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.metrics = null;
    this.failure = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  updated(changed) {
    if (changed.has('query') && this.metrics && this.asked !== this.minutes) this.look();
  }

  get minutes() {
    return MINUTES.includes(this.query.get('minutes')) ? this.query.get('minutes') : '15';
  }

  async look() {
    clearTimeout(this.timer);
    this.asked = this.minutes;
    try {
      this.metrics = await admin('GET', `/metrics?minutes=${this.asked}`, undefined, { signal: this.live });
      this.failure = null;
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      this.failure = failure;
    }
    if (!this.live.aborted) this.timer = setTimeout(() => this.look(), (this.metrics?.stepSeconds ?? 10) * 1000);
  }

  render() {
    return html`<div class="page-head"><h1>${t('ops.metrics')}</h1>
        <div class="end"><t-field label=${t('ops.metric.window')} type="select" name="minutes" value=${this.minutes} .options=${MINUTES.map((each) => [each, t('ops.metric.minutes', { n: each })])}
          @change=${(event) => setQuery({ minutes: event.target.value })}></t-field></div></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.look()}></t-error>` : nothing}
      ${this.metrics ? this.body(this.metrics) : this.failure ? nothing : html`<p role="status">${t('ui.loading')}</p>`}`;
  }

  body(metrics) {
    return html`<div class="stack">
      <section class="card stack"><h2>${t('ops.metric.since')} <t-time at=${metrics.since}></t-time></h2>
        <dl class="figures">${this.figure('reads', number(metrics.total.reads))}${this.figure('writes', number(metrics.total.writes))}
          ${this.figure('readUnits', rate(metrics.total.readUnits))}${this.figure('writeUnits', rate(metrics.total.writeUnits))}
          ${this.figure('bytes', bytes(metrics.total.readBytes + metrics.total.writtenBytes))}${this.figure('cost', this.money(metrics.total.cost))}</dl>
        <p class="quiet">${t('ops.metric.prices', { read: this.price(metrics.prices.readMillion), write: this.price(metrics.prices.writeMillion), region: metrics.prices.region })}</p></section>
      ${this.plots(metrics)}${this.seriesCard(metrics)}</div>`;
  }

  figure(key, value) {
    return html`<div data-figure=${key}><dt>${t(`ops.metric.${key}`)}</dt><dd>${value}</dd></div>`;
  }

  money(value) {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: value > 0 && value < 0.01 ? 6 : 2 }).format(
      value,
    );
  }

  price(value) {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }).format(value);
  }

  plots(metrics) {
    if (metrics.at.length === 0)
      return html`<section class="card"><t-empty heading=${t('ops.metric.none')} text=${t('ops.metric.noneText', { n: metrics.stepSeconds })}></t-empty></section>`;
    const chosen = this.query.getAll('of').length ? this.query.get('of').split('|') : [];
    const named = metrics.series.filter((series) => series.steps && chosen.includes(nameOf(series))).slice(0, LINES_MAX);
    const all = named.length
      ? named.map((series) => ({ name: nameOf(series), steps: series.steps }))
      : [{ name: t('ops.metric.together'), steps: metrics.steps }];
    const plot = (heading, pick, show) => html`<section class="card"><t-plot heading=${heading} .at=${metrics.at} .show=${show}
      .lines=${all.map((each) => ({ name: each.name, values: each.steps[pick].map((value) => value / metrics.stepSeconds) }))}></t-plot></section>`;
    return html`<div class="grid">${plot(t('ops.metric.readsPlot'), 'readUnits', rate)}${plot(t('ops.metric.writesPlot'), 'writeUnits', rate)}${plot(t('ops.metric.bytesPlot'), 'bytes', (value) => bytes(Math.round(value)))}</div>`;
  }

  choose(series) {
    const name = nameOf(series);
    const chosen = (this.query.get('of') ?? '').split('|').filter((each) => each !== '');
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name].slice(-LINES_MAX);
    setQuery({ of: next.join('|') });
  }

  seriesCard(metrics) {
    const tabs = KIND_TABS.map(([id, belongs]) => ({
      id,
      text: t(`ops.metric.${id}`),
      content: () => this.table(metrics, metrics.series.filter(belongs), id),
    }));
    return html`<section class="card"><t-tabs label=${t('ops.metric.by')} .tabs=${tabs} selected=${this.query.get('by') ?? 'tables'} @tab-select=${(event) => setQuery({ by: event.detail })}></t-tabs></section>`;
  }

  table(metrics, series, id) {
    if (series.length === 0)
      return html`<t-empty heading=${t('ops.metric.none')} text=${t('ops.metric.noneText', { n: metrics.stepSeconds })}></t-empty>`;
    const chosen = (this.query.get('of') ?? '').split('|');
    const figure = (name, shown) => ({ title: t(`ops.metric.${name}`), number: true, cell: (each) => shown(each.total) });
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${t(`ops.metric.${id}`)}>${rowsTable({
      caption: t(`ops.metric.${id}`),
      rows: series,
      rowKey: nameOf,
      columns: [
        {
          title: t(id === 'patterns' ? 'ops.metric.pattern' : 'ops.table.name'),
          cell: (each) =>
            html`<label class="plotted"><input type="checkbox" aria-label="${t('ops.metric.plot')} ${nameOf(each)}" .checked=${chosen.includes(nameOf(each))} ?disabled=${!each.steps} @change=${() => this.choose(each)}> ${nameOf(each)}</label>`,
        },
        figure('reads', (total) => number(total.reads)),
        figure('writes', (total) => number(total.writes)),
        figure('readUnits', (total) => rate(total.readUnits)),
        figure('writeUnits', (total) => rate(total.writeUnits)),
        figure('bytes', (total) => bytes(total.readBytes + total.writtenBytes)),
        figure('cost', (total) => this.money(total.cost)),
      ],
    })}</div>`;
  }
}

define('console-metrics', Metrics);
