import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/dialog.js';
import './value-field.js';
import { compareNames, everything } from './api.js';
import { schemaOf } from './schema.js';
import { asAttribute, EDITED, wrongValue } from './values.js';

const VALUED = EDITED.filter((type) => type !== 'KEY_ONLY');

/**
 * What has to be known of documents before they are uploaded to a site: the required attributes that its schema has no default for, as
 * [{key, dataType, allowed}].
 * @param {string} siteId
 */
export async function askedBefore(siteId) {
  const schema = await schemaOf(siteId);
  if (schema.undecided.size === 0) return [];
  const definitions = await everything('/attributes', { siteId }, 'attributes');
  return definitions
    .filter(({ key, dataType }) => schema.undecided.has(key) && VALUED.includes(dataType))
    .map(({ key, dataType }) => ({ key, dataType, allowed: schema.allowed.get(key) ?? null }))
    .sort((one, other) => compareNames(one.key, other.key));
}

/** Asks for required attributes, once for all files of a drop. "give" has them as the API takes them; "close" means that nothing is uploaded. */
class UploadForm extends Element {
  static properties = {
    n: { type: Number },
    asked: { attribute: false },
    given: { state: true },
    isChecked: { state: true },
  };

  constructor() {
    super();
    this.given = new Map();
  }

  async firstUpdated() {
    await this.querySelector('t-dialog').updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector('fk-value :is(input, select)'))?.focus();
  }

  valuesOf({ key }) {
    return this.given.get(key) ?? [];
  }

  wrongOf(each) {
    const wrong = this.isChecked ? wrongValue(each.dataType, this.valuesOf(each)) : null;
    return wrong ? t(wrong) : '';
  }

  async give(event) {
    event.preventDefault();
    this.isChecked = true;
    await this.updateComplete;
    if (this.asked.some((each) => this.wrongOf(each))) {
      /** @type {HTMLElement | null} */ (this.querySelector('[aria-invalid="true"]'))?.focus();
      return;
    }
    this.dispatchEvent(new CustomEvent('give', { detail: this.asked.map((each) => asAttribute(each.key, each.dataType, this.valuesOf(each))) }));
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  render() {
    return html`<t-dialog open heading=${t('fk.ask.heading', { n: this.n })} @close=${this.close}
      .content=${html`<form id="fk-ask" class="fk-form" novalidate @submit=${(event) => this.give(event)}><p>${t('fk.ask.text', { n: this.n })}</p>
        ${this.asked.map((each) => this.line(each))}</form>`}
      .actions=${html`<button type="button" @click=${() => this.close()}>${t('ui.cancel')}</button>
        <button type="submit" form="fk-ask" class="primary" data-act="give">${t('fk.upload')}</button>`}></t-dialog>`;
  }

  line(each) {
    const { key, dataType, allowed } = each;
    return html`<div class="fk-line"><span class="fk-key" title=${key}>${key}<span class="fk-required" title=${t('fk.required')}> *<span class="sr-only">${t('fk.required')}</span></span></span>
      <fk-value data-key=${key} label=${key} dataType=${dataType} .values=${this.valuesOf(each)} .allowed=${allowed} error=${this.wrongOf(each) || nothing} @values-change=${(
        event,
      ) => {
        this.given = new Map(this.given).set(key, event.detail);
      }}></fk-value></div>`;
  }
}

define('fk-upload-form', UploadForm);
