// Which word of a letter is which word of its scan.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { align, Beside, scannedWords, wordsOf } from '/holdthatthought/align.js';
import { failureOf } from '/holdthatthought/draft-failure.js';
import { plainPiece } from '/holdthatthought/excerpt.js';

const words = (text) => wordsOf(text).map((each) => each.text);

/** A page with each word in a box of its own. */
const page = (text) => ({ page: 1, words: text.split(' ').map((word, i) => ({ text: word, x: i / 100, y: 0, w: 0.008, h: 0.1 })) });

test('align_sameWords_pairsThemWhateverStandsBetween', () => {
  const scan = words('Dear Tobias, the boat came in.');
  assert.deepEqual([...align(words('Dear Tobias —\n\nThe boat came in'), scan)], [0, 1, 2, 3, 4, 5]);
});

test('align_correctedWord_isPairedWithWhatTheMachineRead', () => {
  assert.deepEqual([...align(words('the kittiwakes are back on the ledge'), words('the kittywokes are back on the ledge'))], [0, 1, 2, 3, 4, 5, 6]);
});

test('align_addedWord_hasNoPairAndLaterOnesKeepTheirs', () => {
  assert.deepEqual([...align(words('the boat really came in before the fog'), words('the boat came in before the fog'))], [0, 1, -1, 2, 3, 4, 5, 6]);
});

test('align_nothingInCommon_hasNoPairs', () => {
  assert.ok([...align(words('one two three four'), words('alpha beta gamma delta'))].every((each) => each === -1));
});

test('scannedWords_chineseBox_isSharedByItsCharacters', () => {
  const scanned = scannedWords([{ page: 1, words: [{ text: '平安', x: 0.2, y: 0.1, w: 0.2, h: 0.05 }] }]);
  assert.deepEqual(
    scanned.map(({ text, x, w }) => [text, x.toFixed(2), w.toFixed(2)]),
    [
      ['平', '0.20', '0.10'],
      ['安', '0.30', '0.10'],
    ],
  );
});

test('beside_caretAndPlace_areFoundBothWays', () => {
  const text = 'The boat came in.\n\nYour Agnes';
  const beside = new Beside([page('The boat came in. Your Agnes')]);
  assert.equal(beside.scannedAt(text, text.indexOf('Agnes') + 2).text, 'Agnes');
  assert.equal(beside.scannedAt(text, text.indexOf('\n\n') + 1), null);
  const place = beside.placeIn(text, 0, 0.011, 0.05);
  assert.equal(text.slice(place.start, place.end), 'boat');
  assert.equal(beside.placeIn(text, 1, 0.011, 0.05), null);
});

test('align_tenThousandWords_pairsAll', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `w${(i * 7919) % 1009}`);
  const pairs = align(many, [...many.slice(0, 5_000), 'x', ...many.slice(5_001)]);
  assert.equal(pairs[9_999], 9_999);
});

test('plainPiece_markdown_isWithoutItsSigns', () => {
  assert.equal(plainPiece('that **the quince '), 'that the quince ');
  assert.equal(plainPiece('tree** belongs to an *invention*.'), 'tree belongs to an invention.');
  assert.equal(plainPiece('# Dear all\n- 4 pounds, `about`'), 'Dear all\n4 pounds, about');
  assert.equal(plainPiece('2 * 3 = 6, 5*7, snake_case'), '2 * 3 = 6, 5*7, snake_case');
});

test('failureOf_storedMessages_namesFileAndReason', () => {
  assert.deepEqual(failureOf('attic (1).pdf (file 1): The PDF file cannot be read.'), {
    file: 'attic (1).pdf',
    reason: 'damaged',
    text: 'The PDF file cannot be read.',
  });
  assert.equal(failureOf('File 2 (1.pdf): The PDF file is protected by a password.').reason, 'locked');
  assert.equal(failureOf('There are more than 200 pages.').reason, 'tooLarge');
  assert.equal(failureOf('The files were not processed within a day, and are gone. Upload them again.').reason, 'tooLate');
  assert.deepEqual(failureOf('Out of paper'), { file: null, reason: null, text: 'Out of paper' });
});
