import { LitElement } from 'lit';

export { css, html, LitElement, nothing, svg } from 'lit';

let made = 0;

/** An element that renders into the page itself, so that the page's styles, labels and links hold inside of it. */
export class Element extends LitElement {
  /** @type {string | undefined} */
  ownId = undefined;

  createRenderRoot() {
    return this;
  }

  /** An id that no other element has. */
  get own() {
    this.ownId ??= `t${++made}`;
    return this.ownId;
  }
}

/** Defines an element. A second one of the same name is an error: a system would otherwise show another's element without knowing. */
export function define(name, type) {
  customElements.define(name, type);
}
