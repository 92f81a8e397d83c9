import { define, Element, html, nothing, svg } from './element.js';
import { t } from './texts.js';
import { navigate } from './router.js';

const PAUSE_MS = 200;
const REFUSED = [401, 403, 404];

/** Of each source, so that one does not fill the list. */
const SHOWN_MAX = 6;
const GLASS = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5';

/**
 * Asks several sources at once, after a pause in typing: <t-search .sources=${[{name, title, find: async (text, signal) => [{title, kind, path}]}]}>. Each is
 * shown as soon as it answers, in the order of the sources; what is chosen stays chosen meanwhile. One that fails is named. `/` focuses the field.
 */
class Search extends Element {
  static properties = {
    sources: { attribute: false },
    groups: { state: true },
    chosen: { state: true },
    waiting: { state: true },
    state: { state: true },
    shown: { state: true },
  };

  constructor() {
    super();
    this.sources = [];
    this.waiting = 0;
    this.asking = new AbortController();
    this.clear();
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

  clear() {
    this.groups = [];
    this.chosen = null;
    this.state = 'idle';
  }

  type(event) {
    const text = event.target.value.trim();
    this.forget();
    this.shown = true;
    if (text === '') {
      this.clear();
      return;
    }
    // Enter opens nothing that was found for another text.
    this.chosen = null;
    this.state = 'searching';
    this.timer = setTimeout(() => this.ask(text, this.asking.signal), PAUSE_MS);
  }

  async ask(text, signal) {
    const { sources } = this;
    const groups = sources.map(({ name, title }) => ({ name, title, entries: [], failed: false }));
    this.waiting = sources.length;
    let isFirst = true;
    await Promise.all(
      sources.map(async ({ find }, i) => {
        const answer = await find(text, signal).then(
          (entries) => ({ entries: entries.slice(0, SHOWN_MAX), failed: false }),
          // What somebody may not ask has nothing for them.
          (failure) => ({ entries: [], failed: !REFUSED.includes(failure.status) }),
        );
        if (signal.aborted) return;
        Object.assign(groups[i], answer);
        this.waiting -= 1;
        // What was found for the text before stays until there is something new to show.
        if (isFirst && answer.entries.length === 0 && this.waiting > 0) return;
        if (isFirst) this.chosen = null;
        isFirst = false;
        this.groups = [...groups];
        this.chosen ??= this.found[0] ?? null;
      }),
    );
    if (!signal.aborted) this.state = 'done';
  }

  get found() {
    return this.groups.flatMap((each) => each.entries);
  }

  step(by) {
    const { found } = this;
    this.chosen = found[(found.indexOf(this.chosen) + by + found.length) % found.length];
    this.updateComplete.then(() => this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }));
  }

  key(event) {
    const any = this.shown && this.groups.some((each) => each.entries.length > 0);
    if (event.key === 'Escape') this.leave(event.target);
    else if (event.key === 'ArrowDown' && any) this.step(1);
    else if (event.key === 'ArrowUp' && any) this.step(-1);
    else if (event.key === 'Enter' && any && this.chosen) this.go(this.chosen);
    else return;
    event.preventDefault();
  }

  leave(input) {
    this.forget();
    this.clear();
    input.value = '';
    input.blur();
  }

  go(entry) {
    this.leave(this.querySelector('input'));
    navigate(entry.path);
  }

  /** What was found is put away while one is elsewhere, and is there again. */
  turn(event) {
    this.shown = event.type === 'focus';
  }

  render() {
    const groups = this.shown ? this.groups.filter((each) => each.entries.length > 0) : [];
    const open = groups.length > 0;
    const { found } = this;
    return html`<div class="search" role="search">${svg`<svg class="glass" viewBox="0 0 24 24" aria-hidden="true"><path d=${GLASS}/></svg>`}
      <input type="search" role="combobox" aria-label=${t('ui.search')} placeholder=${t('ui.search')} maxlength="200" autocomplete="off"
      aria-expanded=${open ? 'true' : 'false'} aria-controls=${this.own} aria-activedescendant=${open && this.chosen ? this.idOf(found, this.chosen) : nothing}
      @input=${this.type} @keydown=${this.key} @focus=${this.turn} @blur=${this.turn}><kbd aria-hidden="true">/</kbd>
      <div class="found" ?hidden=${!this.shown || this.state === 'idle'} @mousedown=${(event) => event.preventDefault()}>
        <div role="listbox" id=${this.own} aria-label=${t('ui.found')} ?hidden=${!open}>${groups.map((each) => this.group(each, found))}</div>
        <div class="found-state quiet" role="status">${this.told(open)}</div></div></div>`;
  }

  idOf(found, entry) {
    return `${this.own}-${found.indexOf(entry)}`;
  }

  group({ title, entries }, found) {
    return html`<div role="group" aria-label=${title}><div class="found-head" aria-hidden="true">${title}</div>${entries.map(
      (
        entry,
      ) => html`<div role="option" id=${this.idOf(found, entry)} aria-selected=${entry === this.chosen ? 'true' : 'false'} @click=${() => this.go(entry)}>
        <span class="cut">${entry.title}</span><span class="quiet">${entry.kind}</span></div>`,
    )}</div>`;
  }

  /** That it is under way, that there is nothing, or whom it could not ask. */
  told(open) {
    if (this.state === 'searching') return open ? nothing : t('ui.searching');
    const failed = this.groups.filter((each) => each.failed).map((each) => each.title);
    if (failed.length) return t('ui.searchFailed', { names: failed.join(', ') });
    return open || this.state === 'idle' ? nothing : t('ui.foundNothing');
  }
}

define('t-search', Search);
