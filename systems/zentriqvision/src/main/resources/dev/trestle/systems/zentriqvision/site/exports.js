import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import { download } from '/session.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { all, api, API, icon, part, SITE, videoPath } from './api.js';
import { dayAndTime, length } from './when.js';
import { ZvPage } from './zv-page.js';
import '/ui/progress.js';

const AGAIN_MS = 500;
const TONES = { WAITING: 'info', WORKING: 'busy', READY: 'good', ERROR: 'bad' };

/** Clips that were taken out: how far they are, the clip and its manifest. */
class ExportsPage extends ZvPage {
  static properties = { ...ZvPage.properties, rows: { state: true }, isCut: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.needs = 'investigator';
    Object.assign(this, { rows: null, isCut: false, failure: null });
  }

  async opened() {
    await this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  told(type, data) {
    if (type !== 'export') return;
    const row = this.rows?.find(({ exportId }) => exportId === data.exportId);
    if (row && data.change === 'changed' && data.status === 'WORKING')
      this.rows = this.rows.map((each) => (each === row ? { ...each, status: data.status, done: data.done } : each));
    else {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.read(), AGAIN_MS);
    }
  }

  async read() {
    try {
      const { results, isCut } = await all('/exports', { signal: this.live, pagesMax: 5 });
      Object.assign(this, { rows: results, isCut, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** The address of the clip is good for an hour: it is asked for when it is wanted. */
  async fetchClip(row) {
    try {
      const { clipUrl } = await api('GET', `/exports/${part(row.exportId)}`);
      if (clipUrl) location.assign(clipUrl);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async fetchManifest(row) {
    try {
      await download(`${API}/exports/${part(row.exportId)}/manifest`, `${row.exportId}.json`);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  removeExport(row) {
    confirmed({
      heading: t('zv.deleteExport'),
      text: t('zv.deleteExportText', { name: row.fileName, range: `${length(row.start)} – ${length(row.end)}` }),
      label: t('zv.deleteIt'),
      act: () => api('DELETE', `/exports/${part(row.exportId)}`),
    }).then((isDone) => isDone && this.read());
  }

  view() {
    return html`<div class="zv-exports"><div class="page-head"><h1>${t('zv.exports')}</h1><span class="quiet">${t('zv.exportsText')}</span></div>${this.list()}</div>`;
  }

  list() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (this.rows?.length === 0)
      return html`<t-empty heading=${t('zv.noExports')} text=${t('zv.noExportsText')} .action=${html`<p><a class="button" href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
    const columns = [
      {
        title: t('zv.video'),
        main: true,
        cell: (row) => html`<a href=${videoPath(row.videoId, { t: Math.floor(row.start) })}><span class="cut">${row.fileName}</span></a>`,
      },
      { title: t('zv.part'), cell: (row) => `${length(row.start)} – ${length(row.end)}` },
      { title: t('zv.blur'), cell: (row) => t(`zv.blur.${row.blur}`) },
      {
        title: t('zv.case'),
        cell: (row) =>
          html`<span class="zv-what">${row.case ?? ''}${row.reason ? html`${row.case ? ' · ' : ''}<span class="quiet">${row.reason}</span>` : nothing}</span>`,
      },
      {
        title: t('zv.when'),
        cell: (row) => html`<span title=${t('zv.exportGoes', { at: dayAndTime(row.expiresAt) })}>${dayAndTime(row.createdAt)}</span>`,
      },
      { title: t('zv.state'), cell: (row) => this.state(row) },
      { title: '', cell: (row) => this.acts(row) },
    ];
    return html`${rowsTable({ caption: t('zv.exports'), columns, rows: this.rows, rowKey: ({ exportId }) => exportId })}${this.isCut ? html`<p class="quiet">${t('zv.exportsCut')}</p>` : nothing}`;
  }

  state(row) {
    return html`<span class="zv-status"><t-badge tone=${TONES[row.status] ?? 'plain'} text=${t(`zv.export.${row.status}`)}></t-badge>${row.status === 'WORKING' ? html`<span class="zv-progress"><progress max="1" .value=${row.done ?? 0} aria-label=${t('zv.export.WORKING')}></progress>${Math.round((row.done ?? 0) * 100)} %</span>` : nothing}${row.errorMessage ? html`<span class="zv-why" title=${row.errorMessage}>${row.errorMessage}</span>` : nothing}</span>`;
  }

  acts(row) {
    const isReady = row.status === 'READY';
    const name = `${row.fileName} ${length(row.start)}`;
    return html`<span class="row">${isReady ? html`<button type="button" data-act="clip" aria-label=${t('zv.clipOf', { name })} @click=${() => this.fetchClip(row)}>${icon('download')}${row.fileSize ? bytes(row.fileSize) : t('zv.clip')}</button><button type="button" class="plain" data-act="manifest" aria-label=${t('zv.manifestOf', { name })} @click=${() => this.fetchManifest(row)}>${t('zv.manifest')}</button>` : nothing}<button type="button" class="plain icon" data-act="delete-export" aria-label=${t('zv.deleteExportOf', { name })} title=${t('zv.delete')} @click=${() => this.removeExport(row)}>${icon('bin')}</button></span>`;
  }
}

define('zv-exports', ExportsPage);
