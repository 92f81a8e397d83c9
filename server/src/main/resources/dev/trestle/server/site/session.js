// Who is signed in here. The tokens are kept in this tab's storage, so that a reload does not sign anybody out: the refresh token holds once, and an
// answer with the next one that a reload would cut off would be lost.
const AUTH = '/auth/v1';
const KEPT = 'trestle.refresh';
const KEPT_ACCESS = 'trestle.access';
const EARLY_MS = 30_000;
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];

/** What the server refused, in its own words. Every system has its shape of saying so. */
export class Refused extends Error {
  constructor(status, answer, requestId) {
    const error = answer?.error;
    super(answer?.detail ?? error?.message ?? (typeof error === 'string' ? error : null) ?? answer?.title ?? `The server answered ${status}.`);
    this.status = status;
    this.code = error?.code ?? null;
    this.violations = answer?.errors ?? error?.details?.violations ?? [];
    this.current = answer?.current ?? error?.details?.current ?? null;
    this.requestId = requestId ?? error?.details?.requestId ?? null;
  }

  /** What is wrong with one field, if anything is. */
  of(field) {
    return this.violations.find((each) => each.field === field || each.field === `body.${field}`)?.message ?? null;
  }
}

let tokens = kept();
let refreshing = null;
const listeners = new Set();

async function reach(path, options) {
  try {
    return await fetch(path, { cache: 'no-store', ...options });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Refused(0, { detail: 'The server cannot be reached. Is it running?' }, null);
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

async function send(method, path, body, { bearer, headers = {}, signal } = {}) {
  const all = { ...headers };
  const raw = body instanceof Blob || body instanceof ArrayBuffer;
  if (body !== undefined && !raw) all['Content-Type'] ??= 'application/json';
  if (bearer) all.Authorization = `Bearer ${bearer}`;
  const answer = await reach(path, { method, headers: all, signal, body: body === undefined || raw ? body : JSON.stringify(body) });
  if (!answer.ok) throw new Refused(answer.status, await read(answer), answer.headers.get('x-request-id'));
  return answer;
}

const sendJson = async (...all) => read(await send(...all));

function keep(signedIn) {
  tokens = { access: signedIn.accessToken, until: Date.now() + signedIn.expiresIn * 1000, tenant: signedIn.tenant ?? null,
    tenants: signedIn.tenants ?? [] };
  sessionStorage.setItem(KEPT, signedIn.refreshToken);
  sessionStorage.setItem(KEPT_ACCESS, JSON.stringify(tokens));
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_ACCESS));
  } catch {
    return null;
  }
}

function forget() {
  tokens = null;
  sessionStorage.removeItem(KEPT);
  sessionStorage.removeItem(KEPT_ACCESS);
}

const isFresh = () => tokens !== null && tokens.until - Date.now() >= EARLY_MS;

/** Told when a session ended by itself. */
export function onSignedOut(listener) {
  listeners.add(listener);
}

/** The tenant that is worked in, and those that could be. */
export const tenancy = () => ({ tenant: tokens?.tenant ?? null, tenants: tokens?.tenants ?? [] });

/** Tries to sign in; the answer's "next" says what is still missing: "newPassword", "tenant" or "none". */
export async function signIn(credentials) {
  const answer = await sendJson('POST', `${AUTH}/sign-in`, credentials);
  if (answer.next === 'none') keep(answer);
  return answer;
}

/** A new password with a code that an administrator gave. */
export const resetPassword = (reset) => sendJson('POST', `${AUTH}/reset`, reset);

async function refresh(tenant) {
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) throw new Refused(401, { detail: 'You are not signed in.' }, null);
  try {
    keep(await sendJson('POST', `${AUTH}/refresh`, tenant ? { refreshToken: kept, tenant } : { refreshToken: kept }));
  } catch (refused) {
    if (refused.status === 401) {
      forget();
      listeners.forEach((listener) => listener());
    }
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

async function bearer() {
  if (!isFresh()) await refreshed();
  return tokens.access;
}

/** A request as who is signed in; gives the answer itself, for its headers. A token that was refused is renewed once. */
export async function request(method, path, body, options = {}) {
  const token = await bearer();
  try {
    return await send(method, path, body, { ...options, bearer: token });
  } catch (refused) {
    if (refused.status !== 401) throw refused;
    if (tokens?.access === token) await refreshed();
    return send(method, path, body, { ...options, bearer: tokens.access });
  }
}

/** A request as who is signed in; gives what the answer holds. `path` is whole: "/unisync/v1/me". */
export const call = async (method, path, body, options) => read(await request(method, path, body, options));

/** Saves what the server sends as a file of this name. */
export async function download(path, name, { method = 'GET', body, signal } = {}) {
  const blob = await (await request(method, path, body, { signal })).blob();
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export async function signOut() {
  const kept = sessionStorage.getItem(KEPT);
  forget();
  if (kept) await send('POST', `${AUTH}/sign-out`, { refreshToken: kept });
}

/** What anybody may know. */
export const about = () => sendJson('GET', '/server/v1/about');

/**
 * Server-sent events as who is signed in: `onEvent({id, type, data})` for each, with data parsed. Comes back by itself, with the last
 * event's id, until `signal` is aborted or the server refuses for good; `onState('open' | 'waiting' | 'refused')` tells.
 */
export async function listen(path, { onEvent, onState = () => {}, signal, lastEventId = null }) {
  let last = lastEventId;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const headers = { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) };
      const answer = await request('GET', path, undefined, { headers, signal });
      onState('open');
      failures = 0;
      for await (const event of events(answer.body)) {
        if (event.id !== null) last = event.id;
        onEvent(event);
      }
    } catch (failure) {
      if (signal?.aborted || failure.name === 'AbortError') return;
      if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
        onState('refused');
        return;
      }
    }
    onState('waiting');
    const pause = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)];
    await new Promise((resolve) => { setTimeout(resolve, pause * (0.5 + Math.random())); });
  }
}

/** The events of a stream of bytes, one after another. */
async function* events(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const event = parse(block);
      if (event) yield event;
    }
  }
}

function parse(block) {
  const event = { id: null, type: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, field, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'id') event.id = value;
    else if (field === 'event') event.type = value;
    else if (field === 'data') event.data += value;
  }
  if (event.data === '') return null;
  try {
    event.data = JSON.parse(event.data);
  } catch {
    // Text, then.
  }
  return event;
}
