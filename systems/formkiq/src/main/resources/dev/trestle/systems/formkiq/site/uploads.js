// Files on their way: some at a time, each announced, sent to its address and looked at once it is there.
import { putFile, typeOf } from '/ui/files.js';
import { words } from '/ui/error.js';
import { call, encoded, joined, lastName, nameOf } from './api.js';

const AT_ONCE = 8;
const RATE_MS = 3_000;
/** A checksum needs the whole file in memory. */
const HASHED_MAX = 1 << 30;

/** @typedef {'waiting' | 'checking' | 'sending' | 'done' | 'failed' | 'cancelled'} UploadState */

const hex = (bytes) => [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, '0')).join('');

/** The checksum that is announced and that the store compares; none for a file too large for it, or where the browser cannot make one. */
async function checksumOf(file) {
  if (!globalThis.crypto?.subtle || file.size > HASHED_MAX) return null;
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
}

/** One file on its way. */
class Upload {
  constructor(siteId, folder, { file, folder: below }, extra) {
    this.siteId = siteId;
    this.file = file;
    this.extra = extra;
    this.path = joined([folder, below].filter(Boolean).join('/'), file.name);
    /** @type {UploadState} */
    this.state = 'waiting';
    this.share = 0;
    this.wrong = null;
    this.gotName = null;
    this.documentId = null;
    this.leaving = new AbortController();
  }

  get isOver() {
    return ['done', 'failed', 'cancelled'].includes(this.state);
  }

  get sent() {
    return this.state === 'done' ? this.file.size : Math.round(this.file.size * this.share);
  }
}

/** The files that this window sends. Pages come and go; it stays, and tells "change". */
class UploadQueue extends EventTarget {
  constructor() {
    super();
    /** @type {Upload[]} */
    this.all = [];
    this.marks = [];
    addEventListener('beforeunload', (event) => {
      if (this.isBusy) event.preventDefault();
    });
  }

  get isBusy() {
    return this.all.some((each) => !each.isOver);
  }

  get done() {
    return this.all.filter((each) => each.state === 'done').length;
  }

  /** Bytes a second, over the last moments. */
  get rate() {
    const now = Date.now();
    this.marks = this.marks.filter(({ at }) => now - at < RATE_MS);
    const first = this.marks[0];
    if (!first) return 0;
    const bytes = this.marks.reduce((sum, mark) => sum + mark.bytes, 0);
    return bytes / Math.max(0.5, (now - first.at) / 1000);
  }

  add(siteId, folder, files, extra = {}) {
    this.all = [...this.all, ...files.map((each) => new Upload(siteId, folder, each, extra))];
    this.pump();
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  pump() {
    const running = this.all.filter((each) => each.state === 'checking' || each.state === 'sending').length;
    this.all
      .filter((each) => each.state === 'waiting')
      .slice(0, AT_ONCE - running)
      .forEach((each) => this.run(each));
    this.changed();
  }

  async run(upload) {
    upload.state = 'checking';
    const { signal } = upload.leaving;
    try {
      const checksum = await checksumOf(upload.file);
      signal.throwIfAborted();
      const { url, headers } = await this.announce(upload, checksum, signal);
      upload.state = 'sending';
      let before = 0;
      await putFile(url, {
        headers,
        file: upload.file,
        signal,
        onProgress: (share) => {
          upload.share = share;
          this.marks.push({ at: Date.now(), bytes: upload.sent - before });
          before = upload.sent;
          this.changed();
        },
      });
      // The first read after the content has come shows it, and the name that the document got.
      const made = await call('GET', `/documents/${encoded(upload.documentId)}`, { siteId: upload.siteId }, undefined, { signal });
      upload.gotName = nameOf(made) === lastName(upload.path) ? null : nameOf(made);
      upload.state = 'done';
    } catch (failure) {
      await this.ended(upload, failure);
    }
    this.pump();
  }

  /** Makes the document, or, when it is there from an attempt before, another address for it. */
  async announce(upload, checksum, signal) {
    const { siteId, file } = upload;
    const asked = checksum ? { checksumType: 'SHA256', checksum } : {};
    const parameters = { siteId, contentLength: file.size };
    if (upload.documentId) {
      return call('GET', `/documents/${encoded(upload.documentId)}/upload`, { ...parameters, ...asked }, undefined, { signal });
    }
    const body = { path: upload.path, ...asked, ...upload.extra };
    const type = typeOf(file);
    if (type) body.contentType = type;
    const announced = await call('POST', '/documents/upload', parameters, body, { signal });
    upload.documentId = announced.documentId;
    return announced;
  }

  async ended(upload, failure) {
    if (failure.name !== 'AbortError') {
      upload.state = 'failed';
      upload.wrong = failure;
      return;
    }
    upload.state = 'cancelled';
    // A document without a content would be left over.
    if (upload.documentId) await call('DELETE', `/documents/${encoded(upload.documentId)}`, { siteId: upload.siteId }).catch(() => {});
    upload.documentId = null;
  }

  cancel(upload) {
    if (upload.state === 'waiting') upload.state = 'cancelled';
    else upload.leaving.abort();
    this.changed();
  }

  cancelAll() {
    this.all.filter((each) => !each.isOver).forEach((each) => this.cancel(each));
  }

  retry(upload) {
    Object.assign(upload, { state: 'waiting', wrong: null, share: 0, leaving: new AbortController() });
    this.pump();
  }

  /** Forgets those that are over. */
  clear() {
    this.all = this.all.filter((each) => !each.isOver);
    this.changed();
  }
}

export const uploads = new UploadQueue();

/** Why an upload failed, in words; "" for one that the network ended, which the page says in its own. */
export const whyFailed = ({ wrong }) => (wrong.status === 0 ? '' : words(wrong));
