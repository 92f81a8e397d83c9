import { define, Element, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/dialog.js';
import { rename } from './acts.js';
import { call, joined, lastName } from './api.js';

/** Asks for the name of a new folder, or another one for a document or a folder. What was typed stays if it is refused. */
class NameDialog extends Element {
  static properties = {
    siteId: { attribute: false },
    folder: { attribute: false },
    row: { attribute: false },
    failure: { state: true },
    busy: { state: true },
  };

  get name() {
    return this.row ? lastName(this.row.at) : '';
  }

  /** The end of a file's name is seldom what is changed. */
  async firstUpdated() {
    await this.querySelector('t-dialog').updateComplete;
    const input = this.querySelector('input');
    const end = this.row && !this.row.folder ? this.name.lastIndexOf('.') : -1;
    input?.focus();
    input?.setSelectionRange(0, end > 0 ? end : this.name.length);
  }

  async act(event) {
    const name = values(event).name.trim();
    if (name === '' || name.includes('/')) {
      this.failure = new Error(t('fk.name.wrong'));
      return;
    }
    this.busy = true;
    try {
      if (this.row) await rename(this.siteId, this.row, name);
      else await call('POST', '/folders', { siteId: this.siteId }, { path: joined(this.folder, name) });
      this.dispatchEvent(new CustomEvent('named', { detail: name }));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`<t-dialog open heading=${this.row ? t('fk.rename.heading', { name: this.name }) : t('fk.newFolder')} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .content=${html`<form id="fk-name" @submit=${(event) => this.act(event)}><t-field label=${t('fk.name')} name="name" value=${this.name} maxlength="250" required focused
        error=${this.failure ? words(this.failure) : nothing}></t-field></form>`}
      .actions=${html`<button type="button" @click=${() => this.dispatchEvent(new CustomEvent('close'))}>${t('ui.cancel')}</button>
        <button type="submit" form="fk-name" class="primary" ?disabled=${this.busy}>${t(this.row ? 'fk.rename' : 'fk.create')}</button>`}></t-dialog>`;
  }
}

define('fk-name-dialog', NameDialog);
