import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { resolveConflict } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/all.js';
import { noticeRow } from '/ui/notice.js';
import '/ui/sample-data.js';

const REFUSED = { status: 422, message: 'The area is not one of 311, 312 and 313.', requestId: '0190f1c2-demo', violations: [{ field: 'area', message: 'must be one of 311, 312, 313' }] };
const TONES = ['good', 'busy', 'warn', 'bad', 'info', 'plain'];
const ROWS = Array.from({ length: 30 }, (each, i) => ({ name: `SS-311-${String(i + 1).padStart(3, '0')}`, count: (i * 7919) % 1000, at: Date.UTC(2026, 0, 1) + i * 86_400_000 }));
const CONFLICT = [{ name: 'scene', label: 'Scene', theirs: 'Main Entrance', mine: 'Main Entrance, north', who: 'Bo Coordinator', at: new Date(Date.now() - 90_000).toISOString() },
  { name: 'vms', label: 'VMs', theirs: 'VM1: Left\nVM2', mine: '' }];
const work = (state, done, more) => ({ workId: state, state, done, total: 400, text: null, mayCancel: true, updatedAt: '', ...more });
const WORKS = [work('RUNNING', 160), work('WAITING', 0), work('CANCELLING', 60, { mayCancel: false }), work('DONE', 400), work('CANCELLED', 60),
  work('FAILED', 60, { code: 'NO_ROOM', message: 'There is no room left for the pictures.' })];
const NOTICES = ['ASSIGNED', 'MENTIONED', 'SENT_BACK', 'SHARED', 'ALERT', 'APPROVAL'].map((kind, i) => ({ noticeId: kind, system: 'unisync', kind, code: 'none', title: 'SS-311-001',
  values: {}, words: {}, link: '/gallery', by: i % 2 ? 'Bo Coordinator' : null, at: new Date(Date.now() - i * 7_200_000).toISOString(), read: i > 2 }));
const NEVER = new Promise(() => {});

/** Every shared element in each of its states. */
class Gallery extends Page {
  static properties = { ...Page.properties, open: { state: true }, tab: { state: true } };

  constructor() {
    super();
    this.load = async (cursor) => {
      const from = Number(cursor ?? 0);
      return { rows: ROWS.slice(from, from + 5), next: from + 5 < ROWS.length ? String(from + 5) : null };
    };
    this.loading = () => NEVER;
    this.failing = () => Promise.reject(REFUSED);
    this.none = async () => ({ rows: [], next: null });
  }

  columns() {
    return [{ title: 'ShowSet', cell: (row) => html`<t-id value=${row.name}></t-id>` }, { title: 'Views', number: true, cell: (row) => row.count },
      { title: 'Changed', cell: (row) => html`<t-time at=${new Date(row.at).toISOString()}></t-time>` }];
  }

  render() {
    return html`<div class="page-head"><h1>${t('gallery.title')}</h1></div><div class="stack">
      <section class="card stack"><h2>t-badge</h2><div class="row">${TONES.map((tone) => html`<t-badge tone=${tone} text=${tone}></t-badge>`)}</div></section>
      <section class="card stack"><h2>button</h2><div class="row"><button class="primary">primary</button><button>button</button><button class="plain">plain</button>
        <button class="danger">danger</button><button disabled>disabled</button></div></section>
      <section class="card stack"><h2>t-field</h2><div class="grid"><t-field label="Scene" hint="As the drawing has it" value="Main Entrance"></t-field>
        <t-field label="Area" value="999" error="must be one of 311, 312, 313"></t-field><t-field label="Stage" type="select" value="b" .options=${[['a', 'Screen'], ['b', 'Structure']]}></t-field>
        <t-field label="Note" type="textarea" value="多行文本"></t-field><t-field label="Disabled" value="cannot be changed" disabled></t-field></div></section>
      <section class="card stack"><h2>t-id, t-time, t-progress</h2><div class="row"><t-id value="SS-311-001"></t-id><t-time at=${new Date(Date.now() - 7_200_000).toISOString()}></t-time></div>
        <t-progress label="Copying" .value=${0.4} .cancel=${() => {}}></t-progress><t-progress label="Waiting"></t-progress></section>
      <section class="card stack"><h2>t-work</h2><div class="grid">${WORKS.map((each) => html`<t-work label="Importing pictures" .work=${each} .cancel=${() => NEVER}></t-work>`)}</div></section>
      <section class="card stack"><h2>noticeRow(), t-sample-data</h2><ul class="notices">${NOTICES.map((item) => html`<li>${noticeRow({ item, area: 'notice', pages: this.server?.pages ?? [] })}</li>`)}</ul>
        <t-sample-data .server=${{ sampleData: { state: 'failed', percent: 40, pending: [] } }}></t-sample-data></section>
      <section class="card stack"><h2>t-table</h2><t-table caption="ShowSets" .columns=${this.columns()} .load=${this.load} .rowKey=${(row) => row.name}></t-table></section>
      <section class="grid"><div class="card stack"><h3>loading</h3><t-table caption="loading" .columns=${this.columns()} .load=${this.loading}></t-table></div>
        <div class="card stack"><h3>empty</h3><t-table caption="empty" .columns=${this.columns()} .load=${this.none} .empty=${{ heading: 'No ShowSets yet', text: 'Make the first one with New ShowSet.' }}></t-table></div>
        <div class="card stack"><h3>failed</h3><t-table caption="failed" .columns=${this.columns()} .load=${this.failing}></t-table></div></section>
      <section class="card stack"><h2>t-tabs</h2><t-tabs label="Views" selected=${this.tab ?? 'a'} .tabs=${[{ id: 'a', text: 'Board', content: () => html`<p>The board</p>` }, { id: 'b', text: 'List', content: () => html`<p>The list</p>` }]}
        @tab-select=${(event) => { this.tab = event.detail; }}></t-tabs></section>
      <section class="card stack"><h2>t-dialog, conflict, toast</h2><div class="row"><button data-act="dialog" @click=${() => { this.open = true; }}>t-dialog</button>
        <button data-act="confirm" @click=${() => confirmed({ heading: 'Delete SS-311-001?', text: 'This cannot be undone.', label: 'Delete', act: async () => {} })}>confirmed()</button>
        <button data-act="conflict" @click=${() => resolveConflict({ heading: 'SS-311-001', rows: CONFLICT })}>resolveConflict()</button>
        <button data-act="toast" @click=${() => toast('SS-311-001 was moved.', { undo: () => {} })}>toast()</button></div>
        <t-dialog heading="A dialog" ?open=${this.open} .content=${html`<p>Escape closes it.</p>`} @close=${() => { this.open = false; }}></t-dialog></section>
    </div>`;
  }
}

define('console-gallery', Gallery);
