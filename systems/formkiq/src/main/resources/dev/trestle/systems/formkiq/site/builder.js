import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { icon } from './kinds.js';
import { operatorsFor, SUBJECTS } from './query.js';

/** The conditions of a search, a line each: <fk-builder .conditions .definitions .tagKeys @conditions-change>. */
class Builder extends Element {
  static properties = { conditions: { attribute: false }, definitions: { attribute: false }, tagKeys: { attribute: false } };

  constructor() {
    super();
    this.conditions = [];
    this.definitions = [];
    this.tagKeys = [];
  }

  tell(conditions) {
    this.dispatchEvent(new CustomEvent('conditions-change', { detail: conditions }));
  }

  change(i, change) {
    this.tell(this.conditions.map((each, at) => (at === i ? { ...each, ...change } : each)));
  }

  typeOf(condition) {
    return condition.subject === 'attribute' ? this.definitions.find(({ key }) => key === condition.key)?.dataType : undefined;
  }

  async add() {
    const first = this.definitions[0];
    this.tell([
      ...this.conditions,
      { subject: 'attribute', key: first?.key ?? '', operator: operatorsFor('attribute', first?.dataType)[0], value: '', to: '' },
    ]);
    await this.updateComplete;
    /** @type {HTMLElement | undefined} */ ([...this.querySelectorAll('.fk-condition')].at(-1)?.querySelector('select'))?.focus();
  }

  select(label, value, options, change) {
    return html`<select aria-label=${label} @change=${(event) => change(event.target.value)}>${options.map(([id, text]) => html`<option value=${id} .selected=${id === value}>${text}</option>`)}</select>`;
  }

  render() {
    return html`${this.conditions.map((each, i) => this.line(each, i))}
      <button type="button" class="plain" data-act="add-condition" @click=${this.add}>${icon('plus')}${t('fk.condition.add')}</button>
      <datalist id="${this.own}tags">${this.tagKeys.map((key) => html`<option value=${key}></option>`)}</datalist>`;
  }

  line(condition, i) {
    const { subject, key, operator } = condition;
    const type = this.typeOf(condition);
    const operators = operatorsFor(subject, type);
    return html`<div class="fk-condition" role="group" aria-label=${t('fk.condition', { n: i + 1 })}>
      ${this.select(
        t('fk.condition.subject'),
        subject,
        SUBJECTS.map((each) => [each, t(`fk.condition.${each}`)]),
        (next) => {
          const first = next === 'attribute' ? this.definitions[0] : null;
          this.change(i, { subject: next, key: first?.key ?? '', operator: operatorsFor(next, first?.dataType)[0] ?? 'eq', value: '', to: '' });
        },
      )}
      ${
        subject === 'attribute'
          ? this.select(
              t('fk.attribute'),
              key,
              this.definitions.map((each) => [each.key, each.key]),
              (next) => {
                const nextType = this.definitions.find((each) => each.key === next)?.dataType;
                this.change(i, { key: next, operator: operatorsFor('attribute', nextType)[0], value: nextType === 'BOOLEAN' ? 'true' : '', to: '' });
              },
            )
          : nothing
      }
      ${subject === 'tag' ? html`<input type="text" list="${this.own}tags" aria-label=${t('fk.tag.key')} placeholder=${t('fk.tag.key')} .value=${key} @input=${(event) => this.change(i, { key: event.target.value })}>` : nothing}
      ${
        operators.length > 0
          ? this.select(
              t('fk.operator'),
              operator,
              operators.map((each) => [each, t(`fk.operator.${each}`)]),
              (next) => this.change(i, { operator: next }),
            )
          : nothing
      }
      ${this.valueOf(condition, type, i)}
      <button type="button" class="plain icon" aria-label=${t('fk.condition.remove', { n: i + 1 })} @click=${() => this.tell(this.conditions.filter((_, at) => at !== i))}>${icon('cross')}</button></div>`;
  }

  valueOf({ subject, operator, value, to }, type, i) {
    if (operator === 'exists' && subject !== 'folder' && subject !== 'name') return html`<span class="fk-filler"></span>`;
    if (type === 'BOOLEAN') {
      return this.select(
        t('fk.bulk.value'),
        value || 'true',
        [
          ['true', t('fk.yes')],
          ['false', t('fk.no')],
        ],
        (next) => this.change(i, { value: next }),
      );
    }
    const hint =
      { folder: t('fk.condition.folderHint'), name: t('fk.condition.nameHint') }[subject] ??
      (operator === 'eqOr' ? t('fk.operator.eqOrHint') : t('fk.bulk.value'));
    const field = (name, shown, label) =>
      html`<input type="text" inputmode=${type === 'NUMBER' ? 'decimal' : nothing} aria-label=${label} placeholder=${label} .value=${shown} @input=${(event) => this.change(i, { [name]: event.target.value })}>`;
    return operator === 'range'
      ? html`${field('value', value, t('fk.operator.from'))}${field('to', to, t('fk.operator.to'))}`
      : field('value', value, hint);
  }
}

define('fk-builder', Builder);
