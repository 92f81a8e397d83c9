import { define, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import { copy } from '/ui/id.js';
import '/ui/time.js';
import { call, encoded, everything, iso } from './api.js';
import { icon } from './kinds.js';
import { SetupPart } from './setup-part.js';

const PERMISSIONS = ['READ', 'WRITE', 'DELETE', 'GOVERN'];

/** The API keys of a site. One is shown when it is made, and never again. */
class SetupKeys extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    administers: { type: Boolean },
    making: { state: true },
    made: { state: true },
    refused: { state: true },
  };

  load(options) {
    return everything(`/sites/${encoded(this.siteId)}/apiKeys`, {}, 'apiKeys', options);
  }

  async add(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const body = { name: String(form.get('name')).trim(), permissions: form.getAll('permission') };
    try {
      const { apiKey } = await call('POST', `/sites/${encoded(this.siteId)}/apiKeys`, {}, body);
      Object.assign(this, { making: false, refused: null, made: { name: body.name, apiKey } });
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async drop({ name, apiKey }) {
    const act = () => call('DELETE', `/sites/${encoded(this.siteId)}/apiKeys/${encoded(apiKey)}`);
    if (await confirmed({ heading: t('fk.key.deleteHeading', { name }), text: t('fk.key.deleteText'), label: t('fk.delete'), act })) this.read();
  }

  body() {
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.keysText')}</p>${
      this.administers
        ? html`<button type="button" class="end" data-act="new-key" @click=${() => {
            Object.assign(this, { making: true, refused: null });
          }}>${icon('plus')}${t('fk.apiKey.new')}</button>`
        : nothing
    }</div>
      ${this.made ? this.fresh() : nothing}
      ${
        this.loaded.length === 0
          ? html`<t-empty heading=${t('fk.apiKey.none')} text=${t('fk.apiKey.noneText')}></t-empty>`
          : rowsTable({
              caption: t('fk.setup.keys'),
              rows: this.loaded,
              columns: [
                { title: t('fk.name'), cell: ({ name }) => html`<strong class="cut">${name}</strong>` },
                { title: t('fk.apiKey.key'), cell: ({ apiKey }) => html`<code class="fk-secret">${apiKey}</code>` },
                { title: t('fk.apiKey.may'), cell: ({ permissions }) => permissions.map((each) => t(`fk.permission.${each}`)).join(', ') },
                {
                  title: t('fk.apiKey.made'),
                  cell: (each) => html`<t-time at=${iso(each.insertedDate)}></t-time> <span class="quiet">${each.userId}</span>`,
                },
                {
                  title: '',
                  cell: (each) =>
                    this.administers
                      ? html`<span class="fk-acts"><button type="button" class="danger" @click=${() => this.drop(each)}>${icon('trash')}${t('fk.delete')}</button></span>`
                      : nothing,
                },
              ],
            })
      }</div>${this.making ? this.dialog() : nothing}`;
  }

  fresh() {
    const { name, apiKey } = this.made;
    return html`<div class="card fk-fresh-key" role="status"><strong>${t('fk.apiKey.once', { name })}</strong><div class="row"><code class="fk-secret" data-secret>${apiKey}</code>
      <button type="button" class="primary" data-act="copy-key" @click=${() => copy(apiKey)}>${t('fk.apiKey.copy')}</button><button type="button" @click=${() => {
        this.made = null;
      }}>${t('fk.apiKey.hide')}</button></div></div>`;
  }

  dialog() {
    const close = () => {
      this.making = false;
    };
    return html`<t-dialog open heading=${t('fk.apiKey.new')} @close=${close}
      .content=${html`<form id="fk-key" class="stack" @submit=${(event) => this.add(event)}><t-field label=${t('fk.name')} name="name" required maxlength="200" focused hint=${t('fk.apiKey.nameHint')}></t-field>
        <fieldset><legend>${t('fk.apiKey.may')}</legend><div class="row">${PERMISSIONS.map((each) => html`<label class="fk-check"><input type="checkbox" name="permission" value=${each} ?checked=${each === 'READ'}>${t(`fk.permission.${each}`)}</label>`)}</div></fieldset>
        ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-key" class="primary">${t('fk.create')}</button>`}></t-dialog>`;
  }
}

define('fk-setup-keys', SetupKeys);
