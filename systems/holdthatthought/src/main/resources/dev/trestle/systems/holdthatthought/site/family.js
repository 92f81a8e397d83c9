import { define, html, nothing, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { api, face, personPath, SITE } from './api.js';
import { kinName } from './relations.js';
import { MemberPage } from './member-page.js';

/** The generations of a tree, oldest first; people whom nothing links to the reader come last. */
export function generations(nodes) {
  const rows = new Map();
  for (const node of nodes) {
    const at = node.generation ?? null;
    rows.set(at, [...(rows.get(at) ?? []), node]);
  }
  return [...rows]
    .sort(([one], [other]) => (one === null ? 1 : other === null ? -1 : other - one))
    .map(([generation, people]) => ({ generation, people }));
}

/** Who is whose, generation by generation, from the reader's own; lines join who named whom. */
class Family extends MemberPage {
  static properties = { ...MemberPage.properties, tree: { state: true }, failure: { state: true }, chosen: { state: true } };

  constructor() {
    super();
    Object.assign(this, { tree: null, chosen: null });
  }

  connectedCallback() {
    super.connectedCallback();
    this.sized = new ResizeObserver(() => this.draw());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sized.disconnect();
  }

  async opened() {
    await this.read();
  }

  async read() {
    try {
      this.tree = await api('GET', '/family/tree', undefined, { signal: this.live });
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  told(type) {
    if (type === 'profile' || type === 'reset') this.read();
  }

  updated() {
    const field = this.querySelector('.htt-tree');
    if (field && field !== this.watched) {
      this.watched = field;
      this.sized.observe(field);
    }
    this.draw();
  }

  /** Lines between people, where they stand now. */
  draw() {
    const field = this.querySelector('.htt-tree');
    const lines = field?.querySelector('svg');
    if (!lines) return;
    const frame = field.getBoundingClientRect();
    lines.setAttribute('viewBox', `0 0 ${field.scrollWidth} ${field.scrollHeight}`);
    lines.setAttribute('width', String(field.scrollWidth));
    lines.setAttribute('height', String(field.scrollHeight));
    const place = (id) => {
      const box = field.querySelector(`[data-node="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      return box
        ? {
            x: box.left - frame.left + field.scrollLeft + box.width / 2,
            top: box.top - frame.top + field.scrollTop,
            bottom: box.bottom - frame.top + field.scrollTop,
          }
        : null;
    };
    for (const path of lines.querySelectorAll('path')) {
      const [from, to] = [place(path.dataset.from), place(path.dataset.to)];
      if (!from || !to) continue;
      const isBeside = Math.abs(from.top - to.top) < 8;
      const [a, b] = from.top < to.top ? [from, to] : [to, from];
      const middle = (a.bottom + b.top) / 2;
      path.setAttribute(
        'd',
        isBeside
          ? `M${from.x} ${from.bottom}C${from.x} ${from.bottom + 22} ${to.x} ${to.bottom + 22} ${to.x} ${to.bottom}`
          : `M${a.x} ${a.bottom}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.top}`,
      );
    }
  }

  view() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.tree) return html`<t-state loading rows="6"></t-state>`;
    const { nodes, links } = this.tree;
    return html`<div class="htt-plain-page"><div class="page-head"><h1>${t('htt.family')}</h1><span class="quiet">${t('htt.familyText')}</span><a class="button end" href="${SITE}/settings">${t('htt.addRelatives')}</a></div>
      ${
        links.length === 0
          ? html`<t-empty heading=${t('htt.noFamily')} text=${t('htt.noFamilyText')} .action=${html`<p><a class="button primary" href="${SITE}/settings">${t('htt.addRelatives')}</a></p>`}></t-empty>`
          : html`<div class="htt-tree" tabindex="0" role="region" aria-label=${t('htt.family')}>${svg`<svg aria-hidden="true">${links.map((link) => svg`<path data-from=${link.from} data-to=${link.to} class=${`${link.conflict ? 'conflict' : ''} ${this.chosen && [link.from, link.to].includes(this.chosen) ? 'on' : ''}`}></path>`)}</svg>`}
        ${generations(nodes).map(({ generation, people }) => html`<section class="htt-generation"><h2>${this.heading(generation)}</h2><ul>${people.map((each) => this.node(each))}</ul></section>`)}</div>${this.about()}`
      }</div>`;
  }

  heading(generation) {
    if (generation === null) return t('htt.notLinked');
    if (generation === 0) return t('htt.yourGeneration');
    const key = `htt.generation.${generation}`;
    return Math.abs(generation) <= 3 ? t(key) : t(generation > 0 ? 'htt.generationUp' : 'htt.generationDown', { n: Math.abs(generation) });
  }

  node(each) {
    const isYou = each.id === (this.tree.viewerId ?? this.userId);
    return html`<li><button type="button" class="htt-node ${isYou ? 'you' : ''}" data-node=${each.id} aria-pressed=${this.chosen === each.id ? 'true' : 'false'} @click=${() => {
      this.chosen = this.chosen === each.id ? null : each.id;
    }}>${face(each.name, each.photoUrl)}<span class="cut">${each.name}</span>${isYou ? html`<span class="quiet">${t('htt.you')}</span>` : nothing}</button></li>`;
  }

  /** The relations of the one who was chosen, in words: what the lines say to who cannot see them. */
  about() {
    const person = this.tree.nodes.find(({ id }) => id === this.chosen);
    if (!person) return html`<p class="quiet">${t('htt.choosePerson')}</p>`;
    const name = (id) => this.tree.nodes.find((each) => each.id === id)?.name ?? id;
    const own = this.tree.links.filter(({ from, to }) => from === person.id || to === person.id);
    return html`<section class="card htt-card htt-relation-card" role="status"><h2>${person.name} ${person.userId ? html`<a href=${personPath(person.userId)}>${t('htt.person')}</a>` : nothing}</h2>
      <ul class="htt-kin">${own.map((link) => html`<li>${t('htt.isTo', { one: name(link.to), kin: kinName(link), other: name(link.from) })}${link.conflict ? html` <t-badge tone="warn" text=${t('htt.contradicts')}></t-badge>` : nothing}</li>`)}</ul></section>`;
  }
}

define('htt-family', Family);
