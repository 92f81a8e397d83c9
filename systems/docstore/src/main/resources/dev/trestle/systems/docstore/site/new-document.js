import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { values } from '/ui/field.js';
import { call } from '/session.js';
import { API, pathOf } from './filing.js';

const TEMPLATES_MAX = 100;

/** A new document, empty or from a template: <docstore-new ?open=${…} folder="…" @close=${…}>. */
class NewDocument extends Element {
  static properties = {
    open: { type: Boolean },
    folder: {},
    templates: { state: true },
    template: { state: true },
    failure: { state: true },
    busy: { state: true },
  };

  willUpdate(changed) {
    if (!changed.has('open') || !this.open) return;
    Object.assign(this, { failure: null, template: '', templates: [] });
    this.read();
  }

  async read() {
    try {
      this.templates = (await call('GET', `${API}/documents?view=all&template=true&sort=name&limit=${TEMPLATES_MAX}`)).items;
    } catch (failure) {
      this.failure = failure;
    }
  }

  async make(event) {
    const { name, text } = values(event);
    const folder = this.folder ? { folderId: this.folder } : {};
    this.busy = true;
    this.failure = null;
    try {
      const made = this.template
        ? await call('POST', `${API}/documents/${encodeURIComponent(this.template)}/copies`, {
            ...(name.trim() ? { displayName: name } : {}),
            ...folder,
          })
        : await call('POST', `${API}/documents`, {
            displayName: name,
            fileName: `${name}.md`,
            fileType: 'text/markdown',
            content: text?.trim() ? text : `# ${name}\n`,
            ...folder,
          });
      this.dispatchEvent(new CustomEvent('close'));
      navigate(pathOf(made));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const chosen = this.templates?.find((each) => each.id === this.template);
    return html`<t-dialog ?open=${this.open} heading=${t('docs.new')} @close=${() => this.dispatchEvent(new CustomEvent('close'))} .content=${html`
      <form class="stack" id="new-document" @submit=${(event) => this.make(event)}>
        ${
          this.templates?.length > 0
            ? html`<t-field label=${t('docs.from')} name="template" type="select" value=${this.template} .options=${[['', t('docs.emptyDocument')], ...this.templates.map((each) => [each.id, each.displayName])]}
          @change=${(event) => {
            this.template = event.target.value;
          }}></t-field>`
            : nothing
        }
        <t-field label=${t('docs.name')} name="name" ?required=${!chosen} maxlength="190" placeholder=${chosen?.filing.titlePattern ?? nothing} focused></t-field>
        ${chosen ? nothing : html`<t-field label=${t('docs.firstText')} name="text" type="textarea" rows="8" hint=${t('docs.markdownHint')}></t-field>`}
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}</form>`}
      .actions=${html`<button type="submit" form="new-document" class="primary" ?disabled=${this.busy}>${t('docs.create')}</button>`}></t-dialog>`;
  }
}

define('docstore-new', NewDocument);
