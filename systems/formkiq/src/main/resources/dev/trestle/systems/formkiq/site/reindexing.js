// Gives documents that were there before a schema what it adds: defaults, and combinations of composite keys.
import { call, eachOf, encoded } from './api.js';
import { CLASS } from './schema.js';

const PAGE = 100;
const AT_ONCE = 4;
/** As many as a person waits for; a program does the rest. */
const MAX = 1000;

/** What finds the documents: those of a class; of a site, those with an attribute that it requires or combines. */
function queriesOf(schema, classificationId) {
  if (classificationId) return [{ key: CLASS, eq: classificationId }];
  const { required, compositeKeys } = schema.attributes ?? {};
  const keys = [...(compositeKeys ?? []).map(({ attributeKeys }) => attributeKeys[0]), ...(required ?? []).map(({ attributeKey }) => attributeKey)];
  return [...new Set(keys)].map((key) => ({ key }));
}

/** Whether a schema gives documents anything that they could lack. */
export const isReindexable = (schema, classificationId) => Boolean(classificationId) || queriesOf(schema, null).length > 0;

/** The documents, by id; at most MAX of them. */
async function found(siteId, queries, options) {
  const all = new Map();
  for (const query of queries) {
    let next = null;
    do {
      const page = await call('POST', '/search', { siteId, limit: PAGE, next }, { query: { attributes: [query] } }, options);
      page.documents.forEach((each) => all.set(each.documentId, each));
      next = page.next;
    } while (next && all.size < MAX);
  }
  return { documents: [...all.values()].slice(0, MAX), isCut: all.size >= MAX };
}

/**
 * Reindexes the documents that a schema is about.
 * @param {{siteId: string, schema: any, classificationId?: string | null, signal: AbortSignal, step: (done: number, all: number) => void}} asked
 * @returns {Promise<{done: number, refused: {document: any, message: string}[], isCut: boolean}>}
 */
export async function reindex({ siteId, schema, classificationId, signal, step }) {
  const { documents, isCut } = await found(siteId, queriesOf(schema, classificationId), { signal });
  const refused = [];
  let done = 0;
  step(done, documents.length);
  await eachOf(documents, AT_ONCE, async (document) => {
    signal.throwIfAborted();
    try {
      await call('POST', `/reindex/documents/${encoded(document.documentId)}`, { siteId }, { target: 'ATTRIBUTES' }, { signal });
    } catch (failure) {
      if (failure.name === 'AbortError') throw failure;
      refused.push({ document, message: failure.message });
    }
    done++;
    step(done, documents.length);
  });
  return { done: done - refused.length, refused, isCut };
}
