import { define, Element, html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { t } from '/ui/texts.js';

const TEXT_MAX = 4000;
const SHOWN_MAX = 6;
const nameOf = (person) => person.name ?? person.personId;

/**
 * A comment that is being written: <doc-comment-box label="…" .people=${[{personId, name}]} .send=${async ({ text, mentions }) => …}>. "@" offers people; arrows and Enter
 * choose one. Ctrl Enter sends. What was typed stays when sending fails.
 */
class CommentBox extends Element {
  static properties = {
    label: {},
    value: {},
    people: { attribute: false },
    mentions: { attribute: false },
    send: { attribute: false },
    cancel: { attribute: false },
    focused: { type: Boolean },
    typed: { state: true },
    found: { state: true },
    at: { state: true },
    failure: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.chosen = new Map();
    this.found = [];
    this.at = 0;
  }

  firstUpdated() {
    const field = this.querySelector('textarea');
    field.value = this.value ?? '';
    this.typed = field.value;
    (this.mentions ?? []).forEach((each) => this.chosen.set(each.personId, each));
    if (this.focused) field.focus();
  }

  focusText() {
    this.querySelector('textarea').focus();
  }

  changed(event) {
    this.typed = event.target.value;
    const before = this.typed.slice(0, event.target.selectionStart);
    const asked = /(?:^|\s)@([^@\n]{0,40})$/.exec(before);
    const wanted = asked?.[1].toLowerCase();
    this.found = asked
      ? this.people
          .filter(
            (each) =>
              nameOf(each)
                .toLowerCase()
                .split(/\s+/)
                .some((word) => word.startsWith(wanted)) || nameOf(each).toLowerCase().startsWith(wanted),
          )
          .slice(0, SHOWN_MAX)
      : [];
    this.at = 0;
  }

  mention(person) {
    const field = this.querySelector('textarea');
    const end = field.selectionStart;
    const start = field.value.lastIndexOf('@', end - 1);
    field.setRangeText(`@${nameOf(person)} `, start, end, 'end');
    this.typed = field.value;
    this.chosen.set(person.personId, person);
    this.found = [];
    field.focus();
  }

  key(event) {
    event.stopPropagation();
    if (event.isComposing) return;
    if (this.found.length > 0) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) this.at = (this.at + step + this.found.length) % this.found.length;
      else if (event.key === 'Enter' || event.key === 'Tab') this.mention(this.found[this.at]);
      else if (event.key === 'Escape') this.found = [];
      else return;
      event.preventDefault();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.submit();
    } else if (event.key === 'Escape' && this.cancel) {
      event.preventDefault();
      this.cancel();
    }
  }

  async submit() {
    const text = (this.typed ?? '').trim();
    if (!text || this.busy) return;
    this.busy = true;
    this.failure = null;
    try {
      const mentions = [...this.chosen.values()].filter((each) => text.includes(`@${nameOf(each)}`)).map((each) => each.personId);
      await this.send({ text, mentions });
      this.chosen.clear();
      this.typed = '';
      const field = this.querySelector('textarea');
      if (field) field.value = '';
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const isOpen = this.found.length > 0;
    return html`<div class="doc-box"><textarea rows="2" maxlength=${TEXT_MAX} aria-label=${this.label} placeholder=${this.label} role="combobox" aria-autocomplete="list" aria-expanded=${isOpen ? 'true' : 'false'} aria-controls="${this.own}-people"
        aria-activedescendant=${isOpen ? `${this.own}-${this.at}` : nothing} @input=${this.changed} @keydown=${this.key}></textarea>
      <ul class="doc-people-found" role="listbox" id="${this.own}-people" aria-label=${t('docs.people')} ?hidden=${!isOpen}>${this.found.map(
        (each, i) => html`<li role="option" id="${this.own}-${i}" aria-selected=${i === this.at ? 'true' : 'false'}
        @mousedown=${(event) => {
          event.preventDefault();
          this.mention(each);
        }}>${avatar(nameOf(each))}<span class="cut">${nameOf(each)}</span></li>`,
      )}</ul>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${
        this.typed?.trim() || this.cancel
          ? html`<div class="row tight"><button type="button" class="primary" data-act="send-comment" ?disabled=${this.busy || !this.typed?.trim()} @click=${() => this.submit()}>${t('docs.send')}</button>
        ${this.cancel ? html`<button type="button" class="plain" @click=${() => this.cancel()}>${t('ui.cancel')}</button>` : nothing}</div>`
          : nothing
      }</div>`;
  }
}

define('doc-comment-box', CommentBox);
