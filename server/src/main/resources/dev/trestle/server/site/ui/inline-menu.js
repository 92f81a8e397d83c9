import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';

const NARROW = '(max-width: 48rem)';
const GAP_PX = 4;

/**
 * @typedef {object} Choice
 * @property {string} id
 * @property {string} text
 * @property {unknown} [icon] a template that stands before the text
 * @property {string} [key] a key that chooses it, while nothing is typed
 * @property {string} [hint] a quiet word behind the text
 * @property {boolean} [checked]
 * @property {string} [disabled] why it cannot be chosen
 * @property {string[]} [then] what else will happen: printed below the choices, before anything is chosen
 * @property {boolean} [apart] a line is drawn above it
 */

/**
 * A menu at the cell or button that it is about, for a status, a person, a tag: typing filters, arrows and Enter or the printed keys choose, Escape closes,
 * and the focus goes back. Use openInlineMenu(); the element itself is of no use to a page.
 */
class InlineMenu extends Element {
  static properties = {
    label: {},
    heading: {},
    placeholder: {},
    items: { attribute: false },
    multiple: { type: Boolean },
    typed: { state: true },
    at: { state: true },
  };

  constructor() {
    super();
    this.typed = '';
    this.at = 0;
  }

  /** What fits what is typed; where a word begins with it first. */
  get shown() {
    const wanted = this.typed.trim().toLowerCase();
    if (!wanted) return this.items;
    const begins = (item) =>
      item.text
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.startsWith(wanted)) || item.key === wanted;
    const fits = this.items.filter((item) => item.text.toLowerCase().includes(wanted) || item.key === wanted);
    return [...fits.filter(begins), ...fits.filter((item) => !begins(item))];
  }

  firstUpdated() {
    // On a phone a field with the focus brings up its keyboard, which would cover the choices.
    this.querySelector(matchMedia(NARROW).matches ? '.inline-menu' : 'input').focus({ preventScroll: true });
  }

  updated() {
    this.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  answer(id) {
    this.dispatchEvent(new CustomEvent('answer', { detail: id }));
  }

  choose(item) {
    if (item && !item.disabled) this.answer(item.id);
  }

  key(event) {
    if (event.isComposing) return;
    const { shown } = this;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const keyed = this.typed === '' && !event.ctrlKey && !event.metaKey && !event.altKey ? shown.find((item) => item.key === event.key) : null;
    if (step) this.at = shown.length === 0 ? 0 : (this.at + step + shown.length) % shown.length;
    else if (event.key === 'Enter') this.choose(shown[this.at]);
    else if (event.key === 'Escape' || event.key === 'Tab') this.answer(null);
    else if (keyed) this.choose(keyed);
    else {
      // What is typed here is for no shortcut of the page.
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const { shown } = this;
    const at = Math.min(this.at, shown.length - 1);
    const told = shown.filter((item) => item.then?.length > 0);
    return html`<div class="inline-menu" role="dialog" tabindex="-1" aria-label=${this.label} @keydown=${this.key}>
      ${this.heading ? html`<div class="inline-menu-head">${this.heading}</div>` : nothing}
      <input type="text" role="combobox" aria-expanded="true" aria-autocomplete="list" aria-controls=${this.own} aria-label=${this.placeholder ?? this.label} placeholder=${this.placeholder ?? ''}
        autocomplete="off" spellcheck="false" aria-activedescendant=${at < 0 ? nothing : `${this.own}-${at}`} .value=${this.typed}
        @input=${(event) => {
          this.typed = event.target.value;
          this.at = 0;
        }}>
      <div class="inline-menu-list" role="listbox" id=${this.own} aria-label=${this.label} aria-multiselectable=${this.multiple ? 'true' : nothing}>
        ${shown.map(
          (
            item,
            i,
          ) => html`<div role="option" id="${this.own}-${i}" data-choice=${item.id} class=${item.apart ? 'apart' : ''} aria-selected=${i === at ? 'true' : 'false'} aria-disabled=${item.disabled ? 'true' : nothing}
          aria-describedby=${item.then?.length > 0 ? `${this.own}then-${item.id}` : nothing} @pointermove=${() => {
            this.at = i;
          }} @click=${() => this.choose(item)}>
          ${this.multiple ? html`<span class="inline-menu-check" aria-hidden="true">${item.checked ? '✓' : ''}</span>` : nothing}${item.icon ?? nothing}<span class="cut">${item.text}</span>
          ${item.checked ? html`<span class="${this.multiple ? 'sr-only' : 'quiet'}">${t(this.multiple ? 'ui.chosen' : 'ui.now')}</span>` : nothing}
          ${item.disabled || item.hint ? html`<span class="quiet cut">${item.disabled ?? item.hint}</span>` : nothing}${item.key ? html`<kbd>${item.key}</kbd>` : nothing}</div>`,
        )}
        ${shown.length === 0 ? html`<div class="quiet inline-menu-none" role="option" aria-disabled="true" aria-selected="false">${t('ui.noMatch')}</div>` : nothing}</div>
      ${told.map((item) => html`<div class="inline-menu-then" id="${this.own}then-${item.id}" data-then=${item.id}><strong>${item.text}</strong>${item.then.map((line) => html`<div>${line}</div>`)}</div>`)}
    </div>`;
  }
}

define('t-inline-menu', InlineMenu);

let closeOpen = null;

/** Beside its anchor, inside of the window; on a phone at the bottom of it. */
function place(menu, anchor) {
  const isNarrow = matchMedia(NARROW).matches;
  menu.classList.toggle('sheet', isNarrow);
  if (isNarrow) return;
  const about = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = about.bottom + GAP_PX;
  const top = below + height <= innerHeight ? below : about.top - GAP_PX - height;
  menu.style.left = `${Math.max(GAP_PX, Math.min(about.left, innerWidth - width - GAP_PX))}px`;
  menu.style.top = `${Math.max(GAP_PX, Math.min(top, innerHeight - height - GAP_PX))}px`;
}

/**
 * Opens a menu at an element. Resolves to the id of the choice, or to null if it was closed. With `toggle`, several may be chosen: it is called with each
 * id and gives the new items, and the menu stays open.
 *
 * @param {{anchor: HTMLElement, label: string, placeholder?: string, heading?: string, items: Choice[], at?: string, toggle?: (id: string) => Choice[]}} options
 *   `at` is the choice that is marked first
 * @returns {Promise<string | null>}
 */
export function openInlineMenu({ anchor, label, placeholder, heading, items, at, toggle }) {
  closeOpen?.(null);
  return new Promise((resolve) => {
    const menu = Object.assign(document.createElement('t-inline-menu'), { label, placeholder, heading, items, multiple: Boolean(toggle) });
    menu.at = Math.max(
      0,
      items.findIndex((item) => (at === undefined ? item.checked : item.id === at)),
    );
    menu.popover = 'manual';
    const ended = new AbortController();
    const close = (id, { refocus = true } = {}) => {
      if (ended.signal.aborted) return;
      ended.abort();
      closeOpen = null;
      anchor.removeAttribute('aria-expanded');
      anchor.classList.remove('inline-menu-open');
      menu.remove();
      if (refocus && anchor.isConnected) anchor.focus({ preventScroll: true });
      resolve(id);
    };
    closeOpen = close;
    menu.addEventListener('answer', ({ detail }) => {
      if (detail !== null && toggle) menu.items = toggle(detail);
      else close(detail);
    });
    const outside = (event) => {
      if (!menu.contains(event.target)) close(null, { refocus: event.target === document.body });
    };
    document.addEventListener('pointerdown', outside, { signal: ended.signal, capture: true });
    addEventListener('resize', () => place(menu, anchor), { signal: ended.signal });
    anchor.setAttribute('aria-expanded', 'true');
    anchor.classList.add('inline-menu-open');
    // In a dialog that is open, or nobody could reach it.
    (anchor.closest('dialog') ?? document.body).append(menu);
    menu.showPopover();
    menu.updateComplete.then(() => place(menu, anchor));
  });
}
