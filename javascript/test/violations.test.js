import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadTexts } from '/ui/texts.js';
import { violation } from '/ui/violations.js';

const TEXTS = new URL('../../server/src/main/resources/dev/trestle/server/site/texts/en.json', import.meta.url);
globalThis.fetch = async () => ({ json: async () => JSON.parse(readFileSync(TEXTS, 'utf8')) });
await loadTexts('/texts');

test('violation_ofLength_hasItsNumber', () => {
  assert.equal(violation({ message: 'must have at most 200 characters' }), 'Use at most 200 characters.');
  assert.equal(violation({ message: 'must be from 1 to 100' }), 'Enter a number from 1 to 100.');
});

test('violation_ofPattern_showsNoExpression', () => {
  assert.equal(violation({ message: 'must match [A-Z]{2}\\d+' }), 'This does not have the expected form.');
});

test('violation_unknown_staysInTheServersWords', () => {
  assert.equal(violation({ message: 'is taken' }), 'is taken');
});

test('violation_withCode_isSaidByIt', () => {
  assert.equal(violation({ message: 'must have 1 to 200 characters', code: 'name-length', values: { n: 200 } }), 'Use 1 to 200 characters.');
  assert.equal(violation({ message: 'is taken', code: 'no-such-code' }), 'is taken');
});
