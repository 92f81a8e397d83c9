import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { navigate, setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { toast } from '/ui/toast.js';
import { call } from '/session.js';
import { at, describeSystem, itemPath } from './api.js';
import { line } from './value.js';
import './item-editor.js';

/** A new item, or a duplicate of the one that the address names: its entity's form, or DynamoDB JSON. */
class NewItem extends Page {
  static properties = {
    ...Page.properties,
    described: { state: true },
    from: { state: true },
    failure: { state: true },
    conflict: { state: true },
    busy: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('params') && this.params.system && this.loaded !== this.params.system) this.load();
  }

  async load() {
    this.loaded = this.params.system;
    this.failure = null;
    try {
      this.described = await describeSystem(this.params.system, this.live);
      const key = this.query.get('from');
      if (key)
        this.from = await call(
          'POST',
          at(this.params.system, '/item'),
          { table: this.query.get('table'), key: JSON.parse(key), ...(this.query.get('copy') ? { copy: this.query.get('copy') } : {}) },
          { signal: this.live },
        );
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  get table() {
    const wanted = this.query.get('table');
    return this.described?.tables.find((each) => each.name === wanted) ?? this.described?.tables[0] ?? null;
  }

  get entity() {
    const wanted = this.query.get('entity') ?? this.from?.row.entity;
    return this.table?.entities.find((each) => each.name === wanted) ?? this.table?.entities[0] ?? null;
  }

  get tenant() {
    return this.query.get('tenant') ?? this.from?.row.tenant ?? '';
  }

  async save() {
    this.conflict = null;
    const editor = this.querySelector('console-item-editor');
    this.busy = true;
    try {
      const item = await editor.take();
      if (item === null) return;
      const view = await call('POST', at(this.params.system, '/items'), { table: this.table.name, item });
      toast(t('item.created'));
      navigate(itemPath(this.params.system, this.table.name, view.row.key));
    } catch (failure) {
      if (failure.current) this.conflict = failure;
      else editor.refuse(failure);
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { system } = this.params;
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/data">${t('data.title')}</a> / <a href="/console/data/${system}">${systemName(system)}</a></nav>
        <h1>${t(this.query.get('from') ? 'item.duplicate' : 'item.new')}</h1></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
      ${this.described && (!this.query.get('from') || this.from) ? this.body() : this.failure ? nothing : html`<div class="card"><span class="skeleton"></span></div>`}`;
  }

  body() {
    const { table, entity } = this;
    const scoped = entity?.scoped && table.scope;
    return html`<section class="card stack"><div class="grid">
        <t-field label=${t('item.table')} name="table" type="select" value=${table.name} .options=${this.described.tables.map((each) => [each.name, each.name])}
          @change=${(event) => setQuery({ table: event.target.value, entity: null })}></t-field>
        <t-field label=${t('data.entity')} name="entity" type="select" value=${entity?.name ?? ''} hint=${entity?.about ?? ''} .options=${table.entities.map((each) => [each.name, each.name])}
          @change=${(event) => setQuery({ entity: event.target.value })}></t-field>
        ${scoped ? html`<t-field label=${table.scope.field} name="tenant" hint=${t('data.tenantHint')} value=${this.tenant} maxlength="64" required @change=${(event) => setQuery({ tenant: event.target.value })}></t-field>` : nothing}</div>
      ${table.support ? html`<p class="quiet">${t('item.supportHint')}</p>` : nothing}
      <console-item-editor .system=${this.params.system} .table=${table} .entity=${entity} .tenant=${this.tenant} .fields=${this.from?.row.entity === entity?.name ? (this.from?.fields ?? undefined) : undefined}
        .item=${this.from && !this.from.fields ? this.from.row.item : undefined} @editor-submit=${() => this.save()}></console-item-editor>
      ${this.conflict ? this.taken() : nothing}
      <div class="row"><button type="button" class="primary" data-act="create" ?disabled=${this.busy} @click=${() => this.save()}>${t('item.create')}</button></div></section>`;
  }

  taken() {
    const { current } = this.conflict;
    return html`<div class="problem stack tight" role="alert"><strong>${t('item.taken')}</strong>
      <a href=${itemPath(this.params.system, this.table.name, current.key)}>${current.entity ?? t('item.title')}: <span class="mono">${Object.values(current.key).map(line).join(' · ')}</span></a>
      <details><summary>${t('item.json')}</summary><pre tabindex="0">${JSON.stringify(current.item, null, 2)}</pre></details></div>`;
  }
}

define('console-new-item', NewItem);
