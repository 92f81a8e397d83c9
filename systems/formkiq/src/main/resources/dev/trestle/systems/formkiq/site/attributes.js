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
import { CLASS, classesOf, schemaWith } from './schema.js';
import { asAttribute, EDITED, sameValues, valuesOf, wrongValue } from './values.js';

const SCANNED = 'MalwareScanResult';

/** What was typed and not saved, by document: it outlives the element, which comes and goes with the selection. */
const kept = new Map();

const classesIn = (all) => {
  const found = all.find(({ key }) => key === CLASS);
  return found ? valuesOf(found) : [];
};

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
    classes: { state: true },
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
      const [all, definitions, classes] = await Promise.all([
        everything(`/documents/${encoded(this.documentId)}/attributes`, { siteId }, 'attributes', options),
        everything('/attributes', { siteId }, 'attributes', options),
        classesOf(siteId),
      ]);
      const schema = await schemaWith(siteId, this.edits.get(CLASS) ?? classesIn(all));
      if (asked !== this.asked) return;
      // What a scan says is shown above the document; nobody edits it.
      Object.assign(this, {
        all: all.filter(({ key }) => key !== SCANNED),
        schema,
        classes,
        definitions: new Map(definitions.map((each) => [each.key, each])),
        failure: null,
      });
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
    else if (
      !before &&
      (values === null || ((key === CLASS || this.schema.required.has(key)) && values.length > 0 && values.every((each) => each === '')))
    )
      edits.delete(key);
    else edits.set(key, values);
    this.refused = null;
    this.keep(edits);
    if (key === CLASS) this.readSchema();
  }

  /** Another class has other attributes. */
  async readSchema() {
    const ofClasses = this.edits.has(CLASS) ? (this.edits.get(CLASS) ?? []) : classesIn(this.all);
    const asked = Symbol('schema');
    this.askedSchema = asked;
    const schema = await schemaWith(this.siteId, ofClasses).catch(() => this.schema);
    if (asked === this.askedSchema) this.schema = schema;
  }

  typeOf(key) {
    if (key === CLASS) return 'STRING';
    return this.definitions.get(key)?.dataType ?? this.all.find((each) => each.key === key)?.valueType ?? 'STRING';
  }

  /** Attributes of these types are for those who govern. */
  isGuarded(key) {
    return ['OPA', 'GOVERNANCE'].includes(this.definitions.get(key)?.type) && !this.governs;
  }

  async add(event) {
    const has = new Set([...this.all.map(({ key }) => key), ...this.edits.keys()]);
    const items = [...this.definitions.values()]
      .filter((each) => this.schema.listed?.has(each.key) ?? true)
      .filter(
        (each) =>
          !has.has(each.key) &&
          each.key !== CLASS &&
          each.key !== SCANNED &&
          [...EDITED, 'WATERMARK'].includes(each.dataType) &&
          !this.isGuarded(each.key),
      )
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
    const { siteId } = this;
    try {
      // What belongs together is sent together: a class and what it requires.
      const given = [...this.edits].filter(([, values]) => values !== null);
      if (given.length > 0) {
        const attributes = given.map(([key, values]) => asAttribute(key, this.typeOf(key), values));
        await call('PATCH', `/documents/${encoded(this.documentId)}`, { siteId }, { attributes });
        this.saved(given.map(([key]) => key));
      }
      // A class first: it may require the others.
      for (const key of [...this.edits.keys()].sort((one, other) => Number(other === CLASS) - Number(one === CLASS))) {
        await call('DELETE', `/documents/${encoded(this.documentId)}/attributes/${encoded(key)}`, { siteId });
        this.saved([key]);
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
    const others = [...new Set(keys)].filter((key) => key !== CLASS).sort(compareNames);
    const isClassed = keys.includes(CLASS) || (this.writes && this.classes.length > 0);
    return isClassed ? [CLASS, ...others] : others;
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
                this.readSchema();
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
    const isClass = key === CLASS;
    const type = isClass ? 'STRING' : (before?.valueType ?? this.typeOf(key));
    const isReadOnly = !this.writes || this.isGuarded(key) || (before && !isClass && !EDITED.includes(before.valueType));
    const name = isClass ? t('fk.class') : key;
    if (edit === null) {
      return html`<div class="fk-line gone"><span class="fk-key cut" title=${name}>${name}</span><span class="fk-gone">${t('fk.attribute.removed')}</span>
        <button type="button" class="plain" @click=${() => this.saved([key])}>${t('ui.undo')}</button></div>`;
    }
    const values = edit ?? (before ? valuesOf(before) : []);
    const isRequired = this.schema.required.has(key);
    const mayRemove = !isReadOnly && !isRequired && (this.removes || !before);
    return html`<div class="fk-line ${this.edits.has(key) ? 'edited' : ''}"><span class="fk-key cut" title=${name}>${name}${isRequired ? html`<span class="fk-required" title=${t('fk.required')}> *<span class="sr-only">${t('fk.required')}</span></span>` : nothing}</span>
      ${
        type === 'KEY_ONLY' && !before && edit === undefined
          ? html`<span><button type="button" @click=${() => this.edit(key, [])}>${t('fk.value.give')}</button></span>`
          : html`<fk-value data-key=${key} label=${name} dataType=${type} .values=${values} .allowed=${(isClass ? this.classes : this.schema.allowed.get(key)) ?? null} error=${this.wrongOf(key)} ?readonly=${isReadOnly} @values-change=${(event) => this.edit(key, event.detail)}></fk-value>`
      }
      ${mayRemove ? html`<button type="button" class="plain icon fk-remove" aria-label=${t('fk.attribute.remove', { key: name })} title=${t('fk.attribute.remove', { key: name })} @click=${() => this.edit(key, null)}>${icon('cross')}</button>` : html`<span></span>`}</div>`;
  }
}

define('fk-attributes', Attributes);
