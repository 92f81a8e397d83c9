// What the library's parts share: where documents are filed.
import { call } from '/session.js';

export const API = '/docstore/v1';
export const ADMINISTRATORS = 'tenant-administrators';
/** The media type of documents that are dragged: a JSON list of ids. */
export const DRAGGED = 'application/x-trestle-documents';
/** As a folder: in none. */
export const NO_FOLDER = 'none';
const AT_ONCE_MAX = 100;

/** @param {{id: string}} document */
export const pathOf = (document) => `/docstore/${encodeURIComponent(document.id)}`;

/**
 * Files several documents, each for itself.
 * @param {string[]} ids
 * @param {{folderId?: string | null, addTags?: string[], removeTags?: string[]}} change
 * @returns {Promise<number>} of how many that was refused
 */
export async function fileAll(ids, change) {
  let refused = 0;
  for (let i = 0; i < ids.length; i += AT_ONCE_MAX) {
    const { items } = await call('POST', `${API}/filings`, { documents: ids.slice(i, i + AT_ONCE_MAX), change });
    refused += items.filter((each) => each.problem).length;
  }
  return refused;
}
