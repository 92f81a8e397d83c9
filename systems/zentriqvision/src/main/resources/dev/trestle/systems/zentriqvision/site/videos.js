import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { api, icon, part, query, statusBadge, statuses, statusText, videoPath } from './api.js';
import { length } from './when.js';
import { ZvPage } from './zv-page.js';
import { analysisOf } from './analysis.js';
import './picture.js';
import './uploads.js';
import '/ui/time.js';

const PAGE = 50;
const AGAIN_MS = 700;
const TYPING_MS = 250;

/** All videos that the reader may see, newest first: what each is, how far its analysis is, and the way in for new ones. */
class Videos extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    rows: { state: true },
    next: { state: true },
    failure: { state: true },
    isBusy: { state: true },
    analyzer: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { rows: null, next: null, failure: null, isBusy: false, asked: null });
  }

  async opened() {
    this.isOpen = true;
    await Promise.all([this.read(), this.readAnalyzer()]);
  }

  /** Why videos wait, if they do. */
  async readAnalyzer() {
    try {
      this.analyzer = await api('GET', '/analyzers', undefined, { signal: this.live });
    } catch {
      // The list says what is wrong.
    }
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  get filters() {
    const get = (name) => this.query.get(name) ?? '';
    return {
      status: get('status'),
      camera: get('camera'),
      text: get('text'),
      userId: get('mine') ? this.profile.userId : '',
      start: get('from') && dayStart(get('from'), 0),
      end: get('to') && dayStart(get('to'), 1),
    };
  }

  get wanted() {
    return query({ ...this.filters, limit: PAGE });
  }

  get isFiltered() {
    return Object.values(this.filters).some(Boolean);
  }

  /** With `quiet`, what is shown stays until the answer is there, and as much is read as was shown. */
  async read({ quiet = false } = {}) {
    const { wanted } = this;
    this.asked = wanted;
    const enough = quiet ? (this.rows?.length ?? 0) : 0;
    if (!quiet) Object.assign(this, { rows: null, next: null });
    try {
      let rows = [];
      let cursor = null;
      do {
        const answer = await api('GET', `/videos${wanted}${cursor ? `&cursor=${part(cursor)}` : ''}`, undefined, { signal: this.live });
        if (this.asked !== wanted) return;
        rows = [...rows, ...answer.results];
        cursor = answer.nextToken ?? null;
      } while (cursor && rows.length < enough);
      Object.assign(this, { rows, next: cursor, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    }
  }

  async more() {
    if (this.isBusy || !this.next) return;
    this.isBusy = true;
    try {
      const { asked } = this;
      const answer = await api('GET', `/videos${asked}&cursor=${part(this.next)}`, undefined, { signal: this.live });
      if (this.asked === asked) Object.assign(this, { rows: [...this.rows, ...answer.results], next: answer.nextToken ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.isBusy = false;
    }
  }

  told(type, data) {
    if (type === 'progress') {
      this.rows =
        this.rows?.map((each) => (each.videoId === data.videoId ? { ...each, progress: data, faceCount: data.persons ?? each.faceCount } : each)) ??
        null;
      if (this.rows?.some(({ videoId, status }) => videoId === data.videoId && status === 'PROCESSING')) return;
    }
    if (!['video', 'progress', 'reset'].includes(type)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read({ quiet: true }), AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.typing);
  }

  view() {
    return html`<div class="zv-videos"><div class="page-head"><h1>${t('zv.videos')}</h1>${this.may('operator') ? html`<button type="button" class="primary end" data-act="upload" @click=${() => /** @type {any} */ (this.querySelector('zv-uploads')).ask()}>${icon('upload')}${t('zv.upload')}</button>` : nothing}</div>
      ${this.analyzer && !this.analyzer.ready ? html`<p class="problem" role="status">${t('zv.noAnalyzer')} ${this.analyzer.reason ?? ''}</p>` : nothing}
      ${this.may('operator') ? html`<zv-uploads zone="#page" .cameras=${this.cameras} .maxBytes=${this.organization.videoBytesMax ?? 500_000_000}></zv-uploads>` : nothing}
      ${this.bar()}${this.list()}</div>`;
  }

  bar() {
    const get = (name) => this.query.get(name) ?? '';
    const select = (name, label, options) =>
      html`<label class="zv-field"><span>${label}</span><select name=${name} @change=${(event) => setQuery({ [name]: event.target.value })}><option value="">${t('zv.any')}</option>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === get(name)}>${text}</option>`)}</select></label>`;
    const field = (name, label, type) =>
      html`<label class="zv-field"><span>${label}</span><input type=${type} name=${name} .value=${get(name)} @change=${(event) => setQuery({ [name]: event.target.value })}></label>`;
    return html`<div class="zv-bar" role="search" aria-label=${t('zv.filters')}><label class="zv-field zv-wide"><span>${t('zv.fileName')}</span><input type="search" name="text" maxlength="100" .value=${get('text')} @input=${(
      event,
    ) => {
      const { value } = event.target;
      clearTimeout(this.typing);
      this.typing = setTimeout(() => setQuery({ text: value.trim() }), TYPING_MS);
    }}></label>
      ${select(
        'status',
        t('zv.status'),
        statuses.map((each) => [each, statusText(each)]),
      )}${select(
        'camera',
        t('zv.camera'),
        this.cameras.map((each) => [each, each]),
      )}${field('from', t('zv.from'), 'date')}${field('to', t('zv.to'), 'date')}
      <label class="zv-check"><input type="checkbox" name="mine" .checked=${Boolean(get('mine'))} @change=${(event) => setQuery({ mine: event.target.checked ? 'yes' : null })}><span>${t('zv.mine')}</span></label></div>`;
  }

  list() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (this.rows?.length === 0) {
      return this.isFiltered
        ? html`<t-empty heading=${t('zv.noVideoFits')} text=${t('zv.noVideoFitsText')} .action=${html`<p><button type="button" @click=${() => setQuery({ status: null, camera: null, text: null, from: null, to: null, mine: null })}>${t('zv.clear')}</button></p>`}></t-empty>`
        : html`<t-empty heading=${t('zv.noVideos')} text=${t(this.may('operator') ? 'zv.noVideosText' : 'zv.noVideosViewer')}></t-empty>`;
    }
    return html`${rowsTable({ caption: t('zv.videos'), columns: this.columns(), rows: this.rows, rowKey: ({ videoId }) => videoId })}
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}`;
  }

  columns() {
    return [
      {
        title: t('zv.video'),
        main: true,
        cell: (row) =>
          html`<a class="zv-video-name" href=${videoPath(row.videoId)}><zv-picture class="zv-thumb" sign="film" url=${row.thumbnailUrl ?? ''} src=${row.thumbnailUrl ? `/videos/${part(row.videoId)}/thumbnail` : ''}></zv-picture><span class="cut" title=${row.fileName}>${row.fileName}</span></a>`,
      },
      { title: t('zv.status'), cell: (row) => html`<span class="zv-status">${statusBadge(row.status)}${analysisOf(row)}</span>` },
      { title: t('zv.camera'), cell: (row) => row.camera ?? nothing },
      { title: t('zv.recorded'), cell: (row) => html`<t-time at=${row.recordedAt ?? row.uploadedAt}></t-time>` },
      { title: t('zv.uploader'), cell: (row) => row.uploaderName ?? nothing },
      { title: t('zv.length'), number: true, cell: (row) => (row.duration ? length(row.duration) : nothing) },
      { title: t('zv.size'), number: true, cell: (row) => (row.fileSize ? bytes(row.fileSize) : nothing) },
      { title: t('zv.tracks'), number: true, cell: (row) => row.faceCount ?? nothing },
    ];
  }
}

/** The first moment of a day where the reader is, some days later. */
function dayStart(value, later) {
  const [year, month, day] = value.split('-').map(Number);
  const date = new Date(year, month - 1, day + later, 0, 0, later ? -1 : 0);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(0, 19)}Z`;
}

define('zv-videos', Videos);
