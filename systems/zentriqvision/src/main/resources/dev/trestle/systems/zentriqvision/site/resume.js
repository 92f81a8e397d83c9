import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { words } from '/ui/error.js';
import { api, icon, part } from './api.js';
import { sending, TYPES } from './sending.js';
import '/ui/progress.js';

const ACCEPT = Object.keys(TYPES)
  .map((end) => `.${end}`)
  .join(',');

/**
 * What is left to do for an upload, in whichever browser it was begun: <zv-resume .videoId=${id}>. The server knows what has arrived; the same file is chosen again, and what is missing of it is sent.
 */
class Resume extends Element {
  static properties = { videoId: { attribute: false }, upload: { state: true }, failure: { state: true }, wrong: { state: true } };

  constructor() {
    super();
    Object.assign(this, { videoId: '', upload: null, failure: null, wrong: null });
  }

  connectedCallback() {
    super.connectedCallback();
    this.listening = new AbortController();
    sending.addEventListener('uploads', () => this.requestUpdate(), { signal: this.listening.signal });
    this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.listening.abort();
  }

  async read() {
    try {
      this.upload = await api('GET', `/videos/${part(this.videoId)}/upload`, undefined, { signal: this.listening.signal });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** @param {File | undefined} file */
  choose(file) {
    const { fileSize } = this.upload;
    if (!file) return;
    this.wrong = fileSize && fileSize !== file.size ? t('zv.otherFile', { size: bytes(file.size), wanted: bytes(fileSize) }) : null;
    if (!this.wrong) sending.goOn(this.videoId, file);
  }

  render() {
    const own = sending.list.find(({ videoId }) => videoId === this.videoId);
    if (own?.state === 'sending' || own?.state === 'waiting') {
      return html`<t-progress label=${t('zv.sendingFile', { name: own.name, size: bytes(own.size) })} .value=${own.share} .cancel=${() => sending.stop(own)}></t-progress>`;
    }
    if (this.failure) return html`<p class="wrong" role="alert">${words(this.failure)}</p>`;
    const { upload } = this;
    if (upload?.status !== 'UPLOADING') return nothing;
    const { fileName: name, fileSize, count, arrived } = upload;
    return html`${count > 1 ? html`<p data-parts=${arrived.length}>${t('zv.partsArrived', { n: arrived.length, count })}</p>` : nothing}
      ${own?.failure ? html`<p class="wrong" role="alert">${own.failure.status ? words(own.failure) : t('zv.uploadBroke')}</p>` : nothing}
      <p>${t('zv.resumeHere', { name: fileSize ? `${name}, ${bytes(fileSize)}` : name })}</p>
      <input class="sr-only" type="file" name="resumed" tabindex="-1" accept=${ACCEPT} aria-label=${t('zv.chooseFile')} @change=${(event) => {
        this.choose(event.target.files[0]);
        event.target.value = '';
      }}>
      ${this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing}
      <p><button type="button" data-act="resume" @click=${() => /** @type {HTMLInputElement} */ (this.querySelector('input[name=resumed]')).click()}>${icon('upload')}${t('zv.chooseFile')}</button></p>`;
  }
}

define('zv-resume', Resume);
