import { define, html, nothing } from '/ui/element.js';
import { SidePanel } from '/ui/side-panel.js';
import { bytes, t } from '/ui/texts.js';
import '/ui/id.js';
import '/ui/tabs.js';
import '/ui/time.js';
import './attributes.js';
import './facts.js';
import './preview.js';
import './tags.js';
import { call, documentLink, encoded, iso, nameOf, permissions } from './api.js';
import { downloadDocument } from './acts.js';
import { icon, kindOfFile } from './kinds.js';

/** A document beside the list that it was chosen in: its preview, attributes and tags. "tab-change" tells which of these is shown. */
class Details extends SidePanel {
  static properties = {
    ...SidePanel.properties,
    siteId: { attribute: false },
    documentId: { attribute: false },
    row: { attribute: false },
    tab: {},
    news: { type: Number },
    document: { state: true },
    may: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.may = new Set();
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('documentId')) {
      this.document = this.row ?? null;
      this.may = new Set();
      this.read();
    } else if (changed.has('news') || (changed.has('row') && this.row && this.row.lastModifiedDate !== this.document?.lastModifiedDate)) this.read();
  }

  async read() {
    const asked = Symbol('document');
    this.asked = asked;
    const options = { signal: this.leaving.signal };
    try {
      const document = await call('GET', `/documents/${encoded(this.documentId)}`, { siteId: this.siteId }, undefined, options);
      const may = await permissions(this.siteId, document.path ?? '', options);
      if (asked === this.asked) Object.assign(this, { document, may, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.failure = failure;
    }
  }

  body() {
    const { document } = this;
    if (this.failure) return html`<div class="fk-alone"><t-error .failure=${this.failure} .retry=${() => this.read()}></t-error></div>`;
    if (!document) return html`<t-state loading rows="6"></t-state>`;
    const name = nameOf(document);
    const link = documentLink({ siteId: this.siteId, documentId: this.documentId });
    const shown = { siteId: this.siteId, documentId: this.documentId, news: this.news };
    const tabs = [
      { id: 'attributes', text: t('fk.attributes'), content: () => this.form(shown), keep: true },
      {
        id: 'tags',
        text: t('fk.tags'),
        content: () =>
          html`<fk-tags .siteId=${shown.siteId} .documentId=${shown.documentId} news=${shown.news} ?writes=${this.may.has('WRITE')} ?removes=${this.may.has('DELETE')}></fk-tags>`,
      },
      {
        id: 'about',
        text: t('fk.about'),
        content: () => html`<fk-facts .document=${document} .siteId=${this.siteId} ?writes=${this.may.has('WRITE')}></fk-facts>`,
      },
    ];
    return html`<div class="fk-well"><fk-preview compact .document=${{ ...document, siteId: this.siteId }}></fk-preview></div>
      <div class="fk-details-head"><h2><a href=${link}>${name}</a></h2>
        <a class="button plain icon" href=${link} aria-label=${t('fk.open')} title=${t('fk.open')}>${icon('open')}</a>
        <button type="button" class="plain icon" aria-label=${t('fk.download')} title=${t('fk.download')} @click=${() => downloadDocument(this.siteId, document)}>${icon('download')}</button>
        <button type="button" class="plain icon" data-act="close-panel" aria-label=${t('ui.close')} @click=${this.close}>${icon('cross')}</button>
        <p class="quiet">${kindOfFile(document).word}${document.contentLength === undefined ? nothing : html` · ${bytes(document.contentLength)}`} · <t-time at=${iso(document.lastModifiedDate ?? document.insertedDate)}></t-time> · ${document.userId}</p></div>
      <div class="fk-details-tabs"><t-tabs label=${t('fk.details')} .tabs=${tabs} selected=${this.tab} @tab-select=${(event) => this.dispatchEvent(new CustomEvent('tab-change', { detail: event.detail }))}></t-tabs></div>`;
  }

  form({ siteId, documentId, news }) {
    const governs = this.may.has('GOVERN') || this.may.has('ADMIN');
    return html`<fk-attributes .siteId=${siteId} .documentId=${documentId} news=${news} ?writes=${this.may.has('WRITE')} ?removes=${this.may.has('DELETE')} ?governs=${governs}></fk-attributes>`;
  }
}

define('fk-details', Details);
