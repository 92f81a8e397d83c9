import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { call } from '/session.js';

class Notes extends Page {
  static properties = { ...Page.properties, notes: { state: true }, failure: { state: true } };

  async willUpdate(changed) {
    if (!changed.has('params')) return;
    try {
      this.notes = (await call('GET', '/notebook/v1/notes', undefined, { signal: this.live })).items;
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure}></t-error>`;
    return html`
      <h1>${t('notebook.notes')}</h1>
      <ul>${this.notes?.map((note) => html`<li>${note.text}</li>`)}</ul>`;
  }
}

define('notebook-notes', Notes);
