import { define, Element, html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { t } from '/ui/texts.js';
import { useSheet } from '/ui/sheet.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { listen } from '/events.js';
import { call } from '/session.js';
import './comment-box.js';

const API = '/docstore/v1';
const QUOTE_MAX = 1000;

/**
 * What is selected in an editor, or in the page where nothing is selected there.
 * @param {{view?: import('@codemirror/view').EditorView, text?: string}} editor
 * @returns {{text: string, start: number}}
 */
export function selectionOf(editor) {
  const { from, to } = editor.view?.state.selection.main ?? { from: 0, to: 0 };
  if (from < to) return { text: editor.view.state.sliceDoc(from, to), start: from };
  const text = String(getSelection()).trim();
  return { text, start: (editor.text ?? '').indexOf(text) };
}

/**
 * The comments on a document, beside its text: <doc-comments .document=${…} .text=${…} .me=${…} .wanted=${…} .selection=${() => ({ text, start })}>. A thread is about a part of the
 * text or about the document; when that part is gone, it says so. `wanted` is the id of a comment to scroll to. What others write shows by itself, and what is being typed stays.
 */
class DocComments extends Element {
  static properties = {
    document: { attribute: false },
    text: { attribute: false },
    me: { attribute: false },
    selection: { attribute: false },
    wanted: { attribute: false },
    comments: { state: true },
    readers: { state: true },
    failure: { state: true },
    replying: { state: true },
    editing: { state: true },
    resolvedToo: { state: true },
    found: { state: true },
    anchor: { state: true },
    fresh: { state: true },
  };

  constructor() {
    super();
    this.comments = null;
    this.readers = [];
    this.fresh = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/docstore/comments.css');
    this.leaving = new AbortController();
    listen(`${API}/events`, {
      signal: this.leaving.signal,
      onEvent: ({ type, data }) => {
        if (type === 'ready' || type === 'reset' || (type === 'comment' && data.id === this.document?.id)) this.read(data?.commentId);
      },
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('document') && this.document && this.document.id !== this.known) {
      this.known = this.document.id;
      this.read();
    }
    if (changed.has('wanted')) this.sought = this.wanted ?? null;
    if (this.sought && this.comments) this.seek();
  }

  /** Goes to the comment that the address names, in a resolved thread too, and says so if it is gone. */
  async seek() {
    const id = this.sought;
    this.sought = null;
    const comment = this.comments.find((each) => each.commentId === id && !each.deletedAt);
    if (!comment) {
      toast(t('docs.commentGone'));
      return;
    }
    if (this.comments.find((each) => each.commentId === (comment.parentId ?? id))?.resolvedAt) this.resolvedToo = true;
    this.found = id;
    await this.updateComplete;
    const found = /** @type {HTMLElement} */ (this.querySelector(`.doc-said[data-comment="${CSS.escape(id)}"]`));
    found?.scrollIntoView({ block: 'center' });
    found?.focus({ preventScroll: true });
  }

  get path() {
    return `${API}/documents/${encodeURIComponent(this.document.id)}`;
  }

  /** Reads them again; what somebody else wrote just now is marked for a moment. */
  async read(changed) {
    if (!this.document) return;
    try {
      const options = { signal: this.leaving.signal };
      const [comments, readers] = await Promise.all([
        call('GET', `${this.path}/comments`, undefined, options),
        this.readers.length ? { items: this.readers } : call('GET', `${this.path}/readers`, undefined, options),
      ]);
      const isNew = changed && this.comments && !this.comments.some((each) => each.commentId === changed);
      Object.assign(this, { comments: comments.items, readers: readers.items, failure: null });
      if (isNew) this.fresh = new Set([changed]);
    } catch (failure) {
      if (failure.name !== 'AbortError' && failure.status !== 404) this.failure = failure;
    }
  }

  /** Whether the part of the text that a thread is about is there no more. */
  isOutdated({ anchor }) {
    return Boolean(anchor) && this.text !== undefined && !this.text.includes(anchor.quote);
  }

  /** Takes what is selected in the text as what the next comment is about. */
  quote() {
    const chosen = this.selection?.();
    const quote = (chosen?.text ?? '').trim().slice(0, QUOTE_MAX);
    this.anchor = quote ? { version: this.document.currentVersion, quote, start: Math.max(0, chosen.start) } : null;
    if (!quote) toast(t('docs.selectFirst'));
    this.querySelector('doc-comment-box')?.focusText();
  }

  async add(detail, parentId) {
    await call('POST', `${this.path}/comments`, {
      ...detail,
      ...(parentId ? { parentId } : {}),
      ...(!parentId && this.anchor ? { anchor: this.anchor } : {}),
    });
    if (!parentId) this.anchor = null;
    this.replying = null;
    await this.read();
  }

  async edit(commentId, detail) {
    await call('PATCH', `${this.path}/comments/${commentId}`, detail);
    this.editing = null;
    await this.read();
  }

  async act(commentId, what) {
    try {
      await call('POST', `${this.path}/comments/${commentId}/${what}`);
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove(commentId) {
    try {
      await call('DELETE', `${this.path}/comments/${commentId}`);
      toast(t('docs.commentDeleted'), { undo: () => this.act(commentId, 'restore') });
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  /** Threads: the first comment of each, and its replies. A reply whose comment is gone stands under an empty one. */
  get threads() {
    const first = new Map();
    for (const each of this.comments) if (!each.parentId) first.set(each.commentId, { head: each, replies: [] });
    for (const each of this.comments) {
      if (!each.parentId) continue;
      if (!first.has(each.parentId))
        first.set(each.parentId, {
          head: { commentId: each.parentId, deletedAt: each.createdAt, createdAt: each.createdAt, mentions: [] },
          replies: [],
        });
      first.get(each.parentId).replies.push(each);
    }
    return [...first.values()];
  }

  render() {
    if (!this.comments)
      return this.failure
        ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`
        : html`<p class="quiet">${t('ui.loading')}</p>`;
    const { threads } = this;
    const open = threads.filter(({ head }) => !head.resolvedAt);
    const resolved = threads.length - open.length;
    const shown = this.resolvedToo ? threads : open;
    return html`<div class="doc-comments" role="region" aria-label=${t('docs.comments')}>
      <div class="doc-comment new">${this.anchor ? html`<blockquote class="cut">${this.anchor.quote}</blockquote>` : nothing}
        <doc-comment-box label=${t('docs.newComment')} .people=${this.readers} .send=${(detail) => this.add(detail)}></doc-comment-box>
        ${this.selection ? html`<button type="button" class="plain" data-act="quote" @mousedown=${(event) => event.preventDefault()} @click=${() => (this.anchor ? (this.anchor = null) : this.quote())}>${this.anchor ? t('docs.unquote') : t('docs.quote')}</button>` : nothing}</div>
      ${threads.length === 0 ? html`<p class="quiet">${t('docs.noComments')}</p>` : nothing}
      ${shown.map((thread) => this.thread(thread))}
      ${
        resolved > 0
          ? html`<button type="button" class="plain" data-act="resolved" aria-expanded=${this.resolvedToo ? 'true' : 'false'} @click=${() => {
              this.resolvedToo = !this.resolvedToo;
            }}>${t('docs.resolvedComments', { n: resolved })}</button>`
          : nothing
      }
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}</div>`;
  }

  thread({ head, replies }) {
    const mayResolve = !head.deletedAt && (this.document.role !== 'viewer' || head.author === this.me?.subject);
    return html`<article class="doc-comment ${head.resolvedAt ? 'resolved' : ''}" data-comment=${head.commentId} aria-label=${t('docs.commentBy', { name: this.name(head) })}>
      ${head.anchor ? html`<blockquote class="cut" title=${head.anchor.quote}>${head.anchor.quote}</blockquote>` : nothing}
      ${this.isOutdated(head) ? html`<t-badge tone="warn" text=${t('docs.outdated')}></t-badge>` : nothing}
      ${this.one(head)}${replies.map((each) => this.one(each))}
      ${
        this.replying === head.commentId
          ? html`<doc-comment-box label=${t('docs.reply')} focused .people=${this.readers} .send=${(detail) => this.add(detail, head.commentId)} .cancel=${() => {
              this.replying = null;
            }}></doc-comment-box>`
          : html`<div class="row tight">${
              head.deletedAt || head.resolvedAt
                ? nothing
                : html`<button type="button" class="plain" data-act="reply" @click=${() => {
                    this.replying = head.commentId;
                  }}>${t('docs.reply')}</button>`
            }
          ${mayResolve ? html`<button type="button" class="plain" data-act=${head.resolvedAt ? 'reopen' : 'resolve'} @click=${() => this.act(head.commentId, head.resolvedAt ? 'reopen' : 'resolve')}>${head.resolvedAt ? t('docs.reopen') : t('docs.resolve')}</button>` : nothing}</div>`
      }</article>`;
  }

  name(comment) {
    return comment.author === this.me?.subject ? t('docs.me') : (comment.authorName ?? comment.author ?? '');
  }

  one(comment) {
    if (comment.deletedAt) return html`<p class="quiet">${t('docs.deletedComment')}</p>`;
    const isOwn = comment.author === this.me?.subject;
    if (this.editing === comment.commentId) {
      return html`<doc-comment-box label=${t('docs.editComment')} focused value=${comment.text} .mentions=${comment.mentions} .people=${this.readers} .send=${(detail) => this.edit(comment.commentId, detail)} .cancel=${() => {
        this.editing = null;
      }}></doc-comment-box>`;
    }
    return html`<div class="doc-said ${this.fresh.has(comment.commentId) ? 'fresh' : ''} ${this.found === comment.commentId ? 'sought' : ''}" data-comment=${comment.commentId} tabindex="-1">
      <div class="doc-by">${avatar(comment.authorName ?? comment.author)}<strong class="cut">${this.name(comment)}</strong><span class="quiet"><t-time at=${comment.createdAt}></t-time>${comment.editedAt ? html` · ${t('docs.edited')}` : nothing}</span></div>
      <p class="doc-words">${this.words(comment)}</p>
      ${
        isOwn || this.document.role === 'owner'
          ? html`<div class="doc-own">${
              isOwn
                ? html`<button type="button" class="plain" data-act="edit-comment" @click=${() => {
                    this.editing = comment.commentId;
                  }}>${t('docs.edit')}</button>`
                : nothing
            }
        <button type="button" class="plain" data-act="delete-comment" @click=${() => this.remove(comment.commentId)}>${t('docs.delete')}</button></div>`
          : nothing
      }</div>`;
  }

  /** The text, with the people that it mentions marked. */
  words({ text, mentions }) {
    const names = mentions.map((each) => `@${each.name ?? each.personId}`).sort((one, other) => other.length - one.length);
    if (names.length === 0) return text;
    const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`);
    return text.split(pattern).map((part) => (names.includes(part) ? html`<strong class="doc-mention">${part}</strong>` : part));
  }
}

define('doc-comments', DocComments);
