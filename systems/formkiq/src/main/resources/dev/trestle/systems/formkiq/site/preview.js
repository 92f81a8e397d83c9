import { define, Element, html, nothing } from '/ui/element.js';
import { parseCsv } from '/ui/csv.js';
import { words } from '/ui/error.js';
import { renderMarkdown } from '/ui/markdown.js';
import { bytes, t } from '/ui/texts.js';
import { documentAt, kindOf } from '/ui/viewer.js';
import '/ui/state.js';
import { call, encoded, nameOf } from './api.js';
import { kindOfFile } from './kinds.js';

const BYTES_MAX = 50 * 1024 * 1024;
const TEXT_MAX = 500_000;
const ROWS_MAX = 200;
const COLUMNS_MAX = 40;

const isText = (kind) => kind === 'text' || kind === 'markdown' || kind === 'table';

/** Tells contents of documents apart. The length too: an upload may end within the second in which its document was made. */
const contentKey = (document) =>
  document
    ? [document.siteId, document.documentId, document.lastModifiedDate, document.checksum, document.contentLength, document.contentType].join(' ')
    : '';

/** JSON as people read it; what is none is shown as it came. */
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * What a document holds: <fk-preview .document=${…} compact>. Nothing in it is run or taken for HTML: pictures are pictures (SVG too), PDF is shown by the browser's own
 * reader, markdown is rendered and sanitised by the server, and all other text is text.
 */
class Preview extends Element {
  static properties = {
    document: { attribute: false },
    compact: { type: Boolean },
    shown: { state: true },
    failure: { state: true },
    asSource: { state: true },
  };

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
  }

  /** What was fetched stays in memory as long as its address is held. */
  forget() {
    this.reading?.abort();
    if (this.shown?.held) URL.revokeObjectURL(this.shown.held);
  }

  willUpdate(changed) {
    if (!changed.has('document')) return;
    const key = contentKey(this.document);
    if (key === this.key) return;
    this.key = key;
    this.read();
  }

  async read() {
    this.forget();
    Object.assign(this, { shown: null, failure: null, asSource: false });
    if (!this.document) return;
    this.reading = new AbortController();
    const { signal } = this.reading;
    try {
      const shown = await this.content(this.document, signal);
      if (signal.aborted && shown.held) URL.revokeObjectURL(shown.held);
      else if (!signal.aborted) this.shown = shown;
    } catch (failure) {
      if (!signal.aborted) this.failure = failure;
    }
  }

  async content(document, signal) {
    if (document.deepLinkPath && !document.deepLinkPath.startsWith('s3://')) return { kind: 'link' };
    const kind = kindOf(document.contentType ?? '');
    const { siteId, contentLength = 0 } = document;
    if (contentLength === 0 && !document.deepLinkPath) return { kind: 'empty' };
    if (kind === 'file' || contentLength > BYTES_MAX) return { kind: 'file' };
    const path = `/documents/${encoded(document.documentId)}`;
    if (isText(kind)) {
      const { content } = await call('GET', `${path}/content`, { siteId }, undefined, { signal });
      return content === undefined ? { kind: 'file' } : this.text(kind, content, signal);
    }
    const { url } = await call('GET', `${path}/url`, { siteId, inline: true }, undefined, { signal });
    if (kind === 'document') return { kind, held: await documentAt(url, signal) };
    if (kind !== 'picture') return { kind, url };
    // An SVG is sent as a file, so that no browser opens it as a page; as a picture it runs nothing.
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw Object.assign(new Error(t('ui.viewer.broken')), { status: answer.status });
    const held = URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: document.contentType }));
    return { kind, held };
  }

  async text(kind, content, signal) {
    const isCut = content.length > TEXT_MAX;
    const text = isCut ? content.slice(0, TEXT_MAX) : content;
    const shown = { kind, isCut, text: /json/.test(this.document.contentType) ? pretty(text) : text };
    if (kind !== 'markdown' || isCut) return shown;
    try {
      return { ...shown, nodes: await renderMarkdown(text, signal) };
    } catch (failure) {
      if (signal.aborted) throw failure;
      return { ...shown, notRendered: words(failure) };
    }
  }

  render() {
    if (this.failure) return html`<div class="fk-preview-note"><t-error .failure=${this.failure} .retry=${() => this.read()}></t-error></div>`;
    if (!this.shown) return html`<div class="fk-preview-note"><t-state loading rows="3"></t-state></div>`;
    const name = nameOf(this.document);
    const { kind, held, url, text, nodes, isCut } = this.shown;
    if (kind === 'picture')
      return html`<img class="fk-picture" src=${held} alt=${name} @error=${() => {
        this.shown = { kind: 'file' };
      }}>`;
    if (kind === 'document')
      return html`<iframe class="fk-pdf" src="${held}${this.compact ? '#toolbar=0&navpanes=0&view=FitH' : '#navpanes=0&view=FitH'}" title=${name}></iframe>`;
    if (kind === 'video') return html`<video class="fk-picture" src=${url} controls playsinline preload="metadata" aria-label=${name}></video>`;
    if (kind === 'sound') return html`<audio src=${url} controls preload="metadata" aria-label=${name}></audio>`;
    const cut = isCut ? html`<p class="quiet">${t('ui.viewer.cut')}</p>` : nothing;
    if (nodes && !this.asSource)
      return html`<div class="fk-sheet prose" tabindex="0" role="region" aria-label=${name}>${nodes}${this.switch('ui.viewer.source')}</div>`;
    if (kind === 'markdown' || kind === 'text')
      return html`<div class="fk-sheet" tabindex="0" role="region" aria-label=${name}>${this.shown.notRendered ? html`<p class="quiet">${this.shown.notRendered}</p>` : nothing}<pre>${text}</pre>${cut}${nodes ? this.switch('fk.rendered') : nothing}</div>`;
    if (kind === 'table') return this.table(name, text, cut);
    return this.card(name, kind);
  }

  switch(text) {
    return html`<button type="button" class="fk-source" @click=${() => {
      this.asSource = !this.asSource;
    }}>${t(text)}</button>`;
  }

  table(name, text, cut) {
    const {
      rows: [head = [], ...rows],
      isCut,
    } = parseCsv(text, { rowsMax: ROWS_MAX, columnsMax: COLUMNS_MAX });
    const isNumber = (cell) => cell !== '' && Number.isFinite(Number(cell));
    return html`<div class="fk-sheet" tabindex="0" role="region" aria-label=${name}><table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td class=${isNumber(cell) ? 'number' : ''}>${cell}</td>`)}</tr>`)}</tbody></table>
      ${isCut ? html`<p class="quiet">${t('ui.viewer.rows', { n: rows.length })}</p>` : cut}</div>`;
  }

  card(name, kind) {
    const { word, tone } = kindOfFile(this.document);
    const said = { link: t('fk.preview.link'), empty: t('fk.preview.empty') }[kind] ?? t('ui.viewer.noPreview');
    return html`<div class="fk-card"><span class="fk-kind large" data-tone=${tone} aria-hidden="true">${word}</span><strong class="cut">${name}</strong><span class="quiet">${said}</span>
      ${this.document.contentLength ? html`<span class="quiet">${bytes(this.document.contentLength)}</span>` : nothing}
      ${kind === 'link' && /^https?:/.test(this.document.deepLinkPath) ? html`<a class="button" href=${this.document.deepLinkPath} target="_blank" rel="noopener noreferrer">${t('ui.viewer.open')}</a>` : nothing}</div>`;
  }
}

define('fk-preview', Preview);
