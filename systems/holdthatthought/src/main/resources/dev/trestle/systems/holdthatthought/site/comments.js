import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { linked } from '/ui/linked.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { listen } from '/events.js';
import { all, api, API, face, icon, members, part, personPath } from './api.js';
import '/ui/field.js';
import '/ui/time.js';
import { namesLike } from '/ui/people-picker.js';

const TEXT_MAX = 2000;
const FRESH_MS = 2_000;

/** The path of an item's comments: each part of its id is one of the path. */
const pathOf = (itemId) => `/comments/${itemId.split('/').map(part).join('/')}`;

/**
 * What people say about an item: <htt-comments item="letters/1952-06-15" type="letter" heading="Nineteen at the long table" .userId=${…} ?admin=${…}>. Others' comments come
 * by themselves. What is typed stays through an error and a reload; what is deleted can be taken back.
 */
class Comments extends Element {
  static properties = {
    item: {},
    type: {},
    heading: {},
    userId: { attribute: false },
    admin: { type: Boolean },
    comments: { state: true },
    failure: { state: true },
    editing: { state: true },
    fresh: { state: true },
    busy: { state: true },
    wrong: { state: true },
    typed: { state: true },
    people: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { people: [], comments: null, fresh: new Set(), editing: null, typed: false });
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    this.learnPeople();
    listen(`${API}/events`, {
      signal: this.leaving.signal,
      onEvent: ({ type, data }) => {
        if (type === 'reset' || (type === 'comment' && data.itemId === this.item)) this.read(data?.commentId);
      },
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  /** Who can be named. Without them, a comment can be written all the same. */
  async learnPeople() {
    try {
      this.people = await members();
    } catch {
      this.people = [];
    }
  }

  /** The members whose names are like a text. */
  find(text) {
    return namesLike(
      this.people.filter(({ id }) => id !== this.userId),
      text,
    );
  }

  willUpdate(changed) {
    if (changed.has('item') && this.item) {
      this.comments = null;
      this.read();
    }
  }

  updated(changed) {
    if (!changed.has('item') || !this.item) return;
    this.kept = new Draft(`htt.comment ${this.item}`);
    this.typed = this.kept.isRestored;
    this.updateComplete.then(() => this.kept.restore(this.querySelector('.htt-say') ?? this));
  }

  async read(changed) {
    const item = this.item;
    try {
      const { items } = await all(pathOf(item), { signal: this.leaving.signal, pagesMax: 10 });
      if (item !== this.item) return;
      const isNew = changed && this.comments && !this.comments.some((each) => each.commentId === changed);
      Object.assign(this, { comments: items, failure: null });
      this.dispatchEvent(new CustomEvent('comments-read', { detail: items.length }));
      this.toAsked();
      if (isNew && items.find((each) => each.commentId === changed)?.userId !== this.userId) this.glow(changed);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** An address may name a comment: "#comment-…". It is shown once. */
  async toAsked() {
    const asked = decodeURIComponent(location.hash).replace(/^#comment-/, '');
    if (!location.hash.startsWith('#comment-') || this.shown === asked || !this.comments.some((each) => each.commentId === asked)) return;
    this.shown = asked;
    await this.updateComplete;
    this.querySelector(`[data-comment="${CSS.escape(asked)}"]`)?.scrollIntoView({ block: 'center' });
    this.glow(asked);
  }

  glow(commentId) {
    this.fresh = new Set([commentId]);
    setTimeout(() => {
      this.fresh = new Set();
    }, FRESH_MS);
  }

  async send(event) {
    event.preventDefault();
    const field = this.querySelector('.htt-say t-field');
    const text = field.control.value.trim();
    if (!text || this.busy) return;
    this.busy = true;
    this.wrong = null;
    try {
      await api('POST', pathOf(this.item), { commentText: text, itemType: this.type, itemTitle: this.heading });
      dropDraft(this.kept.key);
      field.value = '';
      field.control.value = '';
      field.given = undefined;
      this.kept = new Draft(this.kept.key);
      this.typed = false;
      await this.read();
    } catch (failure) {
      this.wrong = failure;
    } finally {
      this.busy = false;
    }
  }

  async change(event, comment) {
    event.preventDefault();
    const text = event.target.querySelector('textarea').value.trim();
    if (!text) return;
    try {
      await api('PUT', `${pathOf(this.item)}/${part(comment.commentId)}`, { commentText: text });
      this.editing = null;
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove(comment) {
    try {
      await api('DELETE', `${pathOf(this.item)}/${part(comment.commentId)}`);
      toast(t('htt.commentDeleted'), { undo: () => this.restore(comment) });
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async restore(comment) {
    try {
      await api('POST', `${pathOf(this.item)}/${part(comment.commentId)}/restore`);
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async react(comment) {
    try {
      await api('POST', `/reactions/${part(comment.commentId)}`, { itemId: this.item, reactionType: comment.myReaction ?? 'like' });
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  keyed(event) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.target.closest('form').requestSubmit();
    } else if (event.key === 'Escape' && this.editing) {
      event.stopPropagation();
      this.editing = null;
    }
  }

  render() {
    return html`<h2>${t('htt.comments')}</h2>
      ${
        this.comments
          ? html`<ol class="htt-comments">${repeat(
              this.comments.filter((each) => !each.isDeleted),
              ({ commentId }) => commentId,
              (each) => this.comment(each),
            )}</ol>`
          : this.failure
            ? nothing
            : html`<t-state loading rows="2"></t-state>`
      }
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      <form class="htt-say" @submit=${this.send} @keydown=${this.keyed} @input=${(event) => {
        this.kept?.keep(event.currentTarget);
        this.typed = event.target.value !== '';
      }}><t-mention-field rows="2" name="comment" label=${t('htt.addComment')} placeholder=${t('htt.addCommentHint')} maxlength=${TEXT_MAX} .find=${(text) => this.find(text)}></t-mention-field>
        ${this.wrong ? html`<p class="problem" role="alert">${words(this.wrong)}</p>` : nothing}
        <div class="row" ?hidden=${!this.typed}><button type="submit" class="primary" ?disabled=${this.busy} data-act="send-comment">${t('htt.comment')}</button><kbd class="htt-wide">Ctrl Enter</kbd></div></form>`;
  }

  comment(comment) {
    const isOwn = comment.userId === this.userId;
    if (this.editing === comment.commentId) {
      return html`<li><form class="htt-say open" @submit=${(event) => this.change(event, comment)} @keydown=${this.keyed}>
        <t-field type="textarea" rows="3" label=${t('htt.editComment')} .value=${comment.commentText} maxlength=${TEXT_MAX} focused></t-field>
        <div class="row"><button type="submit" class="primary" data-act="save-comment">${t('ui.save')}</button><button type="button" @click=${() => {
          this.editing = null;
        }}>${t('ui.cancel')}</button></div></form></li>`;
    }
    return html`<li class="htt-comment ${this.fresh.has(comment.commentId) ? 'fresh' : ''}" data-comment=${comment.commentId}>${face(comment.userName, comment.userPhotoUrl)}
      <div><span class="htt-by"><a href=${personPath(comment.userId)}><b>${comment.userName}</b></a> <t-time class="quiet" at=${comment.createdAt}></t-time>${comment.isEdited ? this.edited(comment) : nothing}</span>
        <p>${linked(
          comment.commentText,
          this.people.map(({ name }) => name),
        )}</p>
        <div class="htt-comment-acts">${this.reactions(comment)}
          ${
            isOwn
              ? html`<button type="button" class="plain" data-act="edit-comment" @click=${() => {
                  this.editing = comment.commentId;
                }}>${t('htt.edit')}</button>`
              : nothing
          }
          ${isOwn || this.admin ? html`<button type="button" class="plain" data-act="delete-comment" @click=${() => this.remove(comment)}>${t('htt.delete')}</button>` : nothing}</div></div></li>`;
  }

  /** That it was edited; what it said before opens below. */
  edited({ editHistory }) {
    return editHistory?.length
      ? html`<details class="htt-edited"><summary class="quiet">${t('htt.edited')}</summary>${editHistory.map((each) => html`<p class="quiet"><t-time at=${each.writtenAt}></t-time>: ${each.commentText}</p>`)}</details>`
      : html` <span class="quiet">${t('htt.edited')}</span>`;
  }

  reactions(comment) {
    const likes = comment.reactions?.find(({ type }) => type === 'like')?.count ?? 0;
    const others = (comment.reactions ?? []).filter(({ type }) => type !== 'like');
    const mine = Boolean(comment.myReaction);
    const n = comment.reactionCount ?? likes;
    return html`<button type="button" class="plain htt-like" data-act="react" aria-pressed=${mine ? 'true' : 'false'} aria-label=${t(mine ? 'htt.unlike' : 'htt.like', { n })} title=${others.map(({ type, count }) => `${type} ${count}`).join(', ') || nothing}
      @click=${() => this.react(comment)}>${icon('heart')}${n > 0 ? html`<span class="number">${n}</span>` : nothing}</button>`;
  }
}

define('htt-comments', Comments);
