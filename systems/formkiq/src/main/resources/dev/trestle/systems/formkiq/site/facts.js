import { define, Element, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { bytes, t } from '/ui/texts.js';
import '/ui/id.js';
import '/ui/time.js';
import { call, encoded, iso, parentOf, folderLink } from './api.js';
import { icon } from './kinds.js';

const METADATA_MAX = 25;

/** What is known of a document beside its attributes: where it is, when it came, its checksum, and its metadata, which can be changed. */
class Facts extends Element {
  static properties = {
    document: { attribute: false },
    siteId: { attribute: false },
    writes: { type: Boolean },
    metadata: { state: true },
    refused: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('document')) this.metadata = this.document?.metadata ?? [];
  }

  /** Metadata without a value goes. */
  async set(key, value) {
    try {
      await call('PATCH', `/documents/${encoded(this.document.documentId)}`, { siteId: this.siteId }, { metadata: [{ key, value }] });
      const rest = this.metadata.filter((each) => each.key !== key);
      this.metadata = value === '' ? rest : [...rest, { key, value }];
      this.refused = null;
      return true;
    } catch (failure) {
      this.refused = failure;
      return false;
    }
  }

  async add(event) {
    const { key, value } = values(event);
    const form = event.target;
    if (!(await this.set(key.trim(), value.trim()))) return;
    form.querySelectorAll('t-field').forEach((each) => Object.assign(each, { value: '' }));
  }

  render() {
    const { document } = this;
    const folder = parentOf(document.path);
    const fact = (name, shown) => (shown === undefined || shown === null || shown === '' ? nothing : html`<dt>${name}</dt><dd>${shown}</dd>`);
    return html`<dl class="facts fk-facts">
        ${fact(t('fk.fact.folder'), document.path && !document.belongsToDocumentId ? html`<a href=${folderLink(this.siteId, folder)}>${folder || t('fk.root')}</a>` : null)}
        ${fact(t('fk.fact.type'), document.contentType)}
        ${fact(t('fk.fact.size'), document.contentLength === undefined ? null : bytes(document.contentLength))}
        ${fact(t('fk.fact.link'), document.deepLinkPath)}
        ${fact(t('fk.fact.added'), html`<t-time at=${iso(document.insertedDate)}></t-time>, ${document.userId}`)}
        ${fact(t('fk.fact.changed'), document.lastModifiedDate ? html`<t-time at=${iso(document.lastModifiedDate)}></t-time>` : null)}
        ${fact(document.checksumType ?? 'ETag', document.checksum ? html`<t-id value=${document.checksum}></t-id>` : null)}
        ${fact(t('fk.fact.id'), html`<t-id value=${document.documentId}></t-id>`)}
      </dl>
      ${this.metadata.length > 0 || this.writes ? html`<div class="fk-section"><h3>${t('fk.metadata')}</h3></div>` : nothing}
      ${
        this.metadata.length > 0
          ? html`<ul class="fk-metadata">${this.metadata.map(
              (
                each,
              ) => html`<li><span class="fk-key cut" title=${each.key}>${each.key}</span><span>${each.values ? each.values.join(', ') : each.value}</span>
        ${this.writes ? html`<button type="button" class="plain icon" aria-label=${t('fk.metadata.remove', { key: each.key })} @click=${() => this.set(each.key, '')}>${icon('cross')}</button>` : nothing}</li>`,
            )}</ul>`
          : nothing
      }
      ${
        this.writes && this.metadata.length < METADATA_MAX
          ? html`<form class="fk-tag-form" @submit=${this.add}><t-field label=${t('fk.metadata.key')} name="key" required maxlength="200"></t-field><t-field label=${t('fk.metadata.value')} name="value" required maxlength="1000"></t-field>
        <button type="submit">${t('fk.tag.add')}</button></form>`
          : nothing
      }
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}`;
  }
}

define('fk-facts', Facts);
