// FormKiQ's tree of folders, whose levels come in any order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FolderTree } from '/formkiq/folder-tree.js';

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
