import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { confirmed } from '/ui/dialog.js';
import { t } from '/ui/texts.js';
import '/ui/field.js';
import './schema-preview.js';
import './value-field.js';
import { icon } from './kinds.js';
import { draftOf, newRow, placed, schemaBody } from './schema-draft.js';

const YES_NO = () => [
  ['true', t('fk.yes')],
  ['false', t('fk.no')],
];

/**
 * The editor of a schema, of a site or a class: <fk-schema-editor heading .schema .definitions .site .failure @save @leave>. `site` is the schema that a class
 * adds to, null for a site's own. "save" has what the API takes; what is refused stays in the form, each message at its place.
 */
class SchemaEditor extends Element {
  static properties = {
    heading: {},
    schema: { attribute: false },
    definitions: { attribute: false },
    site: { attribute: false },
    failure: { attribute: false },
    draft: { state: true },
    chosen: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('schema') || !this.draft) {
      this.draft = draftOf(this.schema);
      this.given = JSON.stringify(this.draft);
    }
  }

  firstUpdated() {
    this.querySelector('input')?.focus();
  }

  updated(changed) {
    if (changed.has('failure') && this.failure) this.querySelector('.wrong, [role=alert]')?.scrollIntoView({ block: 'nearest' });
  }

  set(change) {
    this.draft = { ...this.draft, ...change };
  }

  row(key, change) {
    this.set({ rows: this.draft.rows.map((each) => (each.key === key ? { ...each, ...change } : each)) });
  }

  composite(i, keys) {
    this.set({ composites: this.draft.composites.map((each, at) => (at === i ? keys : each)) });
  }

  typeOf(key) {
    return this.definitions.find((each) => each.key === key)?.dataType;
  }

  get unused() {
    return this.definitions.filter(({ key }) => !this.draft.rows.some((each) => each.key === key));
  }

  async add() {
    const unused = this.unused;
    const key = unused.some((each) => each.key === this.chosen) ? this.chosen : unused[0].key;
    this.set({ rows: [...this.draft.rows, newRow(key)] });
    this.chosen = null;
    await this.updateComplete;
    /** @type {HTMLElement | undefined} */ ([...this.querySelectorAll('.fk-schema-row')].at(-1)?.querySelector('select'))?.focus();
  }

  save(event) {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('save', { detail: schemaBody(this.draft) }));
  }

  async leave() {
    const isEdited = JSON.stringify(this.draft) !== this.given;
    const asked = { heading: t('fk.schema.leave'), text: t('fk.schema.leaveText'), label: t('fk.schema.discard'), act: async () => {} };
    if (!isEdited || (await confirmed(asked))) this.dispatchEvent(new CustomEvent('leave'));
  }

  render() {
    const errors = placed(this.failure, this.draft);
    return html`<div class="fk-schema"><form id="fk-schema" class="stack" novalidate @submit=${(event) => this.save(event)}><h2>${this.heading}</h2>
        <t-field label=${t('fk.name')} name="name" maxlength="500" value=${this.draft.name} error=${errors.name || nothing} @input=${(event) => this.set({ name: event.target.value })}></t-field>
        <h3>${t('fk.setup.attributes')}</h3>${this.draft.rows.length === 0 ? html`<p class="quiet">${t('fk.schema.noRows')}</p>` : nothing}
        ${repeat(
          this.draft.rows,
          ({ key }) => key,
          (each) => this.rowOf(each, errors.row(each.key)),
        )}
        ${this.adding()}${this.composites(errors.composites)}
        <label class="fk-check"><input type="checkbox" name="additional" .checked=${this.draft.additional} @change=${(event) => this.set({ additional: event.target.checked })}>${t('fk.schema.additional')}</label>
        ${errors.other ? html`<p class="problem" role="alert">${errors.other}</p>` : nothing}
        <div class="row"><button type="submit" class="primary" data-act="save-schema">${t('fk.save')}</button><button type="button" data-act="leave-schema" @click=${() => this.leave()}>${t('ui.cancel')}</button></div></form>
      <fk-schema-preview .schema=${schemaBody(this.draft)} .definitions=${this.definitions} .site=${this.site}></fk-schema-preview></div>`;
  }

  adding() {
    const unused = this.unused;
    if (unused.length === 0) return html`<p class="quiet">${t('fk.schema.allUsed')}</p>`;
    return html`<div class="fk-role"><select aria-label=${t('fk.attribute')} data-field="attribute" @change=${(event) => {
      this.chosen = event.target.value;
    }}>${unused.map(({ key }) => html`<option value=${key} .selected=${key === this.chosen}>${key}</option>`)}</select>
      <button type="button" data-act="add-row" @click=${() => this.add()}>${icon('plus')}${t('fk.attribute.add')}</button></div>`;
  }

  rowOf(row, error) {
    const { key } = row;
    const type = this.typeOf(key);
    return html`<fieldset class="fk-schema-row stack tight" data-key=${key}><legend>${key} <span class="quiet">${type ? t(`fk.type.${type}`) : ''}</span></legend>
      <div class="fk-role"><select aria-label=${t('fk.schema.need', { key })} @change=${(event) => this.row(key, { required: event.target.value === 'required' })}>
          <option value="required" .selected=${row.required}>${t('fk.required')}</option><option value="optional" .selected=${!row.required}>${t('fk.schema.optional')}</option></select>
        <button type="button" class="plain end" data-act="remove-row" aria-label=${t('fk.value.remove', { value: key })} @click=${() => this.set({ rows: this.draft.rows.filter((each) => each !== row) })}>${icon('cross')}${t('fk.schema.remove')}</button></div>
      ${type === 'KEY_ONLY' ? nothing : this.limits(row, type)}
      ${error ? html`<p class="wrong" role="alert">${error}</p>` : nothing}</fieldset>`;
  }

  limits(row, type) {
    const { key, allowed, defaults, min, max } = row;
    const named = allowed.length > 0 ? allowed.map((each) => [each, each]) : null;
    const choices = type === 'BOOLEAN' ? YES_NO() : named;
    const list = (name, values, offered) => {
      const label = t(`fk.schema.${name}`);
      return html`<div class="fk-bulk-value"><span class="fk-label">${label}</span><fk-value data-field=${name} label="${label}: ${key}" dataType=${type === 'NUMBER' ? 'NUMBER' : 'STRING'}
        .several=${type !== 'BOOLEAN'} .values=${values} .allowed=${offered} @values-change=${(event) => this.row(key, { [name]: event.detail.filter((each) => each !== '') })}></fk-value></div>`;
    };
    const count = (name, value, hint) =>
      html`<t-field label=${t(`fk.schema.${name}`)} type="number" min="-1" value=${value} hint=${hint} data-field=${name} @input=${(event) => this.row(key, { [name]: event.target.value })}></t-field>`;
    return html`<div class="fk-fields">
      ${type === 'BOOLEAN' ? nothing : list('allowed', allowed, null)}
      ${row.required ? list('defaults', defaults, choices) : nothing}
      ${count('min', min, t('fk.schema.minHint'))}${count('max', max, t('fk.schema.maxHint'))}</div>`;
  }

  composites(error) {
    const { composites } = this.draft;
    const choices = this.definitions.map(({ key }) => [key, key]);
    return html`<h3>${t('fk.schema.composites')}</h3><p class="quiet">${t('fk.schema.compositesText')}</p>
      ${composites.map(
        (keys, i) => html`<div class="fk-composite" role="group" aria-label=${t('fk.schema.composite', { n: i + 1 })}>
          <fk-value label=${t('fk.schema.composite', { n: i + 1 })} dataType="STRING" .several=${true} .values=${keys} .allowed=${choices} @values-change=${(event) => this.composite(i, event.detail.filter(Boolean))}></fk-value>
          <button type="button" class="plain icon" aria-label=${t('fk.schema.removeComposite', { n: i + 1 })} @click=${() => this.set({ composites: composites.filter((_, at) => at !== i) })}>${icon('cross')}</button></div>`,
      )}
      ${error ? html`<p class="wrong" role="alert">${error}</p>` : nothing}
      <div><button type="button" class="plain" data-act="add-composite" @click=${() => this.set({ composites: [...composites, []] })}>${icon('plus')}${t('fk.schema.addComposite')}</button></div>`;
  }
}

define('fk-schema-editor', SchemaEditor);
