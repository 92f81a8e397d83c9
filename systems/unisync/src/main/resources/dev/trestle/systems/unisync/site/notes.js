import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, language, t } from '/ui/texts.js';
import { avatar } from '/ui/avatar.js';
import { markSaved, values } from '/ui/field.js';
import { confirmed } from '/ui/dialog.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { linked } from '/ui/linked.js';
import { namesLike } from '/ui/people-picker.js';
import { openViewer } from '/ui/viewer.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/state.js';
import '/ui/time.js';
import '/ui/badge.js';
import '/ui/upload.js';
import { ATTACHED, attach, get, isAdmin, LANGUAGES, page, post, remove, showSetPath } from './api.js';
import { deleteNote, saveNote } from './edits.js';

const STATES = { pending: 'busy', failed: 'bad' };
/** A picture up to this size is scaled down by the browser; a larger one is only loaded when somebody opens it. */
const THUMBNAIL_BYTES_MAX = 8_000_000;
const PAGES_TO_FIND = 10;
/** Longer notes are cut by the layout, with a button that shows all of it. */
const LONG_CHARACTERS = 420;
const LONG_LINES = 7;

const isLong = (text) => text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES;

/**
 * What is said about a ShowSet, newest first, in three languages, with files: <unisync-notes .showSetId .user .names .news .wanted>. `news` is an EventTarget: "note"
 * when one is changed, "reset" when some may have been. `wanted` is the id of a note to scroll to.
 */
class Notes extends Element {
  static properties = {
    showSetId: { attribute: false },
    user: { attribute: false },
    names: { attribute: false },
    news: { attribute: false },
    wanted: { attribute: false },
    opened: { state: true },
    notes: { state: true },
    next: { state: true },
    shown: { state: true },
    urls: { state: true },
    editing: { state: true },
    editFailure: { state: true },
    busy: { state: true },
    failure: { state: true },
    settings: { state: true },
  };

  constructor() {
    super();
    this.notes = null;
    this.next = null;
    this.names = [];
    this.opened = new Set();
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
      this.draft = new Draft(this.draftKey);
      this.load(null);
    }
    if (changed.has('wanted')) this.sought = this.wanted ?? null;
  }

  updated() {
    const form = this.querySelector('[data-form=note]');
    Promise.all([...form.querySelectorAll('t-mention-field')].map((each) => each.updateComplete)).then(() => this.draft.restore(form));
    if (this.sought && this.notes) this.seek();
  }

  /** Under which a note that is being written is kept until it is added. */
  get draftKey() {
    return `unisync.note.${this.showSetId}`;
  }

  /** Goes to the note that the address names, reading on until it is there. */
  async seek() {
    const noteId = this.sought;
    this.sought = null;
    for (let pages = 0; pages < PAGES_TO_FIND && this.next && !this.notes.some((each) => each.noteId === noteId); pages++) await this.load(this.next);
    await this.updateComplete;
    const found = this.querySelector(`[data-note="${CSS.escape(noteId)}"]`);
    if (!found) {
      toast(t(this.next ? 'unisync.noteFarBack' : 'unisync.noteGone'));
      return;
    }
    found.scrollIntoView({ block: 'center' });
    found.classList.add('us-sought');
    found.focus({ preventScroll: true });
  }

  follow() {
    this.following?.abort();
    if (!this.news) return;
    this.following = new AbortController();
    const { signal } = this.following;
    this.news.addEventListener(
      'note',
      ({ detail }) => {
        if (detail.showSetId === this.showSetId) this.heard(detail);
      },
      { signal },
    );
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
        if (this.urls[file.id] || !isThumbnail(file)) continue;
        try {
          const url = await addressOf(note, file);
          this.urls = { ...this.urls, [file.id]: url };
        } catch {
          // It was taken away meanwhile.
        }
      }
    }
  }

  /** The note first, then its files. Those that could not be sent stay, each with its reason and a way to try again. */
  async add(event) {
    const form = values(event);
    const element = event.target;
    const upload = element.querySelector('t-upload');
    this.busy = true;
    this.failure = null;
    try {
      const note = await post(showSetPath(this.showSetId, '/notes'), { text: form.text, language: form.language });
      this.heard({ noteId: note.noteId, note });
      element.querySelectorAll('t-field').forEach((each) => {
        if (each.name === 'text') each.value = '';
      });
      markSaved(element);
      dropDraft(this.draftKey);
      toast(t('unisync.noteAdded'));
      await upload.sendAll((file, sending) => this.attach(note, file, sending));
      upload.clear(false);
      this.querySelector('textarea').focus();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async attach(note, file, sending) {
    await attach(note.noteId, file, sending);
    this.heard({ noteId: note.noteId, note: await get(`/notes/${encodeURIComponent(note.noteId)}`) });
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
    const done = await confirmed({
      heading: t('unisync.deleteFile'),
      text: file.fileName,
      label: t('unisync.delete'),
      act: () => remove(`/notes/${note.noteId}/attachments/${file.id}`),
    });
    if (done) this.heard({ noteId: note.noteId, note: await get(`/notes/${note.noteId}`) });
  }

  async again(note) {
    try {
      this.heard({ noteId: note.noteId, note: await post(`/notes/${note.noteId}/translate`) });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  people(text) {
    return namesLike(
      this.names.map(({ userId, name, role }) => ({ id: userId, name, about: t(`unisync.role.${role}`) })),
      text,
    );
  }

  render() {
    const find = (text) => this.people(text);
    return html`<form class="stack tight us-write" data-form="note" @submit=${this.add} @input=${(event) => this.draft.keep(event.currentTarget)}>
        <t-mention-field label=${t('unisync.newNote')} placeholder=${t('unisync.writeNote')} rows="3" name="text" required maxlength="5000" .find=${find}></t-mention-field>
        <div class="row us-send"><t-upload hold compact iconic .types=${ATTACHED.types} .maxBytes=${ATTACHED.maxBytes} .maxFiles=${ATTACHED.maxFiles}></t-upload>
          <t-field class="us-lang" label=${t('unisync.noteLanguage')} type="select" name="language" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
          <button type="submit" class="primary" data-act="add-note" ?disabled=${this.busy}>${t('unisync.addNote')}</button></div></form>
      ${
        this.notes === null
          ? html`<t-state .failure=${this.failure} .retry=${() => this.load(null)} ?loading=${!this.failure}></t-state>`
          : html`<t-error .failure=${this.failure}></t-error>
        ${
          this.shownNotes.length === 0
            ? html`<t-state .empty=${{ heading: t('unisync.noNotes'), text: t('unisync.noNotesText') }}></t-state>`
            : repeat(
                this.shownNotes,
                (note) => note.noteId,
                (note) => this.note(note),
              )
        }`
      }
      ${this.next ? html`<button type="button" @click=${() => this.load(this.next)}>${t('ui.more')}</button>` : nothing}`;
  }

  note(note) {
    const own = note.authorId === this.user.userId;
    const may = own || isAdmin(this.user);
    const state = note.translationStatus;
    return html`<article class="us-note ${note.isRevisionNote ? 'us-revision' : ''}" data-note=${note.noteId} tabindex="-1">
      <div class="row us-note-head">${avatar(note.authorName)}<strong>${note.authorName}</strong><t-time class="quiet" at=${note.createdAt}></t-time>
        ${note.isRevisionNote ? html`<t-badge tone="bad" sign="↺" text=${t('unisync.revision')}></t-badge>` : nothing}
        ${STATES[state] ? html`<t-badge tone=${STATES[state]} text=${t(state === 'pending' && this.settings && !this.settings.translates ? 'unisync.translation.waiting' : `unisync.translation.${state}`)}></t-badge>` : nothing}
        ${state === 'failed' ? html`<button type="button" class="plain" @click=${() => this.again(note)}>${t('ui.retry')}</button>` : nothing}</div>
      ${this.editing?.noteId === note.noteId ? this.editor(this.editing) : this.text(note)}
      ${note.attachments.length === 0 ? nothing : html`<ul class="us-files">${note.attachments.map((file) => this.file(note, file, may))}</ul>`}
      <div class="row us-note-acts">${this.languages(note)}
        ${
          own
            ? html`<button type="button" class="plain" data-act="edit-note" @click=${() => {
                this.editing = note;
                this.editFailure = null;
              }}>${t('unisync.edit')}</button>`
            : nothing
        }
        ${may ? html`<button type="button" class="plain" data-act="delete-note" @click=${() => this.take(note)}>${t('unisync.delete')}</button>` : nothing}
        <t-upload compact iconic zone="article" label=${t('unisync.attach')} .types=${ATTACHED.types} .maxBytes=${ATTACHED.maxBytes} .maxFiles=${Math.max(0, ATTACHED.maxFiles - note.attachments.length)} .send=${(file, sending) => this.attach(note, file, sending)}
          @uploaded=${(event) => event.target.clear(false)}></t-upload></div></article>`;
  }

  /** The language in which a note is shown. */
  codeOf(note) {
    return this.shown[note.noteId] ?? (note.content[language] ? language : note.originalLang);
  }

  text(note) {
    const code = this.codeOf(note);
    const text = note.content[code];
    const isCut = isLong(text) && !this.opened.has(note.noteId);
    return html`<p lang=${LANGUAGES.find(([each]) => each === code)[2]} class=${isCut ? 'us-cut' : ''}>${linked(
      text,
      this.names.map(({ name }) => name),
    )}</p>
      ${isLong(text) ? html`<button type="button" class="plain us-all" aria-expanded=${isCut ? 'false' : 'true'} @click=${() => this.toggle(note)}>${t(isCut ? 'unisync.showAll' : 'unisync.showLess')}</button>` : nothing}`;
  }

  toggle({ noteId }) {
    const opened = new Set(this.opened);
    if (!opened.delete(noteId)) opened.add(noteId);
    this.opened = opened;
  }

  languages(note) {
    const code = this.codeOf(note);
    return html`<div class="row langs" role="group" aria-label=${t('unisync.noteLanguage')}>${LANGUAGES.map(
      ([each, text, tag]) => html`<button type="button" lang=${tag} data-lang=${each} aria-pressed=${each === code ? 'true' : 'false'}
      ?disabled=${!note.content[each]} @click=${() => {
        this.shown = { ...this.shown, [note.noteId]: each };
      }}>${text}${each === note.originalLang ? ' ★' : nothing}</button>`,
    )}</div>`;
  }

  editor(note) {
    return html`<form class="stack tight" data-form="edit-note" @submit=${(e) => this.save(e)}>
      <t-mention-field label=${t('unisync.text')} name="text" rows="4" required maxlength="5000" focused .value=${note.content[note.originalLang]} .find=${(text) => this.people(text)}></t-mention-field>
      <t-field label=${t('unisync.noteLanguage')} type="select" name="language" value=${note.originalLang} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
      <t-error .failure=${this.editFailure}></t-error>
      <div class="row"><button type="submit" class="primary">${t('ui.save')}</button><button type="button" @click=${() => {
        this.editing = null;
      }}>${t('ui.cancel')}</button></div></form>`;
  }

  file(note, file, may) {
    const url = this.urls[file.id];
    const name = html`<span class="cut">${file.fileName}</span>`;
    return html`<li data-file=${file.fileName}><button type="button" class="us-thumb" aria-label=${t('unisync.openFile', { name: file.fileName })} title=${file.fileName} @click=${() => this.view(note, file)}>
        ${isThumbnail(file) && url ? html`<img src=${url} alt="" loading="lazy" decoding="async">` : html`<span class="upload-type">${file.mimeType.split('/')[1]}</span>`}</button>
      <span class="us-file-name quiet">${name}<span class="us-size">${bytes(file.fileSize)}</span>
      ${may ? html`<button type="button" class="plain icon" aria-label="${t('unisync.delete')} ${file.fileName}" @click=${() => this.takeFile(note, file)}>✕</button>` : nothing}</span></li>`;
  }

  /** All files of a note, beginning with one. Their addresses hold for a while only, and are asked for when they are shown. */
  view(note, file) {
    const items = note.attachments.map((each) => ({
      name: each.fileName,
      type: each.mimeType,
      size: each.fileSize,
      url: () => addressOf(note, each),
    }));
    openViewer({ items, at: note.attachments.indexOf(file) });
  }
}

const isThumbnail = (file) => file.mimeType.startsWith('image/') && file.fileSize <= THUMBNAIL_BYTES_MAX;

const addressOf = async (note, file) => (await get(`/notes/${encodeURIComponent(note.noteId)}/attachments/${encodeURIComponent(file.id)}`)).url;

define('unisync-notes', Notes);
