import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { listen } from '/events.js';
import { call, request } from '/session.js';
import { selectionOf } from './comments.js';
import { bar, changesSince, foot, notices, renameDialog, VIEWS } from './document-bar.js';
import { joined, mergeWithCurrent, names, resolveText } from './merge.js';
import { headings, wordCount } from './outline.js';
import './editor.js';
import './presence.js';
import './preview.js';
import './share.js';

const API = '/docstore/v1';
const AUTOSAVE_MS = 2_000;
const RETRY_MS = 10_000;
const COUNT_MS = 300;
const MERGES_MAX = 5;
/** How long a pane that was scrolled to follow the other does not lead it. */
const FOLLOWS_MS = 150;
/** Browsers keep five million characters of a site; longer texts are on the server, or on the page, only. */
const DRAFT_LENGTH_MAX = 2_000_000;
const KEPT_VIEW = 'docstore.view';
const WIDE = '(min-width: 48.01rem)';

const oneKindOfLines = (text) => text.replace(/\r\n?/g, '\n');

/**
 * A document: its text, how it looks, and what became of it. The text that is typed is kept in this browser until the server has it, so that
 * neither an expired sign-in nor a lost connection nor a conflict loses it. What others saved meanwhile is merged by itself where it fits.
 */
class DocumentPage extends Page {
  static properties = {
    ...Page.properties,
    document: { state: true },
    text: { state: true },
    base: { state: true },
    tag: { state: true },
    state: { state: true },
    failure: { state: true },
    postponed: { state: true },
    sharing: { state: true },
    gone: { state: true },
    kept: { state: true },
    naming: { state: true },
    adding: { state: true },
    history: { state: true },
    historyFailure: { state: true },
    outline: { state: true },
    count: { state: true },
    line: { state: true },
    level: { state: true },
    connection: { state: true },
    menu: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's') {
        event.preventDefault();
        this.save('update');
      }
    };
    this.leavingPage = (event) => {
      if (this.isDirty) event.preventDefault();
    };
    this.outside = (event) => {
      if (this.menu && !event.target.closest?.('.doc-more')) this.menu = false;
    };
    addEventListener('keydown', this.keys);
    addEventListener('beforeunload', this.leavingPage);
    addEventListener('click', this.outside);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.keys);
    removeEventListener('beforeunload', this.leavingPage);
    removeEventListener('click', this.outside);
    [this.timer, this.counting, this.reading].forEach(clearTimeout);
    if (this.isDirty && !this.postponed && this.state !== 'conflict') this.save('autosave');
  }

  get path() {
    return `${API}/documents/${encodeURIComponent(this.params.id)}`;
  }

  get draftKey() {
    return `docstore.draft ${this.me?.tenant} ${this.me?.subject} ${this.params.id}`;
  }

  get isDirty() {
    return this.text !== undefined && this.text !== this.base;
  }

  get mayChange() {
    return this.document && this.document.role !== 'viewer';
  }

  /** What is shown: the text to write, how it looks, or both. The address says; then what was chosen last; then what fits the person. */
  get view() {
    const wanted = this.query.get('view') ?? (this.mayChange ? (localStorage.getItem(KEPT_VIEW) ?? 'split') : 'read');
    return VIEWS.includes(wanted) ? wanted : 'split';
  }

  set view(view) {
    // A phone shows one at a time: what is chosen there says nothing about larger screens.
    if (this.mayChange && matchMedia(WIDE).matches) localStorage.setItem(KEPT_VIEW, view);
    setQuery({ view });
    this.updateComplete.then(() => this.follow(view === 'read' ? 'editor' : 'preview'));
  }

  async firstUpdated() {
    await useSheet('/docstore/docstore.css');
    await this.open();
    const draft = JSON.parse(localStorage.getItem(this.draftKey) ?? 'null');
    if (draft && this.mayChange && draft.text !== this.base) {
      Object.assign(this, { text: draft.text, base: draft.base, tag: draft.tag, state: 'typed', kept: true });
      this.editor().text = draft.text;
    }
    listen(`${API}/events`, {
      signal: this.live,
      onEvent: (event) => this.heard(event),
      onState: (state) => {
        this.connection = state;
      },
    });
  }

  editor() {
    return this.querySelector('doc-editor') ?? {};
  }

  preview() {
    return this.querySelector('doc-preview') ?? {};
  }

  willUpdate(changed) {
    if (changed.has('document') && this.document) this.readHistory();
    if (changed.has('text') && this.text !== undefined) {
      clearTimeout(this.counting);
      this.counting = setTimeout(
        () => {
          this.count = wordCount(this.text);
          this.outline = headings(this.text);
        },
        this.outline ? COUNT_MS : 0,
      );
    }
  }

  /** Soon: several changes of a moment are one. */
  readHistory() {
    clearTimeout(this.reading);
    this.reading = setTimeout(
      async () => {
        try {
          this.history = await call('GET', `${this.path}/versions`, undefined, { signal: this.live });
          this.historyFailure = null;
        } catch (failure) {
          if (failure.name !== 'AbortError') this.historyFailure = failure;
        }
      },
      this.history ? COUNT_MS : 0,
    );
  }

  /** Whether it shows what is stored now. */
  async open() {
    try {
      const before = this.text;
      const [document, content] = await Promise.all([
        call('GET', this.path),
        request('GET', `${this.path}/content`, undefined, { headers: { Accept: 'text/markdown' } }),
      ]);
      const stored = await content.text();
      const text = oneKindOfLines(stored);
      // What was typed while this was read is not taken away; saving it merges both.
      if (this.text !== before) return false;
      this.isAsStored = text === stored;
      Object.assign(this, {
        document,
        text,
        base: text,
        tag: content.headers.get('etag'),
        state: document.role === 'viewer' ? 'reading' : 'saved',
        failure: null,
        postponed: null,
      });
      await this.updateComplete;
      this.editor().text = text;
      return true;
    } catch (failure) {
      this.failure = failure;
      return false;
    }
  }

  /** After "ready" every change is told; what came between reading the document and then, or was missed before "reset", is not. */
  async heard({ type, data }) {
    if (type === 'ready' || type === 'reset') await this.catchUp();
    else if (data?.id !== this.params.id) return;
    else if (type === 'gone') this.gone = true;
    else if (type === 'document') await this.catchUp();
  }

  /** What others do shows by itself, unless something is being typed: then it is merged when that is saved. */
  async catchUp() {
    this.isBehind = this.isDirty || this.state === 'saving';
    if (this.isBehind || !this.document) return;
    try {
      const document = await call('GET', this.path, undefined, { signal: this.live });
      this.isBehind = this.isDirty || this.state === 'saving';
      if (this.isBehind) return;
      if (`"v${document.currentVersion}"` === this.tag) {
        this.document = document;
        return;
      }
      if (await this.open()) toast(t('docs.changedByOthers'));
    } catch (failure) {
      // Out of reach for a moment: the events begin anew then, with "ready".
      if (failure.status === 404) this.gone = true;
    }
  }

  typed(event) {
    this.text = event.target.text;
    this.kept = false;
    this.keep();
    if (this.state === 'conflict' || this.postponed) return;
    this.state = this.isDirty ? 'typed' : 'saved';
    clearTimeout(this.timer);
    if (this.isDirty) this.timer = setTimeout(() => this.save('autosave'), AUTOSAVE_MS);
    else if (this.isBehind) this.catchUp();
  }

  keep() {
    if (!this.isDirty || this.text.length + this.base.length > DRAFT_LENGTH_MAX) {
      localStorage.removeItem(this.draftKey);
      return;
    }
    try {
      localStorage.setItem(this.draftKey, JSON.stringify({ text: this.text, base: this.base, tag: this.tag }));
    } catch {
      // The browser's storage is full: like a longer text, this one is on the page only, until the server has it.
    }
  }

  /** `attempt` counts how often others were first since somebody asked for it. */
  async save(changeType, attempt = 1) {
    clearTimeout(this.timer);
    if (!this.mayChange || this.state === 'saving' || this.state === 'conflict' || (this.postponed && changeType === 'autosave')) return;
    // Saving by hand what was autosaved keeps that version. Other line ends alone are no reason for a new one.
    if (!this.isDirty && (changeType === 'autosave' || !this.isAsStored)) return;
    const { text } = this;
    this.state = 'saving';
    try {
      const answer = await request('PUT', `${this.path}/content?changeType=${changeType}`, new Blob([text], { type: 'text/markdown' }), {
        headers: { 'If-Match': this.tag },
      });
      Object.assign(this, {
        document: await answer.json(),
        base: text,
        tag: answer.headers.get('etag'),
        failure: null,
        kept: false,
        postponed: null,
      });
      this.isAsStored = true;
      this.state = this.isDirty ? 'typed' : 'saved';
      this.keep();
      if (this.isDirty) this.timer = setTimeout(() => this.save('autosave'), AUTOSAVE_MS);
      else if (this.isBehind) await this.catchUp();
    } catch (failure) {
      await this.refused(failure, changeType, attempt);
    }
  }

  async refused(failure, changeType, attempt) {
    if (failure.status === 412 && attempt <= MERGES_MAX) {
      try {
        await this.reconcile(changeType, attempt);
        return;
      } catch (unmerged) {
        failure = unmerged;
      }
    }
    this.state = 'unsaved';
    this.failure = failure;
    if (failure.status === 404) this.gone = true;
    if (failure.status === 0 || failure.status >= 500) this.timer = setTimeout(() => this.save('autosave'), RETRY_MS);
  }

  /** Somebody else saved first. What fits is merged and saved; where both changed the same, the person decides. */
  async reconcile(changeType, attempt) {
    const { text } = this;
    const merge = await mergeWithCurrent(this.path, { tag: this.tag, base: this.base, text });
    if (merge.conflicts > 0) {
      // Whoever has left the page is not asked there: the text is kept, and the question comes with the next save of it.
      if (this.isConnected) await this.resolve(merge);
      else toast(t('docs.postponed', { names: names(merge.changedBy) }), { tone: 'bad' });
      return;
    }
    // What was typed while that was asked is merged too, with the next attempt.
    if (this.text === text) {
      this.editor().letIn?.(merge.pieces);
      Object.assign(this, { text: joined(merge.pieces), base: merge.theirs, tag: merge.tag });
      this.keep();
      const came = merge.pieces.filter((piece) => piece.kind === 'theirs').length;
      if (came > 0) toast(t(came === 1 ? 'docs.mergedOne' : 'docs.mergedFrom', { n: came, names: names(merge.changedBy) }));
    }
    this.state = 'typed';
    if (this.isDirty) await this.save(changeType, attempt + 1);
    else await this.settled();
  }

  async resolve(merge) {
    this.state = 'conflict';
    const text = await resolveText(merge);
    if (text === null) {
      Object.assign(this, { state: 'unsaved', postponed: merge });
      return;
    }
    Object.assign(this, { base: merge.theirs, tag: merge.tag, text, state: 'typed', postponed: null });
    this.editor().text = text;
    this.keep();
    if (this.isDirty) await this.save('update');
    else await this.settled();
  }

  /** Nothing is left to be saved. */
  async settled() {
    this.state = 'saved';
    this.keep();
    await this.refresh();
  }

  /** What shows a picture that came by paste or drop; undefined if it was refused. */
  async addPicture(picture) {
    this.adding = true;
    try {
      return (await call('POST', `${this.path}/images`, picture, { headers: { 'Content-Type': picture.type } })).markdown;
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      return undefined;
    } finally {
      this.adding = false;
    }
  }

  /** Scrolls one pane to where the other is, where both are seen. */
  follow(pane) {
    const leader = pane === 'preview' ? this.editor() : this.preview();
    const follower = pane === 'preview' ? this.preview() : this.editor();
    this.following = { pane, until: performance.now() + FOLLOWS_MS };
    follower.topLine = leader.topLine;
  }

  scrolled(pane) {
    const leader = pane === 'preview' ? this.preview() : this.editor();
    this.line = Math.ceil(leader.topLine ?? 0);
    if (this.view !== 'split' || (this.following?.pane === pane && performance.now() < this.following.until)) return;
    this.follow(pane === 'preview' ? 'editor' : 'preview');
  }

  jump(line) {
    if (this.view === 'read') this.preview().goTo(line);
    else this.editor().goTo(line);
    this.line = line;
  }

  async refresh() {
    this.document = await call('GET', this.path);
  }

  async rolledBack(event) {
    localStorage.removeItem(this.draftKey);
    await this.open();
    toast(t('docs.rolledBack', { version: event.detail }));
  }

  render() {
    if (this.failure && !this.document)
      return html`<div class="doc-alone"><h1>${t('docs.document')}</h1><t-error .failure=${this.failure} .retry=${() => this.open()}></t-error></div>`;
    if (!this.document) return html`<div class="doc-alone"><h1>${t('docs.document')}</h1><p class="quiet">${t('ui.loading')}</p></div>`;
    const writing = this.mayChange ? t('docs.write') : t('docs.text');
    const panels = this.panels();
    return html`<div class="doc-page" data-view=${this.view}>${bar(this)}
      ${this.mayChange ? html`<doc-toolbar .editor=${() => this.editor()} level=${this.level ?? 0} .more=${changesSince(this)}></doc-toolbar>` : nothing}
      ${notices(this)}
      <div class="doc-work">
        <nav class="doc-outline" aria-label=${t('docs.outline')}><h2>${t('docs.outline')}</h2>
          <doc-outline .headings=${this.outline} line=${this.line ?? 0} @jump=${(event) => this.jump(event.detail)}></doc-outline></nav>
        <section class="doc-write"><h2 class="sr-only">${writing}</h2>
          <doc-editor id="doc-text" label=${writing} ?readonly=${!this.mayChange} .addPicture=${(picture) => this.addPicture(picture)} @typed=${this.typed}
            @moved=${({ detail }) => Object.assign(this, detail)} @scrolled=${() => this.scrolled('editor')}></doc-editor></section>
        <section class="doc-read"><h2 class="sr-only" id="preview">${t('docs.preview')}</h2>
          <div class="doc-preview" role="region" aria-labelledby="preview" tabindex="0" @scroll=${() => this.scrolled('preview')}>
            <doc-preview .text=${this.text} path=${this.path} ?tickable=${this.mayChange} @tick=${({ detail }) => this.editor().tick(detail.line, detail.checked)}></doc-preview></div></section>
        ${panels.length ? html`<aside class="doc-aside">${panels}</aside>` : nothing}
        <aside class="doc-versions" aria-label=${t('docs.versions')}><doc-rail .shown=${this.history} document=${this.params.id} ?open=${this.query.get('history') === 'yes'} @toggle-history=${this.toggleHistory}></doc-rail></aside>
      </div>
      ${foot(this)}
      <doc-share .document=${this.document} .me=${this.me} ?open=${this.sharing} @close=${() => {
        this.sharing = false;
      }} @shared=${() => {
        this.sharing = false;
        this.refresh();
      }}></doc-share>
      ${renameDialog(this)}</div>`;
  }

  /** What stands beside the text, one below the other: a section with the class doc-panel each. How wide that is, --doc-aside says. */
  panels() {
    return [
      this.query.get('history') === 'yes'
        ? html`<section class="doc-panel doc-history"><div class="head"><h2>${t('docs.history')}</h2>
        <button type="button" class="plain icon" aria-label=${t('ui.close')} @click=${this.toggleHistory}>✕</button></div>
        <doc-history .document=${this.document} .shown=${this.history} .failure=${this.historyFailure} tag=${this.tag} @changed=${this.readHistory} @rolled-back=${this.rolledBack}></doc-history></section>`
        : null,
      this.query.get('comments') === 'yes'
        ? html`<section class="doc-panel doc-talk"><div class="head"><h2>${t('docs.comments')}</h2>
        <button type="button" class="plain icon" aria-label=${t('ui.close')} @click=${this.toggleComments}>✕</button></div>
        <doc-comments .document=${this.document} .text=${this.text} .me=${this.me} .wanted=${this.query.get('comment')} .selection=${() => selectionOf(this.editor())}></doc-comments></section>`
        : null,
    ].filter(Boolean);
  }

  toggleComments() {
    setQuery({ comments: this.query.get('comments') === 'yes' ? null : 'yes', comment: null });
  }

  toggleHistory() {
    setQuery({ history: this.query.get('history') === 'yes' ? null : 'yes' });
  }
}

define('docstore-document', DocumentPage);
