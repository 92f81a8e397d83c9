import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from './element.js';
import { number } from './texts.js';

const TYPED_MS = 700;
const OPENS_MS = 600;
const FOLDER = 'M3 6.5h6l2 2.5h10v10H3z';

/**
 * @typedef {object} TreeNode
 * @property {string} id
 * @property {string} text
 * @property {string | null} [parentId] the node that it is below; none at the top, also where that node is not among these
 * @property {number} [count] shown behind the text
 * @property {boolean} [plain] without the sign of a folder
 * @property {boolean} [isOpen] it is open when it is first shown
 * @property {boolean} [isParent] it may have nodes below it that are not among these yet
 */

/**
 * Nodes below nodes: <t-tree label="…" .nodes=${[{id, text, parentId, count}]} selected="…" @node-select=${(e) => go(e.detail)}>.
 *
 * One tab stop. Arrows move, open and close, Home and End go to the ends, typing goes to the next node that begins so, Enter or Space selects. With
 * `accepts`, a media type, what is dragged may be let go over a node: "node-drop" tells {id, data, transfer}; a closed node opens while something is held
 * over it. Files have the type "Files"; several types are separated by spaces. "node-open" tells the id of a node that was opened, for a page that loads
 * what is below it then.
 */
export class Tree extends Element {
  static properties = {
    label: {},
    nodes: { attribute: false },
    selected: {},
    accepts: {},
    open: { state: true },
    at: { state: true },
    over: { state: true },
  };

  constructor() {
    super();
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.open = new Set();
    this.typed = '';
    this.isRevealed = false;
  }

  willUpdate(changed) {
    if (!changed.has('nodes') && !changed.has('selected')) return;
    const before = this.byId;
    this.byId = new Map(this.nodes.map((node) => [node.id, node]));
    const first = this.nodes.filter(({ id, isOpen }) => isOpen && !before?.has(id));
    if (first.length > 0) this.open = new Set([...this.open, ...first.map(({ id }) => id)]);
    // A node that comes later than its selection is shown when it comes.
    if (changed.has('selected')) this.isRevealed = false;
    if (!this.isRevealed) this.reveal(this.selected);
    this.isRevealed ||= this.selected ? this.byId.has(this.selected) : this.nodes.length > 0;
  }

  /** Opens all that stand above a node. */
  reveal(id) {
    const open = new Set(this.open);
    for (let node = this.byId.get(id), steps = 0; node && steps < 100; node = this.byId.get(node.parentId), steps++) {
      if (node.id !== id) open.add(node.id);
    }
    this.open = open;
  }

  /** The nodes that are shown, from top to bottom, each with its level and its place among its siblings. */
  get lines() {
    const below = new Map();
    for (const node of this.nodes) {
      const parent = this.byId.has(node.parentId) ? node.parentId : null;
      below.set(parent, [...(below.get(parent) ?? []), node]);
    }
    const lines = [];
    const add = (parent, level) =>
      (below.get(parent) ?? []).forEach((node, i, all) => {
        const isParent = below.has(node.id) || node.isParent === true;
        lines.push({ node, level, isParent, isOpen: isParent && this.open.has(node.id), place: i + 1, of: all.length });
        if (isParent && this.open.has(node.id) && level < 100) add(node.id, level + 1);
      });
    add(null, 1);
    return lines;
  }

  toggle(id, isOpen) {
    const open = new Set(this.open);
    if (isOpen) open.add(id);
    else open.delete(id);
    this.open = open;
    if (isOpen) this.dispatchEvent(new CustomEvent('node-open', { detail: id }));
  }

  /** The first of the types that are accepted which is dragged; null if none is. */
  acceptedOf(event) {
    return this.accepts?.split(' ').find((type) => event.dataTransfer.types.includes(type)) ?? null;
  }

  choose(id) {
    this.at = id;
    this.dispatchEvent(new CustomEvent('node-select', { detail: id }));
  }

  async focusOn(line) {
    if (!line) return;
    this.at = line.node.id;
    await this.updateComplete;
    [...this.querySelectorAll('[role="treeitem"]')].find((item) => item.dataset.node === line.node.id)?.focus();
  }

  key(event) {
    const { lines } = this;
    const i = lines.findIndex((line) => line.node.id === event.target.closest('[role="treeitem"]')?.dataset.node);
    const line = lines[i];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node, level, isParent, isOpen } = line;
    if (event.key === 'ArrowDown') this.focusOn(lines[i + 1]);
    else if (event.key === 'ArrowUp') this.focusOn(lines[i - 1]);
    else if (event.key === 'Home') this.focusOn(lines[0]);
    else if (event.key === 'End') this.focusOn(lines.at(-1));
    else if (event.key === 'ArrowRight' && isParent) {
      if (isOpen) this.focusOn(lines[i + 1]);
      else this.toggle(node.id, true);
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) this.toggle(node.id, false);
      else
        this.focusOn(
          lines
            .slice(0, i)
            .reverse()
            .find((each) => each.level < level),
        );
    } else if (event.key === 'Enter' || event.key === ' ') this.choose(node.id);
    else if (event.key.length === 1) this.find(event.key, lines, i);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Goes to the next node that begins with what was typed in a row. */
  find(letter, lines, i) {
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => {
      this.typed = '';
    }, TYPED_MS);
    this.typed += letter.toLowerCase();
    const from = this.typed.length > 1 ? i : i + 1;
    const order = [...lines.slice(from), ...lines.slice(0, from)];
    this.focusOn(order.find((line) => line.node.text.toLowerCase().startsWith(this.typed)));
  }

  dragged(event, line) {
    const type = this.acceptedOf(event);
    if (!type) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = type === 'Files' ? 'copy' : 'move';
    if (this.over === line.node.id) return;
    this.over = line.node.id;
    clearTimeout(this.opening);
    if (line.isParent && !line.isOpen) this.opening = setTimeout(() => this.toggle(line.node.id, true), OPENS_MS);
  }

  left() {
    clearTimeout(this.opening);
    this.over = null;
  }

  dropped(event, id) {
    this.left();
    const type = this.acceptedOf(event);
    if (!type) return;
    event.preventDefault();
    event.stopPropagation();
    this.dispatchEvent(new CustomEvent('node-drop', { detail: { id, data: event.dataTransfer.getData(type), transfer: event.dataTransfer } }));
  }

  render() {
    const { lines } = this;
    const stop = lines.find((line) => line.node.id === this.at) ?? lines.find((line) => line.node.id === this.selected) ?? lines[0];
    return html`<ul role="tree" class="tree" aria-label=${this.label} @keydown=${this.key}>${repeat(
      lines,
      (line) => line.node.id,
      (line) => this.line(line, line === stop),
    )}</ul>`;
  }

  line(line, isStop) {
    const { node, level, isParent, isOpen } = line;
    return html`<li role="treeitem" data-node=${node.id} data-level=${Math.min(level, 10)} aria-level=${level} aria-setsize=${line.of} aria-posinset=${line.place}
      aria-expanded=${isParent ? String(isOpen) : nothing} aria-selected=${node.id === this.selected ? 'true' : 'false'} tabindex=${isStop ? 0 : -1}
      class=${node.id === this.over ? 'over' : ''} @click=${() => this.choose(node.id)} @focus=${() => {
        this.at = node.id;
      }}
      @dragover=${(event) => this.dragged(event, line)} @dragleave=${() => this.left()} @drop=${(event) => this.dropped(event, node.id)}>
      <span class="twist" aria-hidden="true" @click=${(event) => {
        if (isParent) {
          event.stopPropagation();
          this.toggle(node.id, !isOpen);
        }
      }}>${isParent ? html`<svg viewBox="0 0 24 24"><path d=${isOpen ? 'M6 9l6 6 6-6' : 'M9 6l6 6-6 6'}/></svg>` : nothing}</span>
      ${node.plain ? nothing : html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${FOLDER}/></svg>`}
      <span class="cut">${node.text}</span>${node.count === undefined ? nothing : html`<span class="count">${number(node.count)}</span>`}</li>`;
  }
}

define('t-tree', Tree);
