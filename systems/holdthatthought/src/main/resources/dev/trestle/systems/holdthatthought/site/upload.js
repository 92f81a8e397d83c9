import { repeat } from 'lit/directives/repeat.js';
import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { putFile, typeOf } from '/ui/files.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, part, SITE } from './api.js';
import { MemberPage } from './member-page.js';
import { upright } from './turn.js';
import '/ui/progress.js';

const TYPES = ['image/jpeg', 'image/png', 'application/pdf'];
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const PHOTO_BYTES_MAX = 60 * 1024 * 1024;
const ALL_BYTES_MAX = 50 * 1024 * 1024;
const PAGES_MAX = 20;
const AT_ONCE = 3;

/**
 * How a shoebox gets in: pictures of a letter's pages are chosen, dropped, pasted or taken by a phone's camera, put in order by drag or keyboard, turned upright, and
 * sent. A page may begin another letter: one pass with the camera may hold several.
 */
class UploadPage extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    pages: { state: true },
    refused: { state: true },
    over: { state: true },
    sending: { state: true },
    failure: { state: true },
    dragged: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { pages: [], refused: [], sending: null, dragged: null, said: '' });
    this.made = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onPaste = (event) => {
      if (event.clipboardData?.files.length) this.add(event.clipboardData.files);
    };
    // What was chosen is not sent yet: the browser asks before it is lost.
    this.onLeave = (event) => {
      if (this.pages.length) event.preventDefault();
    };
    document.addEventListener('paste', this.onPaste);
    addEventListener('beforeunload', this.onLeave);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('paste', this.onPaste);
    removeEventListener('beforeunload', this.onLeave);
    this.pages.forEach(({ picture }) => picture && URL.revokeObjectURL(picture));
    this.cancelling?.abort();
  }

  /** @param {Iterable<File>} files in the order of their names, as cameras number them */
  add(files) {
    const sorted = [...files].sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
    const refused = [];
    for (const file of sorted) {
      const wrong = this.wrong(file);
      if (wrong) refused.push({ name: file.name, wrong });
      else {
        const picture = typeOf(file).startsWith('image/') ? URL.createObjectURL(file) : null;
        this.pages = [...this.pages, { id: ++this.made, file, picture, turn: 0, first: false }];
      }
    }
    this.refused = refused;
    this.said = t('htt.pagesChosen', { n: this.pages.length });
  }

  wrong(file) {
    const type = typeOf(file);
    if (!TYPES.includes(type)) return t('htt.wrongType');
    if (file.size === 0) return t('ui.upload.empty');
    const max = type === 'application/pdf' ? FILE_BYTES_MAX : PHOTO_BYTES_MAX;
    if (file.size > max) return t('ui.upload.tooLarge', { size: bytes(file.size), max: bytes(max) });
    return null;
  }

  /** Letters: the pages from one that begins a letter to the next. */
  get letters() {
    const letters = [];
    this.pages.forEach((page, i) => {
      if (i === 0 || page.first) letters.push([]);
      letters.at(-1).push(page);
    });
    return letters;
  }

  get problem() {
    const { letters } = this;
    if (letters.some((each) => each.length > PAGES_MAX)) return t('htt.tooManyPages', { n: PAGES_MAX });
    if (letters.some((each) => each.reduce((sum, { file }) => sum + Math.min(file.size, FILE_BYTES_MAX), 0) > ALL_BYTES_MAX))
      return t('htt.tooMuch', { max: bytes(ALL_BYTES_MAX) });
    return null;
  }

  change(page, changes) {
    this.pages = this.pages.map((each) => (each.id === page.id ? { ...each, ...changes } : each));
  }

  turn(page) {
    this.change(page, { turn: (page.turn + 1) % 4 });
  }

  take(page) {
    const at = this.pages.indexOf(page);
    const before = this.pages;
    this.pages = this.pages.filter((each) => each !== page);
    toast(t('htt.pageRemoved', { name: page.file.name }), {
      undo: () => {
        if (!this.pages.some(({ id }) => id === page.id))
          this.pages = before.filter((each) => each.id === page.id || this.pages.some(({ id }) => id === each.id));
      },
    });
    this.updateComplete.then(() =>
      (this.querySelectorAll('.htt-page-tile')[Math.min(at, this.pages.length - 1)] ?? this.querySelector('[data-act=choose]'))?.focus(),
    );
  }

  async move(page, to) {
    const from = this.pages.findIndex(({ id }) => id === page.id);
    if (to < 0 || to >= this.pages.length || to === from) return;
    const pages = [...this.pages];
    const [moved] = pages.splice(from, 1);
    pages.splice(to, 0, moved);
    this.pages = pages;
    this.said = t('htt.movedTo', { name: page.file.name, n: to + 1 });
    await this.updateComplete;
    this.querySelector(`[data-page="${page.id}"]`)?.focus();
  }

  key(event, page) {
    if (event.target !== event.currentTarget) return;
    const at = this.pages.findIndex(({ id }) => id === page.id);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step && event.altKey) this.move(page, at + step);
    else if (step) this.querySelectorAll('.htt-page-tile')[at + step]?.focus();
    else if (event.key === 'r') this.turn(page);
    else if (event.key === 'Delete') this.take(page);
    else if (event.key === 'b' && at > 0) this.change(page, { first: !page.first });
    else return;
    event.preventDefault();
  }

  /** Pages give way while one is dragged over them. */
  dragOver(event, page) {
    if (!this.dragged) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    const [from, to] = [this.pages.findIndex(({ id }) => id === this.dragged), this.pages.findIndex(({ id }) => id === page.id)];
    if (from === to || from < 0) return;
    const pages = [...this.pages];
    const [moved] = pages.splice(from, 1);
    pages.splice(to, 0, moved);
    this.pages = pages;
  }

  /** A finger drags by the handle: touch has no drag events. */
  touch(event, page) {
    if (event.pointerType === 'mouse') return;
    event.preventDefault();
    const handle = event.currentTarget;
    this.dragged = page.id;
    const ended = new AbortController();
    const over = ({ clientX, clientY }) => {
      /** @type {any} */
      const tile = document.elementsFromPoint(clientX, clientY).find((each) => each.matches('.htt-page-tile'));
      const other = this.pages.find(({ id }) => String(id) === tile?.dataset.page);
      if (other && other.id !== page.id) this.dragOver({ preventDefault() {}, dataTransfer: {} }, other);
    };
    const end = () => {
      ended.abort();
      this.dragged = null;
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', over, { signal: ended.signal });
    handle.addEventListener('pointerup', end, { signal: ended.signal });
    handle.addEventListener('pointercancel', end, { signal: ended.signal });
  }

  async send() {
    if (this.sending || this.problem || this.pages.length === 0) return;
    this.failure = null;
    this.cancelling = new AbortController();
    const letters = this.letters;
    const total = this.pages.length;
    this.sending = { done: 0, total, letters: letters.length };
    let last = null;
    try {
      for (const letter of letters) {
        last = await this.sendLetter(letter);
        const sent = new Set(letter.map(({ id }) => id));
        this.pages.filter(({ id, picture }) => sent.has(id) && picture).forEach(({ picture }) => URL.revokeObjectURL(picture));
        this.pages = this.pages.filter(({ id }) => !sent.has(id));
      }
      toast(t('htt.sent', { n: letters.length }));
      navigate(letters.length === 1 ? `${SITE}/drafts/${part(last)}` : `${SITE}/drafts`);
    } catch (failure) {
      // What was not sent is still here, in its order, and can be sent again.
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.sending = null;
    }
  }

  async sendLetter(pages) {
    const { signal } = this.cancelling;
    const files = [];
    for (const { file, turn } of pages) files.push(await upright(new File([file], file.name, { type: typeOf(file) }), turn, FILE_BYTES_MAX));
    const { uploadId, urls } = await api(
      'POST',
      '/letters/upload-request',
      {
        fileCount: files.length,
        fileTypes: files.map(({ type }) => type),
        fileSizes: files.map(({ size }) => size),
        fileNames: pages.map(({ file }) => file.name.slice(-255)),
      },
      { signal },
    );
    const waiting = [...urls];
    const shares = new Map();
    const before = this.sending.done;
    const tell = () => {
      this.sending = { ...this.sending, done: before + [...shares.values()].reduce((sum, share) => sum + share, 0) };
    };
    const next = async () => {
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        const { url, index } = each;
        await putFile(url, {
          headers: { 'Content-Type': files[index].type },
          file: files[index],
          signal,
          onProgress: (share) => {
            shares.set(index, share);
            tell();
          },
        });
        shares.set(index, 1);
        tell();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    await api('POST', `/letters/process/${part(uploadId)}`, undefined, { signal });
    return uploadId;
  }

  drop(event) {
    this.over = false;
    if (this.dragged || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    this.add(event.dataTransfer.files);
  }

  view() {
    const isEmpty = this.pages.length === 0;
    return html`<div class="htt-upload ${this.over ? 'over' : ''}" @dragover=${(event) => {
      if (this.dragged || ![...(event.dataTransfer?.types ?? [])].includes('Files')) return;
      event.preventDefault();
      this.over = true;
    }} @dragleave=${(event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) this.over = false;
    }} @drop=${this.drop}>
      <div class="page-head"><h1>${t('htt.uploadLetters')}</h1><span class="quiet">${t('htt.uploadHint', { max: PAGES_MAX })}</span></div>
      <div class="htt-drop ${isEmpty ? '' : 'small'}">${isEmpty ? html`<span class="htt-pending-icon">${icon('letter')}</span><p>${t('htt.dropHere')}</p>` : nothing}
        <div class="row htt-center"><button type="button" class=${isEmpty ? 'primary' : ''} data-act="choose" @click=${() => this.querySelector('input[name=files]').click()}>${icon('picture')}${t(isEmpty ? 'htt.choosePages' : 'htt.addPages')}</button>
          <button type="button" class="htt-camera" data-act="camera" @click=${() => this.querySelector('input[name=camera]').click()}>${t('htt.camera')}</button></div>
        <input class="sr-only" type="file" name="files" tabindex="-1" multiple accept=${TYPES.join(',')} aria-label=${t('htt.choosePages')} @change=${this.chosen}>
        <input class="sr-only" type="file" name="camera" tabindex="-1" accept="image/jpeg" capture="environment" aria-label=${t('htt.camera')} @change=${this.chosen}>
        ${isEmpty ? html`<p class="quiet">${t('htt.uploadFormats', { max: bytes(FILE_BYTES_MAX) })}</p>` : nothing}</div>
      ${this.refused.length ? html`<ul class="problem htt-refused" role="alert">${this.refused.map(({ name, wrong }) => html`<li><b>${name}</b>: ${wrong}</li>`)}</ul>` : nothing}
      ${isEmpty ? nothing : this.order()}
      <span class="sr-only" role="status">${this.said}</span></div>`;
  }

  chosen(event) {
    this.add(event.target.files);
    event.target.value = '';
  }

  order() {
    const { letters, problem, sending } = this;
    return html`<p class="quiet" id="htt-order-help">${t('htt.orderDrag')} <span class="htt-wide">${t('htt.orderKeys')}</span></p>
      <ol class="htt-pages" aria-describedby="htt-order-help">${repeat(
        this.pages,
        ({ id }) => id,
        (page, i) => this.tile(page, i),
      )}</ol>
      ${this.failure ? html`<p class="problem" role="alert">${words(this.failure)} ${t('htt.sendAgain')}</p>` : nothing}
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
      <div class="htt-send">${
        sending
          ? html`<t-progress label=${t('htt.sendingPages', { n: Math.floor(sending.done), all: sending.total })} .value=${sending.done / sending.total} .cancel=${() => this.cancelling.abort()}></t-progress>`
          : html`<button type="button" class="primary" data-act="send" ?disabled=${Boolean(problem)} @click=${this.send}>${icon('upload')}${letters.length > 1 ? t('htt.sendLetters', { n: letters.length }) : t('htt.sendPages', { n: this.pages.length })}</button>
        <span class="quiet">${t('htt.sendThen')}</span>`
      }</div>`;
  }

  tile(page, i) {
    const { letters } = this;
    const number = letters.findIndex((each) => each.some(({ id }) => id === page.id)) + 1;
    const within = letters[number - 1].findIndex(({ id }) => id === page.id) + 1;
    const isFirst = within === 1;
    const name = t('htt.tileName', { n: within, name: page.file.name });
    return html`<li class="htt-page-tile ${this.dragged === page.id ? 'dragged' : ''} ${isFirst && letters.length > 1 ? 'begins' : ''}" data-page=${page.id} tabindex="0" aria-label=${letters.length > 1 ? `${t('htt.letterN', { n: number })}, ${name}` : name}
      draggable="true" @keydown=${(event) => this.key(event, page)} @dragstart=${(event) => {
        this.dragged = page.id;
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', page.file.name);
      }} @dragover=${(event) => this.dragOver(event, page)} @drop=${(event) => event.preventDefault()} @dragend=${() => {
        this.dragged = null;
      }}>
      ${letters.length > 1 && isFirst ? html`<span class="htt-begins">${t('htt.letterN', { n: number })}</span>` : nothing}
      <div class="htt-tile-picture" data-turn=${page.turn}>${page.picture ? html`<img src=${page.picture} alt="" draggable="false">` : html`<span class="upload-type">PDF</span>`}<span class="htt-tile-number">${within}</span>
        <button type="button" class="htt-handle" tabindex="-1" aria-hidden="true" @pointerdown=${(event) => this.touch(event, page)}>⠿</button></div>
      <span class="cut quiet" title=${page.file.name}>${page.file.name}</span>
      ${page.file.size > FILE_BYTES_MAX ? html`<span class="quiet">${t('htt.madeSmaller')}</span>` : nothing}
      <div class="htt-tile-acts"><button type="button" class="plain icon" data-act="earlier" aria-label=${t('htt.earlier', { name })} title=${t('htt.earlierShort')} ?disabled=${i === 0} @click=${() => this.move(page, i - 1)}>${icon('left')}</button>
        <button type="button" class="plain icon" data-act="later" aria-label=${t('htt.later', { name })} title=${t('htt.laterShort')} ?disabled=${i === this.pages.length - 1} @click=${() => this.move(page, i + 1)}>${icon('right')}</button>
        ${page.picture ? html`<button type="button" class="plain icon" data-act="turn" aria-label=${t('htt.turnPage', { name })} title=${t('htt.turnShort')} @click=${() => this.turn(page)}>${icon('turn')}</button>` : nothing}
        <button type="button" class="plain icon" data-act="remove" aria-label=${t('htt.removePage', { name })} title=${t('htt.delete')} @click=${() => this.take(page)}>${icon('close')}</button></div>
      ${i > 0 ? html`<label class="htt-begin"><input type="checkbox" .checked=${page.first} @change=${(event) => this.change(page, { first: event.target.checked })}>${t('htt.beginsLetter')}</label>` : nothing}</li>`;
  }
}

define('htt-upload', UploadPage);
