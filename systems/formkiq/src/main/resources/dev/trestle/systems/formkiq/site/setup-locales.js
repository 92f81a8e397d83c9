import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import { call, compareNames, encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { schemaOf } from './schema.js';
import { EditingPart } from './setup-editing.js';

const KINDS = ['SCHEMA', 'CLASSIFICATION', 'INTERFACE'];

/** The allowed values of the attributes that have some, as a map of lists. */
const allowedOf = ({ required = [], optional = [] }) =>
  new Map([...required, ...optional].filter(({ allowedValues }) => allowedValues?.length > 0).map((each) => [each.attributeKey, each.allowedValues]));

/** The locales of a site, and what values and words of programs are called in one of them. */
class SetupLocales extends EditingPart {
  get path() {
    return `/sites/${encoded(this.siteId)}/locales`;
  }

  async load(options) {
    const { siteId } = this;
    const [locales, classes, schema] = await Promise.all([
      everything(this.path, {}, 'locales', options),
      everything(`/sites/${encoded(siteId)}/classifications`, {}, 'classifications', options),
      schemaOf(siteId),
    ]);
    const names = locales.map(({ locale }) => locale).sort(compareNames);
    const locale = names.includes(this.chosen) ? this.chosen : names[0];
    const items = locale ? await everything(`${this.path}/${encoded(locale)}/resourceItems`, {}, 'resourceItems', options) : [];
    return { names, locale, items, classes, ofSite: new Map([...schema.allowed].map(([key, all]) => [key, all.map(([value]) => value)])) };
  }

  nameOf(classificationId) {
    return this.loaded.classes.find((each) => each.classificationId === classificationId)?.name ?? classificationId;
  }

  itemsPath(locale) {
    return `${this.path}/${encoded(locale)}/resourceItems`;
  }

  async addLocale(event) {
    const locale = values(event).locale.trim();
    if (await this.send('POST', this.path, null, { locale })) this.choose(locale);
  }

  async save(event) {
    event.preventDefault();
    const { locale, itemKey, itemType, interfaceKey, classificationId, attributeKey, allowedValue, localizedValue } = this.edited;
    const ofClass = itemType === 'CLASSIFICATION' ? { classificationId } : {};
    const about = itemType === 'INTERFACE' ? { interfaceKey: interfaceKey.trim() } : { ...ofClass, attributeKey, allowedValue };
    const isSame = (item) => item.itemType === itemType && Object.entries(about).every(([name, value]) => item[name] === value);
    // Adding what is there would replace it without a word.
    if (!itemKey && this.loaded.items.some(isSame)) {
      this.refused = { errors: [{ key: itemType === 'INTERFACE' ? 'interfaceKey' : 'allowedValue', error: t('fk.locale.taken') }] };
      return;
    }
    const all = this.itemsPath(locale);
    const resourceItem = { itemType, ...about, localizedValue };
    await this.send(itemKey ? 'PUT' : 'POST', itemKey ? `${all}/${encoded(itemKey)}` : all, null, { resourceItem });
  }

  /** The fields of a kind, each with its first choice. */
  begin(itemType) {
    const { classes, ofSite, locale } = this.loaded;
    const typed = { interfaceKey: '', localizedValue: '', ...this.edited };
    this.edit({
      ...typed,
      locale,
      itemType,
      classificationId: classes[0]?.classificationId ?? '',
      allowed: itemType === 'SCHEMA' ? ofSite : new Map(),
    });
    if (itemType === 'CLASSIFICATION' && classes.length > 0) this.readClass(classes[0].classificationId);
    else this.chooseAttribute([...this.edited.allowed.keys()][0]);
  }

  chooseAttribute(attributeKey = '') {
    this.set({ attributeKey, allowedValue: this.edited.allowed.get(attributeKey)?.[0] ?? '' });
  }

  /** Another class has other attributes. */
  async readClass(classificationId) {
    this.set({ classificationId, allowed: new Map(), attributeKey: '', allowedValue: '' });
    const isAsked = () => this.edited?.classificationId === classificationId && this.edited.itemType === 'CLASSIFICATION';
    try {
      const { classification } = await call('GET', `/sites/${encoded(this.siteId)}/classifications/${encoded(classificationId)}`);
      if (!isAsked()) return;
      this.set({ allowed: allowedOf(classification.attributes) });
      this.chooseAttribute([...this.edited.allowed.keys()][0]);
    } catch (failure) {
      if (isAsked()) this.refused = failure;
    }
  }

  body() {
    const { names, locale } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.localesText')}</p>${this.beginner('new-locale', t('fk.locale.new'), () => ({}))}</div>
      ${names.length === 0 ? html`<t-empty heading=${t('fk.locale.none')} text=${t('fk.locale.noneText')}></t-empty>` : this.locales(names, locale)}
      ${locale ? this.items(locale) : nothing}</div>${this.edited ? this.form() : nothing}`;
  }

  locales(names, shown) {
    return rowsTable({
      caption: t('fk.setup.locales'),
      rows: names,
      columns: [
        { title: t('fk.locale'), cell: (name) => this.chooser(name, name, this.chosen ?? shown) },
        {
          title: '',
          cell: (name) =>
            this.acts({
              name: 'locale',
              drop: () => this.drop(t('fk.locale.delete', { name }), t('fk.locale.deleteText'), `${this.path}/${encoded(name)}`),
            }),
        },
      ],
    });
  }

  items(locale) {
    const { items } = this.loaded;
    const isOther = this.chosen && this.chosen !== locale;
    const begin = this.writes
      ? html`<button type="button" class="end" data-act="new-text" @click=${() => this.begin(this.loaded.ofSite.size > 0 ? 'SCHEMA' : 'INTERFACE')}>${icon('plus')}${t('fk.locale.newItem')}</button>`
      : nothing;
    const heading = t('fk.locale.items', { name: locale });
    return html`<div class="row"><h2>${heading}</h2>${begin}</div>${
      items.length === 0 && !isOther
        ? html`<t-empty heading=${t('fk.locale.noItem')} text=${t('fk.locale.noItemText')}></t-empty>`
        : rowsTable({
            caption: heading,
            rows: isOther ? null : items,
            columns: [
              { title: t('fk.locale.what'), cell: (each) => this.what(each) },
              { title: t('fk.locale.kind'), cell: ({ itemType }) => html`<t-badge tone="plain" text=${t(`fk.locale.${itemType}`)}></t-badge>` },
              { title: t('fk.locale.text'), cell: ({ localizedValue }) => html`<span class="cut">${localizedValue}</span>` },
              {
                title: '',
                cell: (each) =>
                  this.acts({
                    name: 'text',
                    edit: () => ({ locale, ...each }),
                    drop: () =>
                      this.drop(
                        t('fk.locale.deleteItem', { name: each.localizedValue }),
                        t('fk.locale.deleteItemText'),
                        `${this.itemsPath(locale)}/${encoded(each.itemKey)}`,
                      ),
                  }),
              },
            ],
          })
    }`;
  }

  what({ itemType, interfaceKey, attributeKey, allowedValue, classificationId }) {
    if (itemType === 'INTERFACE') return html`<strong class="cut">${interfaceKey}</strong>`;
    const ofClass = itemType === 'CLASSIFICATION' ? html`${this.nameOf(classificationId)} · ` : nothing;
    return html`<span class="cut"><span class="quiet">${ofClass}${attributeKey} · </span><strong>${allowedValue}</strong></span>`;
  }

  form() {
    return this.edited.locale ? this.itemForm() : this.localeForm();
  }

  localeForm() {
    return this.dialog({
      id: 'fk-locale',
      heading: t('fk.locale.new'),
      save: (event) => this.addLocale(event),
      fields: (error) =>
        html`<t-field label=${t('fk.locale')} name="locale" required maxlength="40" focused hint=${t('fk.locale.hint')} error=${error('locale')}></t-field>`,
    });
  }

  itemForm() {
    const { itemKey, itemType, localizedValue } = this.edited;
    const text = (error) =>
      html`<t-field label=${t('fk.locale.text')} name="localizedValue" value=${localizedValue} required maxlength="1000" ?focused=${Boolean(itemKey)} error=${error('localizedValue')}
        @input=${(event) => {
          this.edited.localizedValue = event.target.value;
        }}></t-field>`;
    if (itemKey) {
      const fields = (error) => html`<p>${this.what(this.edited)}</p>${text(error)}`;
      return this.dialog({ id: 'fk-item', heading: t('fk.locale.editItem'), save: (event) => this.save(event), fields });
    }
    return this.dialog({
      id: 'fk-item',
      heading: t('fk.locale.newItem'),
      save: (event) => this.save(event),
      fields: (
        error,
      ) => html`<t-field label=${t('fk.locale.kind')} name="itemType" type="select" value=${itemType} .options=${KINDS.map((each) => [each, t(`fk.locale.${each}`)])}
          error=${error('itemType')} @change=${(event) => this.begin(event.target.value)}></t-field>
        ${itemType === 'INTERFACE' ? this.word(error) : this.value(error)}${text(error)}`,
    });
  }

  word(error) {
    return html`<t-field label=${t('fk.locale.interfaceKey')} name="interfaceKey" value=${this.edited.interfaceKey} required maxlength="1000" hint=${t('fk.locale.interfaceHint')}
      error=${error('interfaceKey')} @input=${(event) => {
        this.edited.interfaceKey = event.target.value;
      }}></t-field>`;
  }

  /** What the API says of an attribute has the attribute's key. */
  value(error) {
    const { itemType, classificationId, allowed, attributeKey, allowedValue } = this.edited;
    const choice = (label, name, value, options, wrong, change) =>
      html`<t-field label=${label} name=${name} type="select" value=${value} .options=${options} error=${wrong} @change=${(event) => change(event.target.value)}></t-field>`;
    const ofKey = attributeKey === '' ? nothing : error(attributeKey);
    const wrong = ofKey === nothing ? error('allowedValue') : ofKey;
    const same = (all) => all.map((each) => [each, each]);
    return html`${
      itemType === 'CLASSIFICATION'
        ? choice(
            t('fk.class'),
            'classificationId',
            classificationId,
            this.loaded.classes.map((each) => [each.classificationId, each.name]),
            error('classificationId'),
            (id) => this.readClass(id),
          )
        : nothing
    }
      ${allowed.size === 0 ? html`<p class="quiet" role="status">${t('fk.locale.noValues')}</p>` : nothing}
      ${choice(t('fk.attribute'), 'attributeKey', attributeKey, same([...allowed.keys()].sort(compareNames)), error('attributeKey'), (key) => this.chooseAttribute(key))}
      ${choice(t('fk.policy.value'), 'allowedValue', allowedValue, same(allowed.get(attributeKey) ?? []), wrong, (one) => this.set({ allowedValue: one }))}`;
  }
}

define('fk-setup-locales', SetupLocales);
