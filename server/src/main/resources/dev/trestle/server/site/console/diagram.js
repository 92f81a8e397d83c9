import { define, Element, html, nothing, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';

const WIDTH = 308;
const GAP_X = 132;
const GAP_Y = 24;
const LINE = 18;
const HEAD = 30;
const LETTERS_MAX = 40;
const PORT = 16;

/** A model's entities with their keys, and what belongs to what: owners to the left of what they have. */
class Diagram extends Element {
  static properties = { tables: { attribute: false } };

  /** Entities in columns, by how many owners are in front of them. Who belongs to nobody and has nothing comes below. */
  layout() {
    const nodes = this.tables.filter((table) => !table.support).flatMap((table) => table.entities.map((entity) => ({ entity, table: table.name, lines: this.lines(entity) })));
    const byName = new Map(nodes.map((node) => [node.entity.name, node]));
    const edges = nodes.flatMap((node) => node.entity.relations.filter((each) => byName.has(each.owner)).map((each) => ({ from: byName.get(each.owner), to: node, ...each })));
    edges.forEach((edge) => { edge.port = edges.filter((other) => other.to === edge.to).indexOf(edge); });
    const related = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
    const depth = (node, seen) => (seen.has(node) ? 0 : Math.max(0, ...edges.filter((edge) => edge.to === node && edge.from !== node).map((edge) => 1 + depth(edge.from, new Set([...seen, node])))));
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
    const { nodes, edges, width, height } = this.layout();
    return html`<div class="diagram" tabindex="0" role="region" aria-label=${t('model.diagram')}><svg role="img" aria-label=${t('model.diagramOf', { n: nodes.length })} viewBox="-4 -4 ${width + 8} ${height + 8}" width=${width + 8} height=${height + 8}>
      ${edges.map((edge) => this.edge(edge))}${nodes.map((node) => this.node(node))}</svg></div>
      ${edges.length ? html`<ul class="sr-only">${edges.map((edge) => html`<li>${edge.from.entity.name} ${edge.verb} ${edge.to.entity.name}</li>`)}</ul>` : nothing}`;
  }

  node({ entity, lines, x, y, height }) {
    return svg`<g transform="translate(${x} ${y})"><title>${entity.about || entity.name}</title><rect class="box" width=${WIDTH} height=${height} rx="6"/><text class="name" x="10" y="20">${entity.name}</text>
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
