// What all pages share: calls of the API with its own words for what it refuses, sites, names and addresses.
import { call as plain } from '/session.js';
import { locale } from '/ui/texts.js';

export const API = '/formkiq/v1';
export const EVENTS = `${API}/x/events`;

const KEPT_SITE = 'formkiq.site';
const PAGE_MAX = 1000;
const READ_MAX = 20;

/** The address of an operation; parameters without a value are left out. */
function address(path, parameters) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    if (value !== null && value !== undefined && value !== '') asked.set(name, String(value));
  }
  return `${API}${path}${asked.size > 0 ? `?${asked}` : ''}`;
}

/**
 * Calls an operation. What is refused has the API's message, and `errors` of {key, error}.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, unknown> | null} [parameters]
 * @param {any} [body]
 * @param {{signal?: AbortSignal}} [options]
 */
export async function call(method, path, parameters, body, options) {
  try {
    return await plain(method, address(path, parameters), body, options);
  } catch (failure) {
    throw explained(failure);
  }
}

/** FormKiQ says what is wrong as a message, or as errors of fields. */
function explained(failure) {
  const { answer } = failure;
  if (!answer || failure.status === 0) return failure;
  failure.errors = Array.isArray(answer.errors) ? answer.errors : [];
  failure.violations = [];
  // Its codes are those of every system, and say less than its words.
  failure.code = null;
  if (failure.errors.length > 0) failure.message = failure.errors.map(({ error }) => error).join('; ');
  else if (typeof answer.message === 'string') failure.message = answer.message;
  return failure;
}

/** What a failure says about one key, such as an attribute's. */
export const errorOf = (failure, key) => failure?.errors?.find((each) => each.key === key)?.error ?? null;

/** All pages of a list, up to a limit that no person would scroll through. */
export async function everything(path, parameters, member, options) {
  const all = [];
  let next = null;
  for (let i = 0; i < READ_MAX; i++) {
    const page = await call('GET', path, { ...parameters, limit: PAGE_MAX, next }, undefined, options);
    all.push(...page[member]);
    next = page.next;
    if (!next) break;
  }
  return all;
}

export const encoded = encodeURIComponent;

const loaded = { sites: null };

/** The sites that the caller knows: [{siteId, title, permissions}]. Read once. */
export function sites() {
  loaded.sites ??= call('GET', '/sites').then(({ sites: all }) => {
    offerSetup(all);
    return all;
  });
  loaded.sites.catch(() => {
    loaded.sites = null;
  });
  return loaded.sites;
}

/** Has the sites read again when they are asked for next. */
export function forgetSites() {
  loaded.sites = null;
}

export const siteTitle = (site) => site.title || site.siteId;

/** The site of the address, else the one that was open last. */
export function siteOfAddress() {
  const [, system, site, page] = location.pathname.split('/');
  // What is shared is of a site that its address does not name.
  if (system === 'formkiq' && page && site !== 'shared') return decodeURIComponent(site);
  return localStorage.getItem(KEPT_SITE) ?? 'default';
}

const counted = { siteId: '' };

export function keepSite(siteId) {
  localStorage.setItem(KEPT_SITE, siteId);
  if (counted.siteId === siteId) return;
  counted.siteId = siteId;
  readWaiting(siteId);
}

/** Has what waits counted anew, where something came into a queue or left it. */
export const recount = () => readWaiting(counted.siteId);

const place = (page, text) => ({
  get path() {
    return `/formkiq/${encoded(siteOfAddress())}/${page}`;
  },
  text,
});

const queues = place('queues', 'fk.queues');
queues.count = 0;

/** Has the frame count what waits for the caller's decision in the site that is open. */
export function countWaiting(all) {
  const count = all.reduce((sum, { mine }) => sum + mine, 0);
  if (count === queues.count) return;
  queues.count = count;
  updateFrame();
}

/** @param {string} siteId */
async function readWaiting(siteId) {
  try {
    countWaiting((await call('GET', '/x/queues', { siteId })).queues);
  } catch {
    // The page of queues says what is wrong.
  }
}

function updateFrame() {
  const frame = /** @type {any} */ (document.querySelector('t-app'));
  frame?.requestUpdate?.();
}

/** The pages that the top bar leads to: those of the site that is open. */
export const places = [
  place('files', 'fk.files'),
  place('search', 'fk.search'),
  queues,
  { path: '/formkiq/shared', text: 'fk.shared' },
  place('cases', 'fk.cases'),
  place('deleted', 'fk.deleted'),
  place('activity', 'fk.activity'),
];

/** The set-up is offered to those who may at least read it. */
function offerSetup(all) {
  const may = all.some((site) => site.permissions.includes('ADMIN') || site.permissions.includes('GOVERN'));
  const at = places.findIndex(({ text }) => text === 'fk.setup');
  if (may && at < 0) places.push(place('setup', 'fk.setup'));
  else if (!may && at >= 0) places.splice(at, 1);
  updateFrame();
}

/** What the caller may do to what is at a path: a set of READ, WRITE, DELETE, GOVERN, ADMIN. */
export async function permissions(siteId, path, options) {
  return new Set((await call('GET', '/x/permissions', { siteId, path }, undefined, options)).permissions);
}

export const names = (path) => (path ?? '').split('/').filter(Boolean);
export const lastName = (path) => names(path).at(-1) ?? '';
export const parentOf = (path) => names(path).slice(0, -1).join('/');
export const joined = (folder, name) => (folder ? `${folder}/${name}` : name);

/** What a document is called. */
export const nameOf = (document) => lastName(document.path) || document.documentId;

export const folderLink = (siteId, path) => `/formkiq/${encoded(siteId)}/files${path ? `/${names(path).map(encoded).join('/')}` : ''}`;
export const documentLink = (document) => `/formkiq/${encoded(document.siteId)}/documents/${encoded(document.documentId)}`;

/** A time of the API as all browsers read it. */
export const iso = (text) => text?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') ?? null;

const order = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
export const compareNames = (one, other) => order.compare(one, other);

/** Runs something for each of many, some at a time. */
export async function eachOf(all, atOnce, act) {
  const rest = [...all];
  const run = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
}
