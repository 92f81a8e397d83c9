import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';

const HEADINGS_MAX = 500;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const WORDS = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A heading without its marks, as people read it. */
const plain = (text) =>
  text
    .replace(/\s+#+\s*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~]+/g, '')
    .trim();

/**
 * The headings of a markdown text, with their levels and lines, from 0; those in code are none.
 *
 * @param {string} text
 * @returns {{level: number, text: string, line: number}[]}
 */
export function headings(text) {
  const found = [];
  let fence = null;
  let before = '';
  const lines = text.split('\n');
  for (let line = 0; line < lines.length && found.length < HEADINGS_MAX; line++) {
    const now = lines[line];
    const [, mark] = FENCE.exec(now) ?? [];
    if (mark && (!fence || mark.startsWith(fence))) fence = fence ? null : mark;
    else if (!fence) {
      const [, signs, title] = /^ {0,3}(#{1,6})\s+(.*)$/.exec(now) ?? [];
      if (signs) found.push({ level: signs.length, text: plain(title), line });
      else if (/^ {0,3}(=+|-{2,})\s*$/.test(now) && /^ {0,3}[^\s>|#*+-]/.test(before))
        found.push({ level: now.includes('=') ? 1 : 2, text: plain(before), line: line - 1 });
    }
    before = fence ? '' : now;
  }
  return found;
}

/**
 * How many words a text has: each ideograph counts as one.
 *
 * @param {string} text
 */
export function wordCount(text) {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0;
  return ideographs + (text.replace(IDEOGRAPHS, ' ').match(WORDS)?.length ?? 0);
}

/**
 * The headings of a text, to jump to: <doc-outline .headings=${headings(text)} line=${12} @jump=${(e) => e.detail}>. `line` is the one that is looked at:
 * the heading above it is marked.
 */
class Outline extends Element {
  static properties = { headings: { attribute: false }, line: { type: Number } };

  jump(event, line) {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('jump', { detail: line }));
  }

  render() {
    const all = (this.headings ?? []).filter((each) => each.text);
    if (all.length === 0) return html`<p class="quiet">${t('docs.noOutline')}</p>`;
    const least = Math.min(...all.map((each) => each.level));
    const here = all.findLast((each) => each.line <= (this.line ?? 0)) ?? all[0];
    return html`<ol>${all.map(
      (each) => html`<li data-depth=${Math.min(3, each.level - least)}><a href="#line-${each.line + 1}" title=${each.text}
      aria-current=${each === here ? 'location' : nothing} @click=${(event) => this.jump(event, each.line)}><span class="cut">${each.text}</span></a></li>`,
    )}</ol>`;
  }

  updated() {
    const here = this.querySelector('[aria-current]');
    const around = this.closest('.doc-outline');
    if (here && around && (here.offsetTop < around.scrollTop || here.offsetTop + here.offsetHeight > around.scrollTop + around.clientHeight)) {
      around.scrollTop = here.offsetTop - around.clientHeight / 2;
    }
  }
}

define('doc-outline', Outline);
