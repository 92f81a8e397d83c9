import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { api, icon, personPath, SITE, statusBadge, videoPath } from './api.js';
import { phaseOf } from './analysis.js';
import { looks, personName } from './looks.js';
import { clockTime, dayAndTime } from './when.js';
import { cropPath } from './picture.js';
import { ZvPage } from './zv-page.js';
import '/ui/progress.js';

const ROWS_MAX = 100;
const AGAIN_MS = 800;

/** What is found now: who analysis sees, as it sees them, and the videos that are being analysed. The server sends what the reader's role and cameras allow. */
class Live extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    rows: { state: true },
    videos: { state: true },
    failure: { state: true },
    isHeld: { state: true },
    waiting: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { rows: [], videos: null, failure: null, isHeld: false, waiting: [] });
  }

  async opened() {
    await this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  async read() {
    try {
      this.videos = (await api('GET', '/videos?limit=100', undefined, { signal: this.live })).results;
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), AGAIN_MS);
  }

  told(type, data) {
    if (type === 'appearance') {
      if (this.isHeld) this.waiting = [data, ...this.waiting].slice(0, ROWS_MAX);
      else this.rows = [data, ...this.rows].slice(0, ROWS_MAX);
      if (this.videos && !this.videoOf(data)) this.readSoon();
    } else if (type === 'progress') {
      this.videos =
        this.videos?.map((each) =>
          each.videoId === data.videoId
            ? { ...each, progress: data, faceCount: data.persons ?? each.faceCount, appearanceCount: data.appearances ?? each.appearanceCount }
            : each,
        ) ?? null;
    } else if (type === 'video') this.readSoon();
  }

  videoOf({ videoId }) {
    return this.videos?.find((each) => each.videoId === videoId);
  }

  /** While it is held, nothing moves under the reader's eyes; what came meanwhile is counted. */
  hold() {
    if (this.isHeld) this.rows = [...this.waiting, ...this.rows].slice(0, ROWS_MAX);
    Object.assign(this, { isHeld: !this.isHeld, waiting: [] });
  }

  view() {
    if (this.failure && !this.videos) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    const camera = this.query.get('camera') ?? '';
    const at = (each) => this.videoOf(each)?.camera ?? '';
    const rows = camera ? this.rows.filter((each) => at(each) === camera) : this.rows;
    const busy = (this.videos ?? []).filter(({ status, camera: of }) => status === 'PROCESSING' && (!camera || of === camera));
    return html`<div class="zv-live"><div class="page-head"><h1>${t('zv.live')}</h1><span class="quiet">${t('zv.liveText')}</span></div>
      <div class="zv-bar" role="search" aria-label=${t('zv.filters')}><label class="zv-field"><span>${t('zv.camera')}</span><select name="camera" @change=${(event) => setQuery({ camera: event.target.value })}><option value="">${t('zv.any')}</option>${this.cameras.map((each) => html`<option value=${each} ?selected=${each === camera}>${each}</option>`)}</select></label>
        <button type="button" class="end" data-act="hold-live" aria-pressed=${this.isHeld ? 'true' : 'false'} @click=${() => this.hold()}>${icon(this.isHeld ? 'play' : 'pause')}${this.isHeld ? t('zv.goOn', { n: this.waiting.length }) : t('zv.holdLive')}</button></div>
      ${busy.length ? html`<section class="card"><h2>${t('zv.isAnalyzed')}</h2><ul class="zv-busy">${busy.map((video) => this.busy(video))}</ul></section>` : nothing}
      ${rows.length === 0 ? this.none(busy) : html`<div role="log" aria-live="polite" aria-label=${t('zv.live')}><ul class="zv-feed">${rows.map((row) => this.row(row, at(row)))}</ul></div>`}</div>`;
  }

  busy(video) {
    const { progress } = video;
    return html`<li><a class="cut" href=${videoPath(video.videoId)}>${video.fileName}</a>${video.camera ? html`<span class="quiet">${video.camera}</span>` : nothing}${statusBadge(video.status)}<t-progress label=${phaseOf(video)} .value=${progress && progress.phase !== 'WAITING' ? (progress.done ?? 0) : undefined}></t-progress></li>`;
  }

  none(busy) {
    return html`<t-empty heading=${t('zv.nothingNow')} text=${t(busy.length ? 'zv.nothingNowBusy' : 'zv.nothingNowText')} .action=${html`<p><a class="button" href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
  }

  row(row, camera) {
    const isOperator = this.may('operator');
    return html`<li class="zv-seen">${isOperator ? html`<zv-picture class="zv-face" url="" src=${cropPath(row)}></zv-picture>` : nothing}
      <span class="zv-seen-what"><b>${isOperator ? html`<a href=${personPath(row.personId)}>${personName(row)}</a>` : personName(row)}</b><span class="zv-tags">${looks(row.attributes)}</span></span>
      <span class="quiet">${camera ? `${camera} · ` : ''}<span title=${dayAndTime(row.timestamp)}>${clockTime(row.timestamp)}</span></span>
      <a class="button end" href=${videoPath(row.videoId, { person: row.personId })}>${icon('film')}${t('zv.video')}</a></li>`;
  }
}

define('zv-live', Live);
