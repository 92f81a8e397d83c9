import { Element, html } from '/ui/element.js';
import '/ui/error.js';
import '/ui/state.js';

/** A part of the set-up: reads what it shows when its site is another, or `news` grows. A subclass has `load()` and `body()`. */
export class SetupPart extends Element {
  static properties = { siteId: { attribute: false }, news: { type: Number }, loaded: { state: true }, failure: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('siteId')) this.loaded = null;
    if (changed.has('siteId') || changed.has('news')) this.read();
  }

  async read() {
    const asked = Symbol('part');
    this.asked = asked;
    try {
      const loaded = await this.load({ signal: this.leaving.signal });
      if (asked === this.asked) Object.assign(this, { loaded, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.failure = failure;
    }
  }

  /** @param {{signal: AbortSignal}} options @returns {Promise<any>} */
  async load(options) {
    options.signal.throwIfAborted();
    return [];
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    return this.loaded ? this.body() : html`<t-state loading rows="5"></t-state>`;
  }

  /** @returns {unknown} */
  body() {
    return html``;
  }
}
