import { define, Element, html, nothing } from './element.js';
import { avatar } from './avatar.js';
import { t } from './texts.js';
import './field.js';

const SHOWN_MAX = 8;
const PAUSE_MS = 120;

/**
 * @typedef {{id: string, name: string, about?: string}} Somebody
 * @typedef {(text: string, signal: AbortSignal) => Promise<Somebody[]> | Somebody[]} FindPeople
 */

/**
 * Those of `people` whose name, or a word of it, begins with a text; then those that have it anywhere.
 * @param {Somebody[]} people
 * @param {string} text
 * @returns {Somebody[]}
 */
export function namesLike(people, text) {
  const wanted = text.trim().toLowerCase();
  const rank = ({ name }) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    if (lower.split(/[\s.@_-]+/).some((word) => word.startsWith(wanted))) return 1;
    return lower.includes(wanted) ? 2 : 3;
  };
  return people.filter((each) => rank(each) < 3).sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

/** Names that fit what is typed, as a list to choose from. Asks after a short pause, and forgets what it asked before. */
class Suggestions extends Element {
  static properties = { find: { attribute: false }, found: { state: true }, at: { state: true }, asked: { state: true } };

  constructor() {
    super();
    this.found = [];
    this.at = 0;
    this.asked = null;
    this.asking = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.shut();
  }

  get isOpen() {
    return this.asked !== null && this.found.length > 0;
  }

  suggest(text, without = []) {
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        const found = (await this.find(text, signal)).filter(({ id }) => !without.includes(id)).slice(0, SHOWN_MAX);
        if (!signal.aborted) Object.assign(this, { found, asked: text, at: 0 });
      } catch {
        if (!signal.aborted) this.shut();
      }
    }, PAUSE_MS);
  }

  shut() {
    clearTimeout(this.timer);
    this.asking.abort();
    this.asked = null;
    this.found = [];
  }

  /** Whether a key was one of the list's. */
  steer(event) {
    if (!this.isOpen) return false;
    const { length } = this.found;
    if (event.key === 'ArrowDown') this.at = (this.at + 1) % length;
    else if (event.key === 'ArrowUp') this.at = (this.at + length - 1) % length;
    else if (event.key === 'Enter' || event.key === 'Tab') this.choose(this.found[this.at]);
    else if (event.key === 'Escape') this.shut();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** Takes one of those that are offered. @param {Somebody} somebody */
  choose(somebody) {
    throw new Error(`Nobody takes ${somebody.name}.`);
  }

  list(label) {
    return html`<ul class="found people-found" role="listbox" id="${this.own}l" aria-label=${label} ?hidden=${!this.isOpen}>${this.found.map(
      (each, i) => html`<li role="option" id="${this.own}l${i}"
        aria-selected=${i === this.at ? 'true' : 'false'} @mousedown=${(event) => {
          event.preventDefault();
          this.choose(each);
        }}><span class="row">${avatar(each.name)}<span class="cut">${each.name}</span></span>
        ${each.about ? html`<span class="quiet">${each.about}</span>` : nothing}</li>`,
    )}</ul>
      <span class="sr-only" role="status">${this.asked !== null ? t(this.found.length ? 'ui.people.found' : 'ui.foundNothing', { n: this.found.length }) : ''}</span>`;
  }

  get current() {
    return this.isOpen ? `${this.own}l${this.at}` : nothing;
  }
}

/**
 * A field for people: <t-people-picker label="…" .find=${FindPeople} .value=${[Somebody]} single @people-change>. Names are offered while typing; those who were
 * chosen are chips, which Backspace or their cross takes away. `value` is an array, also where `single` allows one only.
 */
class PeoplePicker extends Suggestions {
  static properties = {
    ...Suggestions.properties,
    label: {},
    hint: {},
    value: { attribute: false },
    single: { type: Boolean },
    disabled: { type: Boolean },
    placeholder: {},
  };

  constructor() {
    super();
    this.value = [];
  }

  get input() {
    return this.querySelector('input');
  }

  choose(somebody) {
    this.input.value = '';
    this.shut();
    this.set(this.single ? [somebody] : [...this.value, somebody]);
  }

  take(somebody) {
    this.set(this.value.filter((each) => each.id !== somebody.id));
    this.input.focus();
  }

  set(value) {
    this.value = value;
    this.dispatchEvent(new CustomEvent('people-change', { detail: value }));
  }

  typed() {
    this.suggest(
      this.input.value,
      this.value.map(({ id }) => id),
    );
  }

  key(event) {
    if (this.steer(event)) return;
    if (event.key === 'Backspace' && this.input.value === '' && this.value.length > 0) this.take(this.value.at(-1));
    else if (event.key === 'ArrowDown') this.typed();
    else if (event.key === 'Enter') event.preventDefault();
  }

  render() {
    return html`<label for=${this.own}>${this.label}</label>
      <div class="people-field" ?data-disabled=${this.disabled} @click=${(event) => {
        if (event.target === event.currentTarget) this.input.focus();
      }}>
        ${this.value.map(
          (
            each,
          ) => html`<span class="chip">${avatar(each.name)}<span class="cut">${each.name}</span><button type="button" aria-label=${t('ui.people.remove', { name: each.name })} ?disabled=${this.disabled}
          @click=${() => this.take(each)}>✕</button></span>`,
        )}
        <input id=${this.own} type="text" role="combobox" autocomplete="off" spellcheck="false" maxlength="200" aria-autocomplete="list" aria-expanded=${this.isOpen ? 'true' : 'false'} aria-controls="${this.own}l"
          aria-activedescendant=${this.current} aria-describedby=${this.hint ? `${this.own}h` : nothing} placeholder=${this.value.length ? nothing : (this.placeholder ?? t('ui.people.placeholder'))} ?disabled=${this.disabled}
          @input=${this.typed} @focus=${this.typed} @keydown=${this.key} @blur=${this.shut}>${this.list(this.label)}</div>
      ${this.hint ? html`<span class="hint" id="${this.own}h">${this.hint}</span>` : nothing}`;
  }
}

define('t-people-picker', PeoplePicker);

/**
 * What is typed after an at sign before the caret, and where it begins; null if there is none. An at sign inside of a word is none.
 * @param {string} text
 * @param {number} caret
 */
export function mentionAt(text, caret) {
  const found = /(?:^|[\s(（,，。:：])@([^\n@]{0,40})$/.exec(text.slice(0, caret));
  if (!found || /\s{2}|\s.*\s.*\s/.test(found[1])) return null;
  return { begin: caret - found[1].length, text: found[1] };
}

/**
 * A field of several lines in which `@` offers names: <t-mention-field label name rows hint required maxlength .find=${FindPeople}>. What it holds is a
 * t-field's, by its name.
 */
class MentionField extends Suggestions {
  static properties = {
    ...Suggestions.properties,
    label: {},
    name: {},
    hint: {},
    rows: {},
    value: {},
    placeholder: {},
    required: { type: Boolean },
    maxlength: {},
    focused: { type: Boolean },
  };

  get area() {
    return this.querySelector('textarea');
  }

  firstUpdated() {
    this.connectArea();
  }

  async connectArea() {
    await this.querySelector('t-field').updateComplete;
    this.area.setAttribute('aria-autocomplete', 'list');
    this.area.setAttribute('aria-controls', `${this.own}l`);
    this.area.setAttribute('aria-haspopup', 'listbox');
  }

  updated() {
    if (!this.area) return;
    if (this.isOpen) this.area.setAttribute('aria-activedescendant', this.current);
    else this.area.removeAttribute('aria-activedescendant');
  }

  look() {
    const mention = mentionAt(this.area.value, this.area.selectionStart);
    if (mention) this.suggest(mention.text);
    else this.shut();
  }

  /** The name takes the place of what was typed of it. */
  choose({ name }) {
    const { area } = this;
    const mention = mentionAt(area.value, area.selectionStart);
    this.shut();
    if (!mention) return;
    area.setRangeText(`${name} `, mention.begin, area.selectionStart, 'end');
    // The whole name would be offered once more, over what is below the field.
    this.isChosen = true;
    area.dispatchEvent(new Event('input', { bubbles: true }));
    this.isChosen = false;
    area.focus();
  }

  key(event) {
    if (!this.steer(event) && ['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) this.shut();
  }

  render() {
    return html`<div class="mention" @input=${(event) => {
      if (event.target === this.area && !this.isChosen) this.look();
    }} @keydown=${this.key} @focusout=${this.shut}>
      <t-field type="textarea" label=${this.label} name=${this.name ?? nothing} hint=${this.hint ?? nothing} rows=${this.rows ?? 3} .value=${this.value} placeholder=${this.placeholder ?? nothing} maxlength=${this.maxlength ?? nothing}
        ?required=${this.required} ?focused=${this.focused}></t-field>${this.list(t('ui.people.mention'))}</div>`;
  }
}

define('t-mention-field', MentionField);
