// Which ShowSets a board shows, in which order and with which columns: all of it is in the address.
import { AREAS, STAGES, STATUSES } from './stages.js';

export const EXTRA_COLUMNS = ['scene', 'versions', 'notes', 'changed'];
export const GROUPS = ['area', 'scene', 'none'];
export const CHANGED_DAYS = ['1', '7', '30'];
export const FILTERS = ['text', 'area', 'scene', 'status', 'person', 'changed'];

/** What of an address is not part of a view: the ShowSet that is open beside it. */
const BESIDE = ['showset', 'tab', 'note', 'at'];
const DAY_MS = 86_400_000;

const collator = new Intl.Collator(undefined, { numeric: true });

/** The address's query without what is open beside the board: what a saved view keeps. */
export function viewQuery(query) {
  const kept = new URLSearchParams([...query].filter(([name]) => !BESIDE.includes(name)));
  kept.sort();
  return kept.toString();
}

/** How many filters are on. */
export const filterCount = (query) => FILTERS.filter((name) => query.get(name)).length;

const says = (row, text) =>
  [row.showSetId, row.scene, ...Object.values(row.description), ...row.vmList.flatMap((vm) => [vm.id, vm.name ?? ''])].some((each) =>
    each.toLowerCase().includes(text),
  );

/** Whether the filters of an address let a ShowSet through; a status and a person are meant of one stage. */
export function isWanted(query, now = Date.now()) {
  const text = (query.get('text') ?? '').trim().toLowerCase();
  const [area, scene, status, person, changed] = ['area', 'scene', 'status', 'person', 'changed'].map((name) => query.get(name));
  const since = CHANGED_DAYS.includes(changed) ? now - Number(changed) * DAY_MS : null;
  return (row) =>
    (!area || row.area === area) &&
    (!scene || row.scene === scene) &&
    (since === null || Date.parse(row.updatedAt) >= since) &&
    (!text || says(row, text)) &&
    (!(status || person) ||
      STAGES.some((stage) => (!status || row.stages[stage].status === status) && (!person || row.stages[stage].assignedTo === person)));
}

const KEYS = {
  scene: (one, other) => collator.compare(one.scene, other.scene),
  changed: (one, other) => Date.parse(one.updatedAt) - Date.parse(other.updatedAt),
  versions: (one, other) => one.revitVersion - other.revitVersion,
  ...Object.fromEntries(
    STAGES.map((stage) => [stage, (one, other) => STATUSES.indexOf(one.stages[stage].status) - STATUSES.indexOf(other.stages[stage].status)]),
  ),
};

const byId = (one, other) => collator.compare(one.showSetId, other.showSetId);

/** The order of an address: `sort` is a column's id, with a minus for the other way round; by id otherwise. */
export function orderOf(query) {
  const sort = query.get('sort') ?? 'id';
  const turn = sort.startsWith('-') ? -1 : 1;
  const key = KEYS[sort.replace(/^-/, '')] ?? byId;
  return (one, other) => turn * key(one, other) || byId(one, other);
}

/** What a click on a column's head makes of the order: this way, the other way, by id again. */
export function nextSort(query, column) {
  const sort = query.get('sort') ?? 'id';
  const [first, second] = column === 'changed' ? ['-changed', 'changed'] : [column, `-${column}`];
  if (column === 'id') return sort === 'id' ? '-id' : null;
  return sort === first ? second : sort === second ? null : first;
}

/** The columns of an address, in their fixed order. */
export function columnsOf(query, usual) {
  const asked = query.get('cols');
  const chosen = asked === null ? usual : asked.split(',');
  return [...STAGES, ...EXTRA_COLUMNS].filter((each) => chosen.includes(each));
}

/** Rows by area or scene, in the order in which areas and scenes stand; `name` is null where rows are not grouped. */
export function grouped(rows, query) {
  const by = GROUPS.includes(query.get('group')) ? query.get('group') : 'area';
  if (by === 'none') return [{ by, name: null, rows }];
  const groups = new Map((by === 'area' ? AREAS : []).map((area) => [area, []]));
  for (const row of rows) {
    const at = groups.get(row[by]);
    if (at) at.push(row);
    else groups.set(row[by], [row]);
  }
  const all = [...groups].filter(([, some]) => some.length > 0).map(([name, some]) => ({ by, name, rows: some }));
  return by === 'area' ? all : all.sort((one, other) => collator.compare(one.name, other.name));
}
