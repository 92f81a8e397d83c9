// What is in one folder: read a hundred at a time, kept up to date, and told apart by keys.
import { call, compareNames, iso, joined, nameOf } from './api.js';

const PAGE = 100;
const SORTED_MAX = 1000;
const FRESH_MS = 2_000;

const CHANGED = (row) => Date.parse(iso(row.lastModifiedDate ?? row.insertedDate) ?? 0);
const ORDERS = {
  size: (one, other) => (one.contentLength ?? 0) - (other.contentLength ?? 0),
  changed: (one, other) => CHANGED(one) - CHANGED(other),
  by: (one, other) => compareNames(one.userId ?? '', other.userId ?? ''),
  name: (one, other) => compareNames(one.name, other.name),
};

/** A row as the list shows it. A folder's path is its name alone. */
function rowOf(folder, item) {
  const name = item.folder ? item.path : nameOf(item);
  return { ...item, name, key: item.folder ? `folder:${item.documentId}` : item.documentId, at: item.folder ? joined(folder, name) : item.path };
}

/** What changed between two readings, for a glow: rows that are new, or another. */
function changedRows(before, after) {
  const known = new Map(before.map((row) => [row.key, row]));
  return after.filter((row) => known.get(row.key)?.lastModifiedDate !== row.lastModifiedDate || known.get(row.key)?.name !== row.name);
}

/** The content of a folder. `changed` is called when there is another. */
export class FolderList {
  constructor(siteId, path, sort, { signal, changed }) {
    this.siteId = siteId;
    this.path = path;
    this.sort = sort;
    this.signal = signal;
    this.changed = changed;
    this.rows = null;
    this.next = null;
    this.busy = false;
    this.failure = null;
    this.fresh = new Set();
  }

  get isByName() {
    return !this.sort || this.sort === 'name';
  }

  page(next, limit) {
    return call('GET', '/folders', { siteId: this.siteId, path: this.path, limit, next }, undefined, { signal: this.signal });
  }

  /** Another order than the API's needs all rows; a folder that has more than fit into one reading is sorted as far as it was read. */
  get isPartlySorted() {
    return !this.isByName && this.next !== null;
  }

  sorted(rows) {
    if (this.isByName) return rows;
    const [, minus, by] = /^(-?)(.*)$/.exec(this.sort);
    const order = ORDERS[by] ?? ORDERS.name;
    const direction = minus ? -1 : 1;
    return [...rows].sort((one, other) => Number(Boolean(other.folder)) - Number(Boolean(one.folder)) || direction * order(one, other));
  }

  /** Reads from the start, as far as was read before. */
  async read() {
    const asked = Symbol('reading');
    this.asked = asked;
    this.busy = true;
    const wanted = Math.max(this.isByName ? PAGE : SORTED_MAX, this.rows?.length ?? 0);
    try {
      const rows = [];
      let next = null;
      do {
        const page = await this.page(next, Math.min(SORTED_MAX, Math.max(PAGE, wanted - rows.length)));
        rows.push(...page.documents.map((each) => rowOf(this.path, each)));
        next = page.next ?? null;
      } while (next && rows.length < wanted);
      if (asked !== this.asked) return;
      const before = this.rows;
      Object.assign(this, { rows: this.sorted(rows), next, failure: null });
      if (before) this.mark(changedRows(before, rows));
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.failure = failure;
    } finally {
      if (asked === this.asked) {
        this.busy = false;
        this.changed();
      }
    }
  }

  async more() {
    if (this.busy || !this.next) return;
    this.busy = true;
    this.changed();
    const { asked } = this;
    try {
      const page = await this.page(this.next, PAGE);
      if (asked !== this.asked) return;
      this.rows = [...this.rows, ...page.documents.map((each) => rowOf(this.path, each))];
      this.next = page.next ?? null;
    } catch (failure) {
      if (failure.name !== 'AbortError') Object.assign(this, { failure, next: null });
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** Marked for a moment; nothing moves that somebody reads. */
  mark(rows) {
    const keys = rows.map(({ key }) => key);
    if (keys.length === 0) return;
    this.fresh = new Set([...this.fresh, ...keys]);
    setTimeout(() => {
      this.fresh = new Set([...this.fresh].filter((key) => !keys.includes(key)));
      this.changed();
    }, FRESH_MS);
  }
}
