import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { icon } from './api.js';
import { chipsOf, SEVERAL, toggled, understand, VALUES, withoutChip, withValues } from './filters.js';
import { swatch, valueText } from './looks.js';
import { vocabulary } from './vocabulary.js';
import { span, spanText } from './when.js';

const COLORED = ['upperColor', 'lowerColor', 'color'];
const OPTIONS_MAX = 8;

/** What a chip says of its values. */
export function chipValue(name, values) {
  if (name === 'span') return spanText(values[0], values[1]);
  if (name === 'minConfidence') return t('zv.atLeast', { value: Number(values[0]).toFixed(2) });
  if (name === 'timeOfDay') return values[0].replace('-', ' – ');
  if (name === 'mask') return t(values[0] === 'true' ? 'zv.mask.true' : 'zv.mask.false');
  if (name === 'personId' || name === 'videoId') return `…${values[0].slice(-4)}`;
  return values.map(
    (each, i) =>
      html`${i ? html` <span class="quiet">${t('zv.or')}</span> ` : nothing}${COLORED.includes(name) ? html`${swatch(each)} ` : nothing}${valueText(name, each)}`,
  );
}

/**
 * The line above the results: chips of what is searched for, and a field that takes words such as "red top last night camera 3". It tells "filters-change" with other
 * filters, "save-search" to keep it, and "open-filters" where there is no room for them at the side.
 */
class Builder extends Element {
  static properties = {
    filters: { attribute: false },
    cameras: { attribute: false },
    typed: { state: true },
    at: { state: true },
    isOpen: { state: true },
    missed: { state: true },
  };

  constructor() {
    super();
    /** @type {[string, string, string | null][] | null} */
    this.words = null;
    Object.assign(this, { filters: {}, cameras: [], typed: '', at: 0, isOpen: false, missed: '' });
  }

  get field() {
    return /** @type {HTMLInputElement} */ (this.querySelector('input[name=words]'));
  }

  focusField() {
    this.field?.focus();
  }

  tell(filters) {
    this.dispatchEvent(new CustomEvent('filters-change', { detail: filters }));
  }

  /** What the words can mean: all that was understood first, then each way to take a single one. */
  get options() {
    const text = this.typed.trim();
    if (!text) return [];
    this.words ??= vocabulary();
    const { found, rest } = understand(text, { words: this.words, cameras: this.cameras });
    const options = [];
    if (found.length) options.push({ found, rest });
    const [only] = found.length === 1 && !rest ? found : [];
    if (only?.name === 'color') ['upperColor', 'lowerColor'].forEach((name) => options.push({ found: [{ name, value: only.value }], rest: '' }));
    const begins = text.toLowerCase();
    for (const [word, name, value] of this.words) {
      if (value === null || !word.toLowerCase().startsWith(begins) || options.some((each) => each.found.some((one) => one.value === value))) continue;
      options.push({ found: [{ name, value }], rest: '' });
    }
    for (const camera of this.cameras) {
      if (camera.toLowerCase().includes(begins) && !options.some((each) => each.found.some(({ value }) => value === camera)))
        options.push({ found: [{ name: 'camera', value: camera }], rest: '' });
    }
    if (!found.length) options.push({ found: [{ name: 'object', value: text.toLowerCase().slice(0, 40) }], rest: '' });
    return options.slice(0, OPTIONS_MAX);
  }

  take({ found, rest }) {
    let { filters } = this;
    for (const { name, value } of found) {
      if (name === 'span') {
        const { start, end } = span(value);
        filters = withValues(withValues(filters, 'start', [start]), 'end', end ? [end] : []);
      } else if (!filters[name]?.includes(value)) filters = toggled(filters, name, value);
    }
    Object.assign(this, { typed: rest, at: 0, isOpen: false, missed: rest });
    this.field.value = rest;
    this.tell(filters);
  }

  type(event) {
    Object.assign(this, { typed: event.target.value, at: 0, isOpen: true, missed: '' });
  }

  key(event) {
    const { options } = this;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      this.at = (this.at + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % (options.length || 1);
      this.isOpen = true;
    } else if (event.key === 'Enter' && options[this.at]) this.take(options[this.at]);
    else if (event.key === 'Escape' && this.isOpen) {
      this.isOpen = false;
      event.stopPropagation();
    } else if (event.key === 'Backspace' && !event.target.value) {
      const last = chipsOf(this.filters).at(-1);
      if (last) this.tell(withoutChip(this.filters, last.name));
      return;
    } else return;
    event.preventDefault();
  }

  /** A chip's values are changed where it stands. */
  async edit(event, name) {
    const values = name === 'camera' ? this.cameras : VALUES[name];
    if (!values || !SEVERAL.includes(name)) {
      this.dispatchEvent(new CustomEvent('open-filters'));
      return;
    }
    const items = () =>
      [...new Set([...values, ...(this.filters[name] ?? [])])].map((value) => ({
        id: value,
        text: valueText(name, value),
        icon: COLORED.includes(name) ? swatch(value) : undefined,
        checked: this.filters[name]?.includes(value),
      }));
    await openInlineMenu({
      anchor: event.currentTarget,
      label: t(`zv.filter.${name}`),
      heading: undefined,
      placeholder: t('zv.filterValues'),
      items: items(),
      at: undefined,
      toggle: (value) => {
        this.filters = toggled(this.filters, name, value);
        this.tell(this.filters);
        return items();
      },
    });
  }

  render() {
    const chips = chipsOf(this.filters);
    const { options } = this;
    const isOpen = this.isOpen && options.length > 0;
    return html`<div class="zv-build" role="search"><button type="button" class="zv-filters-button" data-act="filters" @click=${() => this.dispatchEvent(new CustomEvent('open-filters'))}>${icon('filter')}${chips.length ? t('zv.filtersN', { n: chips.length }) : t('zv.filters')}</button>
      <div class="zv-line" @click=${(event) => event.target === event.currentTarget && this.focusField()}>${icon('search')}
        <ul class="zv-chips" aria-label=${t('zv.searchedFor')}>${chips.map((chip) => this.chip(chip))}</ul>
        <span class="zv-words"><input type="text" name="words" role="combobox" autocomplete="off" spellcheck="false" maxlength="120" aria-label=${t('zv.words')} placeholder=${t(chips.length ? 'zv.wordsMore' : 'zv.wordsHint')} aria-expanded=${isOpen ? 'true' : 'false'} aria-controls=${this.own} aria-autocomplete="list" aria-activedescendant=${isOpen ? `${this.own}-${this.at}` : nothing}
          .value=${this.typed} @input=${this.type} @keydown=${this.key} @blur=${() => (this.isOpen = false)} @focus=${() => (this.isOpen = true)}>
        <ul class="found zv-options" role="listbox" id=${this.own} aria-label=${t('zv.words')} ?hidden=${!isOpen}>${isOpen ? options.map((option, i) => this.option(option, i)) : nothing}</ul></span>
      </div>${chips.length ? html`<button type="button" class="plain" data-act="clear" @click=${() => this.tell({})}>${t('zv.clear')}</button><button type="button" data-act="save-search" @click=${() => this.dispatchEvent(new CustomEvent('save-search'))}>${t('zv.saveSearch')}</button>` : nothing}
      ${this.missed ? html`<p class="zv-missed quiet" role="status">${t('zv.notUnderstood', { words: this.missed })}</p>` : nothing}</div>`;
  }

  option(option, i) {
    const { found, rest } = option;
    return html`<li role="option" id="${this.own}-${i}" aria-selected=${i === this.at ? 'true' : 'false'} @mousedown=${(event) => {
      event.preventDefault();
      this.take(option);
    }}><span class="zv-option">${found.map(({ name, value }) => html`<span class="zv-tag"><span class="quiet">${t(`zv.filter.${name}`)}</span> ${name === 'span' ? t(`zv.span.${value}`) : chipValue(name, [value])}</span>`)}${rest ? html`<span class="quiet">${t('zv.notUnderstoodShort', { words: rest })}</span>` : nothing}</span></li>`;
  }

  chip({ name, values }) {
    const label = t(`zv.filter.${name}`);
    return html`<li class="zv-chip" data-chip=${name}><button type="button" class="zv-chip-body" aria-haspopup=${SEVERAL.includes(name) ? 'listbox' : 'dialog'} @click=${(event) => this.edit(event, name)}><span class="zv-chip-name">${label}</span><span class="zv-chip-value">${chipValue(name, values)}</span></button>
      <button type="button" class="zv-chip-x" aria-label=${t('zv.removeFilter', { what: label })} @click=${() => this.tell(withoutChip(this.filters, name))}>${icon('close')}</button></li>`;
  }
}

define('zv-builder', Builder);
