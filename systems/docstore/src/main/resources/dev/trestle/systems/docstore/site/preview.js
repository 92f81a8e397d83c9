import { define, Element } from '/ui/element.js';
import { request } from '/session.js';

const PAUSE_MS = 400;

/**
 * A text as it will look: <doc-preview .text=${…} .path=${'/docstore/v1/documents/x'}>. Rendered and made harmless by the server, as whoever reads
 * the document gets it; pictures are fetched with the caller's rights.
 */
class Preview extends Element {
  static properties = { text: { attribute: false }, path: {} };

  constructor() {
    super();
    this.pictures = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
    this.pictures.forEach((address) => URL.revokeObjectURL(address));
    this.pictures.clear();
  }

  updated(changed) {
    if (!changed.has('text')) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), this.shown === undefined ? 0 : PAUSE_MS);
  }

  async show() {
    const { text } = this;
    this.shown = text;
    try {
      const answer = text?.trim() ? await request('POST', '/docstore/v1/preview', new Blob([text], { type: 'text/markdown' }), { signal: this.leaving.signal }) : null;
      if (text !== this.text) return;
      const page = new DOMParser().parseFromString(answer ? await answer.text() : '', 'text/html');
      await Promise.all([...page.querySelectorAll('img')].map((picture) => this.fetch(picture)));
      if (text === this.text) this.replaceChildren(...document.importNode(page.body, true).childNodes);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.textContent = failure.message;
    }
  }

  async fetch(picture) {
    const [, id] = /^images\/(\w+)$/.exec(picture.getAttribute('src') ?? '') ?? [];
    if (!id) return;
    try {
      if (!this.pictures.has(id)) this.pictures.set(id, URL.createObjectURL(await (await request('GET', `${this.path}/images/${id}`)).blob()));
      picture.src = this.pictures.get(id);
    } catch {
      picture.removeAttribute('src');
    }
  }

  render() {
    return undefined;
  }
}

define('doc-preview', Preview);
