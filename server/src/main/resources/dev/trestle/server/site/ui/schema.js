// JSON schemas as forms use them: what a field is, what is wrong with a value, and the value of what was typed. Pure functions.

/**
 * A JSON schema, as far as forms know it.
 * @typedef {object} Schema
 * @property {string | string[]} [type]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {Schema} [items]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {unknown} [default]
 * @property {string} [format]
 * @property {string} [pattern]
 * @property {number} [minLength]
 * @property {number} [maxLength]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {boolean} [uniqueItems]
 * @property {boolean} [nullable]
 * @property {boolean} [readOnly]
 * @property {boolean | Schema} [additionalProperties]
 * @property {string} [title]
 * @property {string} [description]
 * @property {string} [contentEncoding]
 * @property {Schema[]} [oneOf]
 * @property {Schema[]} [anyOf]
 * @property {string} [$ref]
 */

/**
 * What is wrong with a value: the key of a text, and its values.
 * @typedef {[string, Record<string, unknown>]} Problem
 */

/** How deep forms are nested; what is deeper is JSON. */
const DEPTH_MAX = 6;

/**
 * The schema behind references, and without the alternative null: `[schema, mayBeNull]`.
 * @param {Schema} schema
 * @param {Record<string, Schema>} [definitions] by the last part of a reference
 * @returns {[Schema, boolean]}
 */
export function resolved(schema, definitions = {}, depth = 0) {
  if (depth > DEPTH_MAX) return [{}, true];
  if (schema.$ref)
    return resolved(
      { ...definitions[schema.$ref.split('/').at(-1)], ...(schema.description ? { description: schema.description } : {}) },
      definitions,
      depth + 1,
    );
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices?.length === 2 && choices.some((each) => each.type === 'null')) {
    const [other] = resolved(
      choices.find((each) => each.type !== 'null'),
      definitions,
      depth + 1,
    );
    return [{ ...other, ...(schema.description ? { description: schema.description } : {}) }, true];
  }
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((each) => each !== 'null');
    return [{ ...schema, type: types.length === 1 ? types[0] : undefined }, schema.type.includes('null')];
  }
  return [schema, schema.nullable === true];
}

/**
 * What a schema is in a form: 'choice', 'boolean', 'integer', 'number', 'text', 'lines', 'date', 'time', 'list', 'group', or 'json' for all else.
 * @param {Schema} schema resolved
 * @returns {string}
 */
export function kindOf(schema, depth = 0) {
  if (schema.enum) return 'choice';
  if (schema.type === 'boolean' || schema.type === 'integer' || schema.type === 'number') return schema.type;
  if (schema.type === 'string') return { date: 'date', 'date-time': 'time' }[schema.format] ?? ((schema.maxLength ?? 0) > 300 ? 'lines' : 'text');
  if (schema.type === 'array' && schema.items && depth < DEPTH_MAX) return 'list';
  return schema.type === 'object' && schema.properties && Object.keys(schema.properties).length > 0 && depth < DEPTH_MAX ? 'group' : 'json';
}

/** Where a new form begins: the schema's defaults, and nothing else. A group begins with those of its fields. */
export function initial(schema, definitions = {}, depth = 0) {
  const [own] = resolved(schema, definitions);
  if (own.default !== undefined) return own.default;
  if (own.const !== undefined) return own.const;
  if (kindOf(own, depth) !== 'group') return undefined;
  const fields = Object.entries(own.properties)
    .map(([name, each]) => [name, initial(each, definitions, depth + 1)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields);
}

/** A number of what was typed; the text itself where a number would lose digits, so that the server decides. */
export function numberOf(text) {
  const trimmed = String(text).trim();
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return (Number.isInteger(value) && !Number.isSafeInteger(value)) || trimmed.replace(/\D/g, '').length > 15 ? trimmed : value;
}

/**
 * What is wrong with a value, as the key of a text with its values; null if nothing is. Groups and lists are looked at by their parts.
 * @param {Schema} schema resolved
 * @param {unknown} value
 * @param {boolean} required
 * @returns {Problem | null}
 */
export function problemOf(schema, value, required) {
  if (value === undefined || value === null || value === '')
    return required && !(value === '' && schema.minLength === 0) ? ['ui.form.required', {}] : null;
  switch (kindOf(schema)) {
    case 'choice':
      return schema.enum.includes(value) ? null : ['ui.form.choice', { choices: schema.enum.join(', ') }];
    case 'integer':
    case 'number':
      return numberProblem(schema, value);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`)) ? null : ['ui.form.date', {}];
    case 'time':
      return /^\d{4}-\d{2}-\d{2}T.*(Z|[-+]\d{2}:?\d{2})$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
        ? null
        : ['ui.form.time', {}];
    case 'text':
    case 'lines':
      return textProblem(schema, String(value));
    case 'list':
      return listProblem(schema, value);
    default:
      return null;
  }
}

/** @returns {Problem | null} */
function numberProblem(schema, value) {
  const number = typeof value === 'number' ? value : numberOf(value) === undefined ? NaN : Number(value);
  if (Number.isNaN(number)) return ['ui.form.number', {}];
  if (schema.type === 'integer' && !Number.isInteger(number)) return ['ui.form.integer', {}];
  if (schema.minimum !== undefined && number < schema.minimum) return ['ui.form.minimum', { n: schema.minimum }];
  return schema.maximum !== undefined && number > schema.maximum ? ['ui.form.maximum', { n: schema.maximum }] : null;
}

/** @returns {Problem | null} */
function textProblem(schema, text) {
  const { length } = [...text];
  if (schema.minLength !== undefined && length < schema.minLength) return ['ui.form.minLength', { n: schema.minLength }];
  if (schema.maxLength !== undefined && length > schema.maxLength) return ['ui.form.maxLength', { n: schema.maxLength }];
  if (!schema.pattern) return null;
  try {
    return new RegExp(schema.pattern, 'u').test(text) ? null : ['ui.form.pattern', {}];
  } catch {
    return null; // A pattern that this browser cannot read is the server's to check.
  }
}

/** @returns {Problem | null} */
function listProblem(schema, value) {
  const { length } = value;
  if (schema.minItems !== undefined && length < schema.minItems) return ['ui.form.minItems', { n: schema.minItems }];
  if (schema.maxItems !== undefined && length > schema.maxItems) return ['ui.form.maxItems', { n: schema.maxItems }];
  return schema.uniqueItems && new Set(value.map((each) => JSON.stringify(each))).size < length ? ['ui.form.unique', {}] : null;
}

/**
 * All that is wrong, by path, such as "owner" or "stages/screen/version".
 * @param {Schema} schema
 * @param {unknown} value
 * @returns {Map<string, Problem>}
 */
export function problems(schema, value, definitions = {}, path = '', required = true, depth = 0, found = new Map()) {
  const [own, nullable] = resolved(schema, definitions);
  if (value === null && nullable) return found;
  const kind = kindOf(own, depth);
  const inside = (name) => (path ? `${path}/${name}` : String(name));
  if (kind === 'group' && ((value !== undefined && value !== null) || required)) {
    Object.entries(own.properties).forEach(([name, each]) =>
      problems(each, value?.[name], definitions, inside(name), (own.required ?? []).includes(name), depth + 1, found),
    );
    return found;
  }
  const problem = kind === 'list' && required && value === undefined ? null : problemOf(own, value, required);
  if (problem) found.set(path, problem);
  if (kind === 'list') {
    const items = /** @type {unknown[]} */ (value ?? []);
    items.forEach((each, i) => problems(own.items, each, definitions, inside(i), true, depth + 1, found));
  }
  return found;
}

/** A value as it is sent: required lists and groups that nothing was added to are empty, what is optional and empty is left out. */
export function sent(schema, value, definitions = {}, required = true, depth = 0) {
  const [own, nullable] = resolved(schema, definitions);
  if (value === null) return nullable ? null : undefined;
  switch (kindOf(own, depth)) {
    case 'group': {
      if (value === undefined && !required) return undefined;
      const fields = Object.entries(own.properties).map(([name, each]) => [
        name,
        sent(each, value?.[name], definitions, (own.required ?? []).includes(name), depth + 1),
      ]);
      return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
    }
    case 'list':
      return value === undefined ? (required ? [] : undefined) : value.map((each) => sent(own.items, each, definitions, true, depth + 1));
    case 'boolean':
      return value ?? (required ? false : undefined);
    case 'text':
    case 'lines':
      return value === '' && !required ? undefined : value;
    case 'json':
      return value ?? (required && own.type === 'object' ? {} : undefined);
    default:
      return value === '' ? undefined : value;
  }
}
