import { define, Element, html, nothing } from './element.js';
import { parseCsv } from './csv.js';
import { words } from './error.js';
import { renderMarkdown } from './markdown.js';
import { bytes, t } from './texts.js';

const SCALE_MAX = 8;
const SCALE_STEP = 1.25;
const PAN_STEP = 80;
const TEXT_BYTES_MAX = 1_000_000;
const DOCUMENT_BYTES_MAX = 50 * 1024 * 1024;
const ROWS_MAX = 500;
const COLUMNS_MAX = 50;

/**
 * @typedef {{name: string, type: string, size?: number, url?: string | (() => Promise<string>), text?: () => Promise<string>, about?: unknown}} Shown
 * `url` may be asked for when the thing is shown: addresses of files end. `text` gives what a text, markdown or CSV file holds, if no address does.
 */

/** What a type is shown as: "picture", "document" (PDF), "video", "sound", "table", "markdown", "text" or "file". @param {string} type */
export function kindOf(type) {
  if (/^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/.test(type)) return 'picture';
  if (type === 'application/pdf') return 'document';
  if (type.startsWith('video/')) return 'video';
  if (type.startsWith('audio/')) return 'sound';
  if (type === 'text/csv') return 'table';
  if (/^text\/(x-)?markdown$/.test(type)) return 'markdown';
  if (/^text\/(?!html)|^application\/json$/.test(type)) return 'text';
  return 'file';
}

/** The beginning of a file's text. A file may be of any size, and never ends up as HTML. */
async function beginning(url, signal) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw Object.assign(new Error(String(answer.status)), { status: answer.status });
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = 0; read < TEXT_BYTES_MAX; ) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    read += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isCut: true };
}

/** A PDF file for the browser's own reader, which is no page of ours: what is no PDF file does not get there. */
export async function documentAt(url, signal) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw Object.assign(new Error(String(answer.status)), { status: answer.status });
  const content = await answer.arrayBuffer();
  const isPdf = new TextDecoder('latin1').decode(content.slice(0, 5)) === '%PDF-';
  if (!isPdf) throw Object.assign(new Error(t('ui.viewer.broken')), { status: 400 });
  return URL.createObjectURL(new Blob([content], { type: 'application/pdf' }));
}

/**
 * Files, one at a time, as large as the window: openViewer({items, at}). Arrow keys go to the next and the one before; pictures are zoomed by wheel, buttons,
 * + and −, and moved by mouse and Shift with arrows. What a file holds is never run or taken for HTML: it is a picture, a video, a PDF
 * document in the browser's reader, text, a table, or a card to save it. Markdown is rendered and sanitised by the server, and can be read as its source.
 */
class Viewer extends Element {
  static properties = {
    items: { attribute: false },
    at: { type: Number },
    shown: { state: true },
    scale: { state: true },
    asSource: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.items = [];
    this.at = 0;
    this.scale = 1;
    this.place = { x: 0, y: 0 };
  }

  get item() {
    return this.items[this.at];
  }

  firstUpdated() {
    this.querySelector('dialog').showModal();
    this.go(this.at);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.reading?.abort();
    this.forget();
  }

  /** What was fetched for a document stays in memory as long as its address is held. */
  forget() {
    if (this.shown?.document) URL.revokeObjectURL(this.shown.document);
  }

  async go(at) {
    this.at = (at + this.items.length) % this.items.length;
    this.reading?.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    this.forget();
    Object.assign(this, { shown: null, failure: null });
    this.zoom(1);
    try {
      const { item } = this;
      const url = typeof item.url === 'function' ? await item.url() : (item.url ?? null);
      const isNotShown = !url || (item.size ?? 0) > DOCUMENT_BYTES_MAX;
      const kind = isNotShown && kindOf(item.type) === 'document' ? 'file' : kindOf(item.type);
      const isText = kind === 'text' || kind === 'table' || kind === 'markdown';
      const read = isText ? (item.text ? { text: await item.text(), isCut: false } : await beginning(url, signal)) : {};
      if (kind === 'document') read.document = await documentAt(url, signal);
      if (kind === 'markdown') Object.assign(read, await this.rendered(read, signal));
      if (!signal.aborted) this.shown = { url, kind, ...read };
    } catch (failure) {
      if (!signal.aborted) this.failure = failure;
    }
  }

  /**
   * What the server does not render, such as a part of a text or one that is too complex, is shown as its source.
   * @param {{text?: string, isCut?: boolean}} read
   * @param {AbortSignal} signal
   */
  async rendered({ text, isCut }, signal) {
    this.asSource = false;
    if (isCut) return {};
    try {
      return { nodes: await renderMarkdown(text, signal) };
    } catch (failure) {
      if (signal.aborted) throw failure;
      return { notRendered: words(failure) };
    }
  }

  zoom(scale) {
    this.scale = Math.min(SCALE_MAX, Math.max(1, scale));
    if (this.scale === 1) this.place = { x: 0, y: 0 };
    this.draw();
  }

  /** By CSSOM: the page's policy has no room for style attributes. */
  draw() {
    const picture = this.querySelector('.viewer-picture');
    picture?.style.setProperty('transform', `translate(${this.place.x}px, ${this.place.y}px) scale(${this.scale})`);
  }

  pan(x, y) {
    if (this.scale === 1) return;
    const { clientWidth, clientHeight } = this.querySelector('.viewer-stage');
    const within = (value, size) => Math.max((-size * this.scale) / 2, Math.min((size * this.scale) / 2, value));
    this.place = { x: within(this.place.x + x, clientWidth), y: within(this.place.y + y, clientHeight) };
    this.draw();
  }

  key(event) {
    if (event.target.closest('video, audio')) return;
    const many = this.items.length > 1;
    const moves = { ArrowLeft: [PAN_STEP, 0], ArrowRight: [-PAN_STEP, 0], ArrowUp: [0, PAN_STEP], ArrowDown: [0, -PAN_STEP] };
    if (event.shiftKey && event.key in moves) this.pan(...moves[event.key]);
    else if (event.key === 'ArrowRight' && many) this.go(this.at + 1);
    else if (event.key === 'ArrowLeft' && many) this.go(this.at - 1);
    else if (['+', '='].includes(event.key)) this.zoom(this.scale * SCALE_STEP);
    else if (event.key === '-') this.zoom(this.scale / SCALE_STEP);
    else if (event.key === '0') this.zoom(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  grab(event) {
    if (this.scale === 1 || event.button !== 0) return;
    event.preventDefault();
    const stage = event.currentTarget;
    const move = ({ movementX, movementY }) => this.pan(movementX, movementY);
    stage.setPointerCapture(event.pointerId);
    stage.addEventListener('pointermove', move);
    stage.addEventListener('lostpointercapture', () => stage.removeEventListener('pointermove', move), { once: true });
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? this.scale * SCALE_STEP : this.scale / SCALE_STEP);
  }

  close() {
    this.querySelector('dialog').close();
  }

  render() {
    const { item } = this;
    const many = this.items.length > 1;
    const isPicture = this.shown?.kind === 'picture';
    return html`<dialog class="viewer" aria-label=${item.name} @keydown=${this.key} @close=${() => this.dispatchEvent(new CustomEvent('close'))}>
      <div class="viewer-bar"><div class="viewer-name"><strong class="cut">${item.name}</strong><span class="quiet" role="status">${many ? t('ui.viewer.of', { n: this.at + 1, all: this.items.length }) : nothing}
          ${item.size ? bytes(item.size) : nothing} ${item.about ?? nothing}</span></div>
        ${
          isPicture
            ? html`<button type="button" class="plain icon" aria-label=${t('ui.viewer.out')} ?disabled=${this.scale === 1} @click=${() => this.zoom(this.scale / SCALE_STEP)}>−</button>
          <button type="button" class="plain number" data-act="fit" title=${t('ui.viewer.fit')} @click=${() => this.zoom(1)}>${Math.round(this.scale * 100)} %</button>
          <button type="button" class="plain icon" data-act="zoom-in" aria-label=${t('ui.viewer.in')} @click=${() => this.zoom(this.scale * SCALE_STEP)}>+</button>`
            : nothing
        }
        ${
          this.shown?.nodes
            ? html`<button type="button" data-act="source" aria-pressed=${this.asSource ? 'true' : 'false'} @click=${() => {
                this.asSource = !this.asSource;
              }}>${t('ui.viewer.source')}</button>`
            : nothing
        }
        ${this.shown?.url ? html`<a class="button" href=${this.shown.url} target="_blank" rel="noopener noreferrer">${t('ui.viewer.open')}</a>` : nothing}
        <button type="button" class="plain icon" data-act="close-viewer" aria-label=${t('ui.close')} @click=${this.close}>✕</button></div>
      <div class="viewer-stage" tabindex="0" aria-label=${item.name} role="group" @pointerdown=${isPicture ? this.grab : nothing} @wheel=${isPicture ? this.wheel : nothing} @dblclick=${() => {
        if (isPicture) this.zoom(this.scale > 1 ? 1 : 2);
      }}>
        ${
          this.failure
            ? html`<t-error .failure=${this.failure} message=${this.failure.name === 'TypeError' ? t('error.unreachable') : words(this.failure)} .retry=${() => this.go(this.at)}></t-error>`
            : this.shown
              ? this.content(item)
              : html`<p class="quiet" role="status">${t('ui.loading')}</p>`
        }</div>
      ${
        many
          ? html`<button type="button" class="viewer-step back" data-act="previous" aria-label=${t('ui.viewer.previous')} @click=${() => this.go(this.at - 1)}>‹</button>
        <button type="button" class="viewer-step next" data-act="next" aria-label=${t('ui.viewer.next')} @click=${() => this.go(this.at + 1)}>›</button>`
          : nothing
      }</dialog>`;
  }

  content(item) {
    const { kind, url, text, isCut } = this.shown;
    const broken = () => {
      this.failure = Object.assign(new Error(t('ui.viewer.broken')), { status: 400 });
    };
    if (kind === 'picture') return html`<img class="viewer-picture" src=${url} alt=${item.name} draggable="false" @error=${broken}>`;
    if (kind === 'video')
      return html`<video class="viewer-video" src=${url} controls playsinline preload="metadata" aria-label=${item.name} @error=${broken}></video>`;
    if (kind === 'document') return html`<iframe class="viewer-document" src=${this.shown.document} title=${item.name}></iframe>`;
    if (kind === 'sound') return html`<audio src=${url} controls preload="metadata" aria-label=${item.name} @error=${broken}></audio>`;
    const cut = isCut ? html`<p class="quiet">${t('ui.viewer.cut')}</p>` : nothing;
    if (this.shown.nodes && !this.asSource) return html`<div class="viewer-sheet prose">${this.shown.nodes}</div>`;
    if (kind === 'text' || kind === 'markdown')
      return html`<div class="viewer-sheet">${this.shown.notRendered ? html`<p class="quiet">${this.shown.notRendered}</p>` : nothing}<pre>${text}</pre>${cut}</div>`;
    if (kind === 'table') return this.table(text, cut);
    return html`<div class="card viewer-card"><span class="upload-type">${(item.type.split('/')[1] ?? '?').slice(0, 4)}</span><strong>${item.name}</strong><span class="quiet">${t('ui.viewer.noPreview')}</span>
      ${url ? html`<a class="button" href=${url} target="_blank" rel="noopener noreferrer">${t('ui.viewer.open')}</a>` : nothing}</div>`;
  }

  table(text, cut) {
    const {
      rows: [head = [], ...rows],
      isCut,
    } = parseCsv(text, { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX });
    return html`<div class="viewer-sheet"><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>
      ${isCut ? html`<p class="quiet">${t('ui.viewer.rows', { n: rows.length })}</p>` : cut}</div>`;
  }
}

define('t-viewer', Viewer);

/**
 * Shows files over everything else. Resolves when it is closed; the focus goes back to where it was.
 * @param {{items: Shown[], at?: number}} what
 */
export function openViewer({ items, at = 0 }) {
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise((resolve) => {
    const viewer = Object.assign(document.createElement('t-viewer'), { items, at });
    viewer.addEventListener('close', () => {
      viewer.remove();
      if (opener?.isConnected) opener.focus();
      resolve(undefined);
    });
    document.body.append(viewer);
  });
}
