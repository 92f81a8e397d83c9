import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/error.js';
import '/ui/people-picker.js';
import { call, documentLink, encoded, nameOf, parentOf } from './api.js';
import { icon, kindBadge } from './kinds.js';

const PAGE = 50;
const FOUND_MAX = 8;

/** The documents of a case, a task or a nigo, and a field that finds others to add: `documents-link` says which. */
class CaseDocuments extends Element {
  static properties = {
    siteId: { attribute: false },
    path: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    news: { type: Number },
    rows: { state: true },
    next: { state: true },
    failure: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('path')) Object.assign(this, { rows: null, next: null });
    if (changed.has('path') || changed.has('news')) this.read();
  }

  page(next, limit) {
    return call('GET', `${this.path}/documents`, { siteId: this.siteId, limit, next });
  }

  /** Reads from the start, as far as was read before. */
  async read() {
    const asked = Symbol('reading');
    this.asked = asked;
    try {
      const { documents, next } = await this.page(null, Math.min(1000, Math.max(PAGE, this.rows?.length ?? 0)));
      if (asked === this.asked) Object.assign(this, { rows: documents, next: next ?? null, failure: null });
    } catch (failure) {
      if (asked === this.asked) this.failure = failure;
    }
  }

  async more() {
    try {
      const { documents, next } = await this.page(this.next, PAGE);
      Object.assign(this, { rows: [...this.rows, ...documents], next: next ?? null });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async find(text, signal) {
    if (text.trim() === '') return [];
    const { documents } = await call('POST', '/search', { siteId: this.siteId, limit: FOUND_MAX }, { query: { text } }, { signal });
    return documents.map((each) => ({ id: each.documentId, name: nameOf(each), about: parentOf(each.path) }));
  }

  async unlink(row) {
    try {
      await call('DELETE', `${this.path}/documents/${encoded(row.documentId)}`, { siteId: this.siteId });
      toast(t('fk.case.unlinked', { name: nameOf(row) }), {
        undo: () => this.dispatchEvent(new CustomEvent('documents-link', { detail: [row.documentId] })),
      });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.read();
  }

  render() {
    const { rows } = this;
    return html`<section aria-label=${t('fk.case.documents')}><div class="fk-section"><h3>${t('fk.case.documents')}</h3></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      ${rows && rows.length > 0 ? html`<ul class="fk-related">${rows.map((row) => this.line(row))}</ul>` : nothing}
      ${rows?.length === 0 ? html`<p class="quiet">${t(this.writes ? 'fk.case.dropHere' : 'fk.case.noDocuments')}</p>` : nothing}
      ${this.next ? html`<button type="button" @click=${() => this.more()}>${t('ui.more')}</button>` : nothing}
      ${
        this.writes
          ? html`<t-people-picker label=${t('fk.case.addDocument')} placeholder=${t('fk.relation.find')} single .value=${[]} .find=${(text, signal) => this.find(text, signal)} @people-change=${(
              event,
            ) => {
              const [chosen] = event.detail;
              event.target.value = [];
              if (chosen) this.dispatchEvent(new CustomEvent('documents-link', { detail: [chosen.id] }));
            }}></t-people-picker>`
          : nothing
      }</section>`;
  }

  line(row) {
    const name = nameOf(row);
    return html`<li data-document=${row.documentId}>${kindBadge(row)}<a class="cut" href=${documentLink({ siteId: this.siteId, documentId: row.documentId })}>${name}</a><span class="quiet cut fk-wide">${parentOf(row.path)}</span>
      ${this.removes ? html`<button type="button" class="plain icon" data-act="unlink" aria-label=${t('fk.case.unlink', { name })} @click=${() => this.unlink(row)}>${icon('cross')}</button>` : nothing}</li>`;
  }
}

define('fk-case-documents', CaseDocuments);
