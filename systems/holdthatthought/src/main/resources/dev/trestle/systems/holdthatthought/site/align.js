// Which word of a text is which word of a scan. The text may have been corrected since: words that differ are paired where those around them agree.
const LOOK_AHEAD = 40;

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The words of a text, with where each begins and ends. Each character of Chinese is one.
 * @param {string} text
 */
export const wordsOf = (text) =>
  [...text.matchAll(WORD)].map((found) => ({ text: found[0], start: found.index, end: found.index + found[0].length }));

/** What two ways of writing a word have in common. */
export const keyOf = (word) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}'’-]/gu, '')
    .toLowerCase();

/**
 * The words of a scan's pages in one line: a word that OCR took for several has the box's share.
 * @param {{page: number, words?: {text: string, x: number, y: number, w: number, h: number}[]}[]} pages
 */
export function scannedWords(pages) {
  return pages.flatMap((page, at) =>
    (page.words ?? []).flatMap((word) => {
      const parts = wordsOf(word.text);
      return parts.map((each, i) => ({
        text: each.text,
        page: at,
        x: word.x + (parts.length > 1 ? (word.w * i) / parts.length : 0),
        y: word.y,
        w: parts.length > 1 ? word.w / parts.length : word.w,
        h: word.h,
      }));
    }),
  );
}

/** The nearest place where both agree again; two words in a row count more than one. */
function meeting(one, other, i, j) {
  let best = null;
  for (let sum = 1; sum <= LOOK_AHEAD && !best; sum++) {
    for (let di = 0; di <= sum; di++) {
      const [a, b] = [i + di, j + sum - di];
      if (a >= one.length || b >= other.length || one[a] !== other[b]) continue;
      const isSure = one[a].length > 3 || (a + 1 < one.length && one[a + 1] === other[b + 1]);
      if (isSure) {
        best = [a, b];
        break;
      }
    }
  }
  return best;
}

/**
 * For each word of `text`, the number of its word in `scan`; -1 where there is none.
 * @param {string[]} text
 * @param {string[]} scan
 */
export function align(text, scan) {
  const [one, other] = [text.map(keyOf), scan.map(keyOf)];
  const pairs = new Int32Array(one.length).fill(-1);
  let [i, j] = [0, 0];
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      pairs[i++] = j++;
      continue;
    }
    const next = meeting(one, other, i, j);
    if (!next) {
      // Nothing agrees near here: on both sides one word is given up.
      i++;
      j++;
      continue;
    }
    const [a, b] = next;
    // As many words on both sides: these are what they were corrected to.
    if (a - i === b - j) for (let n = 0; i + n < a; n++) pairs[i + n] = j + n;
    [i, j] = next;
  }
  return pairs;
}

/** Words of a text that is being written, and where they are on the scan. What was found for a text is kept until it changes. */
export class Beside {
  /** @param {{page: number, words?: object[]}[]} pages */
  constructor(pages) {
    this.scan = scannedWords(pages ?? []);
    this.text = null;
  }

  know(text) {
    if (text === this.text) return;
    this.text = text;
    this.words = wordsOf(text);
    this.pairs = align(
      this.words.map((each) => each.text),
      this.scan.map((each) => each.text),
    );
  }

  /** The word of the scan for the one at an offset of the text; null if there is none. */
  scannedAt(text, offset) {
    if (this.scan.length === 0) return null;
    this.know(text);
    const at = this.words.findIndex(({ start, end }) => start <= offset && offset <= end);
    return at >= 0 && this.pairs[at] >= 0 ? this.scan[this.pairs[at]] : null;
  }

  /** Where the word of a place of a page is in the text; null if it is not. */
  placeIn(text, page, x, y) {
    this.know(text);
    const scanned = this.scan.findIndex((each) => each.page === page && x >= each.x && x <= each.x + each.w && y >= each.y && y <= each.y + each.h);
    const at = scanned < 0 ? -1 : this.pairs.indexOf(scanned);
    return at < 0 ? null : this.words[at];
  }
}
