import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, language, t } from '/ui/texts.js';
import { markSaved, values } from '/ui/field.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/time.js';
import '/ui/badge.js';
import { attach, get, isAdmin, LANGUAGES, page, post, remove, showSetPath } from './api.js';
import { deleteNote, saveNote } from './edits.js';

const STATES = { pending: 'busy', failed: 'bad' };

/**
 * What is said about a ShowSet, newest first, in three languages, with files: <unisync-notes .showSetId .user .news>. `news` is an EventTarget: "note"
 * when one is changed, "reset" when some may have been.
 */
class Notes extends Element {
  static properties = { showSetId: { attribute: false }, user: { attribute: false }, news: { attribute: false }, notes: { state: true }, next: { state: true },
    shown: { state: true }, urls: { state: true }, editing: { state: true }, editFailure: { state: true }, busy: { state: true }, failure: { state: true }, settings: { state: true } };

  constructor() {
    super();
    this.notes = null;
    this.next = null;
    this.shown = {};
    this.urls = {};
    this.busy = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow();
    // Put back into the page: what was changed while it was out of it was not told here.
    if (this.notes) this.load(null);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.following?.abort();
  }

  willUpdate(changed) {
    if (changed.has('news')) this.follow();
    if (changed.has('showSetId')) {
      this.notes = null;
      this.load(null);
    }
  }

  follow() {
    this.following?.abort();
    if (!this.news) return;
    this.following = new AbortController();
    const { signal } = this.following;
    this.news.addEventListener('note', ({ detail }) => { if (detail.showSetId === this.showSetId) this.heard(detail); }, { signal });
    this.news.addEventListener('missed', () => this.load(null), { signal });
  }

  /** Replaced where it stands; a new one comes on top. Events during a load are applied again after it: they may be newer. */
  heard(news) {
    const { noteId, note } = news;
    this.loading?.heard.push(news);
    if (!this.notes) return;
    if (!note) this.notes = this.notes.filter((each) => each.noteId !== noteId);
    else if (this.notes.some((each) => each.noteId === noteId)) this.notes = this.notes.map((each) => (each.noteId === noteId ? note : each));
    else this.notes = [note, ...this.notes];
    if (note) this.look([note]);
  }

  async load(cursor) {
    const load = { heard: [] };
    this.loading = load;
    try {
      this.settings ??= await get('/settings');
      const answer = await page(`${showSetPath(this.showSetId, '/notes')}?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
      if (this.loading !== load) return;
      this.notes = cursor ? [...this.notes, ...answer.data.filter((note) => this.notes.every((each) => each.noteId !== note.noteId))] : answer.data;
      this.next = answer.next;
      this.failure = null;
      this.look(answer.data);
    } catch (failure) {
      if (this.loading === load) this.failure = failure;
    } finally {
      if (this.loading === load) {
        this.loading = null;
        load.heard.forEach((news) => this.heard(news));
      }
    }
  }

  /** Addresses of pictures, to show them small. */
  async look(notes) {
    for (const note of notes) {
      for (const file of note.attachments) {
        if (this.urls[file.id]) continue;
        try {
          const { url } = await get(`/notes/${encodeURIComponent(note.noteId)}/attachments/${file.id}`);
          this.urls = { ...this.urls, [file.id]: url };
        } catch {
          // It was taken away meanwhile.
        }
      }
    }
  }

  async add(event) {
    const form = values(event);
    const element = event.target;
    const files = [...element.querySelector('[type=file]').files];
    this.busy = true;
    this.failure = null;
    try {
      const note = await post(showSetPath(this.showSetId, '/notes'), { text: form.text, language: form.language });
      this.heard({ noteId: note.noteId, note });
      for (const file of files) await attach(note.noteId, file);
      if (files.length > 0) this.heard({ noteId: note.noteId, note: await get(`/notes/${note.noteId}`) });
      element.reset();
      element.querySelectorAll('t-field').forEach((each) => { if (each.name === 'text') each.value = ''; });
      markSaved(element);
      toast(t('unisync.noteAdded'));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async attachTo(note, event) {
    try {
      for (const file of event.target.files) await attach(note.noteId, file);
      this.heard({ noteId: note.noteId, note: await get(`/notes/${note.noteId}`) });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    event.target.value = '';
  }

  async save(event) {
    const form = values(event);
    const note = this.editing;
    this.editFailure = null;
    try {
      const answer = await saveNote({ note, mine: { text: form.text.replaceAll('\r\n', '\n'), language: form.language } });
      if (!answer) return;
      if (answer.saved ?? answer.now.data) this.heard({ noteId: note.noteId, note: answer.saved?.data ?? answer.now.data });
      if (this.editing === note) this.editing = null;
    } catch (failure) {
      this.editFailure = failure;
    }
  }

  /** What is being edited is shown as long as it is, also if somebody has deleted the note: what was typed stays. */
  get shownNotes() {
    const gone = this.editing && !this.notes.some((each) => each.noteId === this.editing.noteId);
    return gone ? [this.editing, ...this.notes] : this.notes;
  }

  async take(note) {
    const done = await deleteNote(note);
    if (done) this.heard({ noteId: note.noteId, note: null });
  }

  async takeFile(note, file) {
    const done = await confirmed({ heading: t('unisync.deleteFile'), text: file.fileName, label: t('unisync.delete'), act: () => remove(`/notes/${note.noteId}/attachments/${file.id}`) });
    if (done) this.heard({ noteId: note.noteId, note: await get(`/notes/${note.noteId}`) });
  }

  async again(note) {
    try {
      this.heard({ noteId: note.noteId, note: await post(`/notes/${note.noteId}/translate`) });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  render() {
    return html`<form class="stack tight" data-form="note" @submit=${this.add}>
        <t-field label=${t('unisync.newNote')} hint=${t('unisync.mentionHint')} type="textarea" rows="3" name="text" required maxlength="5000"></t-field>
        <div class="row end-aligned"><t-field label=${t('unisync.noteLanguage')} type="select" name="language" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
          <label class="quiet">${t('unisync.files')} <input type="file" name="files" multiple accept=".pdf,.png,.jpg,.jpeg,.gif,.webp"></label>
          <button type="submit" class="primary" data-act="add-note" ?disabled=${this.busy}>${t('unisync.addNote')}</button></div></form>
      <t-error .failure=${this.failure}></t-error>
      ${this.notes === null ? html`<p class="quiet">${t('ui.loading')}</p>` : this.shownNotes.length === 0 ? html`<t-empty heading=${t('unisync.noNotes')} text=${t('unisync.noNotesText')}></t-empty>` : repeat(this.shownNotes, (note) => note.noteId, (note) => this.note(note))}
      ${this.next ? html`<button type="button" @click=${() => this.load(this.next)}>${t('ui.more')}</button>` : nothing}`;
  }

  note(note) {
    const own = note.authorId === this.user.userId;
    const code = this.shown[note.noteId] ?? (note.content[language] ? language : note.originalLang);
    const lang = LANGUAGES.find(([each]) => each === code)[2];
    const state = note.translationStatus;
    return html`<article class="us-note" data-note=${note.noteId}>
      <div class="row"><strong>${note.authorName}</strong><t-time class="quiet" at=${note.createdAt}></t-time>
        ${note.isRevisionNote ? html`<t-badge tone="bad" sign="↺" text=${t('unisync.revision')}></t-badge>` : nothing}
        ${STATES[state] ? html`<t-badge tone=${STATES[state]} text=${t(state === 'pending' && this.settings && !this.settings.translates ? 'unisync.translation.waiting' : `unisync.translation.${state}`)}></t-badge>` : nothing}
        ${state === 'failed' ? html`<button type="button" class="plain" @click=${() => this.again(note)}>${t('ui.retry')}</button>` : nothing}</div>
      ${this.editing?.noteId === note.noteId ? this.editor(this.editing) : html`<p lang=${lang}>${note.content[code]}</p>`}
      <div class="row langs" role="group" aria-label=${t('unisync.noteLanguage')}>${LANGUAGES.map(([each, text, tag]) => html`<button type="button" lang=${tag} data-lang=${each} aria-pressed=${each === code ? 'true' : 'false'}
        ?disabled=${!note.content[each]} @click=${() => { this.shown = { ...this.shown, [note.noteId]: each }; }}>${text}${each === note.originalLang ? ' ★' : nothing}</button>`)}
        ${own ? html`<button type="button" class="plain" data-act="edit-note" @click=${() => { this.editing = note; this.editFailure = null; }}>${t('unisync.edit')}</button>` : nothing}
        ${own || isAdmin(this.user) ? html`<button type="button" class="plain" data-act="delete-note" @click=${() => this.take(note)}>${t('unisync.delete')}</button>` : nothing}
        <label class="quiet">${t('unisync.attach')} <input type="file" class="sr-only" multiple accept=".pdf,.png,.jpg,.jpeg,.gif,.webp" @change=${(e) => this.attachTo(note, e)}></label></div>
      ${note.attachments.length === 0 ? nothing : html`<ul class="us-files">${note.attachments.map((file) => this.file(note, file, own))}</ul>`}</article>`;
  }

  editor(note) {
    return html`<form class="stack tight" data-form="edit-note" @submit=${(e) => this.save(e)}>
      <t-field label=${t('unisync.text')} type="textarea" name="text" required maxlength="5000" value=${note.content[note.originalLang]}></t-field>
      <t-field label=${t('unisync.noteLanguage')} type="select" name="language" value=${note.originalLang} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
      <t-error .failure=${this.editFailure}></t-error>
      <div class="row"><button type="submit" class="primary">${t('ui.save')}</button><button type="button" @click=${() => { this.editing = null; }}>${t('ui.cancel')}</button></div></form>`;
  }

  file(note, file, own) {
    const url = this.urls[file.id];
    const picture = file.mimeType.startsWith('image/') && url;
    return html`<li data-file=${file.fileName}>${picture ? html`<a href=${url} target="_blank" rel="noopener"><img src=${url} alt=${file.fileName} loading="lazy"></a>` : nothing}
      <a class="cut" href=${url ?? nothing} target="_blank" rel="noopener">${file.fileName}</a><span class="quiet">${bytes(file.fileSize)}
      ${own || isAdmin(this.user) ? html`<button type="button" class="plain" aria-label="${t('unisync.delete')} ${file.fileName}" @click=${() => this.takeFile(note, file)}>✕</button>` : nothing}</span></li>`;
  }
}

define('unisync-notes', Notes);
