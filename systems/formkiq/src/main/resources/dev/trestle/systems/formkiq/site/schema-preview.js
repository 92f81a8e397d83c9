import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import './value-field.js';
import { merged, readSchema } from './schema.js';
import { draftOf } from './schema-draft.js';

/** The form that a schema makes of a new document, with its defaults: <fk-schema-preview .schema .definitions .site>. What is typed in it is not kept. */
class SchemaPreview extends Element {
  static properties = { schema: { attribute: false }, definitions: { attribute: false }, site: { attribute: false } };

  /** The values that the server would give; those of a class go before those of its site. */
  defaultsOf(key) {
    for (const each of [this.schema, this.site]) {
      const row = draftOf(each).rows.find((one) => one.key === key && one.required);
      if (row && row.defaults.length > 0) return row.defaults;
    }
    return [];
  }

  render() {
    const schema = merged([this.schema, this.site].filter(Boolean).map(readSchema));
    const keys = [...schema.required, ...[...schema.named].filter((key) => !schema.required.has(key))];
    return html`<section class="fk-schema-preview" aria-label=${t('fk.schema.preview')}><h3>${t('fk.schema.preview')}</h3><p class="quiet">${t('fk.schema.previewText')}</p>
      ${keys.length === 0 ? html`<p class="quiet">${t('fk.schema.noForm')}</p>` : html`<div class="fk-form">${keys.map((key) => this.line(key, schema))}</div>`}
      <p class="quiet">${t(schema.listed ? 'fk.schema.shut' : 'fk.schema.open')}</p></section>`;
  }

  line(key, schema) {
    const type = this.definitions.find((each) => each.key === key)?.dataType ?? 'STRING';
    const mark = schema.required.has(key)
      ? html`<span class="fk-required" title=${t('fk.required')}> *<span class="sr-only">${t('fk.required')}</span></span>`
      : nothing;
    return html`<div class="fk-line" data-key=${key}><span class="fk-key" title=${key}>${key}${mark}</span>
      <fk-value label=${key} dataType=${type} .values=${this.defaultsOf(key)} .allowed=${schema.allowed.get(key) ?? null}></fk-value></div>`;
  }
}

define('fk-schema-preview', SchemaPreview);
