// Cases of FormKiQ: how formats of numbers are written, and when something is overdue.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOverdue, numberFormat } from '/formkiq/case-status.js';

test('numberFormat_ofTextDateAndCount_hasAPartForEach', () => {
  assert.deepEqual(numberFormat('CASE-{date}-{0000}'), [
    { type: 'STATIC', staticValue: 'CASE-' },
    { type: 'DATE_YYYYMMDD' },
    { type: 'STATIC', staticValue: '-' },
    { type: 'AUTO_INCREMENT', padding: 4 },
  ]);
  assert.deepEqual(numberFormat(''), []);
  assert.deepEqual(numberFormat('{what}'), [{ type: 'STATIC', staticValue: '{what}' }]);
});

test('isOverdue_dayOrTimeThatIsPast_untilItIsDone', () => {
  const now = new Date('2031-03-03T12:00:00Z');
  const due = (dueDate, status = 'NEW') => isOverdue({ dueDate, status }, now);
  assert.equal(due('2031-03-01'), true);
  assert.equal(due('2031-03-03'), false);
  assert.equal(due('2031-03-01', 'CLOSED'), false);
  assert.equal(due('2031-03-03T11:00:00Z'), true);
  assert.equal(due('2031-03-03T13:30:00+0200'), true);
  assert.equal(due('2031-03-03T13:00:00'), false);
  assert.equal(due(undefined), false);
});
