// A schema as its editor holds it: a row for each attribute, with texts where a person types numbers.
import { t } from '/ui/texts.js';

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {boolean} required
 * @property {string[]} allowed
 * @property {string[]} defaults
 * @property {string} min
 * @property {string} max
 *
 * @typedef {object} Draft
 * @property {string} name
 * @property {Row[]} rows
 * @property {string[][]} composites the keys of the attributes of each
 * @property {boolean} additional whether documents may have other attributes
 */

/** What a row holds of an attribute of which nothing is said yet. */
export const newRow = (key) => ({ key, required: true, allowed: [], defaults: [], min: '', max: '' });

const rowOf = (each, required) => ({
  key: each.attributeKey,
  required,
  allowed: each.allowedValues ?? [],
  defaults: [...new Set([each.defaultValue, ...(each.defaultValues ?? [])].filter(Boolean))],
  min: each.minNumberOfValues === undefined || each.minNumberOfValues === null ? '' : String(each.minNumberOfValues),
  max: each.maxNumberOfValues === undefined || each.maxNumberOfValues === null ? '' : String(each.maxNumberOfValues),
});

/**
 * @param {{name?: string, attributes?: any} | null} schema as the API gives it; null: none yet
 * @returns {Draft}
 */
export function draftOf(schema) {
  const { required, optional, compositeKeys, allowAdditionalAttributes } = schema?.attributes ?? {};
  return {
    name: schema?.name ?? '',
    rows: [...(required ?? []).map((each) => rowOf(each, true)), ...(optional ?? []).map((each) => rowOf(each, false))],
    composites: (compositeKeys ?? []).map(({ attributeKeys }) => attributeKeys ?? []),
    additional: allowAdditionalAttributes !== false,
  };
}

function attributeOf({ key, required, allowed, defaults, min, max }) {
  const attribute = { attributeKey: key };
  if (allowed.length > 0) attribute.allowedValues = allowed;
  if (required && defaults.length === 1) attribute.defaultValue = defaults[0];
  if (required && defaults.length > 1) attribute.defaultValues = defaults;
  if (min !== '') attribute.minNumberOfValues = Number(min);
  if (max !== '') attribute.maxNumberOfValues = Number(max);
  return attribute;
}

/** What the API takes. */
export function schemaBody({ name, rows, composites, additional }) {
  const attributes = {
    required: rows.filter((each) => each.required).map(attributeOf),
    optional: rows.filter((each) => !each.required).map(attributeOf),
    compositeKeys: composites.map((attributeKeys) => ({ attributeKeys })),
    allowAdditionalAttributes: additional,
  };
  return { name: name.trim(), attributes };
}

/** Whether a row may be meant by an error that names a field of rows but no attribute. */
const MEANT = {
  defaultValue: ({ required, allowed, defaults }) => required && allowed.length > 0 && defaults.some((each) => !allowed.includes(each)),
  minNumberOfValues: ({ min, max }) => (min === '' && max !== '') || (min !== '' && max !== '' && Number(max) >= 0 && Number(min) > Number(max)),
  maxNumberOfValues: ({ min, max }) => min !== '' && max === '',
};

/**
 * The API's messages at the places they are about.
 * @param {any} failure
 * @param {Draft} draft
 */
export function placed(failure, draft) {
  const name = [];
  const composites = [];
  const other = [];
  /** @type {Map<string, string[]>} */
  const rows = new Map();
  const toRow = (key, error) => rows.set(key, [...new Set([...(rows.get(key) ?? []), error])]);
  for (const { key, error } of failure?.errors ?? []) {
    const meant = Object.hasOwn(MEANT, key) ? draft.rows.filter(MEANT[key]) : draft.rows.filter((each) => each.key === key);
    if (meant.length > 0) meant.forEach((each) => toRow(each.key, error));
    else if (key === 'name') name.push(error);
    else if (key === 'compositeKeys' || draft.composites.some((each) => each.includes(key))) composites.push(error);
    else other.push(error);
  }
  if (failure && !failure.errors?.length) other.push(failure.message);
  const text = (all) => [...new Set(all)].join('\n');
  return { name: text(name), composites: text(composites), other: text(other), row: (key) => text(rows.get(key) ?? []) };
}

/** What a schema says, in a line. */
export function summary(draft) {
  const required = draft.rows.filter((each) => each.required).length;
  const said = [t('fk.schema.nRequired', { n: required }), t('fk.schema.nOptional', { n: draft.rows.length - required })];
  if (draft.composites.length > 0) said.push(t('fk.schema.nComposites', { n: draft.composites.length }));
  said.push(t(draft.additional ? 'fk.schema.open' : 'fk.schema.shut'));
  return said.join(' · ');
}
