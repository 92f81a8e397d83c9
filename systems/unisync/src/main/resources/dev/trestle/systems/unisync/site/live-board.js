import { Page } from '/ui/page.js';
import { listen } from '/events.js';
import { isBefore } from '/ui/time.js';
import { board, EVENTS, get } from './api.js';

const FRESH_MS = 2_000;
const RELOAD_PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/**
 * The data of the board, loaded and kept up to date by events: its rows by id, which of them have just changed, which are selected, how many notes they
 * have, and who is here. What is shown of it is up to the page that extends this one: it calls `follow` and then `load`.
 */
export class LiveBoard extends Page {
  static properties = {
    ...Page.properties,
    rows: { state: true },
    isWhole: { state: true },
    fresh: { state: true },
    selected: { state: true },
    counts: { state: true },
    sessions: { state: true },
    connection: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.rows = null;
    this.isWhole = false;
    this.fresh = new Set();
    this.selected = new Set();
    this.counts = new Map();
    this.sessions = new Map();
    this.connection = 'waiting';
    // Events of notes, for the list that is open: "note" with what was told, "missed" when some were.
    this.noteNews = new EventTarget();
    // Events that arrive before or during a load are kept until it ends; null while none runs.
    this.loading = { told: [] };
    // The times of this page's own changes whose events have not arrived yet, by ShowSet.
    this.answers = new Map();
  }

  /** The first rows are there to be read while all are loaded, unless another order would put others first. Nothing is told of them yet. */
  showFirst(rows) {
    if (!this.rows && rows.length > 0 && !this.query.get('sort')) this.rows = new Map(rows.map((row) => [row.showSetId, row]));
  }

  /** Events that arrive during a load may be newer than what was read, and are applied after it. Of concurrent loads the last one counts. */
  async load(signal) {
    const load = { told: this.loading?.told ?? [] };
    this.loading = load;
    this.isBegun = true;
    try {
      const [rows, sessions] = await Promise.all([board(signal), get('/sessions', { signal })]);
      if (this.loading !== load) return;
      this.rows = new Map(rows.map((row) => [row.showSetId, row]));
      this.isWhole = true;
      this.selected = new Set([...this.selected].filter((id) => this.rows.has(id)));
      this.sessions = new Map(sessions.map((each) => [each.userId, each]));
    } finally {
      if (this.loading === load) {
        this.loading = null;
        load.told.forEach(({ type, data }) => this.tell(type, data));
      }
    }
  }

  /** Loads all of it again, since changes were missed. */
  async reload(signal) {
    this.answers.clear();
    for (const pause of RELOAD_PAUSES_MS) {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      try {
        await this.load(signal);
        this.noteNews.dispatchEvent(new CustomEvent('missed'));
        return;
      } catch (failure) {
        if (signal.aborted) return;
        this.lastFailure = failure;
      }
    }
    this.failure = this.lastFailure;
  }

  /** Settles when changes are told for the first time. */
  follow(signal) {
    return new Promise((resolve) => {
      listen(EVENTS, {
        signal,
        onState: (state) => {
          this.connection = state;
        },
        onEvent: ({ type, data }) => {
          if (type === 'ready' || type === 'reset') {
            // A load that began before the subscription may lack what was changed in between.
            if (type === 'reset' || !this.following) {
              if (this.isBegun) this.reload(signal);
              this.following = true;
            }
            resolve();
          } else if (this.loading) this.loading.told.push({ type, data });
          else this.tell(type, data);
        },
      });
    });
  }

  tell(type, data) {
    if (!this.rows) return;
    if (type === 'showset') this.applyEvent(data);
    else if (type === 'session') this.moved(data);
    else if (type === 'note') {
      this.forgetCount(data.showSetId);
      this.noteNews.dispatchEvent(new CustomEvent('note', { detail: data }));
    }
  }

  /** Events come in the order of the changes. Only those from before one's own change, whose answer is shown already, are outdated. */
  applyEvent({ showSetId, showSet }) {
    const answered = this.answers.get(showSetId);
    if (showSet && answered && isBefore(showSet.updatedAt, answered)) return;
    this.answers.delete(showSetId);
    this.setRow(showSetId, showSet);
  }

  /** The answer to one's own change, which may come after the event of a later one. */
  applyAnswer(showSet) {
    const known = this.rows.get(showSet.showSetId);
    if (known && isBefore(showSet.updatedAt, known.updatedAt)) return;
    if (known?.updatedAt !== showSet.updatedAt) this.answers.set(showSet.showSetId, showSet.updatedAt);
    this.setRow(showSet.showSetId, showSet);
  }

  setRow(showSetId, showSet) {
    const rows = new Map(this.rows);
    if (showSet) rows.set(showSetId, showSet);
    else rows.delete(showSetId);
    this.rows = rows;
    if (showSet) this.mark(showSetId);
    else if (this.selected.has(showSetId)) this.selected = new Set([...this.selected].filter((id) => id !== showSetId));
  }

  /** Marked for a moment; rows stay in their order, so that nothing moves that somebody reads. */
  mark(id) {
    this.fresh = new Set([...this.fresh, id]);
    setTimeout(() => {
      const rest = new Set(this.fresh);
      rest.delete(id);
      this.fresh = rest;
    }, FRESH_MS);
  }

  forgetCount(showSetId) {
    const counts = new Map(this.counts);
    counts.delete(showSetId);
    this.counts = counts;
  }

  moved({ userId, session }) {
    const sessions = new Map(this.sessions);
    if (session) sessions.set(userId, session);
    else sessions.delete(userId);
    this.sessions = sessions;
  }
}
