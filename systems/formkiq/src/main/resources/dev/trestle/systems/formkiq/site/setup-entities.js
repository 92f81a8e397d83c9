import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import './value-field.js';
import { compareNames, encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { EditingPart } from './setup-editing.js';
import { asAttribute, dataTypeOf, EDITED, sameValues, shownValue, valuesOf, wrongValue } from './values.js';

const PRESETS = ['LlmPrompt', 'Checkout', 'CheckoutForLegalHold'];
/** Entities of these types come and go with the locks of documents, and are not edited by hand. */
const LOCKS = ['Checkout', 'CheckoutForLegalHold'];
const PROMPT = 'UserPrompt';

const isLock = (type) => type.namespace === 'PRESET' && LOCKS.includes(type.name);

/** The types of entities of a site, and the entities of one of them with their attributes. */
class SetupEntities extends EditingPart {
  async load(options) {
    const { siteId } = this;
    const typesOf = (namespace) => everything('/entityTypes', { siteId, namespace }, 'entityTypes', options);
    const [custom, preset, attributes] = await Promise.all([
      typesOf('CUSTOM'),
      typesOf('PRESET'),
      everything('/attributes', { siteId }, 'attributes', options),
    ]);
    // Each list is by name.
    const types = [...custom, ...preset];
    const type = types.find(({ entityTypeId }) => entityTypeId === this.chosen) ?? types[0];
    const entities = type ? await everything(`/entities/${encoded(type.entityTypeId)}`, { siteId }, 'entities', options) : [];
    const definitions = new Map(attributes.filter(({ dataType }) => EDITED.includes(dataType)).map(({ key, dataType }) => [key, dataType]));
    return { types, type, entities, definitions };
  }

  async addType(event) {
    const { namespace, name } = values(event);
    const made = await this.send('POST', '/entityTypes', { siteId: this.siteId }, { entityType: { namespace, name: name.trim() } });
    if (made) this.choose(made.entityTypeId);
  }

  /** Only what was changed is sent: the API keeps the attributes that it is not told of. */
  async save(event) {
    const { name } = values(event);
    const { entityId, lines, typeId } = this.edited;
    const changed = lines.filter(({ kept, values: now }) => !kept || !sameValues(kept, now));
    const errors = changed.flatMap(({ key, dataType, values: now }) => {
      const wrong = wrongValue(dataType, now);
      return wrong ? [{ key, error: t(wrong) }] : [];
    });
    if (errors.length > 0) {
      this.refused = { errors };
      return;
    }
    const attributes = changed.map((line) => asAttribute(line.key, line.dataType, line.values));
    const entity = { name: name.trim(), ...(attributes.length > 0 ? { attributes } : {}) };
    const all = `/entities/${encoded(typeId)}`;
    await this.send(entityId ? 'PATCH' : 'POST', entityId ? `${all}/${encoded(entityId)}` : all, { siteId: this.siteId }, { entity });
  }

  /** @param {any} entity none for a new one */
  formOf(entity) {
    const { type, definitions } = this.loaded;
    const lines = (entity?.attributes ?? []).map((each) => {
      const now = valuesOf(each);
      return { key: each.key, dataType: definitions.get(each.key) ?? dataTypeOf(each), values: now, kept: now };
    });
    if (!entity && type.namespace === 'PRESET' && type.name === 'LlmPrompt') lines.push({ key: PROMPT, dataType: 'STRING', values: [] });
    return { typeId: type.entityTypeId, entityId: entity?.entityId, name: entity?.name ?? '', lines };
  }

  line(key, change) {
    this.set({ lines: this.edited.lines.map((each) => (each.key === key ? { ...each, ...change } : each)) });
  }

  body() {
    const { types, type } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.entitiesText')}</p>
      ${this.beginner('new-entity-type', t('fk.entityType.new'), () => ({ namespace: 'CUSTOM' }))}</div>
      ${types.length === 0 ? html`<t-empty heading=${t('fk.entityType.none')} text=${t('fk.entityType.noneText')}></t-empty>` : this.types(types, type)}
      ${type ? this.entities(type) : nothing}</div>${this.edited ? this.form() : nothing}`;
  }

  types(types, shown) {
    return rowsTable({
      caption: t('fk.entityTypes'),
      rows: types,
      columns: [
        { title: t('fk.entityType'), cell: ({ entityTypeId, name }) => this.chooser(entityTypeId, name, this.chosen ?? shown.entityTypeId) },
        {
          title: t('fk.entityType.namespace'),
          cell: ({ namespace }) => html`<t-badge tone="plain" text=${t(`fk.entityType.${namespace}`)}></t-badge>`,
        },
        { title: '', cell: (each) => this.acts({ name: 'entity-type', drop: () => this.dropType(each) }) },
      ],
    });
  }

  dropType({ entityTypeId, name }) {
    return this.drop(t('fk.entityType.delete', { name }), t('fk.entityType.deleteText'), `/entityTypes/${encoded(entityTypeId)}`, {
      siteId: this.siteId,
    });
  }

  entities(type) {
    const { entities } = this.loaded;
    const isOther = this.chosen && this.chosen !== type.entityTypeId;
    const path = ({ entityId }) => `/entities/${encoded(type.entityTypeId)}/${encoded(entityId)}`;
    return html`<div class="row"><h2>${t('fk.entities.of', { name: type.name })}</h2>${isLock(type) ? nothing : this.beginner('new-entity', t('fk.entity.new'), () => this.formOf(null))}</div>${isLock(type) ? html`<p class="quiet">${t('fk.entity.locked')}</p>` : nothing}
      ${
        entities.length === 0 && !isOther
          ? html`<t-empty heading=${t('fk.entity.none')} text=${t('fk.entity.noneText')}></t-empty>`
          : rowsTable({
              caption: t('fk.entities.of', { name: type.name }),
              rows: isOther ? null : entities,
              columns: [
                { title: t('fk.name'), cell: ({ name }) => html`<strong class="cut">${name}</strong>` },
                { title: t('fk.attributes'), cell: ({ attributes }) => this.shown(attributes) },
                ...(isLock(type)
                  ? []
                  : [
                      {
                        title: '',
                        cell: (each) =>
                          this.acts({
                            name: 'entity',
                            edit: () => this.formOf(each),
                            drop: () =>
                              this.drop(t('fk.entity.delete', { name: each.name }), t('fk.entity.deleteText'), path(each), { siteId: this.siteId }),
                          }),
                      },
                    ]),
              ],
            })
      }`;
  }

  shown(attributes) {
    const text = (each) => {
      const type = dataTypeOf(each);
      if (type === 'BOOLEAN') return t(each.booleanValue ? 'fk.yes' : 'fk.no');
      return valuesOf(each)
        .map((value) => shownValue(type, value))
        .join(', ');
    };
    if (attributes.length === 0) return html`<span class="quiet">—</span>`;
    return html`<ul class="fk-says">${attributes.map((each) => html`<li><span class="quiet">${each.key}</span> ${text(each)}</li>`)}</ul>`;
  }

  form() {
    return this.edited.lines ? this.entityForm() : this.typeForm();
  }

  typeForm() {
    const { namespace } = this.edited;
    const isPreset = namespace === 'PRESET';
    return this.dialog({
      id: 'fk-entity-type',
      heading: t('fk.entityType.new'),
      save: (event) => this.addType(event),
      fields: (error) => html`<t-field label=${t('fk.entityType.namespace')} name="namespace" type="select" value=${namespace} .options=${[
        'CUSTOM',
        'PRESET',
      ].map((each) => [
        each,
        t(`fk.entityType.${each}`),
      ])} error=${error('namespace')} @change=${(event) => this.set({ namespace: event.target.value })}></t-field>
        ${
          isPreset
            ? html`<t-field label=${t('fk.name')} name="name" type="select" value=${PRESETS[0]} hint=${t('fk.entityType.presetHint')} .options=${PRESETS.map((each) => [each, each])} error=${error('name')}></t-field>`
            : html`<t-field label=${t('fk.name')} name="name" required maxlength="100" focused hint=${t('fk.entityType.nameHint')} error=${error('name')}></t-field>`
        }`,
    });
  }

  entityForm() {
    const { entityId, name, lines } = this.edited;
    const open = [...this.loaded.definitions.keys()].filter((key) => !lines.some((each) => each.key === key)).sort(compareNames);
    return this.dialog({
      id: 'fk-entity',
      heading: t(entityId ? 'fk.entity.edit' : 'fk.entity.new'),
      save: (event) => this.save(event),
      fields: (
        error,
      ) => html`<t-field label=${t('fk.name')} name="name" value=${name} required maxlength="200" focused error=${error('name')} @input=${(event) => {
        this.edited.name = event.target.value;
      }}></t-field>
        <fieldset class="stack"><legend>${t('fk.attributes')}</legend>${lines.map((line) => this.attribute(line, error(line.key)))}${this.adder(open)}</fieldset>`,
    });
  }

  attribute({ key, dataType, values: now, kept }, wrong) {
    return html`<div class="fk-line"><span class="fk-key cut">${key}</span>
      <fk-value label=${key} dataType=${dataType} .values=${now} error=${wrong} @values-change=${(event) => this.line(key, { values: event.detail })}></fk-value>
      ${kept ? html`<span></span>` : html`<button type="button" class="plain icon fk-remove" aria-label=${t('fk.attribute.remove', { key })} @click=${() => this.set({ lines: this.edited.lines.filter((each) => each.key !== key) })}>${icon('cross')}</button>`}</div>`;
  }

  adder(open) {
    if (open.length === 0) return html`<p class="quiet">${t('fk.attribute.none')}</p>`;
    const add = (event) => {
      const key = event.target.closest('.row').querySelector('select').value;
      this.set({ lines: [...this.edited.lines, { key, dataType: this.loaded.definitions.get(key), values: [] }] });
    };
    return html`<div class="row"><select aria-label=${t('fk.attribute')} data-field="attribute">${open.map((key) => html`<option value=${key}>${key}</option>`)}</select>
      <button type="button" data-act="add-attribute" @click=${add}>${icon('plus')}${t('fk.attribute.add')}</button></div>`;
  }
}

define('fk-setup-entities', SetupEntities);
