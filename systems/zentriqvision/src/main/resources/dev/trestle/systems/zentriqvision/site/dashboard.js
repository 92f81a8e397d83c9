import { define, html, nothing, svg } from '/ui/element.js';
import { bytes, number, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { api, momentPath, query, SITE, statusBadge, statuses } from './api.js';
import { valueText } from './looks.js';
import { dayAndTime, dayName, shortTime } from './when.js';
import { ZvPage } from './zv-page.js';
import '/ui/progress.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AGAIN_MS = 5_000;
const QUEUE_MAX = 20;
const ALERTS_MAX = 5;
const ALERTS_AGAIN_MS = 600;
const SPANS = { day: { ms: DAY_MS, bucket: 'hour' }, week: { ms: 7 * DAY_MS, bucket: 'day' }, month: { ms: 30 * DAY_MS, bucket: 'day' } };
const GROUPS = ['camera', 'upperColor', 'lowerColor', 'object'];

/** Videos by state, people by hour or day, what is being analysed, storage, and the reader's new alerts. It follows what happens. */
class Dashboard extends ZvPage {
  static properties = { ...ZvPage.properties, stats: { state: true }, queue: { state: true }, unread: { state: true }, failure: { state: true } };

  constructor() {
    super();
    Object.assign(this, { stats: null, queue: null, unread: null, failure: null });
  }

  get span() {
    return SPANS[this.query.get('span')] ? this.query.get('span') : 'day';
  }

  get by() {
    return GROUPS.includes(this.query.get('by')) ? this.query.get('by') : 'camera';
  }

  async opened() {
    await Promise.all([this.read(), this.readAlerts()]);
  }

  updated(changed) {
    super.updated?.(changed);
    const asked = `${this.span} ${this.by}`;
    if (this.profile && this.asked && this.asked !== asked) this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.alertTimer);
  }

  /** Apart from the rest: each list of alerts is in the access log, and is read again only when there is another one. */
  async readAlerts() {
    if (!this.may('operator')) return;
    try {
      this.unread = (await api('GET', `/alerts?unread=true&limit=${ALERTS_MAX}`, undefined, { signal: this.live })).results;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async read() {
    this.asked = `${this.span} ${this.by}`;
    const { ms, bucket } = SPANS[this.span];
    const end = new Date(Math.ceil(Date.now() / 1000) * 1000);
    const start = new Date(end.getTime() - ms);
    const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
    try {
      const [stats, queue] = await Promise.all([
        api('GET', `/stats${query({ start: start.toISOString(), end: end.toISOString(), bucket, by: this.by, tz })}`, undefined, {
          signal: this.live,
        }),
        api('GET', `/videos?status=PROCESSING&limit=${QUEUE_MAX}`, undefined, { signal: this.live }),
      ]);
      Object.assign(this, { stats, queue: queue.results, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  told(type, data) {
    if (type === 'alert') {
      clearTimeout(this.alertTimer);
      this.alertTimer = setTimeout(() => this.readAlerts(), ALERTS_AGAIN_MS);
      return;
    }
    if (type === 'progress' && this.queue) {
      this.queue = this.queue.map((video) => (video.videoId === data.videoId ? { ...video, progress: data } : video));
      if (data.phase !== 'ENDED') return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), AGAIN_MS);
  }

  view() {
    if (this.failure && !this.stats) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    const { stats } = this;
    return html`<div class="zv-dashboard"><div class="page-head"><h1>${t('zv.dashboard')}</h1><span class="end segments" role="group" aria-label=${t('zv.span')}>${Object.keys(SPANS).map((span) => html`<button type="button" data-span=${span} aria-pressed=${span === this.span ? 'true' : 'false'} @click=${() => setQuery({ span: span === 'day' ? null : span })}>${t(`zv.last.${span}`)}</button>`)}</span></div>
      ${stats ? html`<div class="zv-tiles">${this.tiles(stats)}</div>${this.chart(stats)}<div class="zv-dashboard-columns">${this.groups(stats)}<div>${this.queued()}${this.alerts()}</div></div>` : html`<t-state loading rows="8"></t-state>`}</div>`;
  }

  tiles({ appearances, persons, videos }) {
    const tile = (name, value, more = /** @type {unknown} */ (nothing)) =>
      html`<section class="card" data-tile=${name}><h2>${t(`zv.tile.${name}`)}</h2><p class="zv-figure">${value}</p>${more}</section>`;
    const states = statuses.filter((status) => videos.states[status]);
    return html`${tile('persons', number(persons))}${tile('appearances', number(appearances))}
      ${tile('videos', number(videos.total), html`<p class="row">${states.map((status) => html`<a href="${SITE}/videos?status=${status}">${statusBadge(status)} ${number(videos.states[status])}</a>`)}</p>`)}${tile('storage', bytes(videos.bytes))}`;
  }

  /** Every hour or day of the span has a column, also those in which nobody was seen. */
  columns({ start, end, bucket, buckets }) {
    const counts = new Map(buckets.map((each) => [Date.parse(each.start), each]));
    const columns = [];
    const at = new Date(start);
    if (bucket === 'hour') at.setMinutes(0, 0, 0);
    else at.setHours(0, 0, 0, 0);
    while (at.getTime() <= Date.parse(end) && columns.length < 800) {
      columns.push(counts.get(at.getTime()) ?? { start: at.toISOString(), appearances: 0, persons: 0 });
      if (bucket === 'hour') at.setTime(at.getTime() + HOUR_MS);
      else at.setDate(at.getDate() + 1);
    }
    return columns;
  }

  chart(stats) {
    const columns = this.columns(stats);
    const most = Math.max(1, ...columns.map(({ persons }) => persons));
    const name = (each) => (stats.bucket === 'hour' ? shortTime(each.start) : dayName(each.start));
    return html`<section class="card zv-chart"><div class="zv-card-head"><h2>${t(stats.bucket === 'hour' ? 'zv.personsByHour' : 'zv.personsByDay')}</h2><span class="end quiet">${t('zv.mostPersons', { n: most })}</span></div>
      ${stats.countedBackTo ? html`<p role="note">${t('zv.countedBackTo', { at: dayAndTime(stats.countedBackTo) })}</p>` : nothing}
      ${stats.persons === 0 ? html`<p class="quiet">${t('zv.nobodySeen')} <a href="${SITE}/videos">${t('zv.videos')}</a></p>` : nothing}
      <svg viewBox="0 0 ${columns.length * 10} 100" preserveAspectRatio="none" role="img" aria-label=${t('zv.chartOf', { n: stats.persons })}>${columns.map((each, i) => svg`<rect x=${i * 10 + 1} y=${100 - (100 * each.persons) / most} width="8" height=${(100 * each.persons) / most}><title>${`${name(each)}: ${each.persons}`}</title></rect>`)}</svg>
      <div class="zv-chart-ends quiet"><span>${dayAndTime(stats.start)}</span><span>${dayAndTime(stats.end)}</span></div>
      <details><summary>${t('zv.asTable')}</summary>${rowsTable({
        caption: t('zv.personsByHour'),
        columns: [
          { title: t('zv.when'), main: true, cell: (row) => dayAndTime(row.start) },
          { title: t('zv.persons'), number: true, cell: (row) => number(row.persons) },
          { title: t('zv.appearances'), number: true, cell: (row) => number(row.appearances) },
        ],
        rows: columns.filter(({ appearances }) => appearances > 0).reverse(),
      })}</details></section>`;
  }

  groups({ groups }) {
    const { by } = this;
    return html`<section class="card"><div class="zv-card-head"><h2>${t('zv.by')}</h2><span class="end segments" role="group" aria-label=${t('zv.by')}>${GROUPS.map((each) => html`<button type="button" data-by=${each} aria-pressed=${each === by ? 'true' : 'false'} @click=${() => setQuery({ by: each === 'camera' ? null : each })}>${t(`zv.by.${each}`)}</button>`)}</span></div>
      ${
        groups.length === 0
          ? html`<p class="quiet">${t('zv.nothingKnown')}</p>`
          : rowsTable({
              caption: t(`zv.by.${by}`),
              columns: [
                {
                  title: t(`zv.by.${by}`),
                  main: true,
                  cell: (row) => html`<a href="${SITE}/search${query({ [by]: row.value })}">${valueText(by, row.value)}</a>`,
                },
                { title: t('zv.persons'), number: true, cell: (row) => number(row.persons) },
                { title: t('zv.appearances'), number: true, cell: (row) => number(row.appearances) },
              ],
              rows: groups.slice(0, 20),
              rowKey: ({ value }) => value,
            })
      }</section>`;
  }

  queued() {
    return html`<section class="card" data-part="queue"><h2>${t('zv.queue')}</h2>${
      this.queue.length === 0
        ? html`<p class="quiet">${t('zv.queueEmpty')}</p>`
        : html`<ul class="zv-queue">${this.queue.map(
            (video) =>
              html`<li><a class="cut" href="${SITE}/videos/${encodeURIComponent(video.videoId)}">${video.fileName}</a><t-progress label=${t(`zv.phase.${video.progress?.phase ?? 'WAITING'}`)} .value=${video.progress && video.progress.phase !== 'WAITING' ? (video.progress.done ?? 0) : undefined}></t-progress></li>`,
          )}</ul>`
    }</section>`;
  }

  alerts() {
    if (!this.unread) return nothing;
    return html`<section class="card" data-part="alerts"><div class="zv-card-head"><h2>${t('zv.newAlerts')}</h2><a class="end" href="${SITE}/alerts">${t('zv.allAlerts')}</a></div>${
      this.unread.length === 0
        ? html`<p class="quiet">${t('zv.noNewAlerts')}</p>`
        : html`<ul class="zv-queue">${this.unread.map(
            (each) =>
              html`<li><a class="cut" href=${momentPath(each)}>${each.searchName}</a><span class="quiet">${[each.camera, dayAndTime(each.timestamp)].filter(Boolean).join(' · ')}</span></li>`,
          )}</ul>`
    }</section>`;
  }
}

define('zv-dashboard', Dashboard);
