import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, merge } from '/docstore/lines.js';

const SEED = Number(process.env.SEED ?? 20261118);

/** A small generator of numbers, the same for the same seed. */
function random(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

test('merge_changesOfDifferentLines_fit', () => {
  assert.deepEqual(merge('a\nb\nc\nd', 'A\nb\nc\nd', 'a\nb\nc\nD'), { text: 'A\nb\nc\nD', conflicts: 0 });
});

test('merge_sameLineChangedByBoth_isAConflictWithBothTexts', () => {
  const { text, conflicts } = merge('a\nb\nc', 'a\nX\nc', 'a\nY\nc');
  assert.equal(conflicts, 1);
  assert.equal(text, 'a\n<<<<<<<\nX\n=======\nY\n>>>>>>>\nc');
});

test('merge_oneSideUnchanged_isTheOther', () => {
  const next = random(SEED);
  const text = () => Array.from({ length: next(12) }, () => 'abc'[next(3)]).join('\n');
  for (let i = 0; i < 2000; i++) {
    const [base, changed] = [text(), text()];
    assert.equal(merge(base, changed, base).text, changed, `seed ${SEED}, round ${i}`);
    assert.equal(merge(base, base, changed).text, changed, `seed ${SEED}, round ${i}`);
  }
});

test('compare_anyTwoTexts_rowsHoldBothWhole', () => {
  const next = random(SEED + 1);
  const text = () => Array.from({ length: 1 + next(12) }, () => 'abc'[next(3)]).join('\n');
  for (let i = 0; i < 2000; i++) {
    const [left, right] = [text(), text()];
    const rows = compare(left, right);
    const side = (name) => rows.flatMap((row) => (row[name] ? [row[name].text] : [])).join('\n');
    assert.equal(side('left'), left, `seed ${SEED}, round ${i}`);
    assert.equal(side('right'), right, `seed ${SEED}, round ${i}`);
  }
});
