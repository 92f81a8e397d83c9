import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/dialog.js';
import '/ui/field.js';
import { icon } from './kinds.js';
import { formOf, METHODS, OPERATORS } from './policy-items.js';

const LISTS = ['anyRoles', 'allRoles', 'excludedRoles'];

/** One item of an access policy: <fk-policy-dialog .item .definitions .failure @save-item @close>. */
class PolicyDialog extends Element {
  static properties = { item: { attribute: false }, definitions: { attribute: false }, failure: { attribute: false }, form: { state: true } };

  willUpdate(changed) {
    if (changed.has('item')) this.form = formOf(this.item);
  }

  set(change) {
    this.form = { ...this.form, ...change };
  }

  rule(i, change) {
    this.set({ rules: this.form.rules.map((each, at) => (at === i ? { ...each, ...change } : each)) });
  }

  typeOf(key) {
    return this.definitions.find((each) => each.key === key)?.dataType ?? 'STRING';
  }

  operators(key) {
    return OPERATORS[this.typeOf(key)] ?? OPERATORS.STRING;
  }

  send(event) {
    event.preventDefault();
    this.dispatchEvent(new CustomEvent('save-item', { detail: this.form }));
  }

  render() {
    const close = () => this.dispatchEvent(new CustomEvent('close'));
    return html`<t-dialog open heading=${t('fk.policy.item')} @close=${close} .content=${this.fields()}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-policy" class="primary">${t('fk.save')}</button>`}></t-dialog>`;
  }

  fields() {
    const { form } = this;
    const usable = this.definitions.filter(({ dataType }) => dataType in OPERATORS);
    return html`<form id="fk-policy" class="stack" @submit=${(event) => this.send(event)}><p class="quiet">${t('fk.policy.itemText')}</p>
      ${LISTS.map(
        (list, i) =>
          html`<t-field label=${t(`fk.policy.field.${list}`)} value=${form[list]} hint=${i === 0 ? t('fk.policy.groupsHint') : nothing} ?focused=${i === 0} @input=${(event) => this.set({ [list]: event.target.value })}></t-field>`,
      )}
      <fieldset><legend>${t('fk.policy.field.methods')}</legend><div class="row">${METHODS.map(
        (each) =>
          html`<label class="fk-check"><input type="checkbox" .checked=${form.methods.includes(each)} @change=${(event) =>
            this.set({ methods: METHODS.filter((one) => (one === each ? event.target.checked : form.methods.includes(one))) })}>${each}</label>`,
      )}</div></fieldset>
      <t-field label=${t('fk.policy.field.resources')} type="textarea" rows="2" value=${form.resources} placeholder="/documents/{documentId}" @input=${(event) => this.set({ resources: event.target.value })}></t-field>
      <t-field label=${t('fk.policy.field.notResources')} type="textarea" rows="2" value=${form.notResources} @input=${(event) => this.set({ notResources: event.target.value })}></t-field>
      <fieldset class="stack"><legend>${t('fk.policy.field.rules')}</legend>${form.rules.map((rule, i) => this.line(rule, i, usable))}
        ${
          usable.length === 0
            ? html`<p class="quiet">${t('fk.policy.noAttributes')}</p>`
            : html`<div><button type="button" class="plain" data-act="add-rule" @click=${() =>
                this.set({
                  rules: [...form.rules, { key: usable[0].key, operator: this.operators(usable[0].key)[0], value: '' }],
                })}>${icon('plus')}${t('fk.policy.addRule')}</button></div>`
        }</fieldset>
      ${this.failure ? html`<p class="problem" role="alert">${words(this.failure)}</p>` : nothing}</form>`;
  }

  line(rule, i, usable) {
    const operators = this.operators(rule.key);
    const type = this.typeOf(rule.key);
    const open = this.definitions.find(({ key }) => key === rule.key)?.type === 'STANDARD';
    return html`<div class="fk-role" role="group" aria-label=${t('fk.policy.rule', { n: i + 1 })}>
      <select aria-label=${t('fk.attribute')} @change=${(event) => this.rule(i, { key: event.target.value, operator: this.operators(event.target.value)[0], value: '' })}>${usable.map(({ key }) => html`<option value=${key} .selected=${key === rule.key}>${key}</option>`)}</select>
      <select aria-label=${t('fk.policy.operator')} @change=${(event) => this.rule(i, { operator: event.target.value })}>${operators.map((each) => html`<option value=${each} .selected=${each === rule.operator}>${t(`fk.policy.op.${each}`)}</option>`)}</select>
      ${rule.operator === 'me' ? nothing : this.value(rule, i, type)}
      <button type="button" class="plain icon" aria-label=${t('fk.policy.removeRule', { n: i + 1 })} @click=${() => this.set({ rules: this.form.rules.filter((_, at) => at !== i) })}>${icon('cross')}</button>
      ${open ? html`<span class="hint">${t('fk.policy.openAttribute')}</span>` : nothing}</div>`;
  }

  value(rule, i, type) {
    const change = (event) => this.rule(i, { value: event.target.value });
    if (type === 'BOOLEAN')
      return html`<select aria-label=${t('fk.policy.value')} @change=${change}><option value="true" .selected=${rule.value !== 'false'}>${t('fk.yes')}</option><option value="false" .selected=${rule.value === 'false'}>${t('fk.no')}</option></select>`;
    return html`<input type=${type === 'NUMBER' ? 'number' : 'text'} step="any" required aria-label=${t('fk.policy.value')} placeholder=${rule.operator === 'in' || rule.operator === 'notIn' ? 'a, b' : nothing} .value=${rule.value} @input=${change}>`;
  }
}

define('fk-policy-dialog', PolicyDialog);
