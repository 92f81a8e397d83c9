import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { words } from '/ui/error.js';
import { icon, videoPath } from './api.js';
import { sending, TYPES, videoType } from './sending.js';
import { fromField, localField } from './when.js';
import '/ui/dialog.js';
import '/ui/progress.js';

const FILES_MAX = 50;
const ACCEPT = Object.keys(TYPES)
  .map((end) => `.${end}`)
  .join(',');

/** When a recording began, as its name says: "night_20251117_2340.mp4"; null if it says nothing. */
export function timeInName(name) {
  const found = /(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})[-_.T ]+(\d{2})[-_.:]?(\d{2})(?:[-_.:]?(\d{2}))?/.exec(name);
  if (!found) return null;
  const [year, month, day, hour, minute, second] = found.slice(1).map((each) => Number(each ?? 0));
  const date = new Date(year, month - 1, day, hour, minute, second);
  return date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60 ? date : null;
}

/**
 * Videos that are chosen, asked about and sent: <zv-uploads .cameras=${[…]} .maxBytes=${n} zone="zv-videos">. Files come by button, dropped on the zone, or pasted. Before they are sent, the camera and
 * the time of the recording can be said: searches go by them.
 */
class Uploads extends Element {
  static properties = {
    cameras: { attribute: false },
    maxBytes: { attribute: false },
    zone: {},
    chosen: { state: true },
    wrong: { state: true },
    over: { state: true },
    camera: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { cameras: [], maxBytes: 500_000_000, chosen: [], wrong: [], over: false, camera: '' });
  }

  connectedCallback() {
    super.connectedCallback();
    this.listening = new AbortController();
    const { signal } = this.listening;
    sending.addEventListener('uploads', () => this.requestUpdate(), { signal });
    const zone = this.closest(this.zone ?? 'main') ?? this;
    const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
    const on = (name, act) => zone.addEventListener(name, act, { signal });
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
      this.choose(event.dataTransfer.files);
    });
    document.addEventListener('paste', (event) => event.clipboardData?.files.length && this.choose(event.clipboardData.files), { signal });
    addEventListener('beforeunload', (event) => sending.isBusy && event.preventDefault(), { signal });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.listening.abort();
  }

  ask() {
    /** @type {HTMLInputElement} */ (this.querySelector('input[name=videos]')).click();
  }

  /** @param {Iterable<File>} files */
  choose(files) {
    const chosen = [];
    const wrong = [];
    for (const file of [...files].slice(0, FILES_MAX)) {
      const problem = this.problem(file);
      if (problem) wrong.push({ name: file.name, problem });
      else if (sending.unfinished(file)) sending.add(file, {});
      else {
        const said = timeInName(file.name);
        chosen.push({ file, at: localField(said ?? file.lastModified), isSaid: Boolean(said) });
      }
    }
    this.wrong = wrong;
    this.chosen = [...this.chosen, ...chosen];
  }

  problem(file) {
    if (!videoType(file.name)) return t('zv.wrongType');
    if (file.size === 0) return t('zv.emptyFile');
    if (file.size > this.maxBytes) return t('zv.tooLarge', { size: bytes(file.size), max: bytes(this.maxBytes) });
    return null;
  }

  send() {
    for (const { file, at } of this.chosen) {
      const recordedAt = fromField(at);
      sending.add(file, { ...(this.camera ? { camera: this.camera } : {}), ...(recordedAt ? { recordedAt } : {}) });
    }
    this.chosen = [];
  }

  render() {
    const list = sending.list;
    return html`<input class="sr-only" type="file" name="videos" tabindex="-1" multiple accept=${ACCEPT} aria-label=${t('zv.chooseVideos')} @change=${(
      event,
    ) => {
      this.choose(event.target.files);
      event.target.value = '';
    }}>
      ${this.over ? html`<div class="zv-drop" aria-hidden="true"><span>${icon('upload')}${t('zv.dropHere')}</span></div>` : nothing}
      ${this.wrong.length ? html`<div class="problem" role="alert"><ul>${this.wrong.map(({ name, problem }) => html`<li><b>${name}</b>: ${problem}</li>`)}</ul><button type="button" class="plain" @click=${() => (this.wrong = [])}>${t('ui.close')}</button></div>` : nothing}
      ${list.length ? html`<section class="card zv-sending" aria-label=${t('zv.uploads')}><h2>${t('zv.uploads')}</h2><ul>${list.map((each) => this.row(each))}</ul></section>` : nothing}
      <t-dialog ?open=${this.chosen.length > 0} heading=${t('zv.uploadVideos', { n: this.chosen.length })} .content=${this.questions()} .actions=${html`<button type="button" @click=${() => (this.chosen = [])}>${t('ui.cancel')}</button><button type="button" class="primary" data-act="send" @click=${() => this.send()}>${icon('upload')}${t('zv.upload')}</button>`} @close=${() => (this.chosen = [])}></t-dialog>`;
  }

  questions() {
    if (this.chosen.length === 0) return nothing;
    return html`<label class="zv-field"><span>${t('zv.camera')}</span><select name="camera" .value=${this.camera} @change=${(event) => (this.camera = event.target.value)}><option value="">${t('zv.noCamera')}</option>${this.cameras.map((each) => html`<option value=${each} ?selected=${each === this.camera}>${each}</option>`)}</select></label>
      <ul class="zv-chosen">${this.chosen.map(
        (each, i) =>
          html`<li><span class="zv-chosen-name"><b class="cut" title=${each.file.name}>${each.file.name}</b><span class="quiet">${bytes(each.file.size)}</span></span><label class="zv-field"><span>${t('zv.recordedAt')}</span><input type="datetime-local" name="recordedAt" .value=${each.at} @change=${(event) => (this.chosen = this.chosen.map((one, j) => (i === j ? { ...one, at: event.target.value, isSaid: true } : one)))}></label>
          <span class="quiet">${t(each.isSaid ? 'zv.recordedSaid' : 'zv.recordedGuess')}</span></li>`,
      )}</ul>`;
  }

  row(upload) {
    const { state, name, size, share, failure, videoId } = upload;
    const button = (act, text, press) =>
      html`<button type="button" class="plain" data-act=${act} aria-label=${`${text}: ${name}`} @click=${press}>${text}</button>`;
    const forget = button('forget-upload', t('zv.forgetUpload'), () => sending.forget(upload));
    if (state === 'sent') {
      return html`<li data-upload=${state}><span class="row">${icon('check')}<a class="cut" href=${videoPath(videoId)}>${name}</a><span class="quiet">${t('zv.uploadSent')}</span>${button('hide-upload', t('zv.hide'), () => sending.forget(upload))}</span></li>`;
    }
    if (state === 'sending' || state === 'waiting') {
      return html`<li data-upload=${state}><t-progress label=${t('zv.sendingFile', { name, size: bytes(size) })} .value=${share} .cancel=${() => sending.stop(upload)}></t-progress></li>`;
    }
    const said =
      state === 'failed'
        ? failure?.status
          ? words(failure)
          : t('zv.uploadBroke')
        : t(upload.file ? 'zv.uploadStopped' : 'zv.uploadCutOff', { percent: Math.round(share * 100) });
    return html`<li data-upload=${state}><span class="row">${icon('warn')}<b class="cut">${name}</b><span class=${state === 'failed' ? 'wrong' : 'quiet'} role="status">${said}</span></span>
      <span class="row">${upload.file ? button('retry-upload', t('zv.resume'), () => sending.again(upload)) : button('choose-again', t('zv.chooseSame'), () => this.ask())}${forget}</span></li>`;
  }
}

define('zv-uploads', Uploads);
