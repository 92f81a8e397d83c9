import { repeat } from 'lit/directives/repeat.js';
import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { openViewer } from '/ui/viewer.js';
import { putFile, typeOf } from '/ui/files.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, part, query, SITE } from './api.js';
import { MemberPage } from './member-page.js';
import './comments.js';
import '/ui/upload.js';
import '/ui/dialog.js';
import '/ui/field.js';
import '/ui/time.js';

const CATEGORIES = ['pictures', 'videos', 'documents'];
const TYPES = [
  ...[
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'video/x-msvideo',
    'video/quicktime',
    'audio/mpeg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/wav',
    'audio/x-wav',
  ],
  ...['application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'text/plain'],
];
const BYTES_MAX = 500 * 1024 * 1024;
const FILES_MAX = 50;
const AGAIN_MS = 400;

const signOf = ({ contentType }) =>
  contentType.startsWith('audio/') ? 'sound' : contentType.startsWith('video/') ? 'film' : contentType.startsWith('image/') ? 'picture' : 'page';

/** Pictures, films, voices and papers of the family, newest first; each has a caption and comments. */
class Gallery extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    media: { state: true },
    next: { state: true },
    failure: { state: true },
    busy: { state: true },
    adding: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { media: null, next: null, adding: false });
    this.single = null;
  }

  async opened() {
    this.isOpen = true;
    await this.read();
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get category() {
    return CATEGORIES.includes(this.query.get('category')) ? this.query.get('category') : null;
  }

  get wanted() {
    return query({ category: this.category });
  }

  /** What is asked for: by the query, or by a path as a comment's link has it. */
  get asking() {
    return this.query.get('show') ?? this.params.id ?? null;
  }

  /** What is open beside the others. */
  get shown() {
    return this.media?.find(({ mediaId }) => mediaId === this.asking) ?? this.single ?? null;
  }

  async read({ quiet = false } = {}) {
    const { wanted } = this;
    this.asked = wanted;
    if (!quiet) this.media = null;
    try {
      const page = await api('GET', `/media${query({ category: this.category, limit: 60 })}`, undefined, { signal: this.live });
      if (wanted !== this.asked) return;
      Object.assign(this, { media: page.items, next: page.nextCursor, failure: null });
      const asked = this.asking;
      if (asked && !page.items.some(({ mediaId }) => mediaId === asked))
        this.single = await api('GET', `/media/${part(asked)}`, undefined, { signal: this.live }).catch(() => null);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async more() {
    this.busy = true;
    try {
      const page = await api('GET', `/media${query({ category: this.category, limit: 60, cursor: this.next })}`, undefined, { signal: this.live });
      Object.assign(this, { media: [...this.media, ...page.items], next: page.nextCursor });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  told(type) {
    if (type !== 'media' && type !== 'reset') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read({ quiet: true }), AGAIN_MS);
  }

  /** Sends a file, in parts if it is large, and puts it into the gallery. */
  async send(file, { signal, onProgress }) {
    const contentType = typeOf(file);
    const answer = await api('POST', '/media/upload-url', { files: [{ fileName: file.name, contentType, size: file.size }] }, { signal });
    const [address] = answer.uploads;
    const puts = address.parts ?? [{ url: address.uploadUrl, headers: address.headers }];
    const size = puts.length === 1 ? file.size : (puts[0].length ?? Math.ceil(file.size / puts.length));
    for (const [i, { url, headers }] of puts.entries()) {
      const piece = file.slice(i * size, Math.min(file.size, (i + 1) * size));
      await putFile(url, {
        headers: headers ?? { 'Content-Type': contentType },
        file: piece,
        signal,
        onProgress: (share) => onProgress((i + share) / puts.length),
      });
    }
    const added = await api('POST', `/media/${part(address.mediaId)}/confirm`, undefined, { signal });
    if (added.duplicateOf) toast(t('htt.alreadyThere', { name: file.name }), { tone: 'warn' });
    await this.read({ quiet: true });
  }

  async caption(event) {
    event.preventDefault();
    const { shown } = this;
    try {
      await api('PATCH', `/media/${part(shown.mediaId)}`, { caption: new FormData(event.target).get('caption').trim() || null });
      toast(t('htt.settingSaved'));
      await this.read({ quiet: true });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove(item) {
    const done = await confirmed({
      heading: t('htt.deleteMedium'),
      text: t('htt.deleteMediumText', { name: this.nameOf(item) }),
      label: t('htt.delete'),
      act: () => api('DELETE', `/media/${part(item.mediaId)}`),
    });
    if (!done) return;
    this.close();
    await this.read({ quiet: true });
  }

  close() {
    if (this.params.id) navigate(`${SITE}/gallery`);
    else setQuery({ show: null });
  }

  nameOf({ caption, fileName }) {
    return caption || fileName;
  }

  enlarge(item) {
    const items = this.media.map((each) => ({
      name: this.nameOf(each),
      type: each.previewUrl && each.contentType.startsWith('image/') ? 'image/jpeg' : each.contentType,
      size: each.size,
      url: each.contentType.startsWith('image/') ? (each.previewUrl ?? each.url) : each.url,
    }));
    openViewer({
      items,
      at: Math.max(
        0,
        this.media.findIndex(({ mediaId }) => mediaId === item.mediaId),
      ),
    });
  }

  view() {
    const { category } = this;
    return html`<div class="htt-plain-page htt-gallery"><div class="page-head"><h1>${t('htt.gallery')}</h1>
        <div class="htt-seg" role="group" aria-label=${t('htt.gallery')}>${[null, ...CATEGORIES].map((each) => html`<button type="button" data-category=${each ?? 'all'} aria-pressed=${each === category ? 'true' : 'false'} @click=${() => setQuery({ category: each, show: null })}>${t(`htt.category.${each ?? 'all'}`)}</button>`)}</div>
        <button type="button" class="primary end" data-act="add-media" aria-expanded=${this.adding ? 'true' : 'false'} @click=${() => {
          this.adding = !this.adding;
        }}>${icon('upload')}${t('htt.addMedia')}</button></div>
      ${this.adding ? html`<section class="card htt-adding"><t-upload label=${t('htt.chooseFiles')} hint=${t('htt.mediaHint', { max: bytes(BYTES_MAX) })} .types=${TYPES} .maxBytes=${BYTES_MAX} .maxFiles=${FILES_MAX} zone=".htt-gallery" .send=${(file, sending) => this.send(file, sending)}></t-upload></section>` : nothing}
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : this.grid()}${this.detail()}</div>`;
  }

  grid() {
    if (!this.media) return html`<t-state loading rows="5"></t-state>`;
    if (this.media.length === 0) return html`<t-empty heading=${t('htt.noMedia')} text=${t('htt.noMediaText')}></t-empty>`;
    return html`<ul class="htt-grid">${repeat(
      this.media,
      ({ mediaId }) => mediaId,
      (
        item,
      ) => html`<li><button type="button" class="htt-medium" data-media=${item.mediaId} @click=${() => setQuery({ show: item.mediaId }, { push: true })}>${item.thumbnailUrl ? html`<img src=${item.thumbnailUrl} alt="" loading="lazy">` : html`<span class="htt-medium-sign">${icon(signOf(item))}</span>`}
        <span class="htt-medium-name">${icon(signOf(item))}<span class="cut">${this.nameOf(item)}</span></span></button></li>`,
    )}</ul>${this.next ? html`<p><button type="button" ?disabled=${this.busy} @click=${this.more}>${t('ui.more')}</button></p>` : nothing}`;
  }

  detail() {
    const item = this.asking ? this.shown : null;
    const mayChange = item && (item.uploaderId === this.userId || this.isAdmin);
    return html`<t-dialog wide heading=${item ? this.nameOf(item) : ''} ?open=${Boolean(item)} @close=${() => this.close()} .content=${
      item
        ? html`<div class="htt-detail"><div class="htt-detail-picture">${item.contentType.startsWith('audio/') ? html`<audio src=${item.url} controls preload="metadata" aria-label=${this.nameOf(item)}></audio>` : item.contentType.startsWith('video/') ? html`<video src=${item.url} controls playsinline preload="metadata" aria-label=${this.nameOf(item)}></video>` : html`<button type="button" class="plain" data-act="enlarge" aria-label=${t('htt.enlarge')} @click=${() => this.enlarge(item)}>${(item.previewUrl ?? item.thumbnailUrl) ? html`<img src=${item.previewUrl ?? item.thumbnailUrl} alt=${this.nameOf(item)}>` : icon(signOf(item))}</button>`}</div>
          <div class="stack"><p class="quiet">${item.uploaderName ?? ''} · <t-time at=${item.createdAt}></t-time> · ${bytes(item.size)} · <a href=${item.url} target="_blank" rel="noopener noreferrer">${item.fileName}</a></p>
          ${mayChange ? html`<form class="stack tight" @submit=${(event) => this.caption(event)}><t-field type="textarea" rows="2" name="caption" label=${t('htt.caption')} .value=${item.caption ?? ''} maxlength="500"></t-field><div class="row"><button type="submit" data-act="save-caption">${t('ui.save')}</button><button type="button" class="danger" data-act="delete-medium" @click=${() => this.remove(item)}>${t('htt.delete')}</button></div></form>` : nothing}
          <htt-comments item="media/${item.mediaId}" type="media" heading=${this.nameOf(item)} .userId=${this.userId} ?admin=${this.isAdmin}></htt-comments></div></div>`
        : nothing
    }></t-dialog>`;
  }
}

define('htt-gallery', Gallery);
