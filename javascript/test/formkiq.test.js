// FormKiQ's tree of folders, whose levels come in any order, and schemas that a document obeys together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FolderTree } from '/formkiq/folder-tree.js';
import { merged } from '/formkiq/schema.js';

const tree = () => new FolderTree('default', 'House', new AbortController().signal, () => {});
const level = (...names) => names.map((name) => ({ name, documentId: name, indexKey: name }));

test('nodes_levelBeforeTheOneAboveIt_waitsForIt', () => {
  const folders = tree();
  folders.levels.set('Invoices', level('2024', '2025'));
  assert.deepEqual(
    folders.nodes.map(({ id }) => id),
    ['/'],
  );
  folders.levels.set('', level('Budgets', 'Invoices'));
  assert.deepEqual(
    folders.nodes.map(({ id, parentId }) => [id, parentId]),
    [
      ['/', null],
      ['/Budgets', '/'],
      ['/Invoices', '/'],
      ['/Invoices/2024', '/Invoices'],
      ['/Invoices/2025', '/Invoices'],
    ],
  );
});

test('nodes_levelThatIsEmpty_hasNothingToOpen', () => {
  const folders = tree();
  folders.levels.set('', level('Budgets', 'Invoices'));
  folders.levels.set('Budgets', []);
  assert.deepEqual(
    folders.nodes.map(({ text, isParent }) => [text, isParent]),
    [
      ['House', true],
      ['Budgets', false],
      ['Invoices', true],
    ],
  );
});

test('isMissing_folderOfAnotherLevel_isKnownOnceThatWasRead', () => {
  const folders = tree();
  assert.equal(folders.isMissing('Invoices/2025'), false);
  folders.levels.set('Invoices', level('2024'));
  assert.equal(folders.isMissing('Invoices/2025'), true);
  assert.equal(folders.isMissing('Invoices/2024'), false);
  assert.equal(folders.isMissing(''), false);
});

const schema = (required, allowed, listed = null) => ({
  required: new Set(required),
  undecided: new Set(required),
  named: new Set(required),
  allowed: new Map(Object.entries(allowed)),
  listed,
});

test('merged_siteAndClass_requireAndAllowWhatBothSay', () => {
  const both = merged([schema(['Building'], { Floor: [['1', 'First']] }), schema(['Amount'], { Floor: [['2', 'Second']] }, new Set(['Amount']))]);
  assert.deepEqual([...both.required], ['Building', 'Amount']);
  assert.deepEqual(both.allowed.get('Floor'), [
    ['1', 'First'],
    ['2', 'Second'],
  ]);
  assert.deepEqual([...(both.listed ?? [])], ['Building', 'Amount']);
  assert.equal(merged([schema([], {})]).listed, null);
});
