import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from './element.js';

/**
 * Tabs: <t-tabs label="…" .tabs=${[{id, text, content, keep}]} selected="…" @tab-select=${(e) => setQuery({tab: e.detail})}>; `content` gives the panel. Arrow keys move.
 * The panel of a tab with `keep` stays, hidden, while another is shown: what is typed in it is not lost. The other tabs share one panel.
 * The event is not called "select": the browser's own of that name comes out of every field in a panel whose text somebody marks.
 */
class Tabs extends Element {
  static properties = { label: {}, tabs: { attribute: false }, selected: {} };

  constructor() {
    super();
    this.kept = new Set();
  }

  get at() {
    return Math.max(
      0,
      (this.tabs ?? []).findIndex((tab) => tab.id === this.selected),
    );
  }

  /** On a phone there may be more tabs than fit: the one that is shown comes into sight. */
  updated(changed) {
    if (changed.has('selected')) this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  choose(at) {
    const tab = this.tabs[(at + this.tabs.length) % this.tabs.length];
    this.selected = tab.id;
    this.dispatchEvent(new CustomEvent('tab-select', { detail: tab.id }));
    this.updateComplete.then(() => this.querySelector('[aria-selected="true"]').focus());
  }

  key(event) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(to);
  }

  render() {
    const { at } = this;
    const current = this.tabs[at];
    if (current.keep) this.kept.add(current.id);
    const panels = this.tabs.filter((tab) => tab === current || (tab.keep && this.kept.has(tab.id)));
    const panelOf = (tab) => `${this.own}-panel${tab.keep ? `-${tab.id}` : ''}`;
    return html`<div class="tabs" role="tablist" aria-label=${this.label} @keydown=${this.key}>${this.tabs.map(
      (tab, i) => html`<button type="button" role="tab"
      id="${this.own}-${tab.id}" aria-selected=${i === at ? 'true' : 'false'} aria-controls=${panels.includes(tab) ? panelOf(tab) : nothing} tabindex=${i === at ? 0 : -1} @click=${() => this.choose(i)}>${tab.text}</button>`,
    )}</div>
      ${repeat(panels, panelOf, (tab) => html`<div role="tabpanel" id=${panelOf(tab)} aria-labelledby="${this.own}-${tab.id}" tabindex="0" ?hidden=${tab !== current}>${tab.content()}</div>`)}`;
  }
}

define('t-tabs', Tabs);
