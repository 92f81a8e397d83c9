import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { resolveConflict } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { mergeLines } from '/ui/merge.js';
import { namesLike } from '/ui/people-picker.js';
import { openViewer } from '/ui/viewer.js';
import '/ui/all.js';
import { noticeRow } from '/ui/notice.js';
import '/ui/sample-data.js';

const REFUSED = {
  status: 422,
  message: 'The area is not one of 311, 312 and 313.',
  requestId: '0190f1c2-demo',
  violations: [{ field: 'area', message: 'must be one of 311, 312, 313' }],
};
const TONES = ['good', 'busy', 'warn', 'bad', 'info', 'plain'];
const ROWS = Array.from({ length: 30 }, (each, i) => ({
  name: `SS-311-${String(i + 1).padStart(3, '0')}`,
  count: (i * 7919) % 1000,
  at: Date.UTC(2026, 0, 1) + i * 86_400_000,
}));
const CONFLICT = [
  {
    name: 'scene',
    label: 'Scene',
    theirs: 'Main Entrance',
    mine: 'Main Entrance, north',
    who: 'Bo Coordinator',
    at: new Date(Date.now() - 90_000).toISOString(),
  },
  { name: 'vms', label: 'VMs', theirs: 'VM1: Left\nVM2', mine: '' },
  {
    name: 'note',
    label: 'Note',
    theirs: 'Row 7 collides.\nMove it 180 mm.',
    mine: 'Row 7 collides with the main.\nMove it.',
    both: mergeLines('Row 7 collides.\nMove it.', 'Row 7 collides.\nMove it 180 mm.', 'Row 7 collides with the main.\nMove it.'),
  },
];
const PEOPLE = ['Ada Admin', 'Bo Coordinator', 'Dan Drafter', 'Mei Modeller', '林美', 'Ulla Admin'].map((name) => ({
  id: name,
  name,
  about: name === '林美' ? '3D modeller' : undefined,
}));
const TOLD = [
  ['Mei Modeller', 'started Screen', 'SS-311-006', 5],
  [
    'Bo Coordinator',
    'added a note to',
    'SS-311-006',
    40,
    'Cabinet row 7 collides with the sprinkler main at grid C-12. Move the frame down 180 mm and check the service hatch.',
  ],
  ['Dan Drafter', 'finished 2D drawing', 'SS-311-002', 1600],
  ['Ulla Admin', 'locked', 'SS-312-004', 9000],
];
const HOSTILE =
  '<img src=x onerror="document.title=1"><script>document.title = 1</' +
  'script>\n# A heading\n*Markdown* is rendered, [a link](javascript:alert(1)) runs nothing.\n\n- [x] done\n- [ ] to do\n\n| area | views |\n| --- | ---: |\n| 311 | 12 |\n';
const TABLE = 'showSetId,scene,note\nSS-311-001,"Main Entrance, north","says ""wait"""\nSS-311-002,Atrium,<b>bold</b>\n';
/** A picture that is made here: pages take none from elsewhere. */
const picture = (hue) => async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 400 });
  const context = canvas.getContext('2d');
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(hue);
  context.fillRect(0, 0, 640, 400);
  context.clearRect(120, 80, 400, 240);
  return URL.createObjectURL(
    await new Promise((resolve) => {
      canvas.toBlob(resolve);
    }),
  );
};
const FILES = [
  { name: 'wall.png', type: 'image/png', size: 12_345, url: picture('--plot-1') },
  { name: 'stage.png', type: 'image/png', size: 9_876, url: picture('--plot-2') },
  { name: 'notes.md', type: 'text/markdown', text: async () => HOSTILE },
  { name: 'showsets.csv', type: 'text/csv', text: async () => TABLE },
  { name: 'plan.pdf', type: 'application/pdf', size: 1_200_000 },
];
const fileOf = (name, type, size) => new File([new Uint8Array(size)], name, { type });
const work = (state, done, more) => ({ workId: state, state, done, total: 400, text: null, mayCancel: true, updatedAt: '', ...more });
const WORKS = [
  work('RUNNING', 160),
  work('WAITING', 0),
  work('CANCELLING', 60, { mayCancel: false }),
  work('DONE', 400),
  work('CANCELLED', 60),
  work('FAILED', 60, { code: 'NO_ROOM', message: 'There is no room left for the pictures.' }),
];
const FORM = {
  type: 'object',
  required: ['name', 'area', 'stages', 'views'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40, description: 'As the drawing has it' },
    area: { enum: ['311', '312', '313'] },
    views: { type: 'integer', minimum: 0, maximum: 100, default: 3 },
    due: { type: 'string', format: 'date' },
    locked: { type: 'boolean' },
    lockedBy: { type: ['string', 'null'] },
    stages: {
      type: 'object',
      required: ['screen'],
      properties: { screen: { type: 'integer', minimum: 1 }, note: { type: 'string', maxLength: 2000 } },
    },
    tags: { type: 'array', maxItems: 3, uniqueItems: true, items: { type: 'string', minLength: 1 } },
    more: { type: 'object' },
  },
};
const FOLDERS = [
  { id: 'budgets', text: 'Budgets', count: 96 },
  { id: 'contracts', text: 'Contracts', count: 212 },
  { id: 'cleaning', text: 'Cleaning', parentId: 'contracts', count: 18 },
  { id: 'energy', text: 'Energy', parentId: 'contracts', count: 41 },
  { id: 'heat', text: 'Heat and hot water of all buildings north of the river', parentId: 'energy', count: 7 },
  { id: 'minutes', text: '会议记录', count: 1058 },
];
const NOTICES = ['ASSIGNED', 'MENTIONED', 'SENT_BACK', 'SHARED', 'ALERT', 'APPROVAL'].map((kind, i) => ({
  noticeId: kind,
  system: 'unisync',
  kind,
  code: 'none',
  title: 'SS-311-001',
  values: {},
  words: {},
  link: '/gallery',
  by: i % 2 ? 'Bo Coordinator' : null,
  at: new Date(Date.now() - i * 7_200_000).toISOString(),
  read: i > 2,
}));
const NEVER = new Promise(() => {});
const MANY = Array.from({ length: 1000 }, (each, i) => ({
  key: `SS-${311 + (i % 2)}-${String(i + 1).padStart(4, '0')}`,
  area: i % 2 ? '312' : '311',
  scene: `Scene ${(i * 7) % 40}`,
  count: (i * 7919) % 1000,
}));
const LIST_COLUMNS = [
  { id: 'key', title: 'ShowSet', min: 120, sorts: true, cell: (row) => html`<span class="mono">${row.key}</span>` },
  { id: 'scene', title: 'Scene', min: 100, cell: (row) => html`<span class="cut">${row.scene}</span>`, opens: () => true },
  { id: 'count', title: 'Views', min: 60, grow: 0.3, cell: (row) => row.count },
];
const LIST_GROUPS = ['311', '312'].map((area) => ({
  key: area,
  label: `Area ${area}`,
  rows: MANY.filter((row) => row.area === area),
  head: html`<div role="gridcell"><strong>Area ${area}</strong></div>`,
}));
const CHOICES = [
  { id: 'a', text: 'Not started', key: '1' },
  { id: 'b', text: 'In progress', key: '2', then: ['Revit version goes from 3 to 4.'] },
  { id: 'c', text: 'Complete', key: '3', checked: true },
  { id: 'd', text: 'On hold', key: '4', disabled: 'Locked' },
  { id: 'e', text: 'Assign', apart: true, hint: '…' },
];

/** Every shared element in each of its states. */
class Gallery extends Page {
  static properties = {
    ...Page.properties,
    open: { state: true },
    tab: { state: true },
    picked: { state: true },
    chosen: { state: true },
    tags: { state: true },
    node: { state: true },
  };

  constructor() {
    super();
    this.load = async (cursor) => {
      const from = Number(cursor ?? 0);
      return { rows: ROWS.slice(from, from + 5), next: from + 5 < ROWS.length ? String(from + 5) : null };
    };
    this.loading = () => NEVER;
    this.failing = () => Promise.reject(REFUSED);
    this.picked = new Set([MANY[2].key]);
    this.tags = new Set(['led']);
    this.none = async () => ({ rows: [], next: null });
    this.told = async () => ({
      next: null,
      entries: TOLD.map(([who, what, object, minutes, excerpt]) => ({
        key: `${who}${minutes}`,
        at: new Date(Date.now() - Number(minutes) * 60_000).toISOString(),
        who,
        what,
        object,
        excerpt,
      })),
    });
  }

  columns() {
    return [
      { title: 'ShowSet', cell: (row) => html`<t-id value=${row.name}></t-id>` },
      { title: 'Views', number: true, cell: (row) => row.count },
      { title: 'Changed', cell: (row) => html`<t-time at=${new Date(row.at).toISOString()}></t-time>` },
    ];
  }

  async menu(anchor) {
    this.chosen =
      (await openInlineMenu({
        anchor,
        label: 'SS-311-001',
        heading: 'SS-311-001 · Screen',
        placeholder: 'Type a status or its number',
        items: CHOICES,
      })) ?? this.chosen;
  }

  /** Several at once: the menu stays open. */
  tag(anchor) {
    const items = () => ['led', 'ceiling', 'stage', '主入口'].map((id) => ({ id, text: id, checked: this.tags.has(id) }));
    const toggle = (id) => {
      const tags = new Set(this.tags);
      if (!tags.delete(id)) tags.add(id);
      this.tags = tags;
      return items();
    };
    openInlineMenu({ anchor, label: 'Tags', placeholder: 'Type a tag', items: items(), toggle });
  }

  render() {
    return html`<div class="page-head"><h1>${t('gallery.title')}</h1></div><div class="stack">
      <section class="card stack"><h2>t-badge</h2><div class="row">${TONES.map((tone) => html`<t-badge tone=${tone} text=${tone}></t-badge>`)}</div></section>
      <section class="card stack"><h2>button</h2><div class="row"><button class="primary">primary</button><button>button</button><button class="plain">plain</button>
        <button class="danger">danger</button><button disabled>disabled</button></div></section>
      <section class="card stack"><h2>t-field</h2><div class="grid"><t-field label="Scene" hint="As the drawing has it" value="Main Entrance"></t-field>
        <t-field label="Area" value="999" error="must be one of 311, 312, 313"></t-field><t-field label="Stage" type="select" value="b" .options=${[
          ['a', 'Screen'],
          ['b', 'Structure'],
        ]}></t-field>
        <t-field label="Note" type="textarea" value="多行文本"></t-field><t-field label="Disabled" value="cannot be changed" disabled></t-field></div></section>
      <section class="card stack" data-gallery="form"><h2>t-form</h2><t-form .schema=${FORM} .value=${{ name: 'Main Entrance', area: '311', views: 3, stages: { screen: 1 }, tags: ['north'] }} submit="Save"
        .act=${async (value) => {
          if (value.name === 'Taken') throw { ...REFUSED, violations: [{ field: 'body/name', message: 'is taken' }] };
          toast(JSON.stringify(value));
        }}></t-form></section>
      <section class="card stack"><h2>t-id, t-time, t-progress</h2><div class="row"><t-id value="SS-311-001"></t-id><t-time at=${new Date(Date.now() - 7_200_000).toISOString()}></t-time></div>
        <t-progress label="Copying" .value=${0.4} .cancel=${() => {}}></t-progress><t-progress label="Waiting"></t-progress></section>
      <section class="card stack"><h2>t-work</h2><div class="grid">${WORKS.map((each) => html`<t-work label="Importing pictures" .work=${each} .cancel=${() => NEVER}></t-work>`)}</div></section>
      <section class="card stack"><h2>noticeRow(), t-sample-data</h2><ul class="notices">${NOTICES.map((item) => html`<li>${noticeRow({ item, area: 'notice', pages: this.server?.pages ?? [] })}</li>`)}</ul>
        <t-sample-data .server=${{ sampleData: { state: 'failed', percent: 40, pending: [] } }}></t-sample-data></section>
      <section class="card stack"><h2>t-table</h2><t-table caption="ShowSets" .columns=${this.columns()} .load=${this.load} .rowKey=${(row) => row.name}></t-table></section>
      <section class="grid"><div class="card stack"><h3>loading</h3><t-table caption="loading" .columns=${this.columns()} .load=${this.loading}></t-table></div>
        <div class="card stack"><h3>empty</h3><t-table caption="empty" .columns=${this.columns()} .load=${this.none} .empty=${{ heading: 'No ShowSets yet', text: 'Make the first one with New ShowSet.' }}></t-table></div>
        <div class="card stack"><h3>failed</h3><t-table caption="failed" .columns=${this.columns()} .load=${this.failing}></t-table></div></section>
      <section class="card stack"><h2>t-list</h2><div class="gallery-list"><t-list label="ShowSets" .groups=${LIST_GROUPS} .columns=${LIST_COLUMNS} selectable .selected=${this.picked} .fresh=${new Set([MANY[4].key])} current=${MANY[6].key}
        viewKey="all" @list-select=${(event) => {
          this.picked = event.detail;
        }} @list-open=${({ detail }) => {
          if (detail.column === 'scene') this.menu(detail.cell);
        }}></t-list></div>
        <div class="gallery-list short"><t-list label="loading" .groups=${null} .columns=${LIST_COLUMNS}></t-list></div></section>
      <section class="card stack"><h2>openInlineMenu()</h2><div class="row"><button data-act="menu" aria-haspopup="listbox" @click=${(event) => this.menu(event.currentTarget)}>status: ${this.chosen ?? 'c'}</button>
        <button data-act="tags" aria-haspopup="listbox" @click=${(event) => this.tag(event.currentTarget)}>tags: ${[...this.tags].join(', ') || '–'}</button></div></section>
      <section class="card stack"><h2>t-tabs</h2><t-tabs label="Views" selected=${this.tab ?? 'a'} .tabs=${[
        { id: 'a', text: 'Board', content: () => html`<p>The board</p>` },
        { id: 'b', text: 'List', content: () => html`<p>The list</p>` },
      ]}
        @tab-select=${(event) => {
          this.tab = event.detail;
        }}></t-tabs></section>
      <section class="grid"><div class="card stack"><h2>t-tree</h2><t-tree label="Folders" selected=${this.node ?? 'energy'} .nodes=${FOLDERS} accepts="text/plain" @node-select=${(
        event,
      ) => {
        this.node = event.detail;
      }}></t-tree></div>
        <div class="card stack"><h3>one level</h3><t-tree label="Lists" selected="mine" .nodes=${[
          { id: 'mine', text: 'Mine', plain: true, count: 12 },
          { id: 'shared', text: 'Shared with me', plain: true },
        ]}></t-tree></div></section>
      <section class="card stack"><h2>t-dialog, conflict, toast</h2><div class="row"><button data-act="dialog" @click=${() => {
        this.open = true;
      }}>t-dialog</button>
        <button data-act="confirm" @click=${() => confirmed({ heading: 'Delete SS-311-001?', text: 'This cannot be undone.', label: 'Delete', act: async () => {} })}>confirmed()</button>
        <button data-act="conflict" @click=${() => resolveConflict({ heading: 'SS-311-001', rows: CONFLICT })}>resolveConflict()</button>
        <button data-act="toast" @click=${() => toast('SS-311-001 was moved.', { undo: () => {} })}>toast()</button></div>
        <t-dialog heading="A dialog" draft="gallery" ?open=${this.open} .content=${html`<p>Escape closes it; what is typed stays.</p><t-field label="Scene" name="scene" value=""></t-field>`} @close=${() => {
          this.open = false;
        }}></t-dialog></section>
      ${this.more()}
    </div>`;
  }

  firstUpdated() {
    const upload = this.querySelector('t-upload');
    upload.updateComplete.then(() =>
      upload.add([
        fileOf('wall.png', 'image/png', 400),
        fileOf('plan.exe', 'application/x-msdownload', 10),
        fileOf('film.png', 'image/png', 2_000_000),
        fileOf('lost.pdf', 'application/pdf', 900),
      ]),
    );
  }

  /** One goes on for ever, and one cannot be sent. */
  sendFile(file, { signal, onProgress }) {
    if (file.name === 'lost.pdf') return Promise.reject(Object.assign(new Error(), { status: 0 }));
    onProgress(0.4);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  }

  more() {
    const find = (text) => namesLike(PEOPLE, text);
    return html`<section class="card stack"><h2>t-people-picker, t-mention-field</h2><div class="grid"><t-people-picker label="Share with" hint="Arrow keys and Enter choose" .find=${find} .value=${[PEOPLE[1], PEOPLE[3]]}></t-people-picker>
        <t-people-picker label="Assigned to" single .find=${find}></t-people-picker><t-people-picker label="Disabled" disabled .find=${find} .value=${[PEOPLE[0]]}></t-people-picker>
        <t-mention-field label="Note" name="mention" hint="@ offers names" rows="3" .find=${find}></t-mention-field></div></section>
      <section class="card stack"><h2>t-upload, openViewer()</h2><form @submit=${(event) => event.preventDefault()}><t-upload .types=${['image/png', 'application/pdf']} .maxBytes=${1_000_000} .send=${(...all) => this.sendFile(...all)}></t-upload></form>
        <div class="row">${FILES.map(({ name }, at) => html`<button data-act="view-${at}" @click=${() => openViewer({ items: FILES, at })}>${name}</button>`)}</div></section>
      <section class="card stack"><h2>t-timeline</h2><t-timeline label="Activity" .load=${this.told}></t-timeline></section>
      <section class="card stack"><h2>t-state</h2><div class="grid"><t-state loading></t-state><t-state .empty=${{ heading: 'No notes', text: 'What is said is shown here.', action: html`<p><button type="button" class="primary">Write the first one</button></p>` }}></t-state>
        <t-state .failure=${REFUSED} .retry=${() => {}}></t-state></div></section>
      <section class="card stack"><h2>t-side-panel</h2><div class="beside"><p>What the panel is about stays in sight. The edge is moved by mouse or arrow keys.</p>
        <t-side-panel class="short" name="gallery" label="SS-311-006" heading="SS-311-006" unsaved .content=${html`<p>Lagoon screen, wall behind the stage</p><t-field label="Scene" value="Lagoon"></t-field>`}></t-side-panel></div></section>`;
  }
}

define('console-gallery', Gallery);
