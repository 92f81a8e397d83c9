import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { setQuery } from '/ui/router.js';
import { values } from '/ui/field.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { copy } from '/ui/id.js';
import { call } from '/session.js';
import { at, patternPath } from './api.js';
import { line, typeOf } from './value.js';

/** One item: what it says, the items beside it, what it leads to, and a way to change it. */
class Item extends Page {
  static properties = { ...Page.properties, view: { state: true }, failure: { state: true }, editing: { state: true }, text: { state: true }, refused: { state: true }, busy: { state: true } };

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
      this.view = await call('POST', at(this.params.system, '/item'), { table: this.query.get('table'), key: JSON.parse(this.query.get('key')) }, { signal: this.live });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  edit() {
    this.before = this.view.row.item;
    this.text = JSON.stringify(this.before, null, 2);
    this.refused = null;
    this.editing = true;
  }

  async save(event) {
    const { text } = values(event);
    this.text = text;
    this.refused = null;
    let after;
    try {
      after = JSON.parse(text);
    } catch (failure) {
      this.refused = { message: t('item.notJson', { why: failure.message }) };
      return;
    }
    this.busy = true;
    try {
      this.view = await call('PUT', at(this.params.system, '/item'), { table: this.query.get('table'), before: this.before, after });
      this.editing = false;
      toast(t('item.saved'));
    } catch (failure) {
      this.refused = failure;
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

  render() {
    const { system } = this.params;
    const table = this.query.get('table');
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/data">${t('data.title')}</a> / <a href="/console/data/${system}">${system}</a> / ${table}</nav>
        <h1>${this.view?.row.entity ?? t('item.title')}</h1>${this.view?.row.tenant ? html`<t-badge tone="info" text=${this.view.row.tenant}></t-badge>` : nothing}
        ${this.view ? html`<button type="button" class="end" data-act="edit" ?disabled=${!!this.view.locked} @click=${this.edit}>${t('item.edit')}</button>` : nothing}</div>
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
    return html`<div class="stack"><section class="card"><dl class="facts">${Object.entries(row.key).map(([name, value]) => html`<dt>${name}</dt><dd><t-id value=${line(value)}></t-id></dd>`)}</dl></section>
      <section class="card"><t-tabs label=${t('item.title')} selected=${this.query.get('tab') ?? 'attributes'} .tabs=${tabs} @tab-select=${(event) => setQuery({ tab: event.detail })}></t-tabs></section>
      ${this.dialog()}</div>`;
  }

  attributeTable(row) {
    return html`<table><thead><tr><th scope="col">${t('data.attribute')}</th><th scope="col">${t('data.type')}</th><th scope="col">${t('data.value')}</th></tr></thead>
      <tbody>${Object.entries(row.item).map(([name, value]) => html`<tr><td>${name}</td><td class="mono">${typeOf(value)}</td><td class="mono">${line(value)}</td></tr>`)}</tbody></table>`;
  }

  raw(row) {
    const text = JSON.stringify(row.item, null, 2);
    return html`<div class="stack tight"><pre tabindex="0">${text}</pre><div><button type="button" @click=${() => copy(text)}>${t('ui.copyShort')}</button></div></div>`;
  }

  leads() {
    const { system } = this.params;
    const table = this.query.get('table');
    const collection = (each) => `/console/data/${system}?${new URLSearchParams({ table, partition: JSON.stringify(each.partition), ...(each.index ? { index: each.index } : {}), run: '1' })}`;
    return html`<div class="stack tight"><h3>${t('item.collections')}</h3><ul>${this.view.collections.map((each) => html`<li><a href=${collection(each)}>${each.index ?? table}: ${each.attribute} = <span class="mono">${line(each.partition)}</span></a></li>`)}</ul>
      <h3>${t('item.references')}</h3><ul>${this.view.references.map((each) => html`<li><a href=${patternPath(system, each.table, each.pattern, each.values, this.view.row.tenant)}>${each.pattern}</a>
        <span class="quiet">${each.entities.join(', ')} · ${Object.entries(each.values).map(([name, value]) => `${name} = ${value}`).join(', ')}</span></li>`)}</ul></div>`;
  }

  dialog() {
    const content = html`<p class="quiet">${t('item.editHint')}</p>
      ${this.refused ? html`<t-error .failure=${this.refused}></t-error>` : nothing}
      ${this.refused?.current ? html`<div><button type="button" data-act="now" @click=${() => this.startFromNow()}>${t('item.fromNow')}</button><pre>${JSON.stringify(this.refused.current.item, null, 2)}</pre></div>` : nothing}
      <form class="stack" id="edit-item" @submit=${(event) => this.save(event)}><t-field label=${t('item.raw')} name="text" type="textarea" rows="16" value=${this.text ?? ''} required></t-field></form>`;
    return html`<t-dialog wide heading=${t('item.edit')} ?open=${this.editing} .content=${content}
      .actions=${html`<button type="submit" form="edit-item" class="primary" ?disabled=${this.busy}>${t('ui.save')}</button>`} @close=${() => { this.editing = false; }}></t-dialog>`;
  }
}

define('console-item', Item);
