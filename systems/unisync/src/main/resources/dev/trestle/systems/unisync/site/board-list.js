// How a ShowSet looks as a row of the board: its columns, and the heads of groups with how far their stages are.
import { html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { locale, number, t } from '/ui/texts.js';
import { mayStage, STAGES } from './api.js';
import { nameOf, reasonText } from './edits.js';
import { glyph } from './status.js';
import { columnsOf } from './view.js';

const LOCK = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3';
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const narrow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, as short as the language has it. */
function age(at) {
  const seconds = Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? /** @type {[Intl.RelativeTimeFormatUnit, number]} */ (['second', Infinity]);
  return html`<time datetime=${at} title=${exact.format(Date.parse(at))}>${narrow.format(-Math.floor(seconds / size) || 0, unit)}</time>`;
}

/** Sent back, or given, to somebody, who has not begun. */
export const waitsFor = (row, userId) =>
  STAGES.some((stage) => row.stages[stage].assignedTo === userId && ['revision_required', 'not_started'].includes(row.stages[stage].status));

/** `board` has user, names, sessions, counts, query, usual, narrow, and draft(row). */
export function columns(board) {
  const shown = board.narrow ? STAGES : columnsOf(board.query, board.usual);
  const extra = {
    scene: { id: 'scene', title: t('unisync.column.scene'), min: 120, sorts: true, cell: (row) => html`<span class="cut">${row.scene}</span>` },
    versions: {
      id: 'versions',
      title: t('unisync.column.versions'),
      min: 92,
      grow: 0.3,
      sorts: true,
      label: (row) => versionText(row),
      cell: (row) =>
        html`<span class="number quiet" title=${versionText(row)}>${row.screenVersion} · ${row.revitVersion} · ${row.drawingVersion}</span>`,
    },
    notes: {
      id: 'notes',
      title: t('unisync.column.notes'),
      min: 60,
      grow: 0.2,
      state: (row) => (board.counts.has(row.showSetId) ? String(board.counts.get(row.showSetId)) : undefined),
      cell: (row) => html`<span class="number quiet">${board.counts.get(row.showSetId) || nothing}</span>`,
    },
    changed: {
      id: 'changed',
      title: t('unisync.column.changed'),
      min: 96,
      grow: 0.2,
      sorts: true,
      cell: (row) => html`<span class="quiet">${age(row.updatedAt)}</span>`,
    },
  };
  return [idColumn(board), ...shown.map((id) => extra[id] ?? stageColumn(board, id))];
}

const versionText = (row) => ['screenVersion', 'revitVersion', 'drawingVersion'].map((type) => `${t(`unisync.${type}`)} ${row[type]}`).join(', ');

function idColumn(board) {
  const about = (row) => reasonText(row.description) || row.scene;
  return {
    id: 'id',
    title: t('unisync.showset'),
    min: 176,
    grow: 1.2,
    sorts: true,
    cell: (
      row,
    ) => html`<span class="us-id" data-name=${row.showSetId}>${row.showSetId}</span><span class="cut quiet" title="${row.scene}${about(row) === row.scene ? '' : ` · ${about(row)}`}">${about(row)}</span>
      <span class="us-marks">${board.draft(row)}${row.lockedAt ? html`<span title=${t('unisync.locked')}><svg class="us-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${LOCK}></path></svg><span class="sr-only">${t('unisync.locked')}</span></span>` : nothing}
      ${waitsFor(row, board.user.userId) ? html`<span class="us-waits" title=${t('unisync.waitsForMe')}><span class="sr-only">${t('unisync.waitsForMe')}</span></span>` : nothing}${viewers(board, row)}</span>`,
  };
}

const viewers = (board, row) =>
  [...board.sessions.values()]
    .filter((each) => each.showSetId === row.showSetId && each.userId !== board.user.userId)
    .map(
      (each) =>
        html`<span class="us-person" title="${each.userName} · ${each.activity}">${avatar(each.userName)}<span class="sr-only"> ${each.userName}</span></span>`,
    );

function stageColumn(board, stage) {
  const title = t(`unisync.stage.${stage}`);
  const who = (row) => row.stages[stage].assignedTo && nameOf(board.names, row.stages[stage].assignedTo);
  return {
    id: stage,
    title,
    min: board.narrow ? 40 : 140,
    sorts: !board.narrow,
    state: (row) => row.stages[stage].status,
    opens: () => mayStage(board.user, stage),
    label: (row) => `${title}: ${t(`unisync.status.${row.stages[stage].status}`)}${who(row) ? `, ${who(row)}` : ''}`,
    cell: (row) => {
      const { status } = row.stages[stage];
      return html`${glyph(status)}<span class="cut us-word">${t(`unisync.status.${status}`)}</span>${who(row) ? html`<span class="us-who end" title=${who(row)}>${avatar(who(row))}</span>` : nothing}`;
    },
  };
}

/** A group of rows with its head: how many there are, and how many have each stage complete. */
export function group(board, { by, name, rows }, shown) {
  if (name === null) return { key: 'all', rows };
  const label = by === 'area' ? t('unisync.area', { area: name }) : name;
  const complete = (stage) => rows.filter((row) => row.stages[stage].status === 'complete').length;
  const percent = Math.floor((100 * STAGES.reduce((sum, stage) => sum + complete(stage), 0)) / (rows.length * STAGES.length));
  const progress = (stage) => {
    const n = complete(stage);
    return html`<div role="gridcell" data-progress=${stage} class="us-progress"><progress max=${rows.length} .value=${n} aria-label=${t('unisync.progress', { stage: t(`unisync.stage.${stage}`) })}></progress>
      <span class="number">${number(n)}/${number(rows.length)}</span></div>`;
  };
  return {
    key: `${by}:${name}`,
    label,
    rows,
    head: html`<div role="gridcell" class="us-group-name"><strong class="cut">${label}</strong><span class="quiet number end">${board.narrow ? t('unisync.groupDone', { n: rows.length, percent }) : number(rows.length)}</span></div>
      ${board.narrow ? nothing : shown.map((id) => (STAGES.includes(id) ? progress(id) : html`<div role="gridcell"></div>`))}`,
  };
}
