import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAccessors } from '../types.js';

test('withAccessors_reactiveProperties_becomeFieldsOnTheSameLine', () => {
  const before =
    'class A extends Element {\n  static properties = { ...Page.properties, open: { type: Boolean }, rows: { state: true } };\n  go() {}\n}\n';
  const after = withAccessors(before);
  assert.match(after, /\/\*\* @type \{boolean\} \*\/ open; \/\*\* @type \{any\} \*\/ rows;/);
  assert.equal(after.split('\n').length, before.split('\n').length);
});
