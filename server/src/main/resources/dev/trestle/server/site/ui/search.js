import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import { navigate } from './router.js';

const SHOWN_MAX = 20;
const PAUSE_MS = 200;

/** Finds pages, and what every system finds: <t-search .find=${async (text, signal) => [{title, kind, path}]}>. Asks after a pause in typing. `/` focuses it. */
class Search extends Element {
  static properties = { find: { attribute: false }, found: { state: true }, at: { state: true }, state: { state: true } };

  constructor() {
    super();
    this.found = [];
    this.at = 0;
    this.state = 'idle';
    this.asking = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.forget();
  }

  focusField() {
    this.querySelector('input').select();
    this.querySelector('input').focus();
  }

  /** Cancels what was asked before. */
  forget() {
    this.asking.abort();
    this.asking = new AbortController();
    clearTimeout(this.timer);
  }

  type(event) {
    const text = event.target.value.trim();
    this.forget();
    if (text === '') {
      this.show([], 'idle');
      return;
    }
    this.state = 'searching';
    this.timer = setTimeout(() => this.ask(text, this.asking.signal), PAUSE_MS);
  }

  async ask(text, signal) {
    const found = await this.find(text, signal);
    if (!signal.aborted) this.show(found.slice(0, SHOWN_MAX), 'done');
  }

  show(found, state) {
    this.found = found;
    this.state = state;
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
    this.forget();
    this.show([], 'idle');
    input.value = '';
    input.blur();
  }

  go(entry) {
    this.leave(this.querySelector('input'));
    navigate(entry.path);
  }

  render() {
    const open = this.found.length > 0;
    const none = this.state === 'done' && !open;
    return html`<div class="search" role="search"><input type="search" role="combobox" aria-label=${t('ui.search')} placeholder=${t('ui.search')} maxlength="200" autocomplete="off"
      aria-expanded=${open ? 'true' : 'false'} aria-controls=${this.own} aria-activedescendant=${open ? `${this.own}-${this.at}` : nothing} @input=${this.type} @keydown=${this.key}><kbd aria-hidden="true">/</kbd>
      <ul class="found" role="listbox" id=${this.own} aria-label=${t('ui.found')} ?hidden=${!open}>${this.found.map(
        (entry, i) => html`<li role="option" id="${this.own}-${i}"
        aria-selected=${i === this.at ? 'true' : 'false'} @mousedown=${(event) => {
          event.preventDefault();
          this.go(entry);
        }}><span class="cut">${entry.title}</span><span class="quiet">${entry.kind}</span></li>`,
      )}</ul>
      <div class="found quiet" role="status" ?hidden=${!none && !(this.state === 'searching' && !open)}>${none ? t('ui.foundNothing') : t('ui.searching')}</div></div>`;
  }
}

define('t-search', Search);
