import { define, Element, html, nothing } from './element.js';

/**
 * A field of a form: <t-field label="…" name="…" type="text" value="…" hint="…" error="…">. `type` is one of input's, or "textarea" or "select"
 * with `.options` of [value, text]. What was typed stays through an error; the control takes part in its form by its name.
 */
class Field extends Element {
  static properties = { label: {}, name: {}, type: {}, value: {}, hint: {}, error: {}, options: { attribute: false }, required: { type: Boolean },
    autocomplete: {}, placeholder: {}, min: {}, max: {}, maxlength: {}, minlength: {}, pattern: {}, rows: {}, disabled: { type: Boolean },
    focused: { type: Boolean }, mono: { type: Boolean } };

  get control() {
    return this.querySelector('input, select, textarea');
  }

  firstUpdated() {
    if (this.focused) this.control.focus();
  }

  updated(changed) {
    // The property alone: an attribute would not reach a control that was typed in.
    if (changed.has('value') && this.value !== undefined && this.value !== null && this.control.value !== this.value) this.control.value = this.value;
    this.control.setCustomValidity(this.error ? this.error : '');
  }

  changed(event) {
    this.value = event.target.value;
    this.error = '';
    event.target.setCustomValidity('');
  }

  render() {
    const described = `${this.hint ? `${this.own}h ` : ''}${this.error ? `${this.own}e` : ''}`.trim();
    return html`<label for=${this.own}>${this.label}</label>${this.controlOf(described || nothing)}
      ${this.hint ? html`<span class="hint" id="${this.own}h">${this.hint}</span>` : nothing}
      ${this.error ? html`<span class="wrong" id="${this.own}e">${this.error}</span>` : nothing}`;
  }

  controlOf(described) {
    const invalid = this.error ? 'true' : nothing;
    if (this.type === 'select') {
      return html`<select id=${this.own} name=${this.name ?? nothing} aria-describedby=${described} aria-invalid=${invalid} ?disabled=${this.disabled}
        @input=${this.changed}>${(this.options ?? []).map(([value, text]) => html`<option value=${value} ?selected=${value === this.value}>${text}</option>`)}</select>`;
    }
    if (this.type === 'textarea') {
      return html`<textarea id=${this.own} name=${this.name ?? nothing} rows=${this.rows ?? 4} aria-describedby=${described} aria-invalid=${invalid} spellcheck="false"
        maxlength=${this.maxlength ?? nothing} placeholder=${this.placeholder ?? nothing} ?required=${this.required} ?disabled=${this.disabled} @input=${this.changed}></textarea>`;
    }
    return html`<input id=${this.own} name=${this.name ?? nothing} type=${this.type ?? 'text'} aria-describedby=${described} aria-invalid=${invalid}
      class=${this.mono ? 'mono' : ''} autocomplete=${this.autocomplete ?? 'off'} placeholder=${this.placeholder ?? nothing} min=${this.min ?? nothing} max=${this.max ?? nothing}
      maxlength=${this.maxlength ?? nothing} minlength=${this.minlength ?? nothing} pattern=${this.pattern ?? nothing} ?required=${this.required}
      ?disabled=${this.disabled} @input=${this.changed}>`;
  }
}

define('t-field', Field);

/** The values of a form by name, for a submit handler that keeps the page where it is. */
export function values(event) {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.target));
}
