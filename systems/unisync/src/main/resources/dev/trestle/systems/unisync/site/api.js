// UniSync's API, and what its words mean on the pages.
import { call, request } from '/session.js';
import { STAGES } from './stages.js';
import { putFile, typeOf } from '/ui/files.js';

export { AREAS, STAGES, STATUSES } from './stages.js';

export const BASE = '/unisync/v1';
const LIST_PAGES_MAX = 20;
const FIRST_ROWS = 60;

export const LANGUAGES = [
  ['en', 'English', 'en'],
  ['zh', '简体', 'zh-Hans'],
  ['zh-TW', '繁體', 'zh-TW'],
];
export const ROLES = ['admin', 'bim_coordinator', '3d_modeller', '2d_drafter'];

const MAY = {
  admin: STAGES,
  bim_coordinator: STAGES,
  '3d_modeller': ['screen', 'structure', 'integrated'],
  '2d_drafter': ['drawing2d'],
};

/** What the page offers; the server decides. */
export const mayStage = (user, stage) => (MAY[user?.role] ?? []).includes(stage);
export const isAdmin = (user) => user?.role === 'admin';
export const mayEdit = (user) => isAdmin(user) || user?.role === 'bim_coordinator';
export const mayVersions = (user) => isAdmin(user) || user?.canEditVersions === true;

export const get = async (path, options) => (await call('GET', BASE + path, undefined, options)).data;
export const page = (path, options) => call('GET', BASE + path, undefined, options);
export const post = async (path, body, options) => (await call('POST', BASE + path, body, options))?.data;
export const patch = async (path, body, options) => (await call('PATCH', BASE + path, body, options)).data;
export const remove = (path, tag) => request('DELETE', BASE + path, undefined, { headers: ifMatch(tag) });

const ifMatch = (tag) => (tag ? { 'If-Match': tag } : {});

/**
 * A change of the version that `tag` names, and of no other: 412 if it is another by now. Gives `{data, tag}`.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {{tag?: string | null}} [seen]
 */
export async function sendTagged(method, path, body, { tag } = {}) {
  const answer = await request(method, BASE + path, body, { headers: ifMatch(tag) });
  return { data: (await answer.json()).data, tag: answer.headers.get('etag') };
}

/** Something, and which version of it this is. */
export const getTagged = (path) => sendTagged('GET', path, undefined);

export const EVENTS = `${BASE}/events`;
export const EXPORT = `${BASE}/export`;

/** The path of a ShowSet, and what is below it. */
export const showSetPath = (id, rest = '') => `/showsets/${encodeURIComponent(id)}${rest}`;

/** VMs as they are typed: one on each line, an id, and a colon and a name if it has one. */
export const vmLines = (vmList) => vmList.map((vm) => (vm.name ? `${vm.id}: ${vm.name}` : vm.id)).join('\n');
export const vmItems = (lines) =>
  lines
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, id, name] = /^([^:]*):?\s*(.*)$/.exec(line);
      return name ? { id: id.trim(), name } : { id: id.trim() };
    });

/** The first rows of the board that its filters let through, to be shown while all are loaded. */
export function firstRows(query, signal) {
  const asked = new URLSearchParams({ limit: String(FIRST_ROWS) });
  ['area', 'scene', 'text', 'status'].forEach((name) => {
    if (query.get(name)) asked.set(name, query.get(name));
  });
  if (query.get('person')) asked.set('assignedTo', query.get('person'));
  return get(`/showsets?${asked}`, { signal });
}

/** All rows of the board. */
export async function board(signal) {
  const rows = [];
  let cursor = '';
  for (let pages = 0; pages < LIST_PAGES_MAX; pages++) {
    const answer = await page(`/showsets?limit=1000${cursor}`, { signal });
    rows.push(...answer.data);
    if (!answer.next) break;
    cursor = `&cursor=${encodeURIComponent(answer.next)}`;
  }
  return rows;
}

/** The caller's own saved views of the board. */
export const views = (signal) => get('/me/views', { signal });
export const saveView = async (name, query) => (await call('PUT', `${BASE}/me/views/${encodeURIComponent(name)}`, { query })).data;
export const deleteView = (name) => remove(`/me/views/${encodeURIComponent(name)}`);

export const COUNTED_MAX = 50;

/** How many notes some ShowSets have, by id. */
export async function noteCounts(showSetIds, signal) {
  const counts = await post('/notes/counts', { showSetIds: showSetIds.slice(0, COUNTED_MAX) }, { signal });
  return new Map(counts.map(({ showSetId, notes }) => [showSetId, notes]));
}

/** What a note takes: the server checks it again. */
export const ATTACHED = {
  types: ['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  maxBytes: 50 * 1024 * 1024,
  maxFiles: 50,
};

/** Sends a file straight to the object store, and has the note take it. */
export async function attach(noteId, file, { signal, onProgress }) {
  const path = `/notes/${encodeURIComponent(noteId)}/attachments`;
  const sent = await post(path, { fileName: file.name, mimeType: typeOf(file), fileSize: file.size }, { signal });
  await putFile(sent.uploadUrl, { headers: sent.headers, file, signal, onProgress });
  return post(`${path}/${sent.attachmentId}/confirm`, undefined, { signal });
}
