import { admin, pages, q } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { rowsTable } from '/ui/table.js';
import { bytes, number, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/all.js';
import './disk.js';

const LOOK_MS = 1_000;
const TONES = {
  ACTIVE: 'good',
  AVAILABLE: 'good',
  CREATING: 'busy',
  UPDATING: 'busy',
  DELETING: 'warn',
  DELETED: 'warn',
  DONE: 'good',
  RUNNING: 'busy',
  WAITING: 'plain',
  FAILED: 'bad',
};
const BUSY = ['WAITING', 'RUNNING'];

const badge = (state) => html`<t-badge tone=${TONES[state] ?? 'plain'} text=${t(`ops.state.${state}`)}></t-badge>`;
const size = (value) => (value === null || value === undefined ? '–' : bytes(value));
const count = (value) => (value === null || value === undefined ? '–' : number(value));

/** A name that tells when. */
const today = (prefix) => `${prefix}-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}`;

/** Tables and backups, copies of the whole store, and long work. */
class Storage extends Page {
  static properties = { ...Page.properties, asking: { state: true }, failure: { state: true }, tasks: { state: true } };

  constructor() {
    super();
    this.asking = null;
    this.failure = null;
    this.tasks = [];
    this.tables = (cursor) => pages('/storage/tables?limit=50', this.live)(cursor);
    this.backups = (cursor) => pages('/storage/backups?limit=50', this.live)(cursor);
    this.copies = (cursor) => pages('/storage/copies', this.live)(cursor);
  }

  connectedCallback() {
    super.connectedCallback();
    this.look();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  reload() {
    this.querySelectorAll('t-table').forEach((table) => table.reload());
  }

  /** Looks at long work, and again while some of it goes on. */
  async look() {
    clearTimeout(this.timer);
    const busy = this.tasks.filter((task) => BUSY.includes(task.state)).length;
    try {
      this.tasks = (await admin('GET', '/tasks', undefined, { signal: this.live })).items;
    } catch (failure) {
      if (failure.name === 'AbortError') return;
    }
    const now = this.tasks.filter((task) => BUSY.includes(task.state)).length;
    if (now < busy) this.reload();
    if (now > 0 && !this.live.aborted) this.timer = setTimeout(() => this.look(), LOOK_MS);
  }

  /** Rows that are on their way are looked at again. */
  settle(event) {
    clearTimeout(this.settling);
    const unsettled = event.detail.rows.some((row) => ['CREATING', 'UPDATING', 'DELETING'].includes(row.status));
    const table = event.target;
    if (unsettled && !this.live.aborted) this.settling = setTimeout(() => table.isConnected && table.reload(), 2 * LOOK_MS);
  }

  ask(what, about) {
    this.failure = null;
    this.asking = { what, about };
  }

  async run(act, said) {
    this.failure = null;
    try {
      await act();
      this.asking = null;
      toast(said);
      this.reload();
      this.look();
    } catch (failure) {
      this.failure = failure;
    }
  }

  async verify() {
    try {
      await admin('POST', '/storage/verify', {});
      this.failure = null;
      setQuery({ tab: 'work' });
      this.look();
    } catch (failure) {
      this.failure = failure;
    }
  }

  remove(heading, text, path, said) {
    return confirmed({ heading, text, label: t('ops.delete'), act: () => admin('DELETE', path) }).then((done) => {
      if (!done) return;
      toast(said);
      this.reload();
    });
  }

  render() {
    const tabs = [
      { id: 'tables', text: t('ops.tables'), content: () => this.tablesTab() },
      { id: 'backups', text: t('ops.backups'), content: () => this.backupsTab() },
      { id: 'store', text: t('ops.store'), content: () => this.storeTab() },
      { id: 'work', text: t('ops.work'), content: () => this.workTab() },
    ];
    return html`<div class="page-head"><h1>${t('ops.storage')}</h1><console-disk></console-disk></div>
      <section class="card"><t-tabs label=${t('ops.storage')} .tabs=${tabs} selected=${this.query.get('tab') ?? 'tables'} @tab-select=${(event) => {
        this.failure = null;
        setQuery({ tab: event.detail });
        this.look();
      }}></t-tabs></section>
      ${this.dialog()}`;
  }

  /** A restored table is read as the table that it was made of, takes its place, or is deleted. */
  restoredActs(row) {
    const system = this.owners?.get(row.restoredFrom);
    return html`${
      system
        ? html`<a class="button" data-act="read" aria-label="${t('ops.table.read')} ${row.table}" href="/console/data/${q(system)}?${new URLSearchParams({ kind: 'scan', table: row.restoredFrom, copy: row.table, run: '1' })}">${t('ops.table.read')}</a>
        <button type="button" data-act="swap" aria-label="${t('ops.table.swap')} ${row.table}" @click=${() => this.swap(row, system)}>${t('ops.table.swap')}</button>`
        : nothing
    }`;
  }

  async swap(row, system) {
    /** @type {{state: string}} */
    let answer;
    const done = await confirmed({
      heading: t('ops.table.swapTitle', { copy: row.table, table: row.restoredFrom }),
      text: t('ops.table.swapText', { copy: row.table, table: row.restoredFrom, system: systemName(system) }),
      label: t('ops.table.swap'),
      act: async () => {
        answer = await admin('POST', '/storage/swaps', { table: row.restoredFrom, copy: row.table });
      },
    });
    if (!done) return;
    toast(
      t(answer.state === 'DONE' ? 'ops.table.swapped' : 'ops.table.swapWaits', {
        table: row.restoredFrom,
        copy: row.table,
        system: systemName(system),
      }),
    );
    this.reload();
  }

  async cancelSwap(row) {
    await this.run(() => admin('DELETE', `/storage/swaps/${q(row.table)}`), t('ops.table.swapCancelled', { table: row.table }));
  }

  /** Which system has which table, as far as the list was read. */
  owned(event) {
    this.owners = new Map([...(this.owners ?? []), ...event.detail.rows.filter((row) => row.system).map((row) => [row.table, row.system])]);
    this.requestUpdate();
  }

  tablesTab() {
    return html`${this.failure && !this.asking ? html`<t-error .failure=${this.failure}></t-error>` : nothing}<t-table caption=${t('ops.tables')} .load=${this.tables} .rowKey=${(row) => row.table} @loaded=${(
      event,
    ) => {
      this.owned(event);
      this.settle(event);
    }} .empty=${{ heading: t('ops.table.none'), text: t('ops.table.noneText') }} .columns=${[
      {
        title: t('ops.table.name'),
        cell: (
          row,
        ) => html`<span class="name">${row.table}</span>${row.system ? html` <span class="quiet">${systemName(row.system)}</span>` : nothing}${row.restoredFrom && !row.system ? html`<div class="quiet">${t('ops.table.restoredFrom', { table: row.restoredFrom })} <t-time at=${row.restoredAt}></t-time></div>` : nothing}
        ${row.swapsWith ? html`<div class="row"><t-badge tone="warn" text=${t('ops.table.swapsWith', { copy: row.swapsWith })}></t-badge><button type="button" class="plain" data-act="cancel-swap" @click=${() => this.cancelSwap(row)}>${t('ui.cancel')}</button></div>` : nothing}`,
      },
      { title: t('ops.table.state'), cell: (row) => badge(row.status) },
      { title: t('ops.table.items'), number: true, cell: (row) => count(row.items) },
      { title: t('ops.table.size'), number: true, cell: (row) => size(row.bytes) },
      {
        title: t('ops.table.indexes'),
        cell: (row) =>
          row.indexes.length === 0
            ? '–'
            : html`<span class="cut short" title=${row.indexes.map((index) => `${index.name}: ${count(index.items)}, ${size(index.bytes)}`).join('\n')}>${row.indexes.map((index) => `${index.name} (${count(index.items)})`).join(', ')}</span>`,
      },
      {
        title: t('ops.table.stream'),
        cell: (row) => (row.stream ? html`<span class="name cut short" title=${row.stream.view}>${row.stream.view}</span>` : '–'),
      },
      { title: t('ops.table.expiry'), cell: (row) => (row.expiry ? html`<span class="name">${row.expiry}</span>` : '–') },
      {
        title: t('ui.actions'),
        cell: (
          row,
        ) => html`<span class="acts wrapped"><button type="button" data-act="back-up" aria-label="${t('ops.backup.make')} ${row.table}" @click=${() => this.ask('backup', row.table)}>${t('ops.backup.make')}</button>
        <button type="button" class="plain" data-act="export" aria-label="${t('ops.export')} ${row.table}" @click=${() => this.ask('export', row.table)}>${t('ops.export')}</button>
        ${row.restoredFrom && !row.system && row.status === 'ACTIVE' ? this.restoredActs(row) : nothing}
        ${row.system ? nothing : html`<button type="button" class="danger" data-act="delete-table" aria-label="${t('ops.delete')} ${row.table}" @click=${() => this.remove(t('ops.table.deleteTitle', { table: row.table }), t('ops.table.deleteText', { n: row.items ?? 0 }), `/storage/tables/${q(row.table)}`, t('ops.table.deleted', { table: row.table }))}>${t('ops.delete')}</button>`}</span>`,
      },
    ]}></t-table>`;
  }

  backupsTab() {
    return html`<t-table caption=${t('ops.backups')} .load=${this.backups} .rowKey=${(row) => row.arn} @loaded=${(event) => this.settle(event)} .empty=${{ heading: t('ops.backup.none'), text: t('ops.backup.noneText') }} .columns=${[
      { title: t('ops.backup.name'), cell: (row) => row.name },
      { title: t('ops.table.name'), cell: (row) => html`<span class="name">${row.table}</span>` },
      { title: t('ops.table.state'), cell: (row) => badge(row.status) },
      { title: t('ops.table.size'), number: true, cell: (row) => size(row.bytes) },
      { title: t('ops.backup.at'), cell: (row) => html`<t-time at=${row.createdAt}></t-time>` },
      {
        title: t('ui.actions'),
        cell: (
          row,
        ) => html`<span class="acts"><button type="button" data-act="restore" ?disabled=${row.status !== 'AVAILABLE'} aria-label="${t('ops.backup.restore')} ${row.name}" @click=${() => this.ask('restore', row)}>${t('ops.backup.restore')}</button>
        <button type="button" class="danger" data-act="delete-backup" aria-label="${t('ops.delete')} ${row.name}" @click=${() => this.remove(t('ops.backup.deleteTitle', { name: row.name, table: row.table }), t('ops.backup.deleteText'), `/storage/backups?arn=${q(row.arn)}`, t('ops.backup.deleted', { name: row.name }))}>${t('ops.delete')}</button></span>`,
      },
    ]}></t-table>`;
  }

  storeTab() {
    return html`<div class="stack"><p class="quiet">${t('ops.copy.hint')}</p>
      <div class="row"><button type="button" class="primary" data-act="copy" @click=${() => this.ask('copy')}>${t('ops.copy.make')}</button>
        <button type="button" data-act="verify" @click=${() => this.verify()}>${t('ops.verify')}</button></div>
      ${this.failure && !this.asking ? html`<t-error .failure=${this.failure}></t-error>` : nothing}${this.going()}
      <t-table caption=${t('ops.copies')} .load=${this.copies} .rowKey=${(row) => row.name} .empty=${{ heading: t('ops.copy.none'), text: t('ops.copy.noneText') }} .columns=${[
        { title: t('ops.backup.name'), cell: (row) => html`<span class="name">${row.name}</span>` },
        {
          title: t('ops.table.state'),
          cell: (row) => html`<t-badge tone=${row.whole ? 'good' : 'warn'} text=${t(row.whole ? 'ops.copy.whole' : 'ops.copy.partial')}></t-badge>`,
        },
        { title: t('ops.table.size'), number: true, cell: (row) => size(row.bytes) },
        { title: t('ops.backup.at'), cell: (row) => html`<t-time at=${row.createdAt}></t-time>` },
        {
          title: t('ui.actions'),
          cell: (row) =>
            html`<button type="button" class="danger" data-act="delete-copy" aria-label="${t('ops.delete')} ${row.name}" @click=${() => this.remove(t('ops.copy.deleteTitle', { name: row.name }), t('ops.backup.deleteText'), `/storage/copies/${q(row.name)}`, t('ops.backup.deleted', { name: row.name }))}>${t('ops.delete')}</button>`,
        },
      ]}></t-table></div>`;
  }

  going() {
    return this.tasks
      .filter((task) => BUSY.includes(task.state))
      .map(
        (task) =>
          html`<t-progress label="${t(`ops.task.${task.kind}`)} ${task.about}" .value=${task.total > 0 ? task.done / task.total : undefined}></t-progress>`,
      );
  }

  workTab() {
    if (this.tasks.length === 0) return html`<t-empty heading=${t('ops.task.none')} text=${t('ops.task.noneText')}></t-empty>`;
    return html`<div class="stack">${this.going()}${rowsTable({
      caption: t('ops.work'),
      rows: this.tasks,
      rowKey: (task) => task.kind,
      columns: [
        { title: t('ops.task.kind'), cell: (task) => t(`ops.task.${task.kind}`) },
        { title: t('ops.task.about'), cell: (task) => task.about || '–' },
        { title: t('ops.table.state'), cell: (task) => badge(task.state) },
        { title: t('ops.task.by'), cell: (task) => task.by },
        { title: t('ops.task.began'), cell: (task) => html`<t-time at=${task.createdAt}></t-time>` },
        { title: t('ops.task.result'), cell: (task) => this.result(task) },
      ],
    })}</div>`;
  }

  result(task) {
    if (task.failure) return task.failure;
    if (!task.result) return '';
    if (task.kind === 'verify') {
      const { problemCount, problems, items } = task.result;
      return problemCount === 0
        ? t('ops.task.sound', { n: items })
        : html`<strong>${t('ops.task.problems', { n: problemCount })}</strong><ul>${problems.map((each) => html`<li>${each}</li>`)}</ul>`;
    }
    if (task.kind === 'sweep') return t('ops.sweep.done', { looked: task.result.looked, removed: task.result.removed });
    if (task.kind === 'import') return t('ops.task.imported', { n: task.result.items, table: task.result.table });
    return html`<span class="mono">${task.result.directory}</span>`;
  }

  /** What is asked for a name: for what, and what is done with it. */
  get naming() {
    const { what, about } = this.asking ?? {};
    const table = '^[A-Za-z0-9_.\\-]{3,255}$';
    const directory = '^[A-Za-z0-9][A-Za-z0-9_\\-]{0,99}$';
    return (
      {
        backup: () => ({
          heading: t('ops.backup.of', { table: about }),
          label: t('ops.backup.make'),
          value: today(about).slice(0, 255),
          title: t('ops.backup.name'),
          pattern: table,
          hint: t('ops.backup.nameHint'),
          path: '/storage/backups',
          body: (name) => ({ table: about, name }),
          said: (name) => t('ops.backup.begun', { name }),
        }),
        restore: () => ({
          heading: t('ops.backup.restoreTitle', { name: about.name }),
          label: t('ops.backup.restore'),
          value: `${about.table}-restored`,
          title: t('ops.backup.newTable'),
          pattern: table,
          hint: t('ops.backup.newTableHint'),
          path: '/storage/restores',
          body: (name) => ({ arn: about.arn, table: name }),
          said: (name) => t('ops.backup.restoring', { table: name }),
        }),
        copy: () => ({
          heading: t('ops.copy.make'),
          label: t('ops.copy.make'),
          value: today('store'),
          title: t('ops.backup.name'),
          pattern: directory,
          hint: t('ops.copy.nameHint'),
          path: '/storage/copies',
          body: (name) => ({ name }),
          said: (name) => t('ops.copy.begun', { name }),
        }),
        export: () => ({
          heading: t('ops.exportOf', { table: about }),
          label: t('ops.export'),
          value: today(about)
            .replace(/[^A-Za-z0-9_-]/g, '-')
            .slice(0, 100),
          title: t('ops.backup.name'),
          pattern: directory,
          hint: t('ops.exportHint'),
          path: '/storage/exports',
          body: (name) => ({ table: about, name }),
          said: () => t('ops.exportBegun', { table: about }),
        }),
      }[what]?.() ?? null
    );
  }

  dialog() {
    const shown = this.naming;
    const act = async ({ name }) => {
      await admin('POST', shown.path, shown.body(name));
      this.asking = null;
      toast(shown.said(name));
      this.reload();
      this.look();
    };
    const schema = shown && {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', title: shown.title, description: shown.hint, pattern: shown.pattern } },
    };
    return html`<t-dialog heading=${shown?.heading ?? ''} ?open=${!!shown} .content=${shown ? html`<t-form .schema=${schema} .value=${{ name: shown.value }} submit=${shown.label} .act=${act}></t-form>` : nothing}
      @close=${() => {
        this.asking = null;
        this.failure = null;
      }}></t-dialog>`;
  }
}

define('console-storage', Storage);
