import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { request } from '/session.js';

const PAUSE_MS = 400;
const LINE = 'data-line';

const lineOf = (element) => Number(element.getAttribute(LINE));

/**
 * A text as it will look: <doc-preview .text=${…} path="/docstore/v1/documents/x" ?tickable=${…} @tick=${…} @rendered=${…}>. Rendered and made harmless by the
 * server, as the document's readers get it; pictures are fetched with the caller's rights. Its blocks know the lines of the text that they began in.
 * `tick` tells that somebody ticked a task: {line, checked}.
 */
class Preview extends Element {
  static properties = { text: { attribute: false }, path: {}, tickable: { type: Boolean }, failure: { state: true }, waiting: { state: true } };

  constructor() {
    super();
    this.pictures = new Map();
    this.waiting = true;
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
    clearTimeout(this.timer);
    this.pictures.forEach((address) => URL.revokeObjectURL(address));
    this.pictures.clear();
  }

  updated(changed) {
    if (changed.has('tickable')) this.enable(this);
    if (!changed.has('text') || this.text === undefined) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), this.shown === undefined ? 0 : PAUSE_MS);
  }

  async show() {
    const { text } = this;
    this.shown = text;
    try {
      const answer = text?.trim()
        ? await request('POST', '/docstore/v1/preview', new Blob([text], { type: 'text/markdown' }), { signal: this.leaving.signal })
        : null;
      if (text !== this.text) return;
      const page = new DOMParser().parseFromString(answer ? await answer.text() : '', 'text/html');
      await Promise.all([...page.querySelectorAll('img')].map((picture) => this.fetch(picture)));
      if (text !== this.text) return;
      this.prepare(page.body);
      this.failure = null;
      this.waiting = false;
      await this.updateComplete;
      this.querySelector('.doc-rendered').replaceChildren(...document.importNode(page.body, true).childNodes);
      this.dispatchEvent(new CustomEvent('rendered'));
    } catch (failure) {
      if (failure.name === 'AbortError' || text !== this.text) return;
      this.waiting = false;
      // What was shown before is old, but better than nothing; of a text that cannot be rendered it would be wrong.
      this.failure = failure;
    }
  }

  /** Links of others leave this page where it is; boxes say what they are about; tables scroll by themselves. */
  prepare(body) {
    body.querySelectorAll('a[href^="http"]').forEach((link) => Object.assign(link, { target: '_blank', rel: 'nofollow noopener' }));
    body.querySelectorAll('li').forEach((item) => {
      const box = item.querySelector(':scope > input, :scope > p:first-child > input');
      if (!box) return;
      item.className = 'doc-task';
      box.setAttribute('aria-label', item.textContent.trim().split('\n')[0].slice(0, 200));
    });
    this.enable(body);
  }

  enable(root) {
    root.querySelectorAll('input[type=checkbox]').forEach((box) => {
      box.disabled = !this.tickable;
    });
  }

  ticked(event) {
    const box = event.target;
    if (box.type === 'checkbox') this.dispatchEvent(new CustomEvent('tick', { detail: { line: lineOf(box), checked: box.checked } }));
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

  /** Blocks with their lines, in order; of blocks within each other, those that begin a line. */
  get blocks() {
    const scroller = this.parentElement;
    const base = scroller.getBoundingClientRect().top - scroller.scrollTop;
    const blocks = [];
    for (const element of this.querySelectorAll(`.doc-rendered [${LINE}]`)) {
      const line = lineOf(element);
      if (blocks.length === 0 || line > blocks.at(-1).line) blocks.push({ line, top: element.getBoundingClientRect().top - base });
    }
    return blocks;
  }

  /** The line of the text whose block is at the upper edge, from 0. */
  get topLine() {
    const {
      blocks,
      parentElement: { scrollTop },
    } = this;
    const next = blocks.findIndex((each) => each.top > scrollTop + 1);
    if (next <= 0) return next === 0 ? 0 : (blocks.at(-1)?.line ?? 0);
    const [one, other] = [blocks[next - 1], blocks[next]];
    return one.line + ((other.line - one.line) * (scrollTop - one.top)) / Math.max(1, other.top - one.top);
  }

  set topLine(line) {
    const { blocks, parentElement } = this;
    if (blocks.length === 0) return;
    const next = blocks.findIndex((each) => each.line > line);
    const one = blocks[next < 0 ? blocks.length - 1 : Math.max(0, next - 1)];
    const other = next > 0 ? blocks[next] : null;
    parentElement.scrollTop =
      line <= 0 ? 0 : one.top + (other ? ((other.top - one.top) * (line - one.line)) / Math.max(1, other.line - one.line) : 0);
  }

  /** Brings the block of a line to the upper edge. */
  goTo(line) {
    const at = [...this.querySelectorAll(`.doc-rendered [${LINE}]`)].findLast((element) => lineOf(element) <= line);
    at?.scrollIntoView({ block: 'start' });
  }

  render() {
    return html`${this.failure ? html`<t-error .failure=${this.failure} .retry=${this.failure.status === 422 ? null : () => this.show()}></t-error>` : nothing}
      ${this.waiting ? html`<p class="quiet">${t('ui.loading')}</p>` : nothing}
      <div class="doc-rendered" ?hidden=${this.failure?.status === 422} @change=${this.ticked}></div>`;
  }
}

define('doc-preview', Preview);
