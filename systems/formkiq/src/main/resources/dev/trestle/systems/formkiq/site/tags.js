import { define, Element, html, nothing } from '/ui/element.js';
import { values as fieldsOf } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/state.js';
import { call, encoded, everything } from './api.js';

const valuesOf = (tag) => tag.values ?? (tag.value ? [tag.value] : []);

/** The tags of a document, as chips, and a line to add one: <fk-tags .siteId .documentId ?writes ?removes news>. */
class Tags extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    news: { type: Number },
    tags: { state: true },
    failure: { state: true },
    refused: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('documentId')) {
      Object.assign(this, { tags: null, failure: null, refused: null });
      this.read();
    } else if (changed.has('news') && this.tags) this.read();
  }

  get base() {
    return `/documents/${encoded(this.documentId)}/tags`;
  }

  async read() {
    try {
      this.tags = await everything(this.base, { siteId: this.siteId }, 'tags', { signal: this.leaving.signal });
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** A key that is there gets one more value. */
  async add(event) {
    const { key, value } = fieldsOf(event);
    const form = event.target;
    const known = this.tags.find((each) => each.key === key.trim());
    const all = [...new Set([...(known ? valuesOf(known) : []), value.trim()])].filter(Boolean);
    const tag = all.length > 1 ? { key: key.trim(), values: all } : { key: key.trim(), value: all[0] ?? '' };
    try {
      await call('POST', this.base, { siteId: this.siteId }, { tags: [tag] });
      form.reset();
      form.querySelectorAll('t-field').forEach((each) => Object.assign(each, { value: '' }));
      this.refused = null;
      await this.read();
      form.querySelector('input').focus();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async removeTag(tag, value) {
    try {
      const path = `${this.base}/${encoded(tag.key)}`;
      await call('DELETE', value && valuesOf(tag).length > 1 ? `${path}/${encoded(value)}` : path, { siteId: this.siteId });
      this.refused = null;
      await this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.tags) return html`<t-state loading rows="2"></t-state>`;
    return html`${this.tags.length === 0 ? html`<p class="quiet">${t('fk.tag.empty')}</p>` : html`<ul class="fk-tags">${this.tags.flatMap((tag) => this.chips(tag))}</ul>`}
      ${
        this.writes
          ? html`<form class="fk-tag-form" @submit=${this.add}><t-field label=${t('fk.tag.key')} name="key" required maxlength="200"></t-field><t-field label=${t('fk.tag.value')} name="value" maxlength="1000"></t-field>
        <button type="submit" data-act="add-tag">${t('fk.tag.add')}</button></form>`
          : nothing
      }
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}`;
  }

  chips(tag) {
    const all = valuesOf(tag);
    return (all.length > 0 ? all : ['']).map(
      (value) => html`<li class="chip fk-chip"><span class="cut"><strong>${tag.key}</strong>${value ? `: ${value}` : ''}</span>
      ${this.removes ? html`<button type="button" aria-label=${t('fk.tag.remove', { name: value ? `${tag.key}: ${value}` : tag.key })} @click=${() => this.removeTag(tag, value)}>✕</button>` : nothing}</li>`,
    );
  }
}

define('fk-tags', Tags);
