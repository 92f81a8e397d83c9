import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/people-picker.js';
import { call, documentLink, encoded, nameOf, parentOf } from './api.js';
import { icon, kindBadge } from './kinds.js';

const KINDS = ['ASSOCIATED', 'PRIMARY', 'ATTACHMENT', 'APPENDIX', 'SUPPLEMENT', 'RENDITION'];
const SHOWN_MAX = 100;

/** The other documents that one stands to: their names as links, and a way to find one more. `values` are the API's: "KIND#documentId". */
class Relations extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    values: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    adding: { state: true },
    chosen: { state: true },
    known: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.values = [];
    this.known = new Map();
    this.chosen = [];
  }

  willUpdate(changed) {
    if (changed.has('documentId')) Object.assign(this, { adding: false, chosen: [], failure: null });
    if (changed.has('values')) this.readNames();
  }

  get relations() {
    return this.values.map((value) => {
      const [kind, ...rest] = value.split('#');
      return { value, kind, documentId: rest.join('#') };
    });
  }

  async readNames() {
    const documentIds = [...new Set(this.relations.map(({ documentId }) => documentId))].filter((id) => !this.known.has(id)).slice(0, SHOWN_MAX);
    if (documentIds.length === 0) return;
    try {
      const { documents } = await call('POST', '/search', { siteId: this.siteId }, { query: { documentIds } });
      this.known = new Map([...this.known, ...documents.map((each) => [each.documentId, each])]);
    } catch {
      // A name that cannot be read leaves the identifier.
    }
  }

  async find(text, signal) {
    if (text.trim() === '') return [];
    const { documents } = await call('POST', '/search', { siteId: this.siteId, limit: 8 }, { query: { text } }, { signal });
    return documents
      .filter((each) => each.documentId !== this.documentId)
      .map((each) => ({ id: each.documentId, name: nameOf(each), about: parentOf(each.path) }));
  }

  async save(event) {
    event.preventDefault();
    const [other] = this.chosen;
    if (!other) return;
    const relationship = new FormData(event.target).get('kind');
    const attribute = { documentId: other.id, relationship, inverseRelationship: relationship };
    try {
      await call('POST', `/documents/${encoded(this.documentId)}/attributes`, { siteId: this.siteId }, { attributes: [attribute] });
      Object.assign(this, { adding: false, chosen: [], failure: null });
      this.dispatchEvent(new CustomEvent('relations-change'));
    } catch (failure) {
      this.failure = failure;
    }
  }

  async unrelate({ value }) {
    try {
      await call('DELETE', `/documents/${encoded(this.documentId)}/attributes/Relationships/${encoded(value)}`, { siteId: this.siteId });
      this.dispatchEvent(new CustomEvent('relations-change'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  render() {
    const { relations } = this;
    if (relations.length === 0 && !this.writes) return nothing;
    return html`<section class="fk-relations" aria-label=${t('fk.relations')}><div class="fk-section"><h3>${t('fk.relations')}</h3>
        ${
          this.writes && !this.adding
            ? html`<button type="button" class="plain icon" data-act="relate" aria-label=${t('fk.relation.add')} title=${t('fk.relation.add')} @click=${() => {
                this.adding = true;
              }}>${icon('plus')}</button>`
            : nothing
        }</div>
      ${relations.length > 0 ? html`<ul class="fk-related">${relations.slice(0, SHOWN_MAX).map((each) => this.line(each))}</ul>` : nothing}
      ${this.adding ? this.form() : nothing}</section>`;
  }

  line(relation) {
    const document = this.known.get(relation.documentId);
    const name = document ? nameOf(document) : relation.documentId;
    const { kind, documentId } = relation;
    return html`<li>${document ? kindBadge(document) : icon('link')}<a class="cut" href=${documentLink({ siteId: this.siteId, documentId })}>${name}</a>
      <span class="quiet">${KINDS.includes(kind) ? t(`fk.relation.${kind}`) : kind}</span>
      ${this.removes ? html`<button type="button" class="plain icon" aria-label=${t('fk.relation.remove', { name })} @click=${() => this.unrelate(relation)}>${icon('cross')}</button>` : nothing}</li>`;
  }

  form() {
    return html`<form class="fk-relate stack tight" @submit=${this.save}>
      <t-people-picker label=${t('fk.relation.document')} placeholder=${t('fk.relation.find')} single .value=${this.chosen} .find=${(text, signal) => this.find(text, signal)} @people-change=${(
        event,
      ) => {
        this.chosen = event.detail;
      }}></t-people-picker>
      <t-field label=${t('fk.relation.kind')} name="kind" type="select" value="ASSOCIATED" .options=${KINDS.map((each) => [each, t(`fk.relation.${each}`)])}></t-field>
      ${this.failure ? html`<p class="problem" role="alert">${words(this.failure)}</p>` : nothing}
      <div class="fk-form-end"><span class="end"></span><button type="button" @click=${() => {
        this.adding = false;
      }}>${t('ui.cancel')}</button><button type="submit" class="primary" ?disabled=${this.chosen.length === 0}>${t('fk.relation.add')}</button></div></form>`;
  }
}

define('fk-relations', Relations);
