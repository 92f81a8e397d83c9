import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/timeline.js';
import { call } from './api.js';
import { toldEntry } from './told.js';

/** What was done to one document: <fk-document-record .siteId .documentId ?governs news>. */
class DocumentRecord extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    governs: { type: Boolean },
    news: { type: Number },
    load: { state: true },
  };

  willUpdate(changed) {
    if (!changed.has('documentId') && !changed.has('news')) return;
    const { siteId, documentId } = this;
    this.load = async (next) => {
      const page = await call('GET', '/x/activities', { siteId, documentId, limit: 25, next });
      return { entries: page.entries.map((entry) => toldEntry(entry, siteId, false)), next: page.next ?? null };
    };
  }

  render() {
    return html`<p class="quiet">${t(this.governs ? 'fk.record.all' : 'fk.record.own')}</p>
      <t-timeline compact label=${t('fk.activity')} .load=${this.load} .empty=${{ heading: t('fk.record.none'), text: t('fk.record.noneText') }}></t-timeline>`;
  }
}

define('fk-document-record', DocumentRecord);
