import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import { call, compareNames, encoded, errorOf, everything } from './api.js';
import { icon } from './kinds.js';
import { SetupPart } from './setup-part.js';

const DATA_TYPES = ['STRING', 'NUMBER', 'BOOLEAN', 'KEY_ONLY', 'WATERMARK'];
const TYPES = ['STANDARD', 'OPA', 'GOVERNANCE'];

/** The attributes that documents of a site may have. */
class SetupAttributes extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    governs: { type: Boolean },
    making: { state: true },
    dataType: { state: true },
    refused: { state: true },
  };

  async load(options) {
    const all = await everything('/attributes', { siteId: this.siteId }, 'attributes', options);
    return all.sort((one, other) => compareNames(one.key, other.key));
  }

  async add(event) {
    const { key, dataType, type, text } = values(event);
    const attribute = { key: key.trim(), dataType, type, ...(dataType === 'WATERMARK' ? { watermark: { text } } : {}) };
    try {
      await call('POST', '/attributes', { siteId: this.siteId }, { attribute });
      Object.assign(this, { making: false, refused: null });
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async retype(attribute, type) {
    try {
      await call('PATCH', `/attributes/${encoded(attribute.key)}`, { siteId: this.siteId }, { attribute: { type } });
      toast(t('fk.saved'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.read();
  }

  async drop({ key }) {
    const act = () => call('DELETE', `/attributes/${encoded(key)}`, { siteId: this.siteId });
    if (await confirmed({ heading: t('fk.attribute.delete', { key }), text: t('fk.attribute.deleteText'), label: t('fk.delete'), act })) this.read();
  }

  body() {
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.attributesText')}</p><button type="button" class="end" data-act="new-attribute" @click=${() => {
      Object.assign(this, { making: true, dataType: 'STRING', refused: null });
    }}>${icon('plus')}${t('fk.attribute.new')}</button></div>
      ${
        this.loaded.length === 0
          ? html`<t-empty heading=${t('fk.attribute.noneYet')} text=${t('fk.attribute.noneYetText')}></t-empty>`
          : rowsTable({
              caption: t('fk.setup.attributes'),
              rows: this.loaded,
              columns: [
                { title: t('fk.attribute.key'), cell: ({ key }) => html`<strong class="cut">${key}</strong>` },
                { title: t('fk.attribute.dataType'), cell: ({ dataType }) => t(`fk.type.${dataType}`) },
                { title: t('fk.attribute.type'), cell: (each) => this.typeCell(each) },
                {
                  title: '',
                  cell: (each) =>
                    html`<span class="fk-acts"><button type="button" class="danger" @click=${() => this.drop(each)}>${icon('trash')}${t('fk.delete')}</button></span>`,
                },
              ],
            })
      }</div>${this.making ? this.dialog() : nothing}`;
  }

  typeCell(each) {
    return html`<select aria-label=${t('fk.attribute.typeOf', { key: each.key })} ?disabled=${!this.governs} @change=${(event) => this.retype(each, event.target.value)}>
      ${TYPES.map((type) => html`<option value=${type} .selected=${type === each.type}>${t(`fk.attributeType.${type}`)}</option>`)}</select>`;
  }

  dialog() {
    const close = () => {
      this.making = false;
    };
    const error = (field) => errorOf(this.refused, field) ?? nothing;
    const known = ['key', 'watermark.text'].some((field) => errorOf(this.refused, field));
    return html`<t-dialog open heading=${t('fk.attribute.new')} draft="formkiq.attribute" @close=${close}
      .content=${html`<form id="fk-attribute" class="stack" @submit=${(event) => this.add(event)}>
        <t-field label=${t('fk.attribute.key')} name="key" required maxlength="200" focused error=${error('key')}></t-field>
        <t-field label=${t('fk.attribute.dataType')} name="dataType" type="select" value=${this.dataType} .options=${DATA_TYPES.map((each) => [each, t(`fk.type.${each}`)])} @change=${(
          event,
        ) => {
          this.dataType = event.target.value;
        }}></t-field>
        ${this.dataType === 'WATERMARK' ? html`<t-field label=${t('fk.attribute.watermark')} name="text" required maxlength="500" error=${error('watermark.text')}></t-field>` : nothing}
        <t-field label=${t('fk.attribute.type')} name="type" type="select" value="STANDARD" hint=${t('fk.attribute.typeHint')} .options=${TYPES.map((each) => [each, t(`fk.attributeType.${each}`)])}></t-field>
        ${this.refused && !known ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-attribute" class="primary">${t('fk.create')}</button>`}></t-dialog>`;
  }
}

define('fk-setup-attributes', SetupAttributes);
