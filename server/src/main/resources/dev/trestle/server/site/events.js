// Server-sent events as who is signed in. All tabs of a browser and all systems share one connection: one tab holds it and tells the others, because a
// browser has six connections to a server over HTTP/1.1 and no more.
import { request, scope } from './session.js';
import { inOneTab } from '/ui/locks.js';

/** The stream that carries all others. */
const ALL = '/home/v1/events';
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
const connections = new Map();

/**
 * Tells the events of a stream, such as "/unisync/v1/events", until `signal` is aborted: `onEvent({id, type, data})` for each, with data parsed, and
 * `onState('open' | 'waiting' | 'refused')`. Each listener is told "ready" first, when the stream is there: what changed before that is not told.
 *
 * @param {string} path
 * @param {{onEvent: (event: {id: string | null, type: string, data: any}) => void, onState?: (state: string) => void, signal: AbortSignal}} options
 */
export function listen(path, { onEvent, onState = () => {}, signal }) {
  const listener = { path, onEvent, onState };
  let held = join(ALL, listener);
  // A stream that the common connection does not carry has one of its own.
  listener.elsewhere = () => {
    leave(held, listener);
    held = join(path, listener);
  };
  signal.addEventListener('abort', () => leave(held, listener));
}

/**
 * Tells which streams the server refuses to who is signed in, now and whenever that changes.
 *
 * @param {{onRefused: (paths: string[]) => void, signal: AbortSignal}} options
 */
export function watchRefused({ onRefused, signal }) {
  const listener = { path: ALL, onEvent: () => {}, onState: () => {}, onRefused };
  const held = join(ALL, listener);
  signal.addEventListener('abort', () => leave(held, listener));
}

function join(path, listener) {
  const name = `trestle.events ${scope()} ${path}`;
  const connection = connections.get(name) ?? new Connection(name, path);
  connections.set(name, connection);
  connection.add(listener);
  return connection;
}

function leave(connection, listener) {
  if (connection.remove(listener) && connections.get(connection.name) === connection) connections.delete(connection.name);
}

/** A connection that tabs share: this one holds it, or hears of it from the one that does. */
class Connection {
  constructor(name, path) {
    this.name = name;
    this.path = path;
    this.listeners = new Set();
    this.state = 'waiting';
    this.streams = null; // Those that the connection carries, once it has said so.
    this.refused = new Set();
    this.ready = new Map(); // The event that each stream began with, for those who come later.
    this.last = new Map();
    this.leads = false;
    this.leaving = new AbortController();
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => this.heard(data);
    this.channel.postMessage({ kind: 'hello' });
    inOneTab(name, this.leaving.signal, () => this.lead());
  }

  add(listener) {
    this.listeners.add(listener);
    listener.onState(this.stateOf(listener));
    const ready = this.ready.get(listener.path);
    if (ready) listener.onEvent(ready);
    else this.check(listener);
    if (this.streams) listener.onRefused?.([...this.refused]);
  }

  /** Returns whether that was the last one. */
  remove(listener) {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return false;
    this.leaving.abort();
    this.channel.close();
    return true;
  }

  stateOf(listener) {
    return this.refused.has(listener.path) ? 'refused' : this.state;
  }

  check(listener) {
    if (this.path === ALL && this.streams && listener.path !== ALL && !this.streams.has(listener.path)) queueMicrotask(() => listener.elsewhere());
  }

  heard({ kind, event, state, known }) {
    if (kind === 'hello') {
      if (this.leads)
        this.channel.postMessage({
          kind: 'here',
          known: { state: this.state, streams: this.streams, refused: this.refused, ready: this.ready, last: this.last },
        });
    } else if (kind === 'state') {
      this.become(state);
    } else if (kind === 'event') {
      this.tell(event);
    } else if (this.ready.size === 0) {
      this.streams = known.streams;
      this.last = known.last;
      this.refused = known.refused;
      this.become(known.state);
      this.ready = known.ready;
      this.listeners.forEach((listener) => {
        if (this.ready.has(listener.path)) listener.onEvent(this.ready.get(listener.path));
        else this.check(listener);
        listener.onRefused?.([...this.refused]);
      });
    }
  }

  become(state) {
    this.state = state;
    if (state !== 'open') {
      this.ready.clear();
      this.refused.clear();
    }
    this.listeners.forEach((listener) => listener.onState(this.stateOf(listener)));
    if (this.leads) this.channel.postMessage({ kind: 'state', state });
  }

  tell(event) {
    const { stream, type } = event;
    if (event.id !== null) this.last.set(stream, event.id);
    if (type === 'streams') this.streams = new Set(event.data.streams);
    if (type === 'refused') this.refused.add(stream);
    if (type === 'ready' || type === 'reset') this.ready.set(stream, { ...event, type: 'ready' });
    for (const listener of [...this.listeners]) {
      if (type === 'streams' || type === 'refused') listener.onRefused?.([...this.refused]);
      if (type === 'streams') this.check(listener);
      else if (listener.path === stream) {
        if (type === 'refused') listener.onState('refused');
        else listener.onEvent(event);
      }
    }
    if (this.leads) this.channel.postMessage({ kind: 'event', event });
  }

  /** Where each stream goes on. */
  lastEventId() {
    if (this.path !== ALL) return this.last.get(this.path) ?? null;
    return [...this.last].map(([stream, id]) => `${stream}=${id}`).join(',') || null;
  }

  /** Holds the connection, and comes back to it by itself, until no page here listens or the server refuses for good. */
  async lead() {
    this.leads = true;
    const { signal } = this.leaving;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const last = this.lastEventId();
        const headers = { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) };
        const answer = await request('GET', this.path, undefined, { headers, signal });
        this.become('open');
        failures = 0;
        for await (const event of events(answer.body)) this.tell(this.path === ALL ? unlabelled(event) : { ...event, stream: this.path });
      } catch (failure) {
        if (signal.aborted || failure.name === 'AbortError') break;
        if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) {
          this.become('refused');
          break;
        }
      }
      if (signal.aborted) break;
      this.become('waiting');
      const pause = RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)];
      await new Promise((resolve) => {
        setTimeout(resolve, pause * (0.5 + Math.random()));
      });
    }
    this.leads = false;
  }
}

const unlabelled = ({ type, data }) => ({ stream: data.stream, id: data.id ?? null, type, data: data.data });

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
