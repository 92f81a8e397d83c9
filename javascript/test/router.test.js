import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRoutes, match } from '/ui/router.js';

addRoutes([
  { path: '/one/:id', element: 'one' },
  { path: '/files/:rest*', element: 'files' },
  { path: '/maybe/:id?', element: 'maybe' },
]);

test('match_partOfPath_isDecoded', () => {
  assert.deepEqual(match('/one/a%20b').params, { id: 'a b' });
  assert.equal(match('/one/a/b'), null);
});

test('match_rest_keepsItsSlashes', () => {
  assert.deepEqual(match('/files/a/b%20c').params, { rest: 'a/b c' });
  assert.deepEqual(match('/files').params, {});
});

test('match_optionalPart_mayBeAbsent', () => {
  assert.deepEqual(match('/maybe').params, {});
  assert.deepEqual(match('/maybe/7/').params, { id: '7' });
});

test('match_damagedEscape_isTakenAsItIs', () => {
  assert.deepEqual(match('/one/%E4%A').params, { id: '%E4%A' });
});
