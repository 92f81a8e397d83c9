import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, number, t } from '/ui/texts.js';
import { putFile } from '/ui/files.js';
import { rowsTable } from '/ui/table.js';
import { isEnded } from '/ui/work.js';
import { api, part, query, SITE } from './api.js';
import { dateInWords } from './dates.js';
import '/ui/badge.js';
import '/ui/error.js';
import '/ui/progress.js';
import '/ui/upload.js';

/** @typedef {{name: string, date?: string, title?: string, outcome: string, problem?: string, kind?: string, count?: number}} PlannedFile */

const KIND = 'import';
const ENDS = ['.md', '.markdown', '.zip'];
const BYTES_MAX = 1024 ** 3;
const NAME_MAX = 200;

/** As many as the server previews; an import has no such limit. */
const PREVIEWED_MAX = 1_000;
const EXISTING = ['skip', 'edit'];
const PEOPLE = ['locked', 'same'];
const TONES = { create: 'good', edit: 'info', skip: 'plain', refused: 'bad' };
const WORKS_LOOKED_AT = 20;

/** How many files have each outcome. @param {PlannedFile[]} files */
export function outcomes(files) {
  const counts = { create: 0, edit: 0, skip: 0, refused: 0 };
  for (const { outcome, kind } of files) if (outcome === 'refused' || (kind ?? 'letter') === 'letter') counts[outcome]++;
  return counts;
}

/** How many people, comments and media a full export brings back. @param {PlannedFile[]} files */
export function restored(files) {
  const counts = { people: 0, comments: 0, media: 0 };
  for (const { kind, count } of files) if (kind in counts) counts[kind] += count ?? 0;
  return counts;
}

/** Letters from files: choose one, see what it would do, import it: <htt-import>. An import that still goes on is shown again after a reload. */
class Import extends Element {
  static properties = {
    sent: { state: true },
    existing: { state: true },
    people: { state: true },
    files: { state: true },
    busy: { state: true },
    failure: { state: true },
    work: { state: true },
  };

  constructor() {
    super();
    this.work = null;
    this.forget();
  }

  /** Back to the beginning. */
  forget() {
    Object.assign(this, { sent: null, existing: EXISTING[0], people: PEOPLE[0], files: null, busy: '', failure: null });
  }

  connectedCallback() {
    super.connectedCallback();
    this.findRunning();
  }

  async findRunning() {
    try {
      const { items } = await api('GET', `/work?limit=${WORKS_LOOKED_AT}`);
      this.work ??= items.find((work) => work.kind === KIND && !isEnded(work)) ?? null;
    } catch {
      // A new import can be begun all the same.
    }
  }

  /** Sends a file; what it would do is asked for once it is there. */
  async send(file, { signal, onProgress }) {
    const fileName = file.name.slice(-NAME_MAX);
    const { importId, uploadUrl, contentType } = await api('POST', '/imports', { fileName, size: file.size }, { signal });
    await putFile(uploadUrl, { headers: { 'Content-Type': contentType }, file, signal, onProgress });
    return { importId, fileName };
  }

  path(options) {
    return `/imports/${part(this.sent.importId)}/start${query(options)}`;
  }

  async act(busy, action) {
    Object.assign(this, { busy, failure: null });
    try {
      await action();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = '';
    }
  }

  preview(existing = this.existing) {
    return this.act(t('htt.import.looking'), async () => {
      const { files } = await api('POST', this.path({ preview: true, existing }));
      Object.assign(this, { files, existing });
    });
  }

  begin() {
    return this.act(t('htt.import.starting'), async () => {
      this.work = (await api('POST', this.path({ existing: this.existing, people: this.people }))).work;
    });
  }

  again() {
    this.work = null;
    this.forget();
  }

  render() {
    return html`<section class="htt-import stack">${this.work ? this.running() : this.sent ? this.planned() : this.chooser()}</section>`;
  }

  chooser() {
    return html`<p>${t('htt.import.text')}</p><div class="card"><t-upload label=${t('htt.import.choose')} hint=${t('htt.import.hint', { max: bytes(BYTES_MAX) })} .ends=${ENDS} .maxBytes=${BYTES_MAX} .maxFiles=${1} zone=".htt-import" .send=${(file, sending) => this.send(file, sending)} @uploaded=${({
      detail,
    }) => {
      this.sent = detail;
      this.preview();
    }}></t-upload></div>`;
  }

  planned() {
    return html`<div class="row"><h2 class="cut">${this.sent.fileName}</h2><button type="button" class="end" data-act="other-file" @click=${() => this.forget()}>${t('htt.import.otherFile')}</button></div>
      ${this.busy ? html`<t-progress label=${this.busy}></t-progress>` : nothing}${this.refusal()}${this.files ? this.plan() : nothing}`;
  }

  /** The server says more about an archive than its code does. */
  refusal() {
    const { failure } = this;
    if (!failure) return nothing;
    if (failure.code === 'archive-refused') return html`<div><t-error .failure=${failure}></t-error><p class="quiet">${failure.message}</p></div>`;
    return html`<t-error .failure=${failure} .retry=${this.files || failure.status === 422 ? undefined : () => this.preview()}></t-error>`;
  }

  plan() {
    const { files } = this;
    const counts = outcomes(files);
    const others = restored(files);
    const wanted = counts.create + counts.edit + others.people + others.comments + others.media;
    if (files.length === 0) return html`<t-empty heading=${t('htt.import.none')} text=${t('htt.import.noneText')}></t-empty>`;
    return html`${counts.skip + counts.edit > 0 ? this.choice(counts.skip + counts.edit) : nothing}
      ${others.people > 0 ? this.peopleChoice(others.people) : nothing}
      <p role="status">${this.counted(counts, others)}</p>
      <div class="row"><button type="button" class="primary" data-act="import" ?disabled=${this.busy !== '' || wanted === 0} @click=${() => this.begin()}>${t('htt.import.start')}</button>${wanted === 0 ? html`<span class="quiet">${t('htt.import.nothing')}</span>` : nothing}</div>
      ${this.table(files)}${files.length >= PREVIEWED_MAX ? html`<p class="quiet">${t('htt.import.cut', { n: PREVIEWED_MAX })}</p>` : nothing}`;
  }

  choice(n) {
    return html`<fieldset class="htt-import-choice"><legend>${t('htt.import.existing', { n })}</legend>${EXISTING.map(
      (each) =>
        html`<label class="htt-switch"><input type="radio" name="existing" value=${each} .checked=${this.existing === each} ?disabled=${this.busy !== ''} @change=${() => this.preview(each)}><span>${t(`htt.import.existing.${each}`)}<span class="quiet">${t(`htt.import.existingHint.${each}`)}</span></span></label>`,
    )}</fieldset>`;
  }

  /** People of a full export see nothing until somebody lets them in, unless the importer trusts the file. */
  peopleChoice(n) {
    return html`<fieldset class="htt-import-choice"><legend>${t('htt.import.people', { n })}</legend>${PEOPLE.map(
      (each) =>
        html`<label class="htt-switch"><input type="radio" name="people" value=${each} .checked=${this.people === each} ?disabled=${this.busy !== ''} @change=${() => {
          this.people = each;
        }}><span>${t(`htt.import.people.${each}`)}<span class="quiet">${t(`htt.import.peopleHint.${each}`)}</span></span></label>`,
    )}</fieldset>`;
  }

  counted(counts, others) {
    const said = (key) => (all) =>
      Object.entries(all)
        .filter(([, n]) => n > 0)
        .map(([each, n]) => `${t(`htt.import.${key}.${each}`)}: ${number(n)}`);
    return [...said('outcome')(counts), ...said('kind')(others)].join(' · ');
  }

  /** What is refused comes first: it is what somebody has to mend. */
  table(files) {
    const rows = [...files].sort((one, other) => Number(other.outcome === 'refused') - Number(one.outcome === 'refused'));
    return rowsTable({
      caption: t('htt.import.files'),
      rowKey: ({ name }) => name,
      rows,
      columns: [
        { title: t('htt.import.file'), cell: ({ name }) => html`<span class="htt-import-name">${name}</span>` },
        {
          title: t('htt.import.what'),
          cell: ({ outcome }) => html`<t-badge tone=${TONES[outcome]} text=${t(`htt.import.outcome.${outcome}`)}></t-badge>`,
        },
        { title: t('htt.import.holds'), cell: (file) => this.holds(file) },
      ],
    });
  }

  holds({ date, title, problem, kind, count }) {
    if (problem) return problem;
    if (kind && kind !== 'letter') return `${t(`htt.import.kind.${kind}`)}: ${number(count ?? 0)}`;
    return `${title ?? ''} · ${date ? dateInWords(date) : ''}`;
  }

  running() {
    const { work } = this;
    const at = `/work/${part(work.workId)}`;
    return html`<t-work label=${work.subject} .work=${work} .load=${() => api('GET', at)} .cancel=${() => api('POST', `${at}/cancel`)} kept=${t('htt.import.kept')} @work-end=${({
      detail,
    }) => {
      this.work = detail;
    }}></t-work>${isEnded(work) ? this.ended() : html`<p class="quiet">${t('htt.import.goesOn')}</p>`}`;
  }

  ended() {
    const { result } = this.work;
    return html`${result ? html`<p role="status">${this.counted({ created: result.created, edited: result.edited, skipped: result.skipped, refused: result.refused }, { people: result.people ?? 0, comments: result.comments ?? 0, media: result.media ?? 0 })}</p>` : nothing}
      ${result?.problems?.length ? this.table(result.problems) : nothing}
      <div class="row"><a class="button primary" href="${SITE}/letters">${t('htt.letters')}</a><button type="button" data-act="import-another" @click=${() => this.again()}>${t('htt.import.another')}</button></div>`;
  }
}

define('htt-import', Import);
