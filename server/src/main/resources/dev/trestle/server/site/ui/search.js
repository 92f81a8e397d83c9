import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import { navigate } from './router.js';

const SHOWN_MAX = 12;

/** Finds pages, and what the current system finds: <t-search .find=${async (text) => [{title, kind, path}]}>. `/` focuses it. */
class Search extends Element {
  static properties = { find: { attribute: false }, found: { state: true }, at: { state: true } };

  constructor() {
    super();
    this.found = [];
    this.at = 0;
  }

  focusField() {
    this.querySelector('input').select();
    this.querySelector('input').focus();
  }

  async type(event) {
    const text = event.target.value.trim();
    this.asked = text;
    const found = text === '' ? [] : await this.find(text);
    if (this.asked !== text) return;
    this.found = found.slice(0, SHOWN_MAX);
    this.at = 0;
  }

  key(event) {
    const { length } = this.found;
    if (event.key === 'Escape') this.leave(event.target);
    else if (event.key === 'ArrowDown' && length) this.at = (this.at + 1) % length;
    else if (event.key === 'ArrowUp' && length) this.at = (this.at + length - 1) % length;
    else if (event.key === 'Enter' && length) this.go(this.found[this.at]);
    else return;
    event.preventDefault();
  }

  leave(input) {
    this.found = [];
    input.value = '';
    input.blur();
  }

  go(entry) {
    this.leave(this.querySelector('input'));
    navigate(entry.path);
  }

  render() {
    const open = this.found.length > 0;
    return html`<div class="search" role="search"><input type="search" role="combobox" aria-label=${t('ui.search')} placeholder=${t('ui.search')} maxlength="200" autocomplete="off"
      aria-expanded=${open ? 'true' : 'false'} aria-controls=${this.own} aria-activedescendant=${open ? `${this.own}-${this.at}` : nothing} @input=${this.type} @keydown=${this.key}><kbd aria-hidden="true">/</kbd>
      <ul class="found" role="listbox" id=${this.own} aria-label=${t('ui.found')} ?hidden=${!open}>${this.found.map((entry, i) => html`<li role="option" id="${this.own}-${i}"
        aria-selected=${i === this.at ? 'true' : 'false'} @mousedown=${(event) => { event.preventDefault(); this.go(entry); }}><span class="cut">${entry.title}</span><span class="quiet">${entry.kind}</span></li>`)}</ul></div>`;
  }
}

define('t-search', Search);
