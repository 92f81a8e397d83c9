import { define, Element, html, nothing } from '/ui/element.js';
import { hasText, number, t } from '/ui/texts.js';
import { violation } from '/ui/violations.js';
import { download } from '/session.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { isEnded } from '/ui/work.js';
import '/ui/badge.js';
import '/ui/dialog.js';
import '/ui/field.js';
import '/ui/progress.js';
import { BASE, get, post } from './api.js';

/** @typedef {{row: number, showSetId: string, outcome: string, changed: string[], problems: {column: ?string, code: string, message: string}[]}} Line */
/** @typedef {{rows: number, create: number, update: number, unchanged: number, conflict: number, refused: number, problems: object[], lines: Line[], count: number}} Preview */

const KIND = 'import-showsets';
const OUTCOMES = ['CREATE', 'UPDATE', 'UNCHANGED', 'CONFLICT', 'REFUSED'];
const TONES = { CREATE: 'good', UPDATE: 'info', UNCHANGED: 'plain', CONFLICT: 'warn', REFUSED: 'bad' };
const LINES = 100;
const RECENT = 3;
const ARRIVAL_LOOKS = 40;
const ARRIVAL_PAUSE_MS = 250;

const path = (importId, rest = '') => `/imports/${encodeURIComponent(importId)}${rest}`;
const wait = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** What is wrong with a row, in the reader's words. @param {{code: string, message: string}} problem */
const said = ({ code, message }) => (hasText(`unisync.import.problem.${code}`) ? t(`unisync.import.problem.${code}`) : violation({ code, message }));

/** Sends a file straight to the object store. @param {File} file @returns {Promise<string>} the import's id */
async function send(file) {
  const { importId, uploadUrl, headers } = await post('/imports', { fileName: file.name.slice(0, 255) });
  const answer = await fetch(uploadUrl, { method: 'PUT', headers, body: file });
  if (!answer.ok) throw new Error(`${file.name}: ${answer.status}`);
  for (let looks = 0; looks < ARRIVAL_LOOKS; looks++) {
    const { state, refusal } = await get(path(importId));
    if (state === 'READY') return importId;
    if (state !== 'AWAITED')
      throw new Error(refusal === 'TOO_LARGE' ? t('unisync.import.tooLarge') : t('unisync.import.notTaken', { code: refusal ?? state }));
    await wait(ARRIVAL_PAUSE_MS);
  }
  throw new Error(t('unisync.import.notTaken', { code: 'AWAITED' }));
}

/** ShowSets from a table: choose a file, see what it would do, import it, get the report. <unisync-import @close @done>. */
class Import extends Element {
  static properties = {
    busy: { state: true },
    failure: { state: true },
    importId: { state: true },
    preview: { state: true },
    only: { state: true },
    work: { state: true },
    recent: { state: true },
  };

  constructor() {
    super();
    this.busy = '';
    this.failure = null;
    this.importId = null;
    /** @type {?Preview} */
    this.preview = null;
    this.only = '';
    this.work = null;
    this.recent = [];
    this.imported = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.act('', async () => {
      const all = (await get('/work?limit=20')).filter((work) => work.kind === KIND);
      this.work ??= all.find((work) => !isEnded(work)) ?? null;
      this.recent = all.filter((work) => isEnded(work)).slice(0, RECENT);
    });
  }

  /** @param {string} busy what is said meanwhile @param {() => Promise<void>} action */
  async act(busy, action) {
    this.busy = busy;
    this.failure = null;
    try {
      await action();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = '';
    }
  }

  choose(event) {
    const [file] = event.target.files;
    this.preview = null;
    this.importId = null;
    this.only = '';
    if (!file) return undefined;
    return this.act(t('unisync.import.sending'), async () => {
      this.importId = await send(file);
      await this.look('');
    });
  }

  /** The first lines of an outcome, or of all. */
  async look(only) {
    this.preview = await get(this.linesPath(only, 0));
    this.only = only;
  }

  linesPath(only, skip) {
    return path(this.importId, `/preview?limit=${LINES}&skip=${skip}${only ? `&outcome=${only}` : ''}`);
  }

  filter(only) {
    return this.act(t('ui.loading'), () => this.look(only));
  }

  more() {
    return this.act(t('ui.loading'), async () => {
      const next = await get(this.linesPath(this.only, this.preview.lines.length));
      this.preview = { ...next, lines: [...this.preview.lines, ...next.lines] };
    });
  }

  start() {
    return this.act(t('ui.loading'), async () => {
      this.work = await post(path(this.importId, '/start'));
      this.imported = true;
    });
  }

  again() {
    this.work = null;
    this.preview = null;
    this.importId = null;
    this.only = '';
  }

  close() {
    this.dispatchEvent(new CustomEvent(this.imported ? 'done' : 'close'));
  }

  save(where, name) {
    download(BASE + where, name).catch((failure) => toast(words(failure), { tone: 'bad' }));
  }

  render() {
    const wanted = this.preview ? this.preview.create + this.preview.update : 0;
    const actions = this.work
      ? html`${isEnded(this.work) ? html`<button type="button" data-act="again" @click=${() => this.again()}>${t('unisync.import.another')}</button>` : nothing}
        <button type="button" class="primary" data-act="close-import" @click=${() => this.close()}>${t('ui.close')}</button>`
      : html`<button type="button" class="primary" data-act="make" ?disabled=${this.busy !== '' || wanted === 0} @click=${() => this.start()}>${t('unisync.import.start', { n: number(wanted) })}</button>`;
    return html`<t-dialog open wide heading=${t('unisync.import')} .content=${this.work ? this.running() : this.chooser()} .actions=${actions} @close=${() => this.close()}></t-dialog>`;
  }

  chooser() {
    return html`<p>${t('unisync.importText')} <button type="button" class="plain" data-act="template" @click=${() => this.save('/import/template', 'showsets-template.csv')}>${t('unisync.import.template')}</button></p>
      <label>${t('unisync.file')} <input type="file" name="table" accept=".csv,text/csv" ?disabled=${this.busy !== ''} @change=${(event) => this.choose(event)}></label>
      <p class="quiet">${t('unisync.import.limits')}</p>
      ${this.busy ? html`<t-progress label=${this.busy}></t-progress>` : nothing}
      <t-error .failure=${this.failure}></t-error>
      ${this.preview ? this.shown() : this.past()}`;
  }

  /** Imports that have ended, with their reports. */
  past() {
    return this.recent.length === 0
      ? nothing
      : html`<h3>${t('unisync.import.recent')}</h3>
      <ul class="us-stages">${this.recent.map(
        (work) => html`<li><span class="name">${work.subject}</span><t-time class="quiet" at=${work.endedAt}></t-time>
        <span class="number">${this.outcome(work)}</span>${this.report(work)}</li>`,
      )}</ul>`;
  }

  outcome({ result }) {
    return result ? t('unisync.import.result', result.rows) : nothing;
  }

  report({ result }) {
    return result
      ? html`<button type="button" data-act="report" @click=${() => this.save(path(result.importId, '/report'), 'import-report.csv')}>${t('unisync.import.report')}</button>`
      : nothing;
  }

  /** What the file would do. */
  shown() {
    const { preview } = this;
    if (preview.problems.length > 0)
      return html`<ul class="problem" role="alert">${preview.problems.map((each) => html`<li>${each.column ? html`<code>${each.column}</code> ` : nothing}${said(each)}</li>`)}</ul>`;
    const left = preview.conflict + preview.refused;
    return html`<div class="row us-outcomes" role="group" aria-label=${t('unisync.import.filter')}>
        ${this.chip('', t('unisync.import.all'), preview.rows)}${OUTCOMES.map((each) => this.chip(each, t(`unisync.import.outcome.${each}`), preview[each.toLowerCase()]))}</div>
      <p role="status">${left > 0 ? t('unisync.import.left', { n: number(left) }) : preview.create + preview.update === 0 ? t('unisync.import.nothing') : t('unisync.import.ready')}</p>
      ${
        preview.lines.length === 0
          ? nothing
          : html`<table class="us-lines"><thead><tr><th scope="col" class="number">${t('unisync.rowNumber')}</th><th scope="col">${t('unisync.id')}</th><th scope="col">${t('unisync.import.what')}</th><th scope="col">${t('unisync.import.details')}</th></tr></thead>
        <tbody>${preview.lines.map((line) => this.line(line))}</tbody></table>`
      }
      ${preview.lines.length < preview.count ? html`<button type="button" data-act="more" ?disabled=${this.busy !== ''} @click=${() => this.more()}>${t('unisync.import.more')}</button>` : nothing}`;
  }

  chip(outcome, label, count) {
    return html`<button type="button" data-outcome=${outcome} aria-pressed=${this.only === outcome} ?disabled=${this.busy !== ''} @click=${() => this.filter(outcome)}>${label} <span class="number">${number(count)}</span></button>`;
  }

  line({ row, showSetId, outcome, changed, problems }) {
    return html`<tr><td class="number">${row}</td><td class="mono us-column">${showSetId}</td><td><t-badge tone=${TONES[outcome]} text=${t(`unisync.import.outcome.${outcome}`)}></t-badge></td>
      <td>${
        problems.length > 0
          ? html`<ul class="us-problems">${problems.map((each) => html`<li>${each.column ? html`<code>${each.column}</code> ` : nothing}${said(each)}</li>`)}</ul>`
          : changed.map((column) => html`<code>${column}</code> `)
      }</td></tr>`;
  }

  running() {
    const { work } = this;
    return html`<t-work label=${work.subject} .work=${work} .load=${() => get(`/work/${work.workId}`)} .cancel=${() => post(`/work/${work.workId}/cancel`)} kept=${t('unisync.import.kept')}
        @work-end=${({ detail }) => {
          this.work = detail;
          this.imported = true;
        }}></t-work>
      ${isEnded(work) ? html`<p role="status">${this.outcome(work)}</p><div class="row">${this.report(work)}</div>` : html`<p class="quiet">${t('unisync.import.goesOn')}</p>`}
      <t-error .failure=${this.failure}></t-error>`;
  }
}

define('unisync-import', Import);
