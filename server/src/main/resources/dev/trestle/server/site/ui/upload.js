import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from './element.js';
import { words } from './error.js';
import { typeOf } from './files.js';
import { bytes, t } from './texts.js';

const AT_ONCE = 3;
const FILES_MAX = 50;

/**
 * @typedef {{signal: AbortSignal, onProgress: (share: number) => void}} Sending
 * @typedef {(file: File, sending: Sending) => Promise<unknown>} SendFile
 */

/**
 * Files to be sent, by a button, dropped or pasted: <t-upload label="…" .types=${['image/png']} .maxBytes=${n} .maxFiles=${n} .send=${SendFile} hold @uploaded>.
 * Type and size are checked before anything is sent, and what is wrong stands beside the file. Each file has its progress and can be cancelled and tried
 * again. `ends`, such as ['.md'], is for kinds of files of which browsers do not agree on a type. `compact` leaves the hint away, `iconic` the button's text. With `hold` files wait for sendAll(). Files may be dropped on, or pasted into, the closest element that `zone` names, a form if nothing else.
 */
class Upload extends Element {
  static properties = {
    label: {},
    hint: {},
    zone: {},
    types: { attribute: false },
    ends: { attribute: false },
    maxBytes: { type: Number },
    maxFiles: { type: Number },
    send: { attribute: false },
    hold: { type: Boolean },
    compact: { type: Boolean },
    iconic: { type: Boolean },
    files: { state: true },
    over: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    this.files = [];
    this.maxFiles = FILES_MAX;
    this.made = 0;
    this.said = '';
  }

  connectedCallback() {
    super.connectedCallback();
    const zone = this.closest(this.zone ?? 'form') ?? this;
    this.listening = new AbortController();
    const on = (name, act) => zone.addEventListener(name, act, { signal: this.listening.signal });
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
    on('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.over = true;
    });
    on('dragleave', (event) => {
      if (!zone.contains(event.relatedTarget)) this.over = false;
    });
    on('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.over = false;
      this.add(event.dataTransfer.files);
    });
    on('paste', (event) => {
      if (!event.clipboardData?.files.length) return;
      event.preventDefault();
      this.add(event.clipboardData.files);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.listening.abort();
  }

  /** Whether there are files that are not sent. */
  get isEdited() {
    return this.files.some(({ state }) => ['waiting', 'sending', 'failed'].includes(state));
  }

  /** @param {Iterable<File>} files */
  add(files) {
    for (const file of files) {
      const wrong = this.wrong(file);
      const entry = {
        id: ++this.made,
        file,
        state: wrong ? 'refused' : 'waiting',
        wrong,
        share: 0,
        picture: !wrong && typeOf(file).startsWith('image/') ? URL.createObjectURL(file) : null,
      };
      this.files = [...this.files, entry];
    }
    this.dispatchEvent(new CustomEvent('files-change'));
    if (!this.hold) this.sendAll();
  }

  wrong(file) {
    const limit = this.maxBytes;
    if (this.types && !this.types.includes(typeOf(file)))
      return t('ui.upload.wrongType', { types: this.types.map((type) => type.split('/')[1].toUpperCase()).join(', ') });
    if (this.ends && !this.ends.some((end) => file.name.toLowerCase().endsWith(end)))
      return t('ui.upload.wrongType', { types: this.ends.join(', ') });
    if (file.size === 0) return t('ui.upload.empty');
    if (limit && file.size > limit) return t('ui.upload.tooLarge', { size: bytes(file.size), max: bytes(limit) });
    if (this.files.filter(({ state }) => state !== 'refused').length >= this.maxFiles) return t('ui.upload.tooMany', { n: this.maxFiles });
    return null;
  }

  set(entry, changes) {
    Object.assign(entry, changes);
    this.files = [...this.files];
  }

  /**
   * Sends what waits and what failed, some at once. Resolves to whether all of it was sent.
   * @param {SendFile} [send]
   */
  async sendAll(send = this.send) {
    this.send = send;
    const waiting = this.files.filter(({ state }) => state === 'waiting' || state === 'failed');
    const next = async () => {
      for (let entry = waiting.shift(); entry; entry = waiting.shift()) await this.sendOne(entry);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    return !this.isEdited;
  }

  async sendOne(entry) {
    if (!this.files.includes(entry) || entry.state === 'sending') return;
    entry.sending = new AbortController();
    this.set(entry, { state: 'sending', share: 0, wrong: null });
    try {
      const result = await this.send(entry.file, { signal: entry.sending.signal, onProgress: (share) => this.set(entry, { share }) });
      this.set(entry, { state: 'done', share: 1 });
      this.said = t('ui.upload.sent', { name: entry.file.name });
      this.dispatchEvent(new CustomEvent('uploaded', { detail: result }));
    } catch (failure) {
      if (failure.name === 'AbortError') {
        this.set(entry, { state: 'failed', wrong: t('ui.upload.cancelled') });
      } else {
        this.set(entry, { state: 'failed', wrong: failure.status === undefined ? failure.message : words(failure) });
        this.said = t('ui.upload.notSent', { name: entry.file.name });
      }
    }
  }

  take(entry) {
    entry.sending?.abort();
    if (entry.picture) URL.revokeObjectURL(entry.picture);
    this.files = this.files.filter((each) => each !== entry);
    this.dispatchEvent(new CustomEvent('files-change'));
    this.querySelector('button')?.focus();
  }

  /** Takes away everything; with `all` false, what was sent and what was refused. */
  clear(all = true) {
    const isOver = ({ state }) => all || state === 'done' || state === 'refused';
    this.files.filter(isOver).forEach(({ picture }) => {
      if (picture) URL.revokeObjectURL(picture);
    });
    this.files = this.files.filter((each) => !isOver(each));
  }

  choose(event) {
    this.add(event.target.files);
    event.target.value = '';
  }

  render() {
    const accept = (this.ends ?? this.types ?? []).join(',');
    const label = this.label ?? t('ui.upload.choose');
    return html`<div class="upload ${this.over ? 'over' : ''} ${this.compact ? 'compact' : ''}">
      <div class="row upload-head"><button type="button" data-act="choose-files" class=${this.iconic ? 'icon' : ''} aria-label=${this.iconic ? label : nothing} title=${this.iconic ? label : nothing}
          @click=${() => this.querySelector('[type=file]').click()}>${clip}${this.iconic ? nothing : label}</button>
        <input type="file" class="sr-only" tabindex="-1" aria-label=${label} multiple accept=${accept || nothing} @change=${this.choose}>
        ${this.compact ? nothing : html`<span class="quiet">${this.hint ?? t('ui.upload.hint', { max: bytes(this.maxBytes ?? 0) })}</span>`}</div>
      ${
        this.files.length
          ? html`<ul class="upload-files">${repeat(
              this.files,
              ({ id }) => id,
              (entry) => this.entry(entry),
            )}</ul>`
          : nothing
      }
      ${this.over ? html`<div class="upload-drop">${t('ui.upload.drop')}</div>` : nothing}<span class="sr-only" role="status">${this.said}</span></div>`;
  }

  entry(entry) {
    const { file, state, wrong, share } = entry;
    return html`<li data-state=${state} data-file=${file.name}>${entry.picture ? html`<img src=${entry.picture} alt="" @error=${() => this.set(entry, { picture: null })}>` : html`<span class="upload-type">${typeOf(file).split('/')[1]?.slice(0, 4) || '?'}</span>`}
      <div class="upload-what"><span class="cut" title=${file.name}>${file.name}</span>
        ${
          wrong
            ? html`<span class="wrong" role="alert">${wrong}</span>`
            : state === 'sending'
              ? html`<progress max="1" .value=${share} aria-label=${file.name}></progress>`
              : html`<span class="quiet">${bytes(file.size)}${state === 'done' ? ` · ${t('ui.upload.done')}` : nothing}</span>`
        }</div>
      ${state === 'failed' && this.send ? html`<button type="button" class="plain" aria-label="${t('ui.retry')} ${file.name}" @click=${() => this.sendOne(entry)}>${t('ui.retry')}</button>` : nothing}
      ${
        state === 'sending'
          ? html`<button type="button" class="plain" aria-label="${t('ui.cancel')} ${file.name}" @click=${() => entry.sending.abort()}>${t('ui.cancel')}</button>`
          : html`<button type="button" class="plain icon" aria-label=${t('ui.upload.remove', { name: file.name })} @click=${() => this.take(entry)}>✕</button>`
      }</li>`;
  }
}

const clip = html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.2a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6"/></svg>`;

define('t-upload', Upload);
