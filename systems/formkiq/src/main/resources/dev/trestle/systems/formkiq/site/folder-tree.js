// The folders of a site, read level by level as somebody opens them.
import { call, compareNames, joined, names, parentOf } from './api.js';

export const ROOT = '/';
const LEVEL_MAX = 1000;

/** The id of a folder in the tree: its path behind a slash. */
export const nodeId = (path) => `${ROOT}${path}`;
export const pathOf = (id) => id.slice(ROOT.length);

/** The levels of one site that were read. `changed` is called when there are others. */
export class FolderTree {
  constructor(siteId, title, signal, changed) {
    this.siteId = siteId;
    this.title = title;
    this.signal = signal;
    this.changed = changed;
    /** The folders in a folder, by its path. */
    this.levels = new Map();
    this.asking = new Map();
  }

  /** Nodes for t-tree: a folder whose level was not read may have others below it. */
  get nodes() {
    /** @type {import('/ui/tree.js').TreeNode[]} */
    const nodes = [{ id: ROOT, text: this.title, parentId: null, isParent: true, isOpen: true }];
    // From the top: a level that came before the one above it waits, or the tree would take its folders for uppermost ones.
    const add = (path) => {
      for (const { name } of this.levels.get(path) ?? []) {
        const id = joined(path, name);
        const level = this.levels.get(id);
        nodes.push({ id: nodeId(id), text: name, parentId: nodeId(path), isParent: !level || level.length > 0 });
        add(id);
      }
    };
    add('');
    return nodes;
  }

  /** Reads one level; several who ask at once get the same. */
  read(path) {
    if (!this.asking.has(path)) {
      const asking = this.load(path).finally(() => this.asking.delete(path));
      this.asking.set(path, asking);
    }
    return this.asking.get(path);
  }

  async load(path) {
    const query = { meta: { indexType: 'folder', eq: path, indexFilterBeginsWith: 'ff#' } };
    const page = await call('POST', '/search', { siteId: this.siteId, limit: LEVEL_MAX }, { query }, { signal: this.signal });
    const folders = page.documents.map((each) => ({ name: each.path, documentId: each.documentId, indexKey: each.indexKey }));
    this.levels.set(
      path,
      folders.sort((one, other) => compareNames(one.name, other.name)),
    );
    this.changed();
  }

  /** Reads a level that was not read yet. */
  async open(path) {
    if (!this.levels.has(path)) await this.read(path);
  }

  /** Reads all levels down to a folder, so that it can be shown; those of folders that are not there are empty. */
  async reach(path) {
    const parts = names(path);
    await Promise.all(parts.map((_, i) => this.open(parts.slice(0, i).join('/'))).concat(this.open(path)));
  }

  /** Reads what is known once more, without what is no longer there. */
  async refresh() {
    await Promise.all([...this.levels.keys()].map((path) => this.read(path)));
    const isThere = (path) => path === '' || (this.levels.get(parentOf(path)) ?? []).some(({ name }) => joined(parentOf(path), name) === path);
    for (const path of [...this.levels.keys()]) if (!isThere(path)) this.levels.delete(path);
    this.changed();
  }

  /** Whether it is known that there is no folder at a path. */
  isMissing(path) {
    const level = this.levels.get(parentOf(path));
    return path !== '' && level !== undefined && level.length < LEVEL_MAX && !this.folder(path);
  }

  /** The folder at a path, if its level was read. */
  folder(path) {
    return (this.levels.get(parentOf(path)) ?? []).find(({ name }) => joined(parentOf(path), name) === path);
  }
}
