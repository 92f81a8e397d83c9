// Lines of texts compared in the browser: for conflicts, whose one side no server has seen.
const CELLS_MAX = 4_000_000;

const split = (text) => text.split('\n');

/** The places that two lists of lines have in common, as pairs, in order. Where there would be too much to compare, only what both begin and end with. */
function common(left, right) {
  const pairs = [];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) pairs.push([start, start++]);
  let tail = 0;
  while (tail < left.length - start && tail < right.length - start && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  const n = left.length - start - tail;
  const m = right.length - start - tail;
  if (n > 0 && m > 0 && n * m <= CELLS_MAX) pairs.push(...longest(left, right, start, n, m));
  for (let i = tail; i > 0; i--) pairs.push([left.length - i, right.length - i]);
  return pairs;
}

function longest(left, right, start, n, m) {
  const table = new Uint32Array((n + 1) * (m + 1));
  const at = (i, j) => i * (m + 1) + j;
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      table[at(i, j)] = left[start + i] === right[start + j] ? table[at(i + 1, j + 1)] + 1 : Math.max(table[at(i + 1, j)], table[at(i, j + 1)]);
    }
  }
  const pairs = [];
  let i = 0;
  let j = 0;
  while (i < n && j < m) {
    if (left[start + i] === right[start + j]) pairs.push([start + i++, start + j++]);
    else if (table[at(i + 1, j)] >= table[at(i, j + 1)]) i++;
    else j++;
  }
  return pairs;
}

/** What differs, as rows like the server's: {kind: same | changed | removed | added, left, right}. */
export function compare(leftText, rightText) {
  const left = split(leftText);
  const right = split(rightText);
  const rows = [];
  let i = 0;
  let j = 0;
  for (const [a, b] of [...common(left, right), [left.length, right.length]]) {
    while (i < a || j < b) {
      const cells = { left: i < a ? { line: i + 1, text: left[i] } : undefined, right: j < b ? { line: j + 1, text: right[j] } : undefined };
      rows.push({ kind: cells.left && cells.right ? 'changed' : cells.left ? 'removed' : 'added', ...cells });
      if (i < a) i++;
      if (j < b) j++;
    }
    if (a < left.length) rows.push({ kind: 'same', left: { line: a + 1, text: left[a] }, right: { line: b + 1, text: right[b] } });
    i = a + 1;
    j = b + 1;
  }
  return rows;
}

/** Both changes of one text, together. Where both changed the same lines, both stand there between marks, and `conflicts` counts them. */
export function merge(baseText, theirText, myText) {
  const [base, theirs, mine] = [baseText, theirText, myText].map(split);
  const toTheirs = new Map(common(base, theirs));
  const toMine = new Map(common(base, mine));
  const out = [];
  let conflicts = 0;
  let [b, a, c] = [0, 0, 0];
  const put = (until) => {
    const [x, y, z] = until;
    const [was, they, me] = [base.slice(b, x), theirs.slice(a, y), mine.slice(c, z)].map((lines) => lines.join('\n'));
    const [theirLines, myLines] = [theirs.slice(a, y), mine.slice(c, z)];
    if (they === me && theirLines.length === myLines.length) out.push(...myLines);
    else if (they === was && theirLines.length === x - b) out.push(...myLines);
    else if (me === was && myLines.length === x - b) out.push(...theirLines);
    else {
      conflicts++;
      out.push('<<<<<<<', ...theirLines, '=======', ...myLines, '>>>>>>>');
    }
    [b, a, c] = until;
  };
  for (let i = 0; i < base.length; i++) {
    if (toTheirs.has(i) && toMine.has(i)) {
      put([i, toTheirs.get(i), toMine.get(i)]);
      out.push(base[i]);
      [b, a, c] = [b + 1, a + 1, c + 1];
    }
  }
  put([base.length, theirs.length, mine.length]);
  return { text: out.join('\n'), conflicts };
}
