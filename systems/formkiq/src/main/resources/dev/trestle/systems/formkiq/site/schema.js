// What the schema of a site and those of its classes say about the attributes of documents, as a form needs it.
import { locale } from '/ui/texts.js';
import { call, compareNames, encoded, everything } from './api.js';

const HELD_MS = 10_000;
const held = new Map();

/** The attribute whose values are the classes of a document. */
export const CLASS = 'Classification';

/**
 * @typedef {object} Schema
 * @property {Set<string>} required
 * @property {Set<string>} undecided those required for which the server has no value, if none is given
 * @property {Map<string, [string, string][]>} allowed the values that are allowed, each with what it is called
 * @property {Set<string>} named all that are required or optional
 * @property {Set<string> | null} listed the only attributes that are allowed; null: all are
 */

/** @type {Schema} No schema: nothing is required, and every value is allowed. */
const NONE = { required: new Set(), undecided: new Set(), allowed: new Map(), named: new Set(), listed: null };

/**
 * @param {{attributes?: any}} schema as the API gives it
 * @returns {Schema}
 */
export function readSchema({ attributes = {} }) {
  const required = attributes.required ?? [];
  const all = [...required, ...(attributes.optional ?? [])];
  const choices = ({ allowedValues, localizedAllowedValues }) => allowedValues.map((each) => [each, localizedAllowedValues?.[each] ?? each]);
  const isDecided = ({ defaultValue, defaultValues }) => Boolean(defaultValue) || defaultValues?.length > 0;
  const named = new Set(all.map(({ attributeKey }) => attributeKey));
  return {
    named,
    required: new Set(required.map(({ attributeKey }) => attributeKey)),
    undecided: new Set(required.filter((each) => !isDecided(each)).map(({ attributeKey }) => attributeKey)),
    allowed: new Map(all.filter(({ allowedValues }) => allowedValues?.length > 0).map((each) => [each.attributeKey, choices(each)])),
    listed: attributes.allowAdditionalAttributes === false ? named : null,
  };
}

/**
 * Several schemas that a document obeys together.
 * @param {Schema[]} schemas
 * @returns {Schema}
 */
export function merged(schemas) {
  const allowed = new Map();
  for (const schema of schemas) {
    for (const [key, values] of schema.allowed) allowed.set(key, [...new Map([...(allowed.get(key) ?? []), ...values])]);
  }
  const named = new Set(schemas.flatMap((each) => [...each.named]));
  return {
    named,
    required: new Set(schemas.flatMap((each) => [...each.required])),
    undecided: new Set(schemas.flatMap((each) => [...each.undecided])),
    allowed,
    listed: schemas.some(({ listed }) => listed) ? named : null,
  };
}

/** Something that is remembered for a moment. */
function remembered(key, load) {
  const known = held.get(key);
  if (known && Date.now() - known.at < HELD_MS) return known.value;
  const value = load();
  held.set(key, { at: Date.now(), value });
  value.catch(() => held.delete(key));
  return value;
}

/** Has schemas read again, once somebody changed one. */
export const forgetSchemas = () => held.clear();

/** What is not there, or not for the caller to read: the API says what it refuses. */
async function orElse(other, asked) {
  try {
    return await asked();
  } catch (failure) {
    if (failure.status === 404 || failure.status === 401) return other;
    throw failure;
  }
}

/**
 * What a site says of its documents.
 * @param {string} siteId
 * @returns {Promise<Schema>}
 */
export function schemaOf(siteId) {
  return remembered(siteId, () => orElse(NONE, async () => readSchema(await call('GET', `/sites/${encoded(siteId)}/schema/document`, { locale }))));
}

/**
 * The classes of a site's documents, as [id, name].
 * @param {string} siteId
 * @returns {Promise<[string, string][]>}
 */
export function classesOf(siteId) {
  return remembered(`${siteId} classes`, () =>
    orElse([], async () => {
      const all = await everything(`/sites/${encoded(siteId)}/classifications`, {}, 'classifications');
      return all.map(({ classificationId, name }) => [classificationId, name]).sort(([, one], [, other]) => compareNames(one, other));
    }),
  );
}

/**
 * What the site and some classes say together.
 * @param {string} siteId
 * @param {string[]} classes their ids
 */
export async function schemaWith(siteId, classes) {
  const ofClass = (id) =>
    remembered(`${siteId} class ${id}`, () =>
      orElse(NONE, async () =>
        readSchema((await call('GET', `/sites/${encoded(siteId)}/classifications/${encoded(id)}`, { locale })).classification),
      ),
    );
  return merged(await Promise.all([schemaOf(siteId), ...classes.filter(Boolean).map(ofClass)]));
}
