import { define, Element, html, nothing } from '/ui/element.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/state.js';
import './value-field.js';
import './relations.js';
import { call, compareNames, encoded, errorOf, everything } from './api.js';
import { icon } from './kinds.js';
import { schemaOf } from './schema.js';
import { asAttribute, EDITED, sameValues, valuesOf, wrongValue } from './values.js';

/** What was typed and not saved, by document: it outlives the element, which comes and goes with the selection. */
const kept = new Map();

/**
 * The attributes of a document, as a form: <fk-attributes .siteId .documentId ?writes ?removes ?governs news>. Only what was changed is sent; what is refused is
 * told at its field, and stays.
 */
class Attributes extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    governs: { type: Boolean },
    news: { type: Number },
    all: { state: true },
    definitions: { state: true },
    schema: { state: true },
    failure: { state: true },
    refused: { state: true },
    checked: { state: true },
    busy: { state: true },
    edits: { state: true },
  };

  constructor() {
    super();
    this.edits = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('documentId') || changed.has('siteId')) {
      Object.assign(this, { all: null, failure: null, refused: null, checked: false, edits: kept.get(this.documentId) ?? new Map() });
      this.read();
    } else if (changed.has('news') && this.all) this.read();
  }

  get isEdited() {
    return this.edits.size > 0;
  }

  async read() {
    const asked = Symbol('attributes');
    this.asked = asked;
    const options = { signal: this.leaving.signal };
    const { siteId } = this;
    try {
      const [all, definitions, schema] = await Promise.all([
        everything(`/documents/${encoded(this.documentId)}/attributes`, { siteId }, 'attributes', options),
        everything('/attributes', { siteId }, 'attributes', options),
        schemaOf(siteId),
      ]);
      if (asked !== this.asked) return;
      Object.assign(this, { all, schema, definitions: new Map(definitions.map((each) => [each.key, each])), failure: null });
      this.settle();
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.failure = failure;
    }
  }

  /** What is as it was typed meanwhile is no edit any more. */
  settle() {
    const edits = new Map(this.edits);
    for (const [key, edit] of edits) {
      const now = this.all.find((each) => each.key === key);
      if (edit === null ? !now : now && sameValues(valuesOf(now), edit)) edits.delete(key);
    }
    this.keep(edits);
  }

  keep(edits) {
    this.edits = edits;
    if (edits.size > 0) kept.set(this.documentId, edits);
    else kept.delete(this.documentId);
  }

  edit(key, values) {
    const before = this.all.find((each) => each.key === key);
    const edits = new Map(this.edits);
    if (before && values !== null && sameValues(valuesOf(before), values)) edits.delete(key);
    else if (!before && (values === null || (this.schema.required.has(key) && values.length > 0 && values.every((each) => each === ''))))
      edits.delete(key);
    else edits.set(key, values);
    this.refused = null;
    this.keep(edits);
  }

  typeOf(key) {
    return this.definitions.get(key)?.dataType ?? this.all.find((each) => each.key === key)?.valueType ?? 'STRING';
  }

  /** Attributes of these types are for those who govern. */
  isGuarded(key) {
    return ['OPA', 'GOVERNANCE'].includes(this.definitions.get(key)?.type) && !this.governs;
  }

  async add(event) {
    const has = new Set([...this.all.map(({ key }) => key), ...this.edits.keys()]);
    const items = [...this.definitions.values()]
      .filter((each) => !has.has(each.key) && [...EDITED, 'WATERMARK'].includes(each.dataType) && !this.isGuarded(each.key))
      .sort((one, other) => compareNames(one.key, other.key))
      .map((each) => ({ id: each.key, text: each.key, hint: t(`fk.type.${each.dataType}`) }));
    if (items.length === 0) {
      toast(t('fk.attribute.none'), { tone: 'warn' });
      return;
    }
    const key = await openInlineMenu({ anchor: event.currentTarget, label: t('fk.attribute.add'), placeholder: t('fk.attribute.find'), items });
    if (!key) return;
    const type = this.typeOf(key);
    this.edit(key, type === 'BOOLEAN' ? ['true'] : type === 'STRING' || type === 'NUMBER' ? [''] : []);
    await this.updateComplete;
    /** @type {any} */ (this.querySelector(`fk-value[data-key="${CSS.escape(key)}"]`))?.focusControl();
  }

  wrongOf(key) {
    const refused = errorOf(this.refused, key);
    if (refused) return refused;
    const values = this.edits.get(key);
    const wrong = this.checked && values ? wrongValue(this.typeOf(key), values) : null;
    return wrong ? t(wrong) : '';
  }

  async save(event) {
    event?.preventDefault();
    this.checked = true;
    const wrong = [...this.edits].find(([key, values]) => values !== null && wrongValue(this.typeOf(key), values));
    if (wrong) {
      await this.updateComplete;
      this.querySelector('[aria-invalid="true"]')?.focus();
      return;
    }
    this.busy = true;
    const base = `/documents/${encoded(this.documentId)}/attributes`;
    const { siteId } = this;
    try {
      const added = [];
      for (const [key, values] of [...this.edits]) {
        const isThere = this.all.some((each) => each.key === key);
        if (values === null) await call('DELETE', `${base}/${encoded(key)}`, { siteId });
        else if (isThere) await call('PUT', `${base}/${encoded(key)}`, { siteId }, { attribute: asAttribute(key, this.typeOf(key), values) });
        else added.push([key, values]);
        if (values === null || isThere) this.saved([key]);
      }
      if (added.length > 0) {
        await call('POST', base, { siteId }, { attributes: added.map(([key, values]) => asAttribute(key, this.typeOf(key), values)) });
        this.saved(added.map(([key]) => key));
      }
      Object.assign(this, { refused: null, checked: false });
      toast(t('fk.saved'));
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.busy = false;
      await this.read();
    }
  }

  saved(keys) {
    const edits = new Map(this.edits);
    keys.forEach((key) => edits.delete(key));
    this.keep(edits);
  }

  get lines() {
    const keys = [
      ...this.all.filter((each) => each.valueType !== 'RELATIONSHIPS').map(({ key }) => key),
      ...this.edits.keys(),
      ...(this.writes ? this.schema.required : []),
    ];
    return [...new Set(keys)].sort(compareNames);
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.all) return html`<t-state loading rows="4"></t-state>`;
    const { lines, isEdited } = this;
    const general = this.refused && !lines.some((key) => errorOf(this.refused, key)) ? words(this.refused) : null;
    const related = this.all.find((each) => each.valueType === 'RELATIONSHIPS');
    return html`<form class="fk-form" novalidate @submit=${this.save} @keydown=${(event) => {
      if (event.key === 's' && (event.ctrlKey || event.metaKey)) this.save(event);
    }}>
      ${lines.length === 0 ? html`<p class="quiet">${t('fk.attribute.empty')}</p>` : nothing}
      ${lines.map((key) => this.line(key))}
      ${general ? html`<p class="problem" role="alert">${general}</p>` : nothing}
      ${
        this.writes
          ? html`<div class="fk-form-end"><button type="button" data-act="add-attribute" @click=${this.add}>${icon('plus')}${t('fk.attribute.add')}</button><span class="end"></span>
        ${
          isEdited
            ? html`<button type="button" data-act="discard" @click=${() => {
                this.keep(new Map());
                Object.assign(this, { refused: null, checked: false });
              }}>${t('fk.discard')}</button><button type="submit" class="primary" data-act="save-attributes" ?disabled=${this.busy} aria-busy=${this.busy ? 'true' : nothing}>${t('fk.save')}</button>`
            : nothing
        }</div>`
          : nothing
      }</form>
      <fk-relations .siteId=${this.siteId} .documentId=${this.documentId} .values=${related ? valuesOf(related) : []} ?writes=${this.writes} ?removes=${this.removes} @relations-change=${() => this.read()}></fk-relations>`;
  }

  line(key) {
    const before = this.all.find((each) => each.key === key);
    const edit = this.edits.get(key);
    const type = EDITED.includes(before?.valueType) ? before.valueType : (before?.valueType ?? this.typeOf(key));
    const isReadOnly = !this.writes || this.isGuarded(key) || (before && !EDITED.includes(before.valueType));
    if (edit === null) {
      return html`<div class="fk-line gone"><span class="fk-key cut" title=${key}>${key}</span><span class="fk-gone">${t('fk.attribute.removed')}</span>
        <button type="button" class="plain" @click=${() => this.saved([key])}>${t('ui.undo')}</button></div>`;
    }
    const values = edit ?? (before ? valuesOf(before) : []);
    const isRequired = this.schema.required.has(key);
    const mayRemove = !isReadOnly && !isRequired && (this.removes || !before);
    return html`<div class="fk-line ${this.edits.has(key) ? 'edited' : ''}"><span class="fk-key cut" title=${key}>${key}${isRequired ? html`<span class="fk-required" title=${t('fk.required')}> *<span class="sr-only">${t('fk.required')}</span></span>` : nothing}</span>
      ${
        type === 'KEY_ONLY' && !before && edit === undefined
          ? html`<span><button type="button" @click=${() => this.edit(key, [])}>${t('fk.value.give')}</button></span>`
          : html`<fk-value data-key=${key} label=${key} dataType=${type} .values=${values} .allowed=${this.schema.allowed.get(key) ?? null} error=${this.wrongOf(key)} ?readonly=${isReadOnly} @values-change=${(event) => this.edit(key, event.detail)}></fk-value>`
      }
      ${mayRemove ? html`<button type="button" class="plain icon fk-remove" aria-label=${t('fk.attribute.remove', { key })} title=${t('fk.attribute.remove', { key })} @click=${() => this.edit(key, null)}>${icon('cross')}</button>` : html`<span></span>`}</div>`;
  }
}

define('fk-attributes', Attributes);
