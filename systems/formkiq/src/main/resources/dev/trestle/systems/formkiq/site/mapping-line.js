import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/field.js';
import { icon } from './kinds.js';

const SOURCES = ['CONTENT', 'CONTENT_KEY_VALUE', 'METADATA', 'MANUAL', 'DATA_CLASSIFICATION', 'MALWARE_SCAN'];
const MATCHES = ['FUZZY', 'EXACT', 'BEGINS_WITH', 'CONTAINS'];
const FIELDS = ['USERNAME', 'PATH', 'CONTENT_TYPE'];

/** Which fields a source has. */
export const takes = (sourceType) => ({
  labels: ['CONTENT', 'CONTENT_KEY_VALUE', 'METADATA'].includes(sourceType),
  metadata: sourceType === 'METADATA',
});

const lines = (text) =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);

/**
 * An attribute of a mapping as its fields, where several texts are lines.
 * @param {{attributeKey: string, sourceType: string, labelTexts?: string[], labelMatchingType?: string, metadataField?: string, validationRegex?: string,
 *   defaultValue?: string, defaultValues?: string[]}} attribute
 */
export const lineOf = ({ attributeKey, sourceType, labelTexts, labelMatchingType, metadataField, validationRegex, defaultValue, defaultValues }) => ({
  attributeKey,
  sourceType,
  labelTexts: (labelTexts ?? []).join('\n'),
  labelMatchingType: labelMatchingType ?? 'FUZZY',
  metadataField: metadataField ?? 'USERNAME',
  validationRegex: validationRegex ?? '',
  defaultValue: [...(defaultValue ? [defaultValue] : []), ...(defaultValues ?? [])].join('\n'),
});

/** The fields as an attribute of the API, without those that its source does not have. */
export function sourceOf(line, dataType) {
  const { attributeKey, sourceType } = line;
  const { labels, metadata } = takes(sourceType);
  const defaults = dataType === 'KEY_ONLY' ? [] : lines(line.defaultValue);
  return {
    attributeKey,
    sourceType,
    ...(labels ? { labelTexts: lines(line.labelTexts), labelMatchingType: line.labelMatchingType } : {}),
    ...(metadata ? { metadataField: line.metadataField } : {}),
    ...(line.validationRegex ? { validationRegex: line.validationRegex } : {}),
    ...(defaults.length === 1 ? { defaultValue: defaults[0] } : {}),
    ...(defaults.length > 1 ? { defaultValues: defaults } : {}),
  };
}

/** One attribute of a mapping in a form: <fk-mapping-line n .line .definitions .errors ?only @line-change @line-remove>. */
class MappingLine extends Element {
  static properties = {
    n: { type: Number },
    line: { attribute: false },
    definitions: { attribute: false },
    errors: { attribute: false },
    only: { type: Boolean },
  };

  /** @param {string} name @param {boolean} isChoice whether other fields depend on it */
  change(name, isChoice) {
    return (event) =>
      this.dispatchEvent(new CustomEvent('line-change', { detail: { line: { ...this.line, [name]: event.target.value }, isChoice } }));
  }

  choice(name, label, options) {
    return html`<t-field label=${label} type="select" data-field=${name} value=${this.line[name]} .options=${options} error=${this.errors[name]} @change=${this.change(name, true)}></t-field>`;
  }

  texts(name, label, hint) {
    return html`<t-field label=${label} type="textarea" rows="2" data-field=${name} value=${this.line[name]} hint=${hint} error=${this.errors[name]} @input=${this.change(name, false)}></t-field>`;
  }

  render() {
    const { line } = this;
    const { labels, metadata } = takes(line.sourceType);
    const keys = this.definitions.map(({ key }) => key);
    // A mapping may name an attribute that was deleted since.
    if (!keys.includes(line.attributeKey)) keys.unshift(line.attributeKey);
    const isMark = this.definitions.find(({ key }) => key === line.attributeKey)?.dataType === 'KEY_ONLY';
    const named = (all) => all.map((each) => [each, t(`fk.mapping.${each}`)]);
    const remove = () => this.dispatchEvent(new CustomEvent('line-remove'));
    return html`<fieldset class="stack"><legend>${t('fk.mapping.line', { n: this.n })}</legend><div class="fk-fields">
      ${this.choice(
        'attributeKey',
        t('fk.attribute'),
        keys.map((key) => [key, key]),
      )}
      ${this.choice('sourceType', t('fk.mapping.source'), named(SOURCES))}
      ${metadata ? this.choice('metadataField', t('fk.mapping.metadataField'), named(FIELDS)) : nothing}
      ${labels ? this.choice('labelMatchingType', t('fk.mapping.match'), named(MATCHES)) : nothing}
      ${labels ? this.texts('labelTexts', t('fk.mapping.labels'), t('fk.mapping.labelsHint')) : nothing}
      ${isMark ? nothing : this.texts('defaultValue', t(line.sourceType === 'MANUAL' ? 'fk.mapping.values' : 'fk.mapping.default'), t('fk.mapping.valuesHint'))}
      <t-field label=${t('fk.mapping.regex')} mono data-field="validationRegex" maxlength="1000" value=${line.validationRegex} error=${this.errors.validationRegex} @input=${this.change('validationRegex', false)}></t-field></div>
      ${this.only ? nothing : html`<div><button type="button" class="plain" data-act="remove-line" aria-label=${t('fk.mapping.removeLine', { n: this.n })} @click=${remove}>${icon('cross')}${t('fk.mapping.remove')}</button></div>`}</fieldset>`;
  }
}

define('fk-mapping-line', MappingLine);
