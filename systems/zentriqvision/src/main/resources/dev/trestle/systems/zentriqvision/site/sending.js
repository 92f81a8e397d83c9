// Videos on their way to the server. They go on while the reader is on another page; what was cut off, by closing the page or by the network, goes on from where it was
// when the same file is chosen again.
import { scope } from '/session.js';
import { putFile } from '/ui/files.js';
import { api, part } from './api.js';

const KEPT = 'zentriqvision.uploads';
const KEPT_MAX = 50;
const PARTS_AT_ONCE = 3;
const FILES_AT_ONCE = 2;
const TRIES = 4;
const WAIT_MS = 1_000;

/** The server names a hundred parts at a time. */
const ROUNDS_MAX = 100;

export const TYPES = { mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', avi: 'video/x-msvideo', mkv: 'video/x-matroska' };

/** The type of a video by its name: browsers do not agree on those of AVI and Matroska. */
export const videoType = (name) => TYPES[name.split('.').at(-1).toLowerCase()] ?? null;

/** What tells a file from another without reading it. */
const printOf = ({ name, size, lastModified }) => `${name}|${size}|${lastModified}`;

/**
 * @typedef {object} Upload
 * @property {string} print
 * @property {File} [file] not there after the page was closed
 * @property {string} name
 * @property {number} size
 * @property {{camera?: string, recordedAt?: string}} facts
 * @property {string | null} videoId
 * @property {'waiting' | 'sending' | 'failed' | 'cutOff' | 'sent'} state
 * @property {number} share
 * @property {any} [failure]
 * @property {AbortController} [cancelling]
 */

/** All uploads of this tab, in the order in which they were chosen. It tells "uploads" when something about one of them changed. */
class Sending extends EventTarget {
  constructor() {
    super();
    /** @type {Upload[]} */
    this.all = [];
    this.scope = null;
  }

  /** Those of who is signed in; also what an earlier page left unfinished. */
  get list() {
    const current = scope();
    if (this.scope !== current) {
      this.all.forEach(({ cancelling }) => cancelling?.abort());
      this.scope = current;
      this.all = this.kept().map((each) => ({ ...each, state: /** @type {const} */ ('cutOff'), share: each.share ?? 0 }));
    }
    return this.all;
  }

  kept() {
    try {
      return JSON.parse(localStorage.getItem(`${KEPT} ${this.scope}`) ?? '[]');
    } catch {
      return [];
    }
  }

  keep() {
    const unfinished = this.all.filter(({ state, videoId }) => state !== 'sent' && videoId).slice(-KEPT_MAX);
    const facts = unfinished.map(({ print, name, size, facts: said, videoId, share }) => ({ print, name, size, facts: said, videoId, share }));
    if (facts.length) localStorage.setItem(`${KEPT} ${this.scope}`, JSON.stringify(facts));
    else localStorage.removeItem(`${KEPT} ${this.scope}`);
  }

  changed() {
    this.dispatchEvent(new Event('uploads'));
  }

  /** Whether something would be cut off if the page were closed. */
  get isBusy() {
    return this.all.some(({ state }) => state === 'waiting' || state === 'sending');
  }

  /** An upload of the same file that was not finished; null if there is none. @param {File} file */
  unfinished(file) {
    return this.list.find(({ print, state }) => print === printOf(file) && state !== 'sent') ?? null;
  }

  /**
   * @param {File} file
   * @param {{camera?: string, recordedAt?: string}} facts
   */
  add(file, facts) {
    const before = this.unfinished(file);
    if (before) {
      before.file = file;
      if (before.state !== 'sending') this.again(before);
      return;
    }
    this.all.push({ print: printOf(file), file, name: file.name, size: file.size, facts, videoId: null, state: 'waiting', share: 0 });
    this.changed();
    this.next();
  }

  /** Goes on with an upload that another browser began, or this one. @param {string} videoId @param {File} file */
  goOn(videoId, file) {
    const known = this.list.find((each) => each.videoId === videoId);
    if (known?.state === 'sending' || known?.state === 'waiting') return;
    const upload = known ?? {
      print: printOf(file),
      name: file.name,
      size: file.size,
      facts: {},
      videoId,
      state: /** @type {const} */ ('waiting'),
      share: 0,
    };
    if (!known) this.all.push(upload);
    upload.file = file;
    this.again(upload);
  }

  again(upload) {
    Object.assign(upload, { state: upload.file ? 'waiting' : 'cutOff', failure: null });
    this.changed();
    this.next();
  }

  /** Stops; what arrived stays at the server for a while, and the upload can go on. */
  stop(upload) {
    upload.cancelling?.abort();
    Object.assign(upload, { state: 'cutOff' });
    this.keep();
    this.changed();
    this.next();
  }

  /** Forgets an upload; the server is told, so that it does not wait for the rest. */
  async forget(upload) {
    upload.cancelling?.abort();
    this.all = this.all.filter((each) => each !== upload);
    this.keep();
    this.changed();
    this.next();
    if (upload.videoId && upload.state !== 'sent') await api('POST', `/videos/${part(upload.videoId)}/cancel`).catch(() => {});
  }

  next() {
    while (this.all.filter(({ state }) => state === 'sending').length < FILES_AT_ONCE) {
      const upload = this.all.find(({ state, file }) => state === 'waiting' && file);
      if (!upload) return;
      this.send(upload);
    }
  }

  /** @param {Upload} upload */
  async send(upload) {
    const cancelling = new AbortController();
    Object.assign(upload, { state: 'sending', cancelling, failure: null });
    this.changed();
    try {
      await this.sendAll(upload, cancelling.signal);
      Object.assign(upload, { state: 'sent', share: 1 });
    } catch (failure) {
      if (upload.cancelling === cancelling && upload.state === 'sending')
        Object.assign(upload, failure.name === 'AbortError' ? { state: 'cutOff' } : { state: 'failed', failure });
    }
    this.keep();
    this.changed();
    this.next();
  }

  async sendAll(upload, signal) {
    const { file } = upload;
    const begun = upload.videoId ? await this.resumed(upload, signal) : null;
    const answer = begun ?? (await this.announced(upload, signal));
    if (answer.parts) await this.sendParts(upload, signal);
    else {
      const headers = answer.headers ?? { 'Content-Type': videoType(file.name) };
      await putFile(answer.presignedUrl, { headers, file, signal, onProgress: (share) => this.progress(upload, share) });
    }
    await api('POST', `/videos/${part(upload.videoId)}/complete`, undefined, { signal });
  }

  async announced(upload, signal) {
    const { file, facts } = upload;
    const answer = await api('POST', '/upload', { fileName: file.name, fileType: videoType(file.name), fileSize: file.size, ...facts }, { signal });
    upload.videoId = answer.videoId;
    this.keep();
    return answer;
  }

  /** What is missing of an upload that was begun; null if the server does not wait for it any more. */
  async resumed(upload, signal) {
    try {
      const { status } = await api('GET', `/videos/${part(upload.videoId)}/upload`, undefined, { signal });
      if (status === 'UPLOADING') return { parts: true };
    } catch (failure) {
      if (![400, 404, 409, 410].includes(failure.status)) throw failure;
    }
    Object.assign(upload, { videoId: null, share: 0 });
    return null;
  }

  /** Parts in any order, several at once; each is tried again a few times before the whole upload fails. */
  async sendParts(upload, signal) {
    const { file } = upload;
    for (let round = 0; ; round++) {
      const state = await api('GET', `/videos/${part(upload.videoId)}/upload`, undefined, { signal });
      const waiting = [...state.parts];
      if (waiting.length === 0) return;
      if (round > ROUNDS_MAX) throw new Error();
      let done = file.size - bytesMissing(state, file.size);
      const under = new Map();
      const tell = () => this.progress(upload, (done + [...under.values()].reduce((sum, each) => sum + each, 0)) / file.size);
      tell();
      const work = async () => {
        for (let each = waiting.shift(); each; each = waiting.shift()) {
          const { part: number, url, headers, start, end } = each;
          const slice = file.slice(start, end ?? file.size);
          await tried(signal, () =>
            putFile(url, {
              headers,
              file: slice,
              signal,
              onProgress: (share) => {
                under.set(number, share * slice.size);
                tell();
              },
            }),
          );
          under.delete(number);
          done += slice.size;
          tell();
          this.keep();
        }
      };
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work));
    }
  }

  progress(upload, share) {
    upload.share = Math.min(share, 1);
    this.changed();
  }
}

/** Of what is missing the server names at most some parts; of the others their count is known. */
function bytesMissing({ count, arrived, partSize }, size) {
  return Math.min(size, (count - (arrived?.length ?? 0)) * (partSize ?? size));
}

/** Tries again after what may pass: a network that was away, a server that was busy. */
async function tried(signal, act) {
  for (let n = 1; ; n++) {
    try {
      return await act();
    } catch (failure) {
      const mayPass = failure.status === 0 || failure.status >= 500 || failure.status === 429;
      if (failure.name === 'AbortError' || !mayPass || n === TRIES) throw failure;
      await new Promise((resolve, reject) => {
        setTimeout(resolve, WAIT_MS * 2 ** n);
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')), { once: true });
      });
    }
  }
}

export const sending = new Sending();
