// What is typed into the search, what its address holds, and where boxes are between two of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipsOf, readFilters, toggled, understand, withoutChip } from '/zentriqvision/filters.js';
import { byValue, overTime } from '/zentriqvision/tally.js';
import { boxesAt, byPerson, lanesOf, windowOf } from '/zentriqvision/tracks.js';
import { length, span } from '/zentriqvision/when.js';

/** @type {[string, string, string | null][]} */
const WORDS = [
  ['red', 'color', 'red'],
  ['红色', 'color', 'red'],
  ['orange', 'color', 'orange'],
  ['top', 'upper', null],
  ['上衣', 'upper', null],
  ['trousers', 'lower', null],
  ['bag', 'object', 'bag'],
  ['last night', 'span', 'night'],
  ['昨晚', 'span', 'night'],
  ['a', 'skip', null],
  ['in', 'skip', null],
  ['person', 'skip', null],
];
const read = (text) => understand(text, { words: WORDS, cameras: ['Camera 3', 'Gate 2'] });
const box = (personId, t, x) => ({ personId, t, x, y: 0.1, w: 0.1, h: 0.4 });

test('understand_aWholeSentence_namesClothesTimeAndCamera', () => {
  const { found, rest } = read('A person in a red top last night camera 3');
  assert.deepEqual(
    found.map(({ name, value }) => `${name}=${value}`),
    ['upperColor=red', 'span=night', 'camera=Camera 3'],
  );
  assert.equal(rest, '');
});

test('understand_commasAndStops_areNothingToUnderstand', () => {
  for (const text of ['A person in a red top, last night, camera 3', 'red top; last night. Camera 3.', 'gate, umbrella,']) {
    const { found, rest } = read(text);
    assert.equal(rest, text.includes('umbrella') ? 'umbrella' : '', text);
    assert.equal(found.length, text.includes('umbrella') ? 1 : 3, text);
  }
  assert.equal(read('昨晚，红色上衣。').rest, '');
});

test('understand_chineseWithoutSpaces_isReadWordByWord', () => {
  const { found } = read('昨晚红色上衣');
  assert.deepEqual(
    found.map(({ name, value }) => `${name}=${value}`),
    ['span=night', 'upperColor=red'],
  );
});

test('understand_whatItDoesNotKnow_isLeftAndNeverGuessed', () => {
  const { found, rest } = read('reduce orange trousers umbrella');
  assert.deepEqual(
    found.map(({ name, value }) => `${name}=${value}`),
    ['lowerColor=orange'],
  );
  assert.equal(rest, 'reduce umbrella');
});

test('understand_aWordOfOneCamerasName_isThatCamera', () => {
  assert.deepEqual(read('gate 2').found, [{ name: 'camera', value: 'Gate 2' }]);
  assert.deepEqual(read('gate').found, [{ name: 'camera', value: 'Gate 2' }]);
  assert.equal(read('gateway').rest, 'gateway');
});

test('readFilters_ofAnAddress_takesFiveValuesAtMost', () => {
  const filters = readFilters(
    new URLSearchParams(
      'upperColor=red&upperColor=blue&upperColor=red&start=2025-11-17T20:00:00Z&object=1&object=2&object=3&object=4&object=5&object=6',
    ),
  );
  assert.deepEqual(filters.upperColor, ['red', 'blue']);
  assert.equal(filters.object.length, 5);
  assert.deepEqual(
    chipsOf(filters).map(({ name }) => name),
    ['upperColor', 'object', 'span'],
  );
  assert.equal(withoutChip(filters, 'span').start, undefined);
});

test('toggled_aValue_isAddedAndTakenAwayAgain', () => {
  const once = toggled({}, 'camera', 'Gate 2');
  assert.deepEqual(once, { camera: ['Gate 2'] });
  assert.deepEqual(toggled(once, 'camera', 'Gate 2'), {});
});

test('boxesAt_betweenTwo_isMovedAlongAndEndsWithItsTrack', () => {
  const persons = byPerson([box('p', 1, 0.1), box('p', 1.5, 0.2), box('p', 5, 0.6)]);
  assert.equal(boxesAt(persons, 1.25)[0].x.toFixed(3), '0.150');
  assert.deepEqual(boxesAt(persons, 3), []);
  assert.equal(boxesAt(persons, 5.1)[0].x, 0.6);
});

test('lanesOf_aPersonWhoComesBack_hasTwoStretches', () => {
  const lanes = lanesOf(byPerson([box('b', 3, 0), box('a', 1, 0), box('a', 1.25, 0), box('a', 9, 0)]));
  assert.deepEqual(
    lanes.map(({ personId, spans }) => [personId, spans]),
    [
      [
        'a',
        [
          [1, 1.25],
          [9, 9],
        ],
      ],
      ['b', [[3, 3]]],
    ],
  );
});

test('windowOf_aLongVideo_holdsTheTimeAndIsBounded', () => {
  assert.deepEqual(windowOf(10, 44), [0, 44]);
  for (const t of [0, 100, 1799, 3600]) {
    const [from, to] = windowOf(t, 3600);
    assert.ok(from <= t && t <= to && to - from <= 240, `${t}: ${from} to ${to}`);
  }
});

test('span_lastNight_isFromEveningToMorning', () => {
  const { start, end } = span('night', new Date(2025, 10, 18, 9, 30));
  assert.equal(new Date(start).getHours(), 20);
  assert.equal(new Date(start).getDate(), 17);
  assert.equal(new Date(end).getHours(), 6);
  assert.equal(length(3723), '1:02:03');
});

const seen = (...times) => times.map((timestamp) => ({ timestamp }));
const LOCAL = (text) => new Date(text).toISOString();

test('overTime_ofAnyLength_takesTheFinestUnitThatFitsAndLosesNobody', () => {
  const counts = (rows, most = 12) => overTime(rows, most).map(({ unit, count }) => `${unit} ${count}`);
  assert.deepEqual(counts(seen()), []);
  assert.deepEqual(counts(seen(LOCAL('2025-11-17T21:40:07'), LOCAL('2025-11-17T21:40:07'))), ['second 2']);
  assert.deepEqual(counts(seen(LOCAL('2025-11-17T21:42:00'), LOCAL('2025-11-17T21:40:07')), 3), ['minute 1', 'minute 0', 'minute 1']);
  assert.deepEqual(counts(seen(LOCAL('2025-11-17T23:59:59'), LOCAL('2025-11-16T00:00:00')), 2), ['day 1', 'day 1']);
  for (const last of ['2025-11-17T23:00', '2025-12-30T08:00', '2027-03-01T08:00', '2110-01-01T00:00', '9999-12-31T23:59']) {
    const rows = seen(LOCAL(last), LOCAL('2025-11-17T21:40'), LOCAL('2025-11-17T21:40'));
    const bars = overTime(rows, 32);
    assert.ok(bars.length <= 32, last);
    if (!last.startsWith('9999')) assert.equal(bars[0].count + bars.at(-1).count, bars.length > 1 ? 3 : 6, last);
    bars.forEach((bar, i) => assert.equal(bar.end.getTime(), (bars[i + 1]?.start ?? bar.end).getTime()));
  }
});

test('byValue_ofRows_countsEachAppearanceOnceForEachValue', () => {
  const rows = [
    { camera: 'Gate 2', attributes: { upperColor: 'red', lowerColor: 'red', objects: ['bag', 'bag'] } },
    { camera: 'Gate 2', attributes: { upperColor: 'red' } },
    { camera: null, attributes: null },
  ];
  const counts = byValue(rows);
  assert.deepEqual([counts.upperColor.get('red'), counts.color.get('red'), counts.object.get('bag'), counts.camera.get('Gate 2')], [2, 2, 1, 2]);
  assert.equal(counts.camera.size, 1);
});
