import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, inLanguage, loadTexts, number, t } from '/ui/texts.js';
import { readFile } from 'node:fs/promises';

const TEXTS = new URL('../../server/src/main/resources/dev/trestle/server/site/texts/en.json', import.meta.url);

test('bytes_ofEachSize_haveAUnit', async () => {
  globalThis.fetch = async () => new Response(await readFile(TEXTS));
  await loadTexts('/texts');
  assert.equal(bytes(1), '1 byte');
  assert.equal(bytes(999), '999 bytes');
  assert.equal(bytes(1_500), '1.5 kB');
  assert.equal(bytes(12_345_678), '12 MB');
});

test('number_large_isGrouped', () => {
  assert.equal(number(1234567), '1,234,567');
});

test('text_unknownKey_isTheKey', () => {
  assert.equal(t('no.such.key'), 'no.such.key');
});

test('inLanguage_missing_isEnglish', () => {
  assert.equal(inLanguage({ en: 'Letter', zh: '信' }), 'Letter');
  assert.equal(inLanguage(null), '');
});
