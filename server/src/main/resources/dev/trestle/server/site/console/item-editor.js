import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { call } from '/session.js';
import { at } from './api.js';
import '/ui/all.js';

const COMPOSE_MS = 400;

/** The fields that keys, unique values and tenants are made of: the system's to change in an item that exists. */
export function fixedFields(table, entity) {
  const parts = entity.keys.flatMap((key) => [key.partition, key.sort ?? '', key.when ?? '']).join(' ');
  const named = [...parts.matchAll(/\{([A-Za-z0-9_.]+)/g)].map(([, name]) => name.split('.')[0]);
  return [...new Set([...named, ...entity.unique.flatMap((name) => name.split(/\W+/)), ...(table.scope ? [table.scope.field] : [])])];
}

/** What an item becomes: what the form composed, and what the entity does not know stays. */
export function merged(table, entity, before, composed) {
  const keys = new Set([table.partition, table.sort, ...table.indexes.flatMap((each) => [each.partition, each.sort])]);
  const known = (name) =>
    keys.has(name) || entity.attributes.some((each) => (each.name.endsWith('…') ? name.startsWith(each.name.slice(0, -1)) : each.name === name));
  return { ...Object.fromEntries(Object.entries(before).filter(([name]) => !known(name))), ...composed };
}

/**
 * An item as a form of its entity, or as DynamoDB JSON: <console-item-editor .system .table .entity .tenant .fields .item .fixed>. `take()` gives
 * the item that is shown, composed by the server; null if something in it is wrong, which is shown then. `refuse(failure)` shows what the
 * server said of the item.
 */
class ItemEditor extends Element {
  static properties = {
    system: {},
    table: { attribute: false },
    entity: { attribute: false },
    tenant: {},
    fields: { attribute: false },
    item: { attribute: false },
    fixed: { attribute: false },
    mode: { state: true },
    text: { state: true },
    keys: { state: true },
    failure: { state: true },
    jsonError: { state: true },
  };

  constructor() {
    super();
    this.mode = 'form';
    this.fixed = [];
    this.keys = null;
    this.failure = null;
    this.jsonError = '';
    this.basis = '';
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  willUpdate(changed) {
    if (!changed.has('entity') && !changed.has('item') && !changed.has('fields')) return;
    // The same, read again: what was typed stays.
    const basis = JSON.stringify([this.entity?.name ?? null, Boolean(this.entity?.schema), this.item ?? null, this.fields ?? null]);
    if (basis === this.basis) return;
    this.basis = basis;
    if (!this.entity?.schema || (this.item && !this.fields)) this.mode = 'json';
    else if (changed.has('entity')) this.mode = 'form';
    this.text = JSON.stringify(this.item ?? {}, null, 2);
    this.initial = this.withTenant(this.fields);
    this.keys = null;
    this.failure = null;
    this.jsonError = '';
  }

  updated(changed) {
    // A tenant that is chosen later reaches the form by itself: its value is given once, and what was typed stays.
    if (changed.has('tenant') && this.scopeField && this.form?.typed) this.form.put(this.scopeField, this.tenant);
    if (changed.has('entity') || changed.has('tenant')) this.preview();
  }

  get scopeField() {
    const { scope } = this.table;
    return scope && this.entity?.scoped && this.entity.attributes.some((each) => each.name === scope.field) ? scope.field : null;
  }

  withTenant(fields) {
    return this.scopeField && this.tenant ? { ...fields, [this.scopeField]: this.tenant } : fields;
  }

  get form() {
    return this.querySelector('t-form');
  }

  /** Asks for the keys after a pause; what is not composable yet shows the templates. */
  preview() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (!this.form || this.mode !== 'form') return;
      this.asking?.abort();
      if (!this.form.isWhole) {
        this.keys = null;
        return;
      }
      this.asking = new AbortController();
      try {
        this.keys = (await this.compose(this.asking.signal)).keys;
      } catch (failure) {
        if (failure.name !== 'AbortError') this.keys = null;
      }
    }, COMPOSE_MS);
  }

  compose(signal) {
    const fields = this.withTenant(this.form.current);
    return call(
      'POST',
      at(this.system, '/compose'),
      { table: this.table.name, entity: this.entity.name, fields, ...(this.tenant ? { tenant: this.tenant } : {}) },
      { signal },
    );
  }

  async take() {
    this.failure = null;
    if (this.mode === 'json') return this.parsed();
    if (!this.form.check()) return null;
    try {
      const { item, keys } = await this.compose();
      this.keys = keys;
      return item;
    } catch (failure) {
      this.refuse(failure);
      return null;
    }
  }

  parsed() {
    try {
      const item = JSON.parse(this.text);
      if (item === null || typeof item !== 'object' || Array.isArray(item)) throw new Error('{ }');
      this.jsonError = '';
      return item;
    } catch (failure) {
      this.jsonError = t('item.notJson', { why: failure.message });
      return null;
    }
  }

  refuse(failure) {
    if (this.mode === 'form' && failure.status === 400) this.form.refuse(failure);
    else this.failure = failure;
  }

  /** The JSON begins with what the form makes, if that is whole. */
  async toJson() {
    if (this.form?.current && this.mode === 'form') {
      try {
        this.text = JSON.stringify((await this.compose()).item, null, 2);
      } catch {
        // What is not whole yet is not taken over.
      }
    }
    this.mode = 'json';
  }

  render() {
    if (!this.table || (!this.entity && !this.item)) return nothing;
    const tabs = [
      ...(this.entity?.schema ? [{ id: 'form', text: t('item.form'), keep: true, content: () => this.formTab() }] : []),
      { id: 'json', text: t('item.json'), keep: true, content: () => this.jsonTab() },
    ];
    return html`${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <t-tabs label=${t('item.title')} selected=${this.mode} .tabs=${tabs} @tab-select=${(event) => (event.detail === 'json' ? this.toJson() : this.toForm())}></t-tabs>`;
  }

  toForm() {
    this.mode = 'form';
    this.preview();
  }

  formTab() {
    return html`<div class="stack tight"><t-form verbatim .schema=${this.entity.schema} .value=${this.initial} .prefixes=${['fields', 'after', 'item']} .locked=${[...this.fixed, ...(this.scopeField ? [this.scopeField] : [])]}
      @changed=${() => this.preview()} @form-submit=${(event) => {
        event.stopPropagation();
        this.dispatchEvent(new CustomEvent('editor-submit'));
      }}></t-form>${this.keyTable()}</div>`;
  }

  keyTable() {
    const shown = this.keys ?? this.entity.keys.map((key) => ({ index: key.index, partition: key.partition, sort: key.sort }));
    return html`<section class="composed" aria-live="polite"><h3>${t('item.keys')}</h3><p class="quiet">${t(this.keys ? 'item.keysComposed' : 'item.keysWaiting')}</p>
      <dl class="facts">${shown.map((key) => html`<dt>${key.index ?? t('data.tableItself')}</dt><dd class="mono" data-key=${key.index ?? ''}>${key.partition}${key.sort ? html`<br>${key.sort}` : nothing}</dd>`)}</dl></section>`;
  }

  jsonTab() {
    return html`<form class="stack tight" @submit=${(event) => {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent('editor-submit'));
    }}>
      <t-field label=${t('item.raw')} name="text" type="textarea" rows="16" hint=${t('item.rawHint')} value=${this.text ?? ''} error=${this.jsonError} required
        @input=${(event) => {
          this.text = event.target.value;
          this.jsonError = '';
        }}></t-field></form>`;
  }
}

define('console-item-editor', ItemEditor);
