// A merge of texts, line by line.
const LINES_MAX = 2_000;

const linesOf = (text) => (text === '' ? [] : text.split('\n'));

/**
 * The pairs of equal lines of two texts, in order: a longest common subsequence.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[number, number][]}
 */
export function equalLines(one, other) {
  let begin = 0;
  while (begin < one.length && begin < other.length && one[begin] === other[begin]) begin++;
  let end = 0;
  while (end < one.length - begin && end < other.length - begin && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  const [a, b] = [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  }
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0; i < begin; i++) pairs.push([i, i]);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([begin + i++, begin + j++]);
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
    else j++;
  }
  for (let k = end; k > 0; k--) pairs.push([one.length - k, other.length - k]);
  return pairs;
}

const same = (one, other) => one.length === other.length && one.every((line, i) => line === other[i]);

/**
 * Merges two texts that were made of the same `base`. Lines that one of them changed are taken from that one; where both changed the same lines, theirs come
 * first and mine after them, and `isClean` is false.
 * @param {string} base what both began with; "" if it is not known
 * @param {string} theirs
 * @param {string} mine
 * @returns {{text: string, isClean: boolean}}
 */
export function mergeLines(base, theirs, mine) {
  const [o, a, b] = [linesOf(base), linesOf(theirs), linesOf(mine)];
  if (Math.max(o.length, a.length, b.length) > LINES_MAX) return { text: `${theirs}\n${mine}`, isClean: false };
  // Without a base, what the two have in common is where they began.
  const common = base === '' ? equalLines(a, b).map(([i]) => a[i]) : o;
  const inTheirs = new Map(equalLines(common, a));
  const inMine = new Map(equalLines(common, b));
  const merged = [];
  let isClean = true;
  let [from, x, y] = [0, 0, 0];
  for (let i = 0; i <= common.length; i++) {
    const isEnd = i === common.length;
    if (!isEnd && !(inTheirs.has(i) && inMine.has(i))) continue;
    const [toX, toY] = isEnd ? [a.length, b.length] : [inTheirs.get(i), inMine.get(i)];
    const [before, left, right] = [common.slice(from, i), a.slice(x, toX), b.slice(y, toY)];
    // Lines that were only changed, none added or taken away, are one another's.
    const isAligned = before.length === left.length && before.length === right.length;
    const pieces = isAligned ? before.map((line, n) => [[line], [left[n]], [right[n]]]) : [[before, left, right]];
    for (const [was, one, other] of pieces) {
      if (same(one, other) || same(other, was)) {
        merged.push(...one);
      } else if (same(one, was)) {
        merged.push(...other);
      } else {
        merged.push(...one, ...other);
        isClean = false;
      }
    }
    if (!isEnd) merged.push(common[i]);
    [from, x, y] = [i + 1, toX + 1, toY + 1];
  }
  return { text: merged.join('\n'), isClean };
}
