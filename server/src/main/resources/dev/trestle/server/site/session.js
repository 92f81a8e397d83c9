// Who is signed in here. The access token lives in memory; the refresh token, which holds once, in this tab's storage, so that a reload
// does not sign anybody out.
const AUTH = '/auth/v1';
const KEPT = 'trestle.refresh';
const EARLY_MS = 30_000;

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, problem, requestId) {
    super(problem?.detail ?? problem?.title ?? `The server answered ${status}.`);
    this.status = status;
    this.fields = (problem?.errors ?? []).map((error) => `${error.field ?? error.pointer ?? ''} ${error.message ?? error.detail ?? ''}`.trim());
    this.requestId = requestId;
  }
}

let tokens = null;
let refreshing = null;

async function send(method, path, body, bearer) {
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (bearer) headers.Authorization = `Bearer ${bearer}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store' });
  } catch {
    throw new Refused(0, { detail: 'The server cannot be reached. Is it running?' }, null);
  }
  const text = await answer.text();
  let parsed = null;
  try {
    parsed = text === '' ? null : JSON.parse(text);
  } catch {
    // Said by the status.
  }
  if (!answer.ok) throw new Refused(answer.status, parsed, answer.headers.get('x-request-id'));
  return parsed;
}

function keep(signedIn) {
  tokens = { access: signedIn.accessToken, until: Date.now() + signedIn.expiresIn * 1000, tenant: signedIn.tenant ?? null,
    tenants: signedIn.tenants ?? [] };
  sessionStorage.setItem(KEPT, signedIn.refreshToken);
}

function forget() {
  tokens = null;
  sessionStorage.removeItem(KEPT);
}

/** The tenant that is worked in, and those that could be. */
export const tenancy = () => ({ tenant: tokens?.tenant ?? null, tenants: tokens?.tenants ?? [] });

/** Tries to sign in; the answer's "next" says what is still missing: "newPassword", "tenant" or "none". */
export async function signIn(credentials) {
  let answer;
  try {
    answer = await send('POST', `${AUTH}/sign-in`, credentials);
  } catch (refused) {
    // The server does not tell which of the two, lest anybody try out addresses.
    if (refused.status === 401) refused.message = 'The email address or the password is wrong, or the password has expired.';
    throw refused;
  }
  if (answer.next === 'none') keep(answer);
  return answer;
}

async function refresh(tenant) {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) throw new Refused(401, { detail: 'You are not signed in.' }, null);
  try {
    keep(await send('POST', `${AUTH}/refresh`, tenant ? { refreshToken: kept, tenant } : { refreshToken: kept }));
  } catch (refused) {
    if (refused.status === 401) forget();
    throw refused;
  }
}

/** Once at a time: a refresh token that is sent twice ends the session. */
function refreshed(tenant) {
  refreshing ??= refresh(tenant).finally(() => { refreshing = null; });
  return refreshing;
}

/** Goes on with the session of this tab, if there is one. */
export async function resume() {
  if (!sessionStorage.getItem(KEPT)) return false;
  try {
    await refreshed();
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

/** A request as who is signed in. */
export async function call(method, path, body) {
  if (!tokens || tokens.until - Date.now() < EARLY_MS) await refreshed();
  return send(method, AUTH + path, body, tokens.access);
}

export async function signOut() {
  const kept = sessionStorage.getItem(KEPT);
  forget();
  if (kept) await send('POST', `${AUTH}/sign-out`, { refreshToken: kept });
}

/** What anybody may know. */
export const about = () => send('GET', '/server/v1/about');
