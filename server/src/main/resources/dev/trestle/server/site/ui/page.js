import { Element } from './element.js';

/**
 * A page: an element that the frame shows at an address. It gets `params`, the named parts of its path, and `query`, the address's
 * URLSearchParams; both are set again when the address changes. `me` is who is signed in, `server` what the server tells of itself.
 * `live` is aborted when the page is left.
 */
export class Page extends Element {
  static properties = {
    params: { attribute: false },
    query: { attribute: false },
    me: { attribute: false },
    server: { attribute: false },
  };

  constructor() {
    super();
    this.params = {};
    this.query = new URLSearchParams();
    this.me = null;
    this.server = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  get live() {
    return this.leaving.signal;
  }
}
