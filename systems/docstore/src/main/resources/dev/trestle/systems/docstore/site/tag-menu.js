import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';

const SHOWN_MAX = 50;
const same = (one, other) => one.toLowerCase() === other.toLowerCase();

/**
 * The tags of one or several documents, changed where they stand: <docstore-tag-menu .documents=${…} .tags=${…} @tag-change=${…} @close=${…}>. A tag that some of the
 * documents have is mixed; choosing it gives it to all. Typing filters, Enter adds what was typed, Escape closes.
 */
class TagMenu extends Element {
  static properties = { documents: { attribute: false }, tags: { attribute: false }, typed: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.outside = (event) => {
      if (!this.contains(event.target)) this.close(false);
    };
    // The click that opened it goes on to the document.
    setTimeout(() => this.isConnected && document.addEventListener('click', this.outside));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('click', this.outside);
  }

  firstUpdated() {
    this.querySelector('input').focus();
  }

  close(back = true) {
    this.dispatchEvent(new CustomEvent('close'));
    if (back) this.opener?.focus?.();
  }

  /** How many of the documents have a tag. */
  having(tag) {
    return this.documents.filter((each) => (each.filing?.tags ?? []).some((own) => same(own, tag))).length;
  }

  toggle(tag) {
    const all = this.having(tag) === this.documents.length;
    this.dispatchEvent(new CustomEvent('tag-change', { detail: all ? { removeTags: [tag] } : { addTags: [tag] } }));
  }

  key(event) {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close();
    }
  }

  add(event) {
    event.preventDefault();
    const tag = (this.typed ?? '').trim();
    if (!tag) return;
    const known = this.tags.find((each) => same(each.tag, tag))?.tag ?? tag;
    if (this.having(known) < this.documents.length) this.toggle(known);
    this.typed = '';
    this.querySelector('input').value = '';
  }

  render() {
    const typed = (this.typed ?? '').trim().toLowerCase();
    const names = [
      ...new Map(
        [...this.tags.map((each) => each.tag), ...this.documents.flatMap((each) => each.filing?.tags ?? [])].map((tag) => [tag.toLowerCase(), tag]),
      ).values(),
    ];
    const shown = names.filter((tag) => tag.toLowerCase().includes(typed)).slice(0, SHOWN_MAX);
    return html`<div class="panel lib-menu" role="dialog" aria-label=${t('docs.tags')} @keydown=${this.key}>
      <form @submit=${this.add}><input type="text" aria-label=${t('docs.newTag')} placeholder=${t('docs.newTag')} maxlength="40" @input=${(event) => {
        this.typed = event.target.value;
      }}></form>
      ${
        shown.length === 0
          ? html`<p class="quiet">${typed ? t('docs.addTagHint') : t('docs.noTags')}</p>`
          : html`<ul>${shown.map((tag) => {
              const having = this.having(tag);
              return html`<li><label><input type="checkbox" .checked=${having === this.documents.length} .indeterminate=${having > 0 && having < this.documents.length} @change=${() => this.toggle(tag)}>
          <span class="cut">${tag}</span></label></li>`;
            })}</ul>`
      }</div>`;
  }
}

define('docstore-tag-menu', TagMenu);
