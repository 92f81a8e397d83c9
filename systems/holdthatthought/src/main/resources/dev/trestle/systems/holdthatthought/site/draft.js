import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { changesOf, saveChanges } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { Beside } from './align.js';
import { api, icon, letterPath, part, SITE } from './api.js';
import { dateInWords, dateProblem } from './dates.js';
import { draftName, shareOf, statusOf, whyFailed } from './draft-status.js';
import { MemberPage } from './member-page.js';
import './scan.js';
import '/ui/field.js';
import '/ui/progress.js';
import '/ui/time.js';

const SAVE_MS = 1_500;
const POLL_MS = 4_000;
const CONFLICT = 409;
const STALE = 412;
const KEPT = ['date', 'title', 'author', 'content', 'summary', 'tags'];

const tagsOf = (text) => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/** @param {{extractedData?: any}} draft */
const valuesOf = ({ extractedData: data = {} }) => ({
  date: data.date ?? '',
  title: data.title ?? '',
  author: data.author ?? '',
  content: data.content ?? '',
  summary: data.summary ?? '',
  tags: (data.tags ?? []).join(', '),
});

const dataOf = (values) => ({ ...values, tags: tagsOf(values.tags) });

/** A draft: what was read stands beside the scan, is corrected, and is published as a letter. What is typed is saved by itself. */
class DraftPage extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    draft: { state: true },
    failure: { state: true },
    found: { state: true },
    state: { state: true },
    problem: { state: true },
    taken: { state: true },
    busy: { state: true },
    progress: { state: true },
    wrongDate: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { draft: null, found: null, state: 'saved', problem: null, taken: null, progress: null });
    this.wrongDate = null;
  }

  get path() {
    return `/admin/drafts/${part(this.params.id)}`;
  }

  async opened() {
    await this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.saving);
    clearTimeout(this.polling);
    if (this.state === 'typed') this.save();
  }

  async read() {
    clearTimeout(this.polling);
    try {
      const draft = await api('GET', this.path, undefined, { signal: this.live });
      const wasReady = this.draft?.status === 'ready';
      Object.assign(this, { draft, failure: null });
      if (draft.status === 'ready' && !wasReady) await this.begin(draft);
      // Events tell what happens; where they do not come, asking does.
      if (draft.status === 'processing' || draft.status === 'pending') this.polling = setTimeout(() => this.read(), POLL_MS);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async begin(draft) {
    this.base = { values: valuesOf(draft), tag: draft.updatedAt };
    this.beside = new Beside(draft.pages);
    this.kept = new Draft(`htt.draft ${draft.draftId}`);
    await this.updateComplete;
    const form = this.querySelector('form');
    await Promise.all([...this.querySelectorAll('t-field')].map((each) => each.updateComplete));
    await this.kept.restore(form);
    this.grow(this.querySelector('textarea[name=content]'));
    if (this.kept.isRestored) this.typed({ target: form });
  }

  told(type, data) {
    if (type !== 'draft' || data.draftId !== this.params.id) return;
    if (data.progress) this.progress = data.progress;
    if (data.kind === 'deleted' || (data.status && data.status !== this.draft?.status)) this.read();
  }

  grow(area) {
    area.style.setProperty('height', 'auto');
    area.style.setProperty('height', `${area.scrollHeight + 4}px`);
  }

  get values() {
    const form = new FormData(this.querySelector('form.htt-review'));
    return Object.fromEntries(KEPT.map((name) => [name, String(form.get(name) ?? '').replaceAll('\r\n', '\n')]));
  }

  typed(event) {
    if (event.target.name === 'content') this.grow(event.target);
    this.kept.keep(this.querySelector('form.htt-review'));
    this.state = 'typed';
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), SAVE_MS);
  }

  /** Saves what was changed; resolves to whether there is nothing left to be saved. */
  async save() {
    clearTimeout(this.saving);
    if (this.writing) await this.writing;
    const form = this.querySelector('form.htt-review');
    if (!form || !this.base) return false;
    const mine = this.values;
    if (Object.keys(changesOf(this.base.values, mine)).length === 0) {
      this.state = 'saved';
      return true;
    }
    this.writing = this.write(mine);
    try {
      return await this.writing;
    } finally {
      this.writing = null;
    }
  }

  async write(mine) {
    this.state = 'saving';
    try {
      const done = await saveChanges({
        heading: draftName(this.draft),
        base: this.base,
        mine,
        fields: Object.fromEntries(
          KEPT.map((name) => [name, { label: t(`htt.field.${name === 'summary' ? 'description' : name}`), merge: name === 'content' }]),
        ),
        read: async () => {
          const draft = await api('GET', this.path);
          return { values: valuesOf(draft), tag: draft.updatedAt };
        },
        write: (changes, seen) => this.patch({ ...seen.values, ...changes }, seen.tag),
      });
      if (!done) {
        this.state = 'failed';
        return false;
      }
      const saved = done.saved ?? { ...this.draft, extractedData: dataOf(done.now.values), updatedAt: done.now.tag };
      const values = valuesOf(saved);
      const isMerged = KEPT.some((name) => values[name].trim() !== mine[name].trim());
      this.base = { values, tag: saved.updatedAt };
      this.draft = { ...this.draft, ...saved, pages: this.draft.pages };
      const stillSame = JSON.stringify(this.values) === JSON.stringify(mine);
      if (isMerged && stillSame) this.fill(values);
      if (stillSame) dropDraft(this.kept.key);
      this.state = stillSame ? 'saved' : 'typed';
      return stillSame;
    } catch (failure) {
      Object.assign(this, { state: 'failed', problem: failure });
      return false;
    }
  }

  async patch(values, updatedAt) {
    try {
      return await api('PATCH', this.path, { extractedData: dataOf(values), updatedAt });
    } catch (failure) {
      if (failure.status === CONFLICT) failure.status = STALE;
      throw failure;
    }
  }

  /** Others' changes, where nothing is being typed. */
  fill(values) {
    for (const field of this.querySelectorAll('form.htt-review t-field')) {
      if (field.name in values && field.control.value !== values[field.name]) {
        field.control.value = values[field.name];
        field.value = values[field.name];
      }
    }
    this.grow(this.querySelector('textarea[name=content]'));
  }

  caret(event) {
    if (event.target.name !== 'content') return;
    this.found = this.beside?.scannedAt(event.target.value, event.target.selectionStart) ?? null;
  }

  clickedScan({ detail: { page, x, y } }) {
    const area = this.querySelector('textarea[name=content]');
    const place = area && this.beside?.placeIn(area.value, page, x, y);
    if (!place) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(place.start, place.end);
    const frame = this.querySelector('.htt-article');
    frame.scrollTop = area.offsetTop + (area.offsetHeight * place.start) / Math.max(1, area.value.length) - frame.clientHeight / 3;
    this.caret({ target: area });
  }

  async publish(event) {
    event?.preventDefault();
    if (this.busy) return;
    const form = new FormData(this.querySelector('form.htt-review'));
    const values = this.values;
    const wrongDate = dateProblem(values.date);
    Object.assign(this, { problem: null, taken: null, wrongDate });
    if (wrongDate) {
      this.querySelector('[name=date] input, input[name=date]')?.focus();
      return;
    }
    this.busy = true;
    try {
      await this.save();
      const final = { ...dataOf(values), description: values.summary, recipient: form.get('recipient') ?? '', location: form.get('location') ?? '' };
      delete final.summary;
      await this.done(
        await api('POST', `${this.path}/publish`, { finalData: Object.fromEntries(Object.entries(final).filter(([, value]) => value !== '')) }),
        values.date,
        form.get('checked') ? values.content : null,
      );
    } catch (failure) {
      if (failure.status === CONFLICT && failure.answer?.suggestion) this.taken = { date: values.date, suggestion: failure.answer.suggestion };
      else this.problem = failure;
    } finally {
      this.busy = false;
    }
  }

  async publishAs(date) {
    const field = this.querySelector('t-field[name=date]');
    field.control.value = date;
    field.value = date;
    await this.publish();
  }

  /** The scan goes to a letter that is there already. */
  async attach(date) {
    this.busy = true;
    try {
      await this.done(await api('POST', `${this.path}/publish`, { attachTo: date }), date);
    } catch (failure) {
      Object.assign(this, { problem: failure, taken: null });
    } finally {
      this.busy = false;
    }
  }

  /** It is a letter. `checked` is its text, if somebody has compared that with the scan. */
  async done(answer, date, checked = null) {
    dropDraft(this.kept.key);
    this.state = 'saved';
    if (checked !== null) await api('PUT', `/letters/${part(date)}`, { content: checked, transcription: 'checked' }).catch(() => null);
    toast(t('htt.published'));
    navigate(letterPath(date));
  }

  async again(query = '') {
    try {
      await api('POST', `/letters/process/${part(this.params.id)}${query}`);
      this.progress = null;
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove() {
    const done = await confirmed({
      heading: t('htt.deleteDraft'),
      text: t('htt.deleteDraftText', { name: draftName(this.draft) }),
      label: t('htt.delete'),
      act: () => api('DELETE', this.path),
    });
    if (!done) return;
    dropDraft(`htt.draft ${this.params.id}`);
    this.state = 'saved';
    navigate(`${SITE}/drafts`);
    toast(t('htt.draftDeleted'));
  }

  get mayDelete() {
    return this.isAdmin || this.draft.uploaderId === this.userId;
  }

  view() {
    if (this.failure) {
      return html`<div class="htt-alone">${
        this.failure.status === 404
          ? html`<t-empty heading=${t('htt.noDraft')} text=${t('htt.noDraftText')} .action=${html`<p><a href="${SITE}/drafts">${t('htt.drafts')}</a></p>`}></t-empty>`
          : html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`
      }</div>`;
    }
    if (!this.draft) return html`<div class="htt-alone"><t-state loading rows="8"></t-state></div>`;
    const { draft } = this;
    const hasScan = draft.pages?.length > 0;
    return html`<div class="htt-letter htt-draft-page" data-view="both" data-scan=${hasScan ? 'yes' : 'no'} data-status=${draft.status}><div class="htt-bar"><a class="button plain" href="${SITE}/drafts">${icon('left')}${t('htt.drafts')}</a>
        <strong class="cut">${draftName(draft)}</strong>${statusOf(draft)}<span class="quiet cut htt-wide">${draft.uploaderName} · <t-time at=${draft.createdAt}></t-time></span>
        <span class="end row htt-acts">${draft.status === 'ready' ? html`<span class="quiet htt-wide" role="status" data-state=${this.state}>${t(`htt.state.${this.state}`)}</span>` : nothing}
          ${this.mayDelete && draft.status !== 'published' ? html`<button type="button" data-act="delete-draft" @click=${this.remove}>${t('htt.delete')}</button>` : nothing}</span></div>
      ${hasScan ? html`<htt-scan .pages=${draft.pages} .found=${this.found} .anew=${() => this.read()} @scan-click=${this.clickedScan}></htt-scan>` : nothing}
      <div class="htt-article"><div class="htt-measure">${this.content()}</div></div></div>`;
  }

  content() {
    const { draft } = this;
    if (draft.status === 'ready') return this.review();
    if (draft.status === 'published') {
      const date = draft.letterDate ?? draft.extractedData?.date;
      return html`<t-empty heading=${t('htt.isPublished')} text=${date ? dateInWords(date) : ''} .action=${html`<p>${date ? html`<a class="button primary" href=${letterPath(date)}>${t('htt.readLetter')}</a>` : html`<a href="${SITE}/letters">${t('htt.allLetters')}</a>`}</p>`}></t-empty>`;
    }
    if (draft.status === 'failed') {
      return html`<div class="htt-plain stack"><h1>${t('htt.failedTitle')}</h1><p class="problem" role="alert">${whyFailed(draft)}</p>
        <p class="row"><button type="button" class="primary" data-act="again" @click=${() => this.again('?again=true')}>${t('ui.retry')}</button><a class="button" href="${SITE}/upload">${t('htt.uploadOther')}</a></p></div>`;
    }
    if (draft.status === 'pending') {
      const arrived = (draft.files ?? []).filter((each) => each.arrived).length;
      return html`<div class="htt-plain stack"><h1>${t('htt.pendingDraft')}</h1><p>${t('htt.arrived', { n: arrived, all: draft.files?.length ?? 0 })}</p>
        <p class="row">${arrived === draft.files?.length && arrived > 0 ? html`<button type="button" class="primary" data-act="process" @click=${() => this.again()}>${t('htt.readPages')}</button>` : nothing}<a class="button" href="${SITE}/upload">${t('htt.uploadOther')}</a></p></div>`;
    }
    return html`<div class="htt-plain stack"><h1>${t('htt.beingRead')}</h1><t-progress label=${t('htt.beingReadText')} .value=${shareOf({ progress: this.progress ?? this.draft.progress }) ?? undefined}></t-progress><p class="quiet">${t('htt.mayLeave')}</p></div>`;
  }

  review() {
    const values = this.base?.values ?? valuesOf(this.draft);
    const { textSource } = this.draft;
    const wrong = (name) => (name === 'date' && this.wrongDate) || this.problem?.of?.(`finalData.${name}`) || this.problem?.of?.(name) || '';
    return html`<form class="htt-edit htt-review" @submit=${this.publish} @input=${this.typed} @change=${this.typed} @keyup=${this.caret} @click=${this.caret} @keydown=${(
      event,
    ) => {
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.save();
      }
    }}>
      <p class="htt-source quiet">${t(`htt.source.${textSource ?? 'none'}`)}</p>
      <div class="htt-pair"><t-field name="date" label=${t('htt.field.date')} hint=${t('htt.dateHint')} .value=${values.date} error=${wrong('date')} required mono></t-field>
        <div class="stack"><t-field name="title" label=${t('htt.field.title')} .value=${values.title} error=${wrong('title')} maxlength="200" required></t-field>
        <t-field name="author" label=${t('htt.field.author')} .value=${values.author} error=${wrong('author')} maxlength="200"></t-field></div></div>
      <t-field class="htt-content" type="textarea" name="content" label=${t('htt.field.content')} hint=${t('htt.contentHint')} .value=${values.content} error=${wrong('content')} placeholder=${t('htt.typeHere')} required></t-field>
      <div class="htt-pair"><t-field name="recipient" label=${t('htt.field.recipient')} maxlength="200"></t-field><t-field name="location" label=${t('htt.field.location')} maxlength="200"></t-field></div>
      <t-field type="textarea" rows="2" name="summary" label=${t('htt.field.description')} hint=${t('htt.descriptionHint')} .value=${values.summary} maxlength="2000"></t-field>
      <t-field name="tags" label=${t('htt.field.tags')} hint=${t('htt.tagsHint')} .value=${values.tags} maxlength="1000"></t-field>
      ${this.taken ? this.takenDate() : nothing}
      ${this.problem ? html`<t-error .failure=${this.problem}></t-error>` : nothing}
      <div class="htt-edit-acts"><button type="submit" class="primary" data-act="publish" ?disabled=${this.busy}>${t('htt.publish')}</button>
        <label class="row"><input type="checkbox" name="checked" ?checked=${textSource === 'none'}>${t('htt.iChecked')}</label></div></form>`;
  }

  takenDate() {
    const { date, suggestion } = this.taken;
    return html`<div class="problem stack tight" role="alert"><strong>${t('htt.dateTaken', { date: dateInWords(date) })}</strong>
      <div class="row"><button type="button" data-act="take-suggestion" @click=${() => this.publishAs(suggestion)}>${t('htt.publishAs', { date: suggestion })}</button>
        <button type="button" data-act="attach" @click=${() => this.attach(date)}>${t('htt.attach')}</button><a href=${letterPath(date)} target="_blank">${t('htt.seeOther')}</a></div></div>`;
  }
}

define('htt-draft', DraftPage);
