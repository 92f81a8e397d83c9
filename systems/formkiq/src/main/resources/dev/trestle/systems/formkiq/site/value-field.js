import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { shownValue } from './values.js';
import { icon } from './kinds.js';

/**
 * The control for the values of one attribute, by its data type: <fk-value label dataType="STRING" .values=${[…]} .allowed=${[[value, text]]} error @values-change>.
 * Several values are chips; values of which only some are `allowed` are chosen from these; what is typed is a value once Enter is pressed or the field is left.
 */
class ValueField extends Element {
  static properties = {
    label: {},
    dataType: {},
    values: { attribute: false },
    allowed: { attribute: false },
    error: {},
    readonly: { type: Boolean },
    several: { state: true },
  };

  constructor() {
    super();
    this.values = [];
  }

  get isMany() {
    return this.several || this.values.length > 1;
  }

  tell(values) {
    this.values = values;
    this.dispatchEvent(new CustomEvent('values-change', { detail: values }));
  }

  focusControl() {
    this.querySelector('input, button')?.focus();
  }

  add(input) {
    const text = input.value.trim();
    input.value = '';
    if (text !== '' && !this.values.includes(text)) this.tell([...this.values, text]);
  }

  key(event) {
    const input = event.target;
    if (event.key === 'Enter') {
      if (input.value.trim() === '') return;
      event.preventDefault();
      this.add(input);
    } else if (event.key === 'Backspace' && input.value === '' && this.values.length > 0) this.tell(this.values.slice(0, -1));
  }

  async more() {
    this.several = true;
    await this.updateComplete;
    this.querySelector('.fk-chips input')?.focus();
  }

  render() {
    return html`${this.control()}${this.error ? html`<span class="wrong" id="${this.own}e">${this.error}</span>` : nothing}`;
  }

  /** One of the values that are allowed, or several. */
  choice(described, invalid) {
    const text = (value) => this.allowed.find(([each]) => each === value)?.[1] ?? value;
    const open = this.allowed.filter(([each]) => !this.values.includes(each) || !this.isMany);
    const select = (value, change) => html`<select aria-label=${this.label} aria-describedby=${described} aria-invalid=${invalid} @change=${(
      event,
    ) => {
      const chosen = event.target.value;
      // What became a chip is no longer on offer; the next option must not seem to be chosen in its place.
      if (this.isMany) event.target.value = '';
      change(chosen);
    }}>
      <option value="" .selected=${value === ''}></option>${open.map(([each, shown]) => html`<option value=${each} .selected=${each === value}>${shown}</option>`)}
      ${value !== '' && !this.allowed.some(([each]) => each === value) ? html`<option value=${value} selected>${value}</option>` : nothing}</select>`;
    if (!this.isMany) {
      return html`<span class="fk-single">${select(this.values[0] ?? '', (value) => this.tell([value]))}
        <button type="button" class="plain icon" title=${t('fk.value.another')} aria-label=${t('fk.value.more', { name: this.label })} ?disabled=${!this.values[0]} @click=${() => {
          this.several = true;
        }}>${icon('plus')}</button></span>`;
    }
    return html`<span class="fk-chips">${this.values.map(
      (each) =>
        html`<span class="chip fk-chip"><span class="cut">${text(each)}</span><button type="button" aria-label=${t('fk.value.remove', { value: text(each) })} @click=${() => this.tell(this.values.filter((value) => value !== each))}>✕</button></span>`,
    )}${select('', (value) => {
      if (value) this.tell([...this.values, value]);
    })}</span>`;
  }

  control() {
    const described = this.error ? `${this.own}e` : nothing;
    const invalid = this.error ? 'true' : nothing;
    if (this.readonly) {
      if (this.dataType === 'KEY_ONLY') return html`<span>${t('fk.value.set')}</span>`;
      if (this.dataType === 'BOOLEAN') return html`<span>${t(this.values[0] === 'true' ? 'fk.yes' : 'fk.no')}</span>`;
      const shown = (value) => this.allowed?.find(([each]) => each === value)?.[1] ?? shownValue(this.dataType, value);
      return html`<span class="fk-plain">${this.values.map((each) => html`<span class=${this.values.length > 1 ? 'chip fk-chip' : ''}>${shown(each)}</span>`)}</span>`;
    }
    if (this.dataType === 'KEY_ONLY') return html`<span class="quiet">${t('fk.value.set')}</span>`;
    if (this.dataType === 'BOOLEAN') {
      return html`<span class="fk-segments" role="radiogroup" aria-label=${this.label} aria-describedby=${described}>${['true', 'false'].map(
        (each) =>
          html`<label><input type="radio" name="${this.own}b" value=${each} .checked=${this.values[0] === each} @change=${() => this.tell([each])}><span>${t(each === 'true' ? 'fk.yes' : 'fk.no')}</span></label>`,
      )}</span>`;
    }
    if (this.allowed) return this.choice(described, invalid);
    const mode = this.dataType === 'NUMBER' ? 'decimal' : nothing;
    if (this.isMany) {
      return html`<span class="fk-chips" @focusout=${(event) => {
        if (event.target instanceof HTMLInputElement) this.add(event.target);
      }}>${this.values.map(
        (each) =>
          html`<span class="chip fk-chip"><span class="cut">${shownValue(this.dataType, each)}</span><button type="button" aria-label=${t('fk.value.remove', { value: each })} @click=${() => {
            this.tell(this.values.filter((value) => value !== each));
            this.querySelector('input')?.focus();
          }}>✕</button></span>`,
      )}<input type="text" inputmode=${mode} autocomplete="off" spellcheck="false" aria-label=${t('fk.value.more', { name: this.label })} aria-describedby=${described} aria-invalid=${invalid} @keydown=${this.key}></span>`;
    }
    return html`<span class="fk-single"><input type="text" inputmode=${mode} autocomplete="off" spellcheck="false" aria-label=${this.label} aria-describedby=${described} aria-invalid=${invalid} .value=${this.values[0] ?? ''}
        @input=${(event) => this.tell([event.target.value])}>
      <button type="button" class="plain icon" title=${t('fk.value.another')} aria-label=${t('fk.value.more', { name: this.label })} ?disabled=${!this.values[0]} @click=${this.more}>${icon('plus')}</button></span>`;
  }
}

define('fk-value', ValueField);
