import { repeat } from 'lit/directives/repeat.js';
import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { namesLike } from '/ui/people-picker.js';
import { confirmed } from '/ui/dialog.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { openViewer } from '/ui/viewer.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { linked } from '/ui/linked.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { putFile, typeOf } from '/ui/files.js';
import { dayName } from '/ui/timeline.js';
import { all, api, face, icon, part, SITE } from './api.js';
import { MemberPage } from './member-page.js';
import '/ui/upload.js';
import '/ui/time.js';

const TEXT_MAX = 5000;
const FILES_MAX = 10;
const FILE_BYTES_MAX = 25 * 1024 * 1024;
const AGAIN_MS = 150;
const NEAR_END_PX = 120;

const startOfDay = (at) => new Date(at).setHours(0, 0, 0, 0);

/** Conversations beside the one that is read. Messages come by themselves; what is typed is kept for each conversation. */
class Messages extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    conversations: { state: true },
    messages: { state: true },
    next: { state: true },
    failure: { state: true },
    busy: { state: true },
    people: { state: true },
    chosen: { state: true },
    opening: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { conversations: null, messages: null, next: null, people: [], chosen: [], opening: false });
  }

  async opened() {
    this.isOpen = true;
    await Promise.all([this.readList(), this.readMessages(), this.readPeople()]);
  }

  willUpdate(changed) {
    if (changed.has('params') && this.isOpen && this.shownId !== this.params.id) this.readMessages();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get current() {
    return this.conversations?.find((each) => each.conversationId === this.params.id) ?? null;
  }

  async readPeople() {
    this.people = (await all('/users', { signal: this.live, pagesMax: 5 }).catch(() => ({ items: [] }))).items
      .filter((each) => each.userId !== this.userId)
      .map((each) => ({ id: each.userId, name: each.displayName }));
  }

  async readList() {
    try {
      this.conversations = (await all('/messages/conversations', { signal: this.live, pagesMax: 3 })).items;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async readMessages({ quiet = false } = {}) {
    const { id } = this.params;
    this.shownId = id;
    if (!quiet) Object.assign(this, { messages: null, next: null, failure: null });
    if (!id) return;
    try {
      const page = await api('GET', `/messages/${part(id)}?limit=50`, undefined, { signal: this.live });
      if (this.params.id !== id) return;
      const before = quiet ? this.messages : null;
      const isAtEnd = !before || this.isAtEnd();
      // Older pages that were read stay.
      const known = new Set(page.items.map((each) => each.messageId));
      const oldest = page.items.at(-1)?.createdAt;
      const older = (before ?? []).filter((each) => !known.has(each.messageId) && oldest && each.createdAt < oldest);
      this.messages = [...page.items, ...older];
      if (!before) this.next = page.nextCursor;
      await this.updateComplete;
      if (!before) this.keepTyped(id);
      if (isAtEnd) this.toEnd();
      this.markRead(page.items[0]);
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.params.id === id) this.failure = failure;
    }
  }

  keepTyped(id) {
    const form = this.querySelector('.htt-write');
    if (!form) return;
    this.kept = new Draft(`htt.message ${id}`);
    this.kept.restore(form);
    if (matchMedia('(min-width: 48.01rem)').matches) form.querySelector('textarea')?.focus();
  }

  /** What can be seen is read. */
  async markRead(newest) {
    const { current } = this;
    if (!newest || document.hidden || !current?.unreadCount) return;
    try {
      await api('PUT', `/messages/${part(current.conversationId)}/read`, { upTo: newest.createdAt });
      this.conversations = this.conversations.map((each) => (each === current ? { ...each, unreadCount: 0 } : each));
    } catch {
      // The next message tries again.
    }
  }

  isAtEnd() {
    const list = this.querySelector('.htt-thread');
    return !list || list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
  }

  toEnd() {
    const list = this.querySelector('.htt-thread');
    if (list) list.scrollTop = list.scrollHeight;
  }

  async older() {
    const list = this.querySelector('.htt-thread');
    const from = list.scrollHeight - list.scrollTop;
    this.busy = true;
    try {
      const page = await api('GET', `/messages/${part(this.params.id)}?limit=50&cursor=${part(this.next)}`, undefined, { signal: this.live });
      Object.assign(this, { messages: [...this.messages, ...page.items], next: page.nextCursor });
      await this.updateComplete;
      list.scrollTop = list.scrollHeight - from;
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  told(type, data) {
    if (!['message', 'conversation', 'reset'].includes(type)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.readList();
      if (type === 'reset' || data?.conversationId === this.params.id) await this.readMessages({ quiet: true });
    }, AGAIN_MS);
  }

  async send(event) {
    event.preventDefault();
    if (this.busy) return;
    const { id } = this.params;
    const field = this.querySelector('.htt-write t-field');
    const upload = this.querySelector('.htt-write t-upload');
    const text = field.control.value.trim();
    const files = upload.files.filter(({ state }) => state === 'waiting' || state === 'failed' || state === 'done');
    if (!text && files.length === 0) return;
    Object.assign(this, { busy: true, wrong: null });
    try {
      const attachments = files.length ? await this.sendFiles(id, upload) : [];
      await api('POST', `/messages/${part(id)}`, { messageText: text, ...(attachments.length ? { attachments } : {}) });
      dropDraft(`htt.message ${id}`);
      field.value = '';
      field.control.value = '';
      field.given = undefined;
      upload.clear();
      this.sent = new Map();
      await this.readMessages({ quiet: true });
      this.toEnd();
      await this.readList();
    } catch (failure) {
      this.wrong = failure;
    } finally {
      this.busy = false;
      field.control.focus();
    }
  }

  async sendFiles(id, upload) {
    this.sent ??= new Map();
    const isDone = await upload.sendAll(async (file, { signal, onProgress }) => {
      const contentType = typeOf(file) || 'application/octet-stream';
      const { uploadUrl, url, s3Key, key, headers } = await api(
        'POST',
        `/messages/${part(id)}/upload-url`,
        { fileName: file.name, contentType, size: file.size },
        { signal },
      );
      await putFile(uploadUrl ?? url, { headers: headers ?? { 'Content-Type': contentType }, file, signal, onProgress });
      this.sent.set(file, { s3Key: s3Key ?? key, fileName: file.name, contentType });
    });
    if (!isDone) throw Object.assign(new Error(t('htt.filesNotSent')), { status: 400 });
    return upload.files.filter(({ state }) => state === 'done').map(({ file }) => this.sent.get(file));
  }

  keyed(event) {
    if (
      event.key === 'Enter' &&
      !event.isComposing &&
      (event.ctrlKey || event.metaKey || (!event.shiftKey && matchMedia('(hover: hover)').matches))
    ) {
      event.preventDefault();
      event.target.closest('form').requestSubmit();
    }
  }

  async remove(message) {
    const path = `/messages/${part(message.conversationId)}/${part(message.messageId)}`;
    try {
      await api('DELETE', path);
      await this.readMessages({ quiet: true });
      toast(t('htt.messageDeleted'), {
        undo: async () => {
          try {
            await api('POST', `${path}/restore`);
            await this.readMessages({ quiet: true });
          } catch (failure) {
            toast(words(failure), { tone: 'bad' });
          }
        },
      });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async open(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    if (this.chosen.length === 0) return;
    try {
      const { conversationId } = await api('POST', '/messages/conversations', {
        participantIds: this.chosen.map(({ id }) => id),
        ...(this.chosen.length > 1 && form.get('title')?.trim() ? { conversationTitle: form.get('title').trim() } : {}),
      });
      Object.assign(this, { opening: false, chosen: [] });
      await this.readList();
      navigate(`${SITE}/messages/${part(conversationId)}`);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async more(event) {
    const { current } = this;
    const isCreator = current.creatorId === this.userId;
    const isGroup = current.conversationType === 'group';
    const chosen = await openInlineMenu({
      anchor: event.currentTarget,
      label: t('htt.more'),
      items: [
        ...(isGroup ? [{ id: 'leave', text: t('htt.leaveGroup') }] : []),
        ...(isCreator ? [{ id: 'delete', text: t('htt.deleteConversation') }] : []),
        ...(!isGroup && !isCreator ? [{ id: '', text: t('htt.nothingToDo'), disabled: ' ' }] : []),
      ],
    });
    if (!chosen) return;
    const path = `/messages/${part(current.conversationId)}`;
    const done = await confirmed({
      heading: t(chosen === 'leave' ? 'htt.leaveGroup' : 'htt.deleteConversation'),
      text: t(chosen === 'leave' ? 'htt.leaveText' : 'htt.deleteConversationText', { name: this.nameOf(current) }),
      label: t(chosen === 'leave' ? 'htt.leave' : 'htt.delete'),
      act: () => (chosen === 'leave' ? api('POST', `${path}/leave`) : api('DELETE', path)),
    });
    if (!done) return;
    await this.readList();
    navigate(`${SITE}/messages`);
  }

  nameOf(conversation) {
    const others = conversation.participants.filter(({ userId }) => userId !== this.userId);
    return conversation.conversationTitle || others.map(({ displayName }) => displayName).join(', ') || t('htt.onlyYou');
  }

  view() {
    return html`<div class="htt-messages ${this.params.id ? 'reading' : ''}"><aside class="htt-talks" aria-label=${t('htt.conversations')}>
        <div class="htt-bar"><h1>${t('htt.messages')}</h1><button type="button" class="end" data-act="new-conversation" @click=${() => {
          this.opening = true;
        }}>${icon('plus')}${t('htt.newConversation')}</button></div>${this.list()}</aside>
      <section class="htt-talk" aria-label=${this.current ? this.nameOf(this.current) : t('htt.messages')}>${this.talk()}</section>${this.openDialog()}</div>`;
  }

  list() {
    if (!this.conversations)
      return this.failure
        ? html`<t-error .failure=${this.failure} .retry=${() => this.readList()}></t-error>`
        : html`<t-state loading rows="5"></t-state>`;
    if (this.conversations.length === 0) return html`<t-empty heading=${t('htt.noConversations')} text=${t('htt.noConversationsText')}></t-empty>`;
    return html`<ul>${repeat(
      this.conversations,
      ({ conversationId }) => conversationId,
      (each) => {
        const name = this.nameOf(each);
        const partner = each.participants.find(({ userId }) => userId !== this.userId);
        return html`<li><a href="${SITE}/messages/${part(each.conversationId)}" data-conversation=${each.conversationId} aria-current=${each.conversationId === this.params.id ? 'page' : nothing}>${face(name, each.conversationType === 'direct' ? partner?.photoUrl : null)}
          <span class="htt-row-what"><span class="htt-talk-head"><strong class="cut">${name}</strong><t-time short class="quiet" at=${each.lastMessageAt}></t-time></span><span class="cut quiet">${each.lastMessageText ?? ''}</span></span>
          ${each.unreadCount > 0 ? html`<span class="htt-unread"><span class="sr-only">${t('htt.unread')} </span>${each.unreadCount}</span>` : nothing}</a></li>`;
      },
    )}</ul>`;
  }

  talk() {
    const { current } = this;
    if (!this.params.id) return html`<t-empty heading=${t('htt.chooseConversation')} text=${t('htt.chooseConversationText')}></t-empty>`;
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.readMessages()}></t-error>`;
    return html`<div class="htt-bar"><a class="button plain icon htt-phone" href="${SITE}/messages" aria-label=${t('htt.conversations')}>${icon('left')}</a><h2 class="cut">${current ? this.nameOf(current) : ''}</h2>
        <span class="quiet cut htt-wide">${current?.conversationType === 'group' ? current.participants.map(({ displayName }) => displayName).join(', ') : nothing}</span>
        ${current ? html`<button type="button" class="plain icon end" data-act="more" aria-label=${t('htt.more')} @click=${this.more}>${icon('dots')}</button>` : nothing}</div>
      <div class="htt-thread" tabindex="0" role="log" aria-label=${t('htt.messages')}>${this.messages ? this.thread() : html`<t-state loading rows="4"></t-state>`}</div>
      <form class="htt-write htt-say" @submit=${this.send} @keydown=${this.keyed} @input=${(event) => this.kept?.keep(event.currentTarget)}>
        ${this.wrong ? html`<p class="problem" role="alert">${words(this.wrong)}</p>` : nothing}
        <div class="htt-write-row"><t-upload hold compact iconic label=${t('htt.attachFiles')} .maxBytes=${FILE_BYTES_MAX} .maxFiles=${FILES_MAX} zone=".htt-talk"></t-upload>
          <t-field type="textarea" rows="1" name="message" label=${t('htt.writeHere')} placeholder=${t('htt.writeHere')} maxlength=${TEXT_MAX}></t-field>
          <button type="submit" class="primary" data-act="send-message" ?disabled=${this.busy} aria-label=${t('htt.send')}>${icon('send')}<span class="htt-wide">${t('htt.send')}</span></button></div></form>`;
  }

  thread() {
    if (this.messages.length === 0) return html`<t-empty heading=${t('htt.noMessages')} text=${t('htt.noMessagesText')}></t-empty>`;
    const inOrder = [...this.messages].reverse();
    return html`${this.next ? html`<p class="htt-older"><button type="button" ?disabled=${this.busy} @click=${this.older}>${t('htt.olderMessages')}</button></p>` : nothing}
      <ol>${repeat(
        inOrder,
        ({ messageId }) => messageId,
        (message, i) => this.message(message, inOrder[i - 1]),
      )}</ol>`;
  }

  message(message, before) {
    const isOwn = message.senderId === this.userId;
    const isNewDay = !before || startOfDay(before.createdAt) !== startOfDay(message.createdAt);
    const isSame = !isNewDay && before?.senderId === message.senderId;
    return html`<li class="htt-message ${isOwn ? 'own' : ''} ${isSame ? 'same' : ''}" data-message=${message.messageId}>${isNewDay ? html`<h3 class="htt-day-name">${dayName(startOfDay(message.createdAt))}</h3>` : nothing}
      ${isSame ? nothing : html`<span class="htt-sender">${isOwn ? t('htt.you') : message.senderName} <t-time class="quiet" at=${message.createdAt}></t-time></span>`}
      <div class="htt-bubble">${message.messageText ? html`<p>${linked(message.messageText)}</p>` : nothing}${message.attachments?.length ? this.files(message.attachments) : nothing}</div>
      ${isOwn ? html`<button type="button" class="plain" data-act="delete-message" aria-label=${t('htt.deleteMessage')} @click=${() => this.remove(message)}>${t('htt.delete')}</button>` : nothing}</li>`;
  }

  files(attachments) {
    const items = attachments.map((each) => ({ name: each.fileName, type: each.contentType, size: each.size, url: each.url }));
    return html`<ul class="htt-files">${attachments.map(
      (each, at) =>
        html`<li><button type="button" @click=${() => openViewer({ items, at })}>${each.contentType.startsWith('image/') && each.url ? html`<img src=${each.url} alt="" loading="lazy">` : icon('page')}<span class="cut">${each.fileName}</span>${each.size ? html`<span class="quiet">${bytes(each.size)}</span>` : nothing}</button></li>`,
    )}</ul>`;
  }

  openDialog() {
    return html`<t-dialog heading=${t('htt.newConversation')} ?open=${this.opening} @close=${() => {
      this.opening = false;
    }} .content=${html`<form id="htt-open" class="stack" @submit=${(event) => this.open(event)}><t-people-picker label=${t('htt.withWhom')} hint=${t('htt.withWhomHint')} .find=${(text) => namesLike(this.people, text)} .value=${this.chosen} @people-change=${({
      detail,
    }) => {
      this.chosen = detail;
    }}></t-people-picker>${this.chosen.length > 1 ? html`<t-field name="title" label=${t('htt.groupTitle')} maxlength="200"></t-field>` : nothing}</form>`}
      .actions=${html`<button type="submit" form="htt-open" class="primary" data-act="open-conversation" ?disabled=${this.chosen.length === 0}>${t('htt.openConversation')}</button>`}></t-dialog>`;
  }
}

define('htt-messages', Messages);
