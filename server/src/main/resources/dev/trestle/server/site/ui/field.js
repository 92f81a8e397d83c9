import { define, Element, html, nothing } from './element.js';

/**
 * A field of a form: <t-field label="…" name="…" type="text" value="…" hint="…" error="…">. `type` is one of input's, or "textarea" or "select"
 * with `.options` of [value, text]. What was typed stays through an error; the control takes part in its form by its name.
 */
class Field extends Element {
  static properties = {
    label: {},
    name: {},
    type: {},
    value: {},
    hint: {},
    error: {},
    options: { attribute: false },
    required: { type: Boolean },
    autocomplete: {},
    placeholder: {},
    min: {},
    max: {},
    maxlength: {},
    minlength: {},
    pattern: {},
    rows: {},
    disabled: { type: Boolean },
    focused: { type: Boolean },
    mono: { type: Boolean },
  };

  get control() {
    return this.querySelector('input, select, textarea');
  }

  firstUpdated() {
    if (this.focused) this.control.focus();
  }

  /** Whether it was changed here since its value was given or saved. */
  get isEdited() {
    return this.given !== undefined && this.value !== this.given;
  }

  updated(changed) {
    if (changed.has('value') && this.value !== this.typed) this.given = undefined;
    // The property alone: an attribute would not reach a control that was typed in.
    if (changed.has('value') && this.value !== undefined && this.value !== null && this.control.value !== this.value) this.control.value = this.value;
    this.control.setCustomValidity(this.error ? this.error : '');
  }

  changed(event) {
    this.given ??= this.value ?? '';
    this.typed = event.target.value;
    this.value = this.typed;
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
        @input=${this.changed} @change=${this.changed}>${(this.options ?? []).map(([value, text]) => html`<option value=${value} ?selected=${value === this.value}>${text}</option>`)}</select>`;
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

/**
 * The values of a form by name, for a submit handler that keeps the page where it is. They are texts: files are read from their input.
 * @returns {Record<string, string>}
 */
export function values(event) {
  event.preventDefault();
  return /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(event.target)));
}

/** Whether something below an element was typed or chosen that is not saved. */
export function isEdited(element) {
  return (
    [...element.querySelectorAll('t-field')].some((each) => each.isEdited) ||
    [...element.querySelectorAll('t-upload')].some((each) => each.isEdited) ||
    [...element.querySelectorAll('input')].some(
      (each) => (each.type === 'checkbox' && each.checked !== each.defaultChecked) || (each.type === 'file' && each.files.length > 0),
    )
  );
}

/** What the fields of a form hold was saved, and is where the next change starts. */
export function markSaved(form) {
  form.querySelectorAll('t-field').forEach((each) => {
    each.given = undefined;
  });
}
