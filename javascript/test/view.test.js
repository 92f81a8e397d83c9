import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, grouped, isWanted, nextSort, orderOf, viewQuery } from '/unisync/view.js';
import { consequences } from '/unisync/rules.js';

const STAGES = ['screen', 'structure', 'integrated', 'inBim360', 'drawing2d'];
const query = (text) => new URLSearchParams(text);

function showSet(showSetId, statuses = {}, more = {}) {
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, { status: statuses[stage] ?? 'not_started', assignedTo: null }]));
  return {
    showSetId,
    area: '311',
    scene: 'Hall',
    description: { en: 'A wall', zh: '墙' },
    vmList: [{ id: 'VM1' }],
    stages,
    screenVersion: 1,
    revitVersion: 3,
    drawingVersion: 1,
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

const ids = (rows) => rows.map((row) => row.showSetId);

test('viewQuery_ofAnAddress_hasNoShowSetAndOneOrder', () => {
  assert.equal(viewQuery(query('status=complete&showset=SS-1&area=311&tab=notes')), 'area=311&status=complete');
});

test('isWanted_statusAndPerson_areMeantOfOneStage', () => {
  const row = showSet('SS-1', { screen: 'complete' });
  row.stages.structure.assignedTo = 'mei';
  assert.equal(isWanted(query('status=complete'))(row), true);
  assert.equal(isWanted(query('person=mei'))(row), true);
  assert.equal(isWanted(query('status=complete&person=mei'))(row), false);
});

test('isWanted_text_isFoundInDescriptionsAndMachines', () => {
  assert.equal(isWanted(query('text=vm1'))(showSet('SS-1')), true);
  assert.equal(isWanted(query('text=墙'))(showSet('SS-1')), true);
  assert.equal(isWanted(query('text=stairs'))(showSet('SS-1')), false);
});

test('isWanted_changedInDays_leavesOlderOnesOut', () => {
  const now = Date.parse('2026-01-05T00:00:00Z');
  assert.equal(isWanted(query('changed=7'), now)(showSet('SS-1')), true);
  assert.equal(isWanted(query('changed=1'), now)(showSet('SS-1')), false);
});

test('orderOf_idsWithNumbers_countsThem', () => {
  assert.deepEqual(ids([showSet('SS-10'), showSet('SS-9')].sort(orderOf(query('')))), ['SS-9', 'SS-10']);
  assert.deepEqual(ids([showSet('SS-9'), showSet('SS-10', { screen: 'complete' })].sort(orderOf(query('sort=-screen')))), ['SS-10', 'SS-9']);
});

test('nextSort_ofOneColumn_turnsAndEnds', () => {
  assert.equal(nextSort(query(''), 'screen'), 'screen');
  assert.equal(nextSort(query('sort=screen'), 'screen'), '-screen');
  assert.equal(nextSort(query('sort=-screen'), 'screen'), null);
  assert.equal(nextSort(query(''), 'changed'), '-changed');
});

test('columnsOf_anAddress_areInTheirFixedOrder', () => {
  assert.deepEqual(columnsOf(query('cols=notes,screen,nonsense'), []), ['screen', 'notes']);
  assert.deepEqual(columnsOf(query(''), ['screen']), ['screen']);
});

test('grouped_byArea_hasNoEmptyGroups', () => {
  const groups = grouped([showSet('SS-1'), showSet('SS-2', {}, { area: '312' }), showSet('SS-3')], query(''));
  assert.deepEqual(
    groups.map(({ name, rows }) => [name, ids(rows)]),
    [
      ['311', ['SS-1', 'SS-3']],
      ['312', ['SS-2']],
    ],
  );
  assert.equal(grouped([showSet('SS-1')], query('group=none'))[0].name, null);
});

test('consequences_completeStartedAgain_raisesItsNumberAndSendsLaterOnesBack', () => {
  const row = showSet('SS-1', { structure: 'complete', integrated: 'complete', drawing2d: 'complete' });
  assert.deepEqual(consequences(row, 'structure', 'in_progress'), {
    raises: { type: 'revitVersion', from: 3, to: 4 },
    sentBack: ['integrated', 'drawing2d'],
    isRefused: false,
  });
  assert.deepEqual(consequences(row, 'structure', 'on_hold'), { raises: null, sentBack: [], isRefused: false });
  assert.equal(consequences({ ...row, lockedAt: '2026-01-01T00:00:00Z' }, 'screen', 'in_progress').isRefused, true);
});
