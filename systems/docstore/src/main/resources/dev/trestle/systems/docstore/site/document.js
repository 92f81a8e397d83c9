import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { values } from '/ui/field.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { listen } from '/events.js';
import { call, download, request } from '/session.js';
import { compare, merge } from './lines.js';
import { selectionOf } from './comments.js';
import './diff.js';
import './editor.js';
import './history.js';
import './presence.js';
import './preview.js';
import './share.js';

const API = '/docstore/v1';
const AUTOSAVE_MS = 2_000;
const RETRY_MS = 10_000;
/** Browsers keep five million characters of a site; longer texts are on the server, or on the page, only. */
const DRAFT_LENGTH_MAX = 2_000_000;
const STATES = { saved: 'good', typed: 'info', saving: 'busy', unsaved: 'bad', conflict: 'warn', reading: 'plain' };

const oneKindOfLines = (text) => text.replace(/\r\n?/g, '\n');

/**
 * A document: its text, how it looks, and what became of it. The text that is typed is kept in this browser until the server has it, so that
 * neither an expired sign-in nor a lost connection loses it.
 */
class DocumentPage extends Page {
  static properties = { ...Page.properties, document: { state: true }, text: { state: true }, base: { state: true }, tag: { state: true }, state: { state: true },
    failure: { state: true }, conflict: { state: true }, sharing: { state: true }, gone: { state: true }, kept: { state: true }, naming: { state: true }, adding: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        this.save('update');
      }
    };
    this.leavingPage = (event) => {
      if (this.isDirty) event.preventDefault();
    };
    addEventListener('keydown', this.keys);
    addEventListener('beforeunload', this.leavingPage);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener('keydown', this.keys);
    removeEventListener('beforeunload', this.leavingPage);
    clearTimeout(this.timer);
    if (this.isDirty && !this.conflict) this.save('autosave');
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

  async firstUpdated() {
    await useSheet('/docstore/docstore.css');
    await this.open();
    const draft = JSON.parse(localStorage.getItem(this.draftKey) ?? 'null');
    if (draft && this.mayChange && draft.text !== this.base) {
      Object.assign(this, { text: draft.text, base: draft.base, tag: draft.tag, state: 'typed', kept: true });
      this.editor().text = draft.text;
    }
    listen(`${API}/events`, { signal: this.live, onEvent: (event) => this.heard(event) });
  }

  editor() {
    return this.querySelector('doc-editor') ?? {};
  }

  /** Whether it shows what is stored now. */
  async open() {
    try {
      const before = this.text;
      const [document, content] = await Promise.all([call('GET', this.path), request('GET', `${this.path}/content`, undefined, { headers: { Accept: 'text/markdown' } })]);
      const stored = await content.text();
      const text = oneKindOfLines(stored);
      // What was typed while this was read is not taken away; saving it shows the conflict.
      if (this.text !== before) return false;
      this.isAsStored = text === stored;
      Object.assign(this, { document, text, base: text, tag: content.headers.get('etag'), state: document.role === 'viewer' ? 'reading' : 'saved', failure: null, conflict: null });
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

  /** What others do shows by itself, unless it would take away what is being typed: then it shows later. */
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
    if (this.conflict) return;
    this.state = this.isDirty ? 'typed' : 'saved';
    this.keep();
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
    } catch (full) {
      console.warn('The text is not kept in this browser.', full);
    }
  }

  async save(changeType) {
    clearTimeout(this.timer);
    if (!this.mayChange || this.state === 'saving' || this.conflict) return;
    // Saving by hand what was autosaved keeps that version. Other line ends alone are no reason for a new one.
    if (!this.isDirty && (changeType === 'autosave' || !this.isAsStored)) return;
    const { text } = this;
    this.state = 'saving';
    try {
      const answer = await request('PUT', `${this.path}/content?changeType=${changeType}`, new Blob([text], { type: 'text/markdown' }), { headers: { 'If-Match': this.tag } });
      Object.assign(this, { document: await answer.json(), base: text, tag: answer.headers.get('etag'), failure: null, kept: false });
      this.isAsStored = true;
      this.state = this.isDirty ? 'typed' : 'saved';
      this.keep();
      if (this.isDirty) this.timer = setTimeout(() => this.save('autosave'), AUTOSAVE_MS);
      else if (this.isBehind) await this.catchUp();
    } catch (failure) {
      await this.refused(failure);
    }
  }

  async refused(failure) {
    if (failure.status === 412) {
      await this.showConflict();
      return;
    }
    this.state = 'unsaved';
    this.failure = failure;
    if (failure.status === 0 || failure.status >= 500) this.timer = setTimeout(() => this.save('autosave'), RETRY_MS);
  }

  async showConflict() {
    try {
      const content = await request('GET', `${this.path}/content`, undefined, { headers: { Accept: 'text/markdown' } });
      const theirs = oneKindOfLines(await content.text());
      const merged = merge(this.base, theirs, this.text);
      this.conflict = { theirs, tag: content.headers.get('etag'), rows: compare(theirs, this.text), ...merged };
      this.state = 'conflict';
    } catch (failure) {
      this.state = 'unsaved';
      this.failure = failure;
    }
  }

  /** Goes on from their version with another text, which is saved as a version of its own. */
  async settle(text) {
    const { theirs, tag } = this.conflict;
    Object.assign(this, { conflict: null, base: theirs, tag, text, state: 'typed' });
    await this.updateComplete;
    this.editor().text = text;
    if (this.isDirty) await this.save('update');
    else {
      this.state = 'saved';
      this.keep();
      this.document = await call('GET', this.path);
    }
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

  async leave() {
    const { displayName } = this.document;
    if (await confirmed({ heading: t('docs.leave'), text: t('docs.leaveText', { name: displayName }), label: t('docs.leave'), act: () => call('POST', `${this.path}/leave`) })) {
      localStorage.removeItem(this.draftKey);
      this.base = this.text;
      navigate('/docstore?view=shared');
    }
  }

  async remove() {
    const { displayName } = this.document;
    try {
      await call('DELETE', this.path);
      localStorage.removeItem(this.draftKey);
      this.base = this.text;
      const { path } = this;
      navigate('/docstore');
      toast(t('docs.deletedNow', { name: displayName }), { undo: () => call('POST', `${path}/restore`).then(() => navigate('/docstore?view=mine')) });
    } catch (failure) {
      this.failure = failure;
    }
  }

  async rename(event) {
    const { name } = values(event);
    try {
      this.document = await call('PATCH', this.path, { displayName: name });
      this.naming = false;
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  render() {
    if (this.failure && !this.document) return html`<h1>${t('docs.document')}</h1><t-error .failure=${this.failure} .retry=${() => this.open()}></t-error>`;
    if (!this.document) return html`<h1>${t('docs.document')}</h1><p class="quiet">${t('ui.loading')}</p>`;
    const history = this.query.get('history') === 'yes';
    const writing = this.mayChange ? t('docs.write') : t('docs.text');
    return html`${this.head(history)}
      ${this.gone ? html`<p class="problem" role="alert">${t('docs.gone')}</p>` : nothing}
      ${this.kept ? html`<p class="quiet" role="status">${t('docs.kept')}</p>` : nothing}
      ${this.adding ? html`<p class="quiet" role="status">${t('docs.addingPicture')}</p>` : nothing}
      ${this.failure ? html`<t-error .failure=${this.failure} message=${t('docs.notSaved', { why: words(this.failure) })} .retry=${() => this.save('update')}></t-error>` : nothing}
      <div class="doc-work ${history ? 'with-history' : ''}">
        <section><h2>${writing}</h2>
          <doc-editor label=${writing} ?readonly=${!this.mayChange} .addPicture=${(picture) => this.addPicture(picture)} @typed=${this.typed}></doc-editor></section>
        <section class="doc-read"><h2 id="preview">${t('docs.preview')}</h2>
          <div class="doc-preview" role="region" aria-labelledby="preview" tabindex="0"><doc-preview .text=${this.text} path=${this.path}></doc-preview></div></section>
        ${this.query.get('comments') === 'yes' ? html`<section class="doc-talk"><h2>${t('docs.comments')}</h2><doc-comments .document=${this.document} .text=${this.text} .me=${this.me} .selection=${() => selectionOf(this.editor())}></doc-comments></section>` : nothing}
        ${history ? html`<section class="doc-history"><h2>${t('docs.history')}</h2>
          <doc-history .document=${this.document} tag=${this.tag} @rolled-back=${this.rolledBack}></doc-history></section>` : nothing}
      </div>
      <doc-share .document=${this.document} ?open=${this.sharing} @close=${() => { this.sharing = false; }} @shared=${() => { this.sharing = false; this.refresh(); }}></doc-share>
      <t-dialog ?open=${this.naming} heading=${t('docs.rename')} @close=${() => { this.naming = false; }}
        .content=${html`<form class="stack" id="rename" @submit=${(event) => this.rename(event)}>
          <t-field label=${t('docs.name')} name="name" required maxlength="200" value=${this.document.displayName} focused></t-field></form>`}
        .actions=${html`<button type="submit" form="rename" class="primary">${t('ui.save')}</button>`}></t-dialog>
      ${this.merging()}`;
  }

  async refresh() {
    this.document = await call('GET', this.path);
  }

  async rolledBack(event) {
    localStorage.removeItem(this.draftKey);
    await this.open();
    toast(t('docs.rolledBack', { version: event.detail }));
  }

  head(history) {
    const { document } = this;
    return html`<div class="page-head"><nav class="crumbs"><a href="/docstore">${t('docs.title')}</a></nav>
      <h1>${document.displayName}</h1>
      ${this.mayChange ? html`<button type="button" class="plain" data-act="rename" @click=${() => { this.naming = true; }}>${t('docs.rename')}</button>` : nothing}
      <span class="doc-state" role="status" data-state=${this.state}><t-badge tone=${STATES[this.state]} text=${t(`docs.state.${this.state}`)}></t-badge></span>
      <span class="quiet">v${document.currentVersion} · ${bytes(document.size)} · <t-time at=${document.lastModified}></t-time></span>
      <div class="row end"><doc-presence document=${this.params.id} .me=${this.me} ?editing=${this.isDirty}></doc-presence>
        <button type="button" data-act="comments" aria-expanded=${this.query.get('comments') === 'yes' ? 'true' : 'false'} @click=${() => setQuery({ comments: this.query.get('comments') === 'yes' ? null : 'yes' })}>${t('docs.comments')}</button>
        ${this.mayChange ? html`<button type="button" class="primary" data-act="save" ?disabled=${!this.isDirty || this.state === 'saving'} @click=${() => this.save('update')}>${t('ui.save')}</button>` : nothing}
        <button type="button" data-act="history" aria-expanded=${history ? 'true' : 'false'} @click=${() => setQuery({ history: history ? null : 'yes' })}>${t('docs.history')}</button>
        <button type="button" data-act="share" @click=${() => { this.sharing = true; }}>${t('docs.share')}</button>
        <button type="button" @click=${() => download(`${this.path}/content?download=true`, document.fileName)}>${t('docs.download')}</button>
        <button type="button" @click=${() => print()}>${t('docs.print')}</button>
        ${document.role === 'owner' ? html`<button type="button" class="danger" data-act="delete" @click=${this.remove}>${t('docs.delete')}</button>`
          : html`<button type="button" class="danger" data-act="leave" @click=${this.leave}>${t('docs.leave')}</button>`}
      </div></div>`;
  }

  merging() {
    const { conflict } = this;
    return html`<t-dialog wide ?open=${Boolean(conflict)} heading=${t('docs.conflict')} @close=${() => { if (this.conflict) { this.conflict = null; this.state = 'unsaved'; } }}
      .content=${conflict ? html`<p>${t('docs.conflictText')}</p>
        <doc-diff .rows=${conflict.rows} left=${t('docs.theirs')} right=${t('docs.yours')}></doc-diff>
        <div class="doc-merge"><label for="merged"><strong>${t('docs.merged')}</strong></label>
          <p class="quiet">${conflict.conflicts ? t('docs.mergeByHand', { n: conflict.conflicts }) : t('docs.mergedAll')}</p>
          <textarea id="merged" name="merged" .value=${conflict.text} @input=${(event) => { conflict.text = event.target.value; }}></textarea></div>` : nothing}
      .actions=${conflict ? html`<button type="button" data-act="take-theirs" @click=${() => this.settle(conflict.theirs)}>${t('docs.takeTheirs')}</button>
        <button type="button" data-act="keep-mine" @click=${() => this.settle(this.text)}>${t('docs.keepMine')}</button>
        <button type="button" class="primary" data-act="save-merged" @click=${() => this.settle(conflict.text)}>${t('docs.saveMerged')}</button>` : null}></t-dialog>`;
  }
}

define('docstore-document', DocumentPage);
