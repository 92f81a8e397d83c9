// What a site's schema says about the attributes of its documents, as a form needs it.
import { locale } from '/ui/texts.js';
import { call, encoded } from './api.js';

const HELD_MS = 10_000;
const held = new Map();

/** No schema: nothing is required, and every value is allowed. */
const NONE = { required: new Set(), undecided: new Set(), allowed: new Map() };

function read({ attributes }) {
  const all = [...(attributes.required ?? []), ...(attributes.optional ?? [])];
  const choices = ({ allowedValues, localizedAllowedValues }) => allowedValues.map((each) => [each, localizedAllowedValues?.[each] ?? each]);
  const required = attributes.required ?? [];
  const isDecided = ({ defaultValue, defaultValues }) => Boolean(defaultValue) || defaultValues?.length > 0;
  return {
    required: new Set(required.map(({ attributeKey }) => attributeKey)),
    // Those for which the server has no value, if none is given.
    undecided: new Set(required.filter((each) => !isDecided(each)).map(({ attributeKey }) => attributeKey)),
    allowed: new Map(all.filter(({ allowedValues }) => allowedValues?.length > 0).map((each) => [each.attributeKey, choices(each)])),
  };
}

async function load(siteId) {
  try {
    return read(await call('GET', `/sites/${encoded(siteId)}/schema/document`, { locale }));
  } catch (failure) {
    // A site without a schema, and a caller who may not read it: the API says what it refuses.
    if (failure.status === 404 || failure.status === 401) return NONE;
    throw failure;
  }
}

/**
 * The required attributes of a site's documents, and the values that are allowed, by attribute: [value, what it is called]. Remembered for a moment.
 * @param {string} siteId
 */
export function schemaOf(siteId) {
  const known = held.get(siteId);
  if (known && Date.now() - known.at < HELD_MS) return known.schema;
  const schema = load(siteId);
  held.set(siteId, { at: Date.now(), schema });
  schema.catch(() => held.delete(siteId));
  return schema;
}
