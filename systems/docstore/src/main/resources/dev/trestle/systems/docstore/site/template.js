import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { call } from '/session.js';
import { API } from './filing.js';

/** Makes a template of a document, or none any more: <docstore-template .document=${…} @template-changed=${…} @close=${…}>. */
class Template extends Element {
  static properties = { document: { attribute: false }, failure: { state: true }, busy: { state: true } };

  willUpdate(changed) {
    if (changed.has('document')) this.failure = null;
  }

  get path() {
    return `${API}/documents/${encodeURIComponent(this.document.id)}/template`;
  }

  async send(method, body) {
    this.busy = true;
    try {
      await call(method, this.path, body);
      this.dispatchEvent(new CustomEvent('template-changed'));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { document } = this;
    const pattern = document?.filing?.titlePattern;
    return html`<t-dialog ?open=${Boolean(document)} heading=${t('docs.template')} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .content=${
        document
          ? html`<form class="stack" id="template" @submit=${(event) => this.send('PUT', { titlePattern: values(event).pattern })}>
        <p>${t('docs.templateText', { name: document.displayName })}</p>
        <t-field label=${t('docs.titlePattern')} name="pattern" required maxlength="200" value=${pattern ?? `${document.displayName} {date}`} hint=${t('docs.titlePatternHint', { date: '{date}', year: '{year}', month: '{month}', week: '{week}' })} focused></t-field>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}</form>`
          : nothing
      }
      .actions=${html`${pattern ? html`<button type="button" data-act="unmake-template" @click=${() => this.send('DELETE')}>${t('docs.noTemplate')}</button>` : nothing}
        <button type="submit" form="template" class="primary" ?disabled=${this.busy}>${t('docs.useAsTemplate')}</button>`}></t-dialog>`;
  }
}

define('docstore-template', Template);
