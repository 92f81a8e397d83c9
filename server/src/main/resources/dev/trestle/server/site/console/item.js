import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { navigate, setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { toast } from '/ui/toast.js';
import { copy } from '/ui/id.js';
import { call } from '/session.js';
import { words } from '/ui/error.js';
import { confirmed } from '/ui/dialog.js';
import { at, describeSystem, itemPath, patternPath } from './api.js';
import { line, typeOf } from './value.js';
import { namesBeside, namesIn } from './names.js';
import { fixedFields, merged } from './item-editor.js';

/** One item: what it says, the items beside it, what it leads to, and a way to change it. */
class Item extends Page {
  static properties = {
    ...Page.properties,
    view: { state: true },
    failure: { state: true },
    editing: { state: true },
    described: { state: true },
    names: { state: true },
    refused: { state: true },
    busy: { state: true },
  };

  willUpdate(changed) {
    if (!changed.has('query') && !changed.has('params')) return;
    const asked = `${this.params.system} ${this.query.get('table')} ${this.query.get('key')}`;
    if (this.query.get('key') && asked !== this.asked) {
      this.asked = asked;
      this.load();
    }
  }

  async load() {
    this.failure = null;
    this.view = null;
    try {
      this.view = await call(
        'POST',
        at(this.params.system, '/item'),
        { table: this.query.get('table'), key: JSON.parse(this.query.get('key')), ...(this.copy ? { copy: this.copy } : {}) },
        { signal: this.live },
      );
      this.name();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** The names of the people and items that it names by id; they come when they come. */
  async name() {
    const { view } = this;
    this.names = null;
    const names = await namesIn(this.params.system, [view.row.item], view.row.tenant, this.live);
    if (this.view === view) this.names = names;
  }

  /** The restored table that it is read from; what is there is not changed. */
  get copy() {
    return this.query.get('copy');
  }

  get table() {
    return this.described?.tables.find((each) => each.name === this.query.get('table')) ?? null;
  }

  get entity() {
    return this.table?.entities.find((each) => each.name === this.view.row.entity) ?? null;
  }

  async edit() {
    try {
      this.described ??= await describeSystem(this.params.system, this.live);
    } catch (failure) {
      if (failure.name !== 'AbortError') toast(words(failure), { tone: 'bad' });
      return;
    }
    this.before = this.view.row.item;
    this.started = { fields: this.view.fields ?? undefined, item: this.before };
    this.refused = null;
    this.editing = true;
  }

  async save() {
    const editor = this.querySelector('console-item-editor');
    this.refused = null;
    this.busy = true;
    try {
      const made = await editor.take();
      if (made === null) return;
      const after = editor.mode === 'form' ? merged(this.table, this.entity, this.before, made) : made;
      this.view = await call('PUT', at(this.params.system, '/item'), { table: this.query.get('table'), before: this.before, after });
      this.editing = false;
      toast(t('item.saved'));
      this.name();
    } catch (failure) {
      if (failure.status === 400 && editor.mode === 'form') editor.refuse(failure);
      else this.refused = failure;
    } finally {
      this.busy = false;
    }
  }

  /** After somebody else's change: theirs is what the next attempt starts from; what was typed stays. */
  startFromNow() {
    this.before = this.refused.current.item;
    this.view = { ...this.view, row: this.refused.current };
    this.refused = null;
  }

  get called() {
    return `${this.view.row.entity ?? t('item.title')} ${Object.values(this.view.row.key).map(line).join(' · ')}`;
  }

  /** What the system can read can be put back, so that it is deleted at once; anything else is asked for first. */
  async remove() {
    const { system } = this.params;
    const table = this.query.get('table');
    const { item } = this.view.row;
    const act = () => call('POST', at(system, '/deletions'), { table, before: item });
    const name = this.called;
    if (this.view.fields && !this.view.unreadable) {
      try {
        await act();
      } catch (failure) {
        this.failure = failure;
        return;
      }
      toast(t('item.deleted', { name }), { undo: () => this.putBack(system, table, item, name) });
    } else {
      const done = await confirmed({ heading: t('item.deleteTitle', { name }), text: t('item.deleteText'), label: t('item.delete'), act });
      if (!done) return;
      toast(t('item.deleted', { name }));
    }
    navigate(`/console/data/${encodeURIComponent(system)}?${new URLSearchParams({ kind: 'scan', table })}`);
  }

  async putBack(system, table, item, name) {
    try {
      const view = await call('POST', at(system, '/items'), { table, item });
      toast(t('item.putBack', { name }));
      navigate(itemPath(system, table, view.row.key));
    } catch (failure) {
      toast(failure.status === 409 ? t('item.notPutBack', { name }) : words(failure), { tone: 'bad' });
    }
  }

  render() {
    const { system } = this.params;
    const table = this.query.get('table');
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/data">${t('data.title')}</a> / <a href="/console/data/${system}">${systemName(system)}</a> / ${table}</nav>
        <h1>${this.view?.row.entity ?? t('item.title')}</h1>${this.view?.row.tenant ? html`<t-badge tone="info" text=${this.view.row.tenant}></t-badge>` : nothing}
        ${
          this.view
            ? html`<span class="row end"><a class="button" data-act="duplicate" href="/console/data/${system}/new?${new URLSearchParams({ table, from: this.query.get('key'), ...(this.copy ? { copy: this.copy } : {}) })}">${t('item.duplicate')}</a>
          ${
            this.copy
              ? nothing
              : html`<button type="button" class="danger" data-act="delete" @click=${() => this.remove()}>${t('item.delete')}</button>
          <button type="button" class="primary" data-act="edit" ?disabled=${!!this.view.locked} @click=${() => this.edit()}>${t('item.edit')}</button>`
          }</span>`
            : nothing
        }</div>
      ${this.copy ? html`<p class="problem" role="status">${t('data.copy', { copy: this.copy, table })} ${t('item.copyHint')}</p>` : nothing}
      ${this.view?.unreadable ? html`<p class="problem"><strong>${t('item.unreadable')}</strong> ${this.view.unreadable}</p>` : nothing}
      ${this.view?.locked ? html`<p class="quiet">${t('item.locked')}</p>` : nothing}
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
      ${this.view ? this.shown() : this.failure ? nothing : html`<div class="card"><span class="skeleton"></span></div>`}`;
  }

  shown() {
    const { row, collections, references } = this.view;
    const tabs = [
      { id: 'attributes', text: t('item.attributes'), content: () => this.attributeTable(row) },
      { id: 'raw', text: t('item.raw'), content: () => this.raw(row) },
      { id: 'leads', text: t('item.leads', { n: collections.length + references.length }), content: () => this.leads() },
    ];
    return html`<div class="stack"><section class="card"><dl class="facts">${Object.entries(row.key).map(([name, value]) => html`<dt>${name}</dt><dd><t-id value=${line(value)}></t-id></dd>`)}</dl>${this.view.companions ? html`<p class="quiet">${t('item.companions')}</p>` : nothing}</section>
      <section class="card"><t-tabs label=${t('item.title')} selected=${this.query.get('tab') ?? 'attributes'} .tabs=${tabs} @tab-select=${(event) => setQuery({ tab: event.detail })}></t-tabs></section>
      ${this.dialog()}</div>`;
  }

  attributeTable(row) {
    return rowsTable({
      caption: t('item.title'),
      rows: Object.entries(row.item),
      columns: [
        { title: t('data.attribute'), cell: ([name]) => name },
        { title: t('data.type'), cell: ([, value]) => html`<span class="mono">${typeOf(value)}</span>` },
        {
          title: t('data.value'),
          cell: ([name, value]) => html`<span class="mono">${line(value)}</span>${namesBeside(this.params.system, name, value, this.names)}`,
        },
      ],
    });
  }

  raw(row) {
    const text = JSON.stringify(row.item, null, 2);
    return html`<div class="stack tight"><pre tabindex="0">${text}</pre><div><button type="button" @click=${() => copy(text)}>${t('ui.copyShort')}</button></div></div>`;
  }

  leads() {
    const { system } = this.params;
    const table = this.query.get('table');
    const collection = (each) =>
      `/console/data/${system}?${new URLSearchParams({ table, partition: JSON.stringify(each.partition), ...(each.index ? { index: each.index } : {}), run: '1' })}`;
    return html`<div class="stack tight"><h3>${t('item.collections')}</h3><ul>${this.view.collections.map((each) => html`<li><a href=${collection(each)}>${each.index ?? table}: ${each.attribute} = <span class="mono">${line(each.partition)}</span></a></li>`)}</ul>
      <h3>${t('item.references')}</h3><ul>${this.view.references.map(
        (each) => html`<li><a href=${patternPath(system, each.table, each.pattern, each.values, this.view.row.tenant)}>${each.pattern}</a>
        <span class="quiet">${each.entities.join(', ')} · ${Object.entries(each.values)
          .map(([name, value]) => `${name} = ${value}`)
          .join(', ')}</span></li>`,
      )}</ul></div>`;
  }

  dialog() {
    const content = () => html`<p class="quiet">${t('item.editHint')}</p>
      ${this.refused ? html`<t-error .failure=${this.refused}></t-error>` : nothing}
      ${this.refused?.current ? html`<div class="stack tight"><div><button type="button" data-act="now" @click=${() => this.startFromNow()}>${t('item.fromNow')}</button></div><pre>${JSON.stringify(this.refused.current.item, null, 2)}</pre></div>` : nothing}
      <console-item-editor .system=${this.params.system} .table=${this.table} .entity=${this.entity} .tenant=${this.view.row.tenant ?? ''} .fields=${this.started.fields} .item=${this.started.item}
        .fixed=${this.entity ? fixedFields(this.table, this.entity) : []} @editor-submit=${() => this.save()}></console-item-editor>`;
    return html`<t-dialog wide heading=${t('item.edit')} ?open=${this.editing} .content=${this.editing ? content() : nothing}
      .actions=${html`<button type="button" class="primary" data-act="save" ?disabled=${this.busy} @click=${() => this.save()}>${t('ui.save')}</button>`} @close=${() => {
        this.editing = false;
      }}></t-dialog>`;
  }
}

define('console-item', Item);
