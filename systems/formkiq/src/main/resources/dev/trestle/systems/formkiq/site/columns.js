// Rows of documents and folders, as the library and the search show them.
import { html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { bytes, t } from '/ui/texts.js';
import { iso } from './api.js';
import { icon, kindBadge } from './kinds.js';

const sizeOf = (row) => (row.contentLength === undefined ? '' : bytes(row.contentLength));
const changedOf = (row) => iso(row.lastModifiedDate ?? row.insertedDate);

const nameCell = (row) =>
  row.folder
    ? html`<span class="fk-folder">${icon('folder')}</span><span class="cut">${row.name}</span>`
    : html`${kindBadge(row)}<span class="cut">${row.name}</span>${row.deepLinkPath ? html`<span class="fk-linked" title=${row.deepLinkPath}>${icon('link')}</span>` : nothing}`;

/** On a phone a row is two lines, and one cell. */
const narrow = {
  id: 'name',
  title: '',
  min: 0,
  grow: 1,
  cell: (row) => html`<span class="fk-two"><span class="fk-two-name">${nameCell(row)}</span>
    <span class="fk-two-more"><span class="cut">${row.folder ? t('fk.folder') : sizeOf(row)}</span><t-time at=${changedOf(row)}></t-time></span></span>`,
};

/** The columns of a list; `more` come behind the name. */
export function columnsFor(isNarrow, more = []) {
  if (isNarrow) return [{ ...narrow, title: t('fk.column.name') }];
  return [
    { id: 'name', title: t('fk.column.name'), min: 220, grow: 1, sorts: true, cell: nameCell },
    ...more,
    { id: 'size', title: t('fk.column.size'), min: 88, grow: 0, sorts: true, cell: (row) => html`<span class="fk-number">${sizeOf(row)}</span>` },
    { id: 'changed', title: t('fk.column.changed'), min: 128, grow: 0, sorts: true, cell: (row) => html`<t-time at=${changedOf(row)}></t-time>` },
    {
      id: 'by',
      title: t('fk.column.by'),
      min: 56,
      grow: 0,
      sorts: true,
      label: (row) => row.userId ?? '',
      cell: (row) => (row.userId ? html`<span class="fk-by" title=${row.userId}>${avatar(row.userId)}</span>` : nothing),
    },
  ];
}

export const rowHeight = (isNarrow) => (isNarrow ? 60 : 32);
