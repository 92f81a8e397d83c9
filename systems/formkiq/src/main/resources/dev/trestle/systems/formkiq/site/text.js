import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/badge.js';
import '/ui/state.js';
import '/ui/time.js';
import { call, encoded, iso } from './api.js';
import { icon } from './kinds.js';

const LOOK_MS = 2_000;
const LOOKS_MAX = 300;
const TONES = { successful: 'good', failed: 'bad', requested: 'busy', skipped: 'plain' };

/** The text of a document: what was recognised, how far that is, and what the search finds. <fk-text .siteId .documentId ?writes ?removes news> */
class DocumentText extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    news: { type: Number },
    writes: { type: Boolean },
    removes: { type: Boolean },
    ocr: { state: true },
    searched: { state: true },
    failure: { state: true },
    draft: { state: true },
    refused: { state: true },
    busy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    this.looks = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
    clearTimeout(this.timer);
  }

  willUpdate(changed) {
    if (changed.has('documentId') || (changed.has('news') && this.draft === undefined)) this.read();
  }

  get base() {
    return `/documents/${encoded(this.documentId)}`;
  }

  /** What is not there is null. */
  async found(path) {
    try {
      return await call('GET', `${this.base}${path}`, { siteId: this.siteId }, undefined, { signal: this.leaving.signal });
    } catch (failure) {
      if (failure.status === 404) return null;
      throw failure;
    }
  }

  async read() {
    try {
      const [ocr, searched] = await Promise.all([this.found('/ocr'), this.found('/fulltext')]);
      this.ocr = ocr;
      this.searched = searched?.content ?? null;
      this.failure = null;
      this.lookAgain();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** While it is recognised, it is looked at now and then. */
  lookAgain() {
    clearTimeout(this.timer);
    if (this.ocr?.ocrStatus !== 'requested' || this.looks++ > LOOKS_MAX) return;
    this.timer = setTimeout(() => this.read(), LOOK_MS);
  }

  async act(name, run, done) {
    this.busy = name;
    this.refused = null;
    try {
      await run();
      toast(t(done));
      this.draft = undefined;
      this.looks = 0;
      await this.read();
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.busy = null;
    }
  }

  recognise() {
    return this.act('recognise', () => call('POST', `${this.base}/ocr`, { siteId: this.siteId }, { ocrEngine: 'TESSERACT' }), 'fk.text.requested');
  }

  index() {
    const sync = { service: 'FULLTEXT', type: 'CONTENT' };
    return this.act('index', () => call('POST', `${this.base}/syncs`, { siteId: this.siteId }, { sync }), 'fk.text.indexing');
  }

  save() {
    const content = this.draft;
    return this.act('save', () => call('PUT', `${this.base}/ocr`, { siteId: this.siteId }, { contentType: 'text/plain', content }), 'fk.text.saved');
  }

  async drop() {
    const act = () => call('DELETE', `${this.base}/ocr`, { siteId: this.siteId });
    if (await confirmed({ heading: t('fk.text.dropHeading'), text: t('fk.text.dropText'), label: t('fk.delete'), act })) this.read();
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (this.ocr === undefined) return html`<t-state loading rows="6"></t-state>`;
    return html`<section class="fk-text">${this.state()}${this.refused ? html`<p class="fk-text-refused" role="alert">${words(this.refused)}</p>` : nothing}
      ${this.draft === undefined ? this.shown() : this.editor()}${this.draft === undefined ? this.acts() : nothing}</section>`;
  }

  state() {
    const { ocr } = this;
    if (!ocr) return html`<p class="quiet">${t('fk.text.none')}</p>`;
    return html`<p class="row"><t-badge tone=${TONES[ocr.ocrStatus] ?? 'plain'} data-status=${ocr.ocrStatus} text=${t(`fk.text.${ocr.ocrStatus}`)}></t-badge>
      <span class="quiet">${ocr.ocrEngine === 'manual' ? t('fk.text.byHand', { name: ocr.userId }) : ocr.ocrEngine} · <t-time at=${iso(ocr.insertedDate)}></t-time></span></p>`;
  }

  shown() {
    const text = this.ocr?.data ?? this.searched;
    if (!text) return this.ocr?.ocrStatus === 'successful' ? html`<p class="quiet">${t('fk.text.empty')}</p>` : nothing;
    return html`<h2 class="fk-text-head">${t(this.ocr?.data === undefined ? 'fk.text.searched' : 'fk.text.heading')}</h2>
      <pre class="fk-text-shown" tabindex="0" role="region" aria-label=${t('fk.text.heading')}>${text}</pre>`;
  }

  acts() {
    if (!this.writes) return nothing;
    const act = (name, drawing, run, tone = 'plain') =>
      html`<button type="button" class=${tone} data-act=${name} ?disabled=${Boolean(this.busy)} @click=${run}>${icon(drawing)}${t(`fk.text.act.${name}`)}</button>`;
    return html`<div class="fk-acts">${act('recognise', 'search', () => this.recognise())}
      ${act('index', 'replace', () => this.index())}
      ${act('edit', 'pencil', () => {
        this.draft = this.ocr?.data ?? this.searched ?? '';
      })}
      ${this.ocr && this.removes ? act('drop', 'trash', () => this.drop(), 'danger') : nothing}</div>
      <p class="quiet">${t(this.searched === null ? 'fk.text.notSearched' : 'fk.text.isSearched')}</p>`;
  }

  editor() {
    return html`<form class="fk-text-form" @submit=${(event) => {
      event.preventDefault();
      this.save();
    }}><label for="fk-text-field">${t('fk.text.heading')}</label>
      <textarea id="fk-text-field" rows="16" .value=${this.draft} @input=${(event) => {
        this.draft = event.target.value;
      }}></textarea>
      <div class="fk-acts"><button type="submit" class="primary" data-act="save" ?disabled=${Boolean(this.busy) || this.draft.trim() === ''}>${t('ui.save')}</button>
        <button type="button" data-act="cancel" @click=${() => {
          this.draft = undefined;
          this.refused = null;
        }}>${t('ui.cancel')}</button></div></form>`;
  }
}

define('fk-text', DocumentText);
