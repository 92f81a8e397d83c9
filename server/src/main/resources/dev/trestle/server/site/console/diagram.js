import { define, Element, html, nothing, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';

const WIDTH = 308;
const GAP_X = 132;
const GAP_Y = 24;
const LINE = 18;
const HEAD = 30;
const LETTERS_MAX = 40;
const PORT = 16;
const MARGIN = 8;
const SCALE_MIN = 0.2;
const SCALE_MAX = 3;
const STEP = 1.2;

const limited = (scale) => Math.min(SCALE_MAX, Math.max(SCALE_MIN, scale));

/**
 * A model's entities with their keys, and what belongs to what: owners to the left of what they have. Zoom with the buttons, with + and −, with
 * Ctrl and the wheel, or with the wheel alone once the diagram has the focus; 0 fits it, arrows and dragging move it. Search marks entities.
 */
class Diagram extends Element {
  static properties = { tables: { attribute: false }, scale: { state: true }, wanted: { state: true }, hit: { state: true } };

  constructor() {
    super();
    this.scale = null;
    this.wanted = '';
    this.hit = 0;
  }

  get area() {
    return this.querySelector('.diagram');
  }

  willUpdate(changed) {
    if (changed.has('tables')) this.drawn = this.layout();
  }

  firstUpdated() {
    // Not by the template: a listener of the template is passive, and could not keep the page from scrolling.
    this.area.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.fit();
  }

  /** The whole width, but never so small that nothing can be read, nor larger than it is drawn. */
  fit() {
    const { clientWidth, clientHeight } = this.area;
    const [width, height] = [this.drawn.width + MARGIN, this.drawn.height + MARGIN];
    this.scale = Math.min(1, limited(Math.min(clientWidth / width, Math.max(clientHeight, 320) / height)));
    this.updateComplete.then(() => this.area.scrollTo(0, 0));
  }

  /** Zooms so that a point of the area, by default its middle, stays where it is. */
  async zoom(factor, x = this.area.clientWidth / 2, y = this.area.clientHeight / 2) {
    const before = this.scale;
    this.scale = limited(before * factor);
    const ratio = this.scale / before;
    const { scrollLeft, scrollTop } = this.area;
    await this.updateComplete;
    this.area.scrollLeft = (scrollLeft + x) * ratio - x;
    this.area.scrollTop = (scrollTop + y) * ratio - y;
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.area) return;
    event.preventDefault();
    const box = this.area.getBoundingClientRect();
    this.zoom(event.deltaY < 0 ? STEP : 1 / STEP, event.clientX - box.left, event.clientY - box.top);
  }

  key(event) {
    const acts = {
      '+': () => this.zoom(STEP),
      '=': () => this.zoom(STEP),
      '-': () => this.zoom(1 / STEP),
      0: () => this.fit(),
      1: () => this.zoom(1 / this.scale),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  /** Dragging moves it; a finger scrolls by itself. */
  grab(event) {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const { area } = this;
    const start = { x: event.clientX + area.scrollLeft, y: event.clientY + area.scrollTop };
    const move = (moved) => {
      area.scrollLeft = start.x - moved.clientX;
      area.scrollTop = start.y - moved.clientY;
    };
    const end = () => {
      area.classList.remove('grabbed');
      area.removeEventListener('pointermove', move);
      area.removeEventListener('pointerup', end);
      area.removeEventListener('pointercancel', end);
    };
    area.setPointerCapture(event.pointerId);
    area.classList.add('grabbed');
    area.addEventListener('pointermove', move);
    area.addEventListener('pointerup', end);
    area.addEventListener('pointercancel', end);
  }

  get hits() {
    const wanted = this.wanted.trim().toLowerCase();
    return wanted === ''
      ? []
      : this.drawn.nodes.filter(
          (node) => node.entity.name.toLowerCase().includes(wanted) || node.lines.some((text) => text.toLowerCase().includes(wanted)),
        );
  }

  find(text) {
    this.wanted = text;
    this.hit = 0;
    this.show();
  }

  next(step) {
    const { length } = this.hits;
    if (length > 0) this.hit = (this.hit + step + length) % length;
    this.show();
  }

  show() {
    const node = this.hits[this.hit];
    if (!node) return;
    const { area, scale } = this;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    area.scrollTo({
      left: (node.x + WIDTH / 2) * scale - area.clientWidth / 2,
      top: (node.y + node.height / 2) * scale - area.clientHeight / 2,
      behavior: calm ? 'auto' : 'smooth',
    });
  }

  /** Entities in columns, by how many owners are in front of them. Who belongs to nobody and has nothing comes below. */
  layout() {
    const nodes = this.tables
      .filter((table) => !table.support)
      .flatMap((table) => table.entities.map((entity) => ({ entity, table: table.name, lines: this.lines(entity) })));
    const byName = new Map(nodes.map((node) => [node.entity.name, node]));
    const edges = nodes.flatMap((node) =>
      node.entity.relations.filter((each) => byName.has(each.owner)).map((each) => ({ from: byName.get(each.owner), to: node, ...each })),
    );
    edges.forEach((edge) => {
      edge.port = edges.filter((other) => other.to === edge.to).indexOf(edge);
    });
    const related = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
    const depth = (node, seen) =>
      seen.has(node)
        ? 0
        : Math.max(
            0,
            ...edges.filter((edge) => edge.to === node && edge.from !== node).map((edge) => 1 + depth(edge.from, new Set([...seen, node]))),
          );
    const bottoms = [];
    const place = (node, column, top) => {
      Object.assign(node, { x: column * (WIDTH + GAP_X), y: Math.max(bottoms[column] ?? 0, top), height: HEAD + node.lines.length * LINE + 8 });
      bottoms[column] = node.y + node.height + GAP_Y;
    };
    nodes.filter((node) => related.has(node)).forEach((node) => place(node, depth(node, new Set()), 0));
    const below = Math.max(0, ...bottoms.filter((each) => each !== undefined));
    nodes.filter((node) => !related.has(node)).forEach((node, i) => place(node, i % 3, below));
    const width = Math.max(1, ...nodes.map((node) => node.x + WIDTH));
    const height = Math.max(1, ...nodes.map((node) => node.y + node.height));
    return { nodes, edges, width, height };
  }

  lines(entity) {
    return entity.keys.flatMap((key) => [`${key.index ? `${key.index}: ` : ''}${key.partition}`, ...(key.sort ? [`    ${key.sort}`] : [])]);
  }

  render() {
    const { nodes, edges, width, height } = this.drawn;
    const scale = this.scale ?? 1;
    const [w, h] = [width + MARGIN, height + MARGIN];
    return html`${this.tools(scale)}<div class="diagram" tabindex="0" role="region" aria-label=${t('model.diagram')} aria-describedby="${this.own}k" @keydown=${this.key} @pointerdown=${this.grab}>
      <svg role="img" aria-label=${t('model.diagramOf', { n: nodes.length })} viewBox="-4 -4 ${w} ${h}" width=${w * scale} height=${h * scale}>
      ${edges.map((edge) => this.edge(edge))}${nodes.map((node) => this.node(node))}</svg></div><p class="quiet" id="${this.own}k">${t('model.diagramKeys')}</p>
      ${edges.length ? html`<ul class="sr-only">${edges.map((edge) => html`<li>${edge.from.entity.name} ${edge.verb} ${edge.to.entity.name}</li>`)}</ul>` : nothing}`;
  }

  tools(scale) {
    const { hits } = this;
    const found =
      this.wanted.trim() === ''
        ? ''
        : hits.length === 0
          ? t('model.noHit')
          : t('model.hit', { n: this.hit + 1, of: hits.length, name: hits[this.hit].entity.name });
    return html`<div class="row diagram-tools"><t-field label=${t('model.search')} type="search" name="entity" @input=${(event) => this.find(event.target.value)}
        @keydown=${(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            this.next(event.shiftKey ? -1 : 1);
          }
        }}></t-field><span class="quiet" role="status" data-hit>${found}</span>
      <span class="row end"><button type="button" data-act="zoom-out" aria-label=${t('model.zoomOut')} @click=${() => this.zoom(1 / STEP)}>−</button><span class="number" data-scale>${Math.round(scale * 100)} %</span>
        <button type="button" data-act="zoom-in" aria-label=${t('model.zoomIn')} @click=${() => this.zoom(STEP)}>+</button><button type="button" data-act="fit" @click=${() => this.fit()}>${t('model.fit')}</button></span></div>`;
  }

  node(node) {
    const { entity, lines, x, y, height } = node;
    const { hits } = this;
    const marked = hits[this.hit] === node ? ' hit current' : hits.includes(node) ? ' hit' : '';
    return svg`<g class="entity${marked}" data-entity=${entity.name} transform="translate(${x} ${y})"><title>${entity.about || entity.name}</title><rect class="box" width=${WIDTH} height=${height} rx="6"/><text class="name" x="10" y="20">${entity.name}</text>
      <line class="rule" x1="0" x2=${WIDTH} y1=${HEAD} y2=${HEAD}/>${lines.map((text, i) => svg`<text class="key" x="10" y=${HEAD + 15 + i * LINE}>${text.length > LETTERS_MAX ? `${text.slice(0, LETTERS_MAX - 1)}…` : text}</text>`)}</g>`;
  }

  /** What comes in at a box has a line of its own there, so that words do not stand on each other. */
  edge({ from, to, verb, many, port }) {
    const right = to.x > from.x;
    const [x1, y1] = [right ? from.x + WIDTH : from.x + WIDTH / 2, right ? from.y + HEAD / 2 : from.y + from.height];
    const [x2, y2] = [right ? to.x : to.x + WIDTH / 2 + port * PORT, right ? to.y + HEAD / 2 + port * PORT : to.y];
    const bend = right ? (x2 - x1) / 2 : 0;
    return svg`<g class="edge"><path d="M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>
      <text x=${right ? x2 - 6 : x2 + 6} y=${y2 - 4} text-anchor=${right ? 'end' : 'start'}>${verb} ${many ? '*' : '0..1'}</text></g>`;
  }
}

define('console-diagram', Diagram);
