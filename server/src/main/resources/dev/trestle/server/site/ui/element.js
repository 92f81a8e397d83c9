import { LitElement } from 'lit';

export { css, html, LitElement, nothing, svg } from 'lit';

let made = 0;

/** An element that renders into the page itself, so that the page's styles, labels and links hold inside of it. */
export class Element extends LitElement {
  createRenderRoot() {
    return this;
  }

  /** An id that no other element has. */
  get own() {
    this.ownId ??= `t${++made}`;
    return this.ownId;
  }
}

/** Has an element of this name, once. */
export function define(name, type) {
  if (!customElements.get(name)) customElements.define(name, type);
}
