// Server-sent events as who is signed in. All tabs of a browser share one connection: one of them holds it and tells the others, because a browser has six
// connections to a server and no more.
import { request, scope } from './session.js';
import { inOneTab } from '/ui/locks.js';

const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
const connections = new Map();

/**
 * Tells events until `signal` is aborted: `onEvent({id, type, data})` for each, with data parsed, and `onState('open' | 'waiting' | 'refused')`. Each listener
 * is told "ready" first, when the connection is there: what changed before that is not told.
 */
export function listen(path, { onEvent, onState = () => {}, signal }) {
  const name = `trestle.events ${scope()} ${path}`;
  const connection = connections.get(name) ?? new Connection(name, path);
  connections.set(name, connection);
  const listener = { onEvent, onState };
  connection.add(listener);
  signal.addEventListener('abort', () => {
    if (connection.remove(listener)) connections.delete(name);
  });
}

/** A connection that tabs share: this one holds it, or hears of it from the one that does. */
class Connection {
  constructor(name, path) {
    this.path = path;
    this.listeners = new Set();
    this.state = 'waiting';
    this.ready = null; // The event that the connection began with, for those who come later.
    this.last = null;
    this.leads = false;
    this.leaving = new AbortController();
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => this.heard(data);
    this.channel.postMessage({ kind: 'hello' });
    inOneTab(name, this.leaving.signal, () => this.lead());
  }

  add(listener) {
    this.listeners.add(listener);
    listener.onState(this.state);
    if (this.ready) listener.onEvent(this.ready);
  }

  /** Returns whether that was the last one. */
  remove(listener) {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return false;
    this.leaving.abort();
    this.channel.close();
    return true;
  }

  heard({ kind, event, state, last }) {
    if (kind === 'hello') {
      if (this.leads) this.channel.postMessage({ kind: 'here', event: this.ready, state: this.state, last: this.last });
    } else if (kind === 'state') {
      this.become(state);
    } else if (kind === 'event') {
      this.tell(event);
    } else if (this.ready === null) {
      this.last = last;
      this.become(state);
      if (event) this.tell(event);
    }
  }

  become(state) {
    this.state = state;
    if (state !== 'open') this.ready = null;
    this.listeners.forEach((listener) => listener.onState(state));
    if (this.leads) this.channel.postMessage({ kind: 'state', state });
  }

  tell(event) {
    if (event.id !== null) this.last = event.id;
    if (event.type === 'ready' || event.type === 'reset') this.ready = { ...event, type: 'ready' };
    this.listeners.forEach((listener) => listener.onEvent(event));
    if (this.leads) this.channel.postMessage({ kind: 'event', event });
  }

  /** Holds the connection, and comes back to it by itself, until no page here listens or the server refuses for good. */
  async lead() {
    this.leads = true;
    const { signal } = this.leaving;
    let failures = 0;
    while (!signal.aborted) {
      try {
        const headers = { Accept: 'text/event-stream', ...(this.last ? { 'Last-Event-ID': this.last } : {}) };
        const answer = await request('GET', this.path, undefined, { headers, signal });
        this.become('open');
        failures = 0;
        for await (const event of events(answer.body)) this.tell(event);
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
      await new Promise((resolve) => { setTimeout(resolve, pause * (0.5 + Math.random())); });
    }
    this.leads = false;
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
