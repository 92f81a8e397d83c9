import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { align, scannedWords, wordsOf } from './align.js';

const MARK = 'htt-word';
const PLACE_MAX = 80;
const SIGNED_MAX = 40;
const MARGIN_PX = 80;

/** Marks a piece of the page's text without changing the page. */
function paint(range) {
  if (!globalThis.CSS?.highlights) return;
  if (range) CSS.highlights.set(MARK, new Highlight(range));
  else CSS.highlights.delete(MARK);
}

/**
 * A letter's text for reading: <htt-text .html=${…} .letter=${…} .pages=${…} @word-found=${({detail}) => …}>. `html` comes harmless from the server. A word that is
 * clicked, or reached by the arrow keys, is marked, and `word-found` tells {text, scanned, nth}: the word of the scan that it is, if OCR knows it. find(scanned) marks
 * the word of the text for one of the scan.
 */
class Text extends Element {
  static properties = { html: { attribute: false }, letter: { attribute: false }, pages: { attribute: false } };

  constructor() {
    super();
    this.words = [];
    this.at = -1;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    paint(null);
  }

  updated(changed) {
    if (!changed.has('html') && !changed.has('pages')) return;
    this.show();
    this.connectWords();
  }

  show() {
    const page = new DOMParser().parseFromString(this.html ?? '', 'text/html');
    this.prepare(page.body);
    this.querySelector('.htt-prose').replaceChildren(...document.importNode(page.body, true).childNodes);
    this.clear();
  }

  /** What every letter has: a place and a day at its head, a name at its foot, pages. */
  prepare(body) {
    const paragraphs = [...body.querySelectorAll(':scope > p')];
    const { date = '', author = '', location: place = '' } = this.letter ?? {};
    const [first, last] = [paragraphs[0], paragraphs.at(-1)];
    const year = date.slice(0, 4);
    const head = first?.textContent ?? '';
    if (paragraphs.length > 2 && head.length <= PLACE_MAX && ((year !== '0000' && year && head.includes(year)) || (place && head.includes(place))))
      first.className = 'htt-place';
    const foot = last?.textContent ?? '';
    const [name] = (author ?? '').split(/\s+/);
    if (paragraphs.length > 2 && foot.length <= SIGNED_MAX && name && foot.includes(name)) last.className = 'htt-place';
    const breaks = [...body.querySelectorAll(':scope > hr')];
    if (breaks.length > 0 && breaks.length === (this.pages?.length ?? 0) - 1) {
      breaks.forEach((each, i) => {
        const label = Object.assign(document.createElement('div'), { className: 'htt-page-break', textContent: t('htt.page', { n: i + 2 }) });
        each.replaceWith(label);
      });
    }
    body.querySelectorAll('a[href]').forEach((each) => {
      each.rel = 'noopener noreferrer';
      each.target = '_blank';
    });
  }

  connectWords() {
    const walker = document.createTreeWalker(this.querySelector('.htt-prose'), NodeFilter.SHOW_TEXT);
    this.words = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement.closest('.htt-page-break')) continue;
      wordsOf(node.nodeValue).forEach((word) => this.words.push({ ...word, node }));
    }
    this.scan = scannedWords(this.pages ?? []);
    this.pairs = align(
      this.words.map((each) => each.text),
      this.scan.map((each) => each.text),
    );
  }

  rangeOf({ node, start, end }) {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return range;
  }

  /** The word under a place of the window; -1 if there is none. */
  wordAt(x, y) {
    /** @type {any} */
    const found = document.caretPositionFromPoint?.(x, y) ?? document.caretRangeFromPoint?.(x, y);
    const node = found?.offsetNode ?? found?.startContainer;
    const offset = found?.offset ?? found?.startOffset ?? 0;
    return this.words.findIndex((each) => each.node === node && each.start <= offset && offset <= each.end);
  }

  click(event) {
    if (event.target.closest('a') || String(getSelection()).trim() !== '') return;
    const at = this.wordAt(event.clientX, event.clientY);
    if (at < 0 || at === this.at) this.clear();
    else this.mark(at);
  }

  key(event) {
    if (event.key === 'Escape' && this.at >= 0) {
      this.clear();
      event.stopPropagation();
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || this.words.length === 0) return;
    event.preventDefault();
    this.mark(Math.min(this.words.length - 1, Math.max(0, this.at < 0 ? 0 : this.at + step)));
  }

  mark(at, { tell = true } = {}) {
    this.at = at;
    const word = this.words[at];
    const range = this.rangeOf(word);
    paint(range);
    this.reveal(range);
    if (!tell) return;
    const scanned = this.pairs[at] >= 0 ? this.scan[this.pairs[at]] : null;
    const nth = this.words.slice(0, at).filter((each) => each.text === word.text).length;
    this.dispatchEvent(new CustomEvent('word-found', { detail: { text: word.text, scanned, nth } }));
  }

  /** Moves the text only if the word cannot be seen. */
  reveal(range) {
    const box = range.getBoundingClientRect();
    const frame = this.closest('.htt-article')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    if (box.top >= Math.max(0, frame.top) + MARGIN_PX / 2 && box.bottom <= Math.min(innerHeight, frame.bottom) - MARGIN_PX / 2) return;
    range.startContainer.parentElement.scrollIntoView({ block: 'center' });
  }

  /** Marks the word of the text that a place of a page is; gives whether there is one. */
  find(page, x, y) {
    const isIn = (each) => each.page === page && x >= each.x && x <= each.x + each.w && y >= each.y && y <= each.y + each.h;
    const scanned = this.scan.findIndex(isIn);
    const at = scanned < 0 ? -1 : this.pairs.indexOf(scanned);
    if (at >= 0) this.mark(at);
    return at >= 0;
  }

  clear() {
    const wasMarked = this.at >= 0;
    this.at = -1;
    paint(null);
    if (wasMarked) this.dispatchEvent(new CustomEvent('word-found', { detail: null }));
  }

  render() {
    return html`<div class="htt-prose" tabindex="0" role="region" aria-label=${t('htt.textOf', { title: this.letter?.title ?? '' })} @click=${this.click} @keydown=${this.key}></div>`;
  }
}

define('htt-text', Text);
