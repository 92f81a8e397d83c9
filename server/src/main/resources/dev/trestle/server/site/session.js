// Who is signed in, in this browser. All tabs share one session: its refresh token is in the browser's database, and local storage says whose it is, so
// that other tabs hear of it. Each tab has an access token of its own, for the tenant that it works in, and keeps it, so that a reload needs no refresh:
// the refresh token holds once, and an answer with the next one that a reload would cut off would be lost.
import { violation } from '/ui/violations.js';
import { exclusively } from '/ui/locks.js';
import { readShared, removeShared, writeShared } from '/ui/storage.js';

const AUTH = '/auth/v1';
const SESSION = 'trestle.session';
const ACCESS = 'trestle.access';
const EARLY_MS = 30_000;

/** What the server refused, in its own words. Every system has its shape of saying so. */
export class Refused extends Error {
  constructor(status, answer, requestId, code = null) {
    const error = answer?.error;
    super(answer?.detail ?? error?.message ?? (typeof error === 'string' ? error : null) ?? answer?.title ?? `The server answered ${status}.`);
    this.status = status;
    this.code = code;
    /** All of what was answered: a system may say more than every system does. */
    this.answer = answer ?? null;
    this.violations = (answer?.errors ?? error?.details?.violations ?? []).map((each) => ({ ...each, message: violation(each) }));
    this.current = answer?.current ?? error?.details?.current ?? null;
    this.requestId = requestId ?? error?.details?.requestId ?? null;
  }

  /** What is wrong with one field, if anything is. */
  of(field) {
    return this.violations.find((each) => each.field === field || each.field === `body.${field}`)?.message ?? null;
  }
}

let tokens = keptAccess();
let refreshing = null;
const listeners = new Set();

async function reach(path, options) {
  try {
    return await fetch(path, { cache: 'no-store', ...options });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Refused(0, { detail: 'The server cannot be reached. Is it running?' }, null, 'unreachable');
  }
}

async function read(answer) {
  const text = await answer.text();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return answer.ok ? text : null; // Said by the status.
  }
}

/**
 * @typedef {object} RequestOptions
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body] a Blob or an ArrayBuffer as it is, everything else as JSON
 * @param {RequestOptions & {bearer?: string}} [options]
 */
async function send(method, path, body, { bearer, headers = {}, signal } = {}) {
  const all = { ...headers };
  const raw = body instanceof Blob || body instanceof ArrayBuffer;
  if (body !== undefined && !raw) all['Content-Type'] ??= 'application/json';
  if (bearer) all.Authorization = `Bearer ${bearer}`;
  const answer = await reach(path, { method, headers: all, signal, body: body === undefined || raw ? body : JSON.stringify(body) });
  if (!answer.ok) throw new Refused(answer.status, await read(answer), answer.headers.get('x-request-id'), answer.headers.get('trestle-error'));
  return answer;
}

/** @param {Parameters<typeof send>} all */
const sendJson = async (...all) => read(await send(...all));

/** The id of the person who is signed in; null if nobody is. */
const signedIn = () => localStorage.getItem(SESSION);

/** The access token of this tab, if it is of the one who is signed in. */
function keptAccess() {
  try {
    const access = JSON.parse(sessionStorage.getItem(ACCESS));
    return access?.person === localStorage.getItem(SESSION) ? access : null;
  } catch {
    return null;
  }
}

async function keep(answer) {
  const [, claims] = answer.accessToken.split('.');
  const person = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  const tenant = answer.tenant ?? null;
  tokens = {
    access: answer.accessToken,
    until: Date.now() + answer.expiresIn * 1000,
    person,
    tenant,
    tenants: answer.tenants ?? [],
    names: answer.tenantNames ?? {},
  };
  sessionStorage.setItem(ACCESS, JSON.stringify(tokens));
  await writeShared(SESSION, { refreshToken: answer.refreshToken, tenant });
  localStorage.setItem(SESSION, person);
}

function forgetAccess() {
  tokens = null;
  sessionStorage.removeItem(ACCESS);
}

async function forget() {
  forgetAccess();
  localStorage.removeItem(SESSION);
  await removeShared(SESSION);
}

// Another tab signed in or out. Its events come in the order of what it did.
addEventListener('storage', ({ key }) => {
  if (key !== SESSION && key !== null) return;
  const person = signedIn();
  if (tokens && tokens.person !== person) {
    forgetAccess();
    tell('signed-out');
  }
  if (!tokens && person) tell('signed-in');
});

const tell = (change) => listeners.forEach((listener) => listener(change));

const isFresh = () => tokens !== null && tokens.until - Date.now() >= EARLY_MS;

/** Has a function told when the session changes by itself: 'ended', and 'signed-out' or 'signed-in' in another tab. */
export function onSession(listener) {
  listeners.add(listener);
}

/** What tells one person's work in one tenant from another's; null while nobody is signed in. */
export const scope = () => (tokens ? `${tokens.person} ${tokens.tenant ?? ''}` : null);

/** The tenant that is worked in, those that could be, and what they are called, by id. */
export const tenancy = () => ({ tenant: tokens?.tenant ?? null, tenants: tokens?.tenants ?? [], names: tokens?.names ?? {} });

/** What the tenant that is worked in is called; null if it is none. */
export const tenantName = () => (tokens?.tenant ? (tokens.names?.[tokens.tenant] ?? tokens.tenant) : null);

/** Tries to sign in; the answer's "next" says what is still missing: "newPassword", "tenant" or "none". */
export async function signIn(credentials) {
  const answer = await sendJson('POST', `${AUTH}/sign-in`, credentials);
  if (answer.next === 'none') await keep(answer);
  return answer;
}

/** A new password with a code that an administrator gave. */
export const resetPassword = (reset) => sendJson('POST', `${AUTH}/reset`, reset);

/** Asks for a mail with a link to choose a new password by; the answer never tells whether anybody has the address. */
export const forgotPassword = (asked) => sendJson('POST', `${AUTH}/forgot-password`, asked);

/** Whom the link of an invitation or a reset is for. */
export const openLink = (token) => sendJson('POST', `${AUTH}/links/open`, { token });

/** A password by such a link. */
export const choosePassword = (chosen) => sendJson('POST', `${AUTH}/links/choose-password`, chosen);

async function refresh(tenant) {
  const current = signedIn() ? await readShared(SESSION) : null;
  if (!current) throw new Refused(401, { detail: 'You are not signed in.' }, null);
  const wanted = tenant ?? tokens?.tenant ?? current.tenant;
  try {
    await keep(await sendJson('POST', `${AUTH}/refresh`, { refreshToken: current.refreshToken, ...(wanted ? { tenant: wanted } : {}) }));
  } catch (refused) {
    if (refused.status === 401) {
      await forget();
      tell('ended');
    }
    throw refused;
  }
}

/** Once at a time in all tabs: a refresh token that is sent twice ends the session. */
function refreshed(tenant) {
  refreshing ??= exclusively('trestle.refresh', () => refresh(tenant)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Goes on with the session of this browser, if there is one. */
export async function resume() {
  if (!signedIn()) return false;
  try {
    if (!isFresh()) await refreshed();
    return true;
  } catch (refused) {
    if (refused.status === 401) return false;
    throw refused;
  }
}

export async function switchTenant(tenant) {
  if (refreshing) await refreshing;
  await refreshed(tenant);
}

async function accessToken() {
  if (!isFresh()) await refreshed();
  return tokens.access;
}

/**
 * A request as who is signed in; gives the answer itself, for its headers. A token that was refused is renewed once.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {RequestOptions} [options]
 */
export async function request(method, path, body, options = {}) {
  const token = await accessToken();
  try {
    return await send(method, path, body, { ...options, bearer: token });
  } catch (refused) {
    if (refused.status !== 401) throw refused;
    if (tokens?.access === token) await refreshed();
    return send(method, path, body, { ...options, bearer: tokens.access });
  }
}

/**
 * A request as who is signed in; gives what the answer holds. `path` is whole: "/unisync/v1/me".
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {RequestOptions} [options]
 */
export const call = async (method, path, body, options) => read(await request(method, path, body, options));

/**
 * Saves what the server sends as a file of this name.
 * @param {string} path
 * @param {string} name
 * @param {{method?: string, body?: any, signal?: AbortSignal}} [options]
 */
export async function download(path, name, { method = 'GET', body, signal } = {}) {
  const blob = await (await request(method, path, body, { signal })).blob();
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function signOut() {
  const ended = await readShared(SESSION);
  await forget();
  if (ended) await send('POST', `${AUTH}/sign-out`, { refreshToken: ended.refreshToken });
}

/**
 * A request as nobody, to an operation that is open to all.
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 */
export const callOpen = (method, path, body) => sendJson(method, path, body);

/** What anybody may know. */
export const about = () => sendJson('GET', '/server/v1/about');
