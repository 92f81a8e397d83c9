import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import './mapping-line.js';
import { compareNames, encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { lineOf, sourceOf, takes } from './mapping-line.js';
import { EditingPart } from './setup-editing.js';

/** How attributes of documents get their values: the mappings of a site, each with the source of every attribute. */
class SetupMappings extends EditingPart {
  async load(options) {
    const { siteId } = this;
    const [mappings, attributes] = await Promise.all([
      everything('/mappings', { siteId }, 'mappings', options),
      everything('/attributes', { siteId }, 'attributes', options),
    ]);
    return { mappings, definitions: attributes.sort((one, other) => compareNames(one.key, other.key)) };
  }

  typeOf(key) {
    return this.loaded.definitions.find((each) => each.key === key)?.dataType;
  }

  formOf({ mappingId, name, description, attributes }) {
    return { mappingId, name, description, lines: attributes.map(lineOf) };
  }

  newLine() {
    const { definitions } = this.loaded;
    const free = definitions.find(({ key }) => !this.edited?.lines.some((each) => each.attributeKey === key)) ?? definitions[0];
    return lineOf({ attributeKey: free?.key ?? '', sourceType: 'CONTENT', labelMatchingType: 'FUZZY' });
  }

  async save(event) {
    event.preventDefault();
    const { mappingId, name, description, lines } = this.edited;
    const attributes = lines.map((line) => sourceOf(line, this.typeOf(line.attributeKey)));
    const mapping = { name: name.trim(), description: description.trim(), attributes };
    const path = mappingId ? `/mappings/${encoded(mappingId)}` : '/mappings';
    await this.send(mappingId ? 'PUT' : 'POST', path, { siteId: this.siteId }, { mapping });
  }

  body() {
    const { mappings, definitions } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.mappingsText')}</p>
      ${definitions.length > 0 ? this.beginner('new-mapping', t('fk.mapping.new'), () => ({ name: '', description: '', lines: [this.newLine()] })) : nothing}</div>
      ${definitions.length === 0 ? html`<t-empty heading=${t('fk.attribute.noneYet')} text=${t('fk.mapping.noAttributeText')}></t-empty>` : nothing}
      ${definitions.length > 0 && mappings.length === 0 ? html`<t-empty heading=${t('fk.mapping.none')} text=${t('fk.mapping.noneText')}></t-empty>` : nothing}
      ${mappings.length > 0 ? this.mappings(mappings) : nothing}</div>${this.edited ? this.form() : nothing}`;
  }

  mappings(mappings) {
    return rowsTable({
      caption: t('fk.setup.mappings'),
      rows: mappings,
      columns: [
        {
          title: t('fk.name'),
          cell: ({ name, description }) =>
            html`<strong class="cut">${name}</strong>${description ? html`<div class="quiet">${description}</div>` : nothing}`,
        },
        {
          title: t('fk.attributes'),
          cell: ({ attributes }) =>
            html`<ul class="fk-says">${attributes.map((each) => html`<li>${each.attributeKey} <span class="quiet">← ${this.said(each)}</span></li>`)}</ul>`,
        },
        {
          title: '',
          cell: (each) =>
            this.acts({
              name: 'mapping',
              edit: () => this.formOf(each),
              drop: () =>
                this.drop(t('fk.mapping.delete', { name: each.name }), t('fk.mapping.deleteText'), `/mappings/${encoded(each.mappingId)}`, {
                  siteId: this.siteId,
                }),
            }),
        },
      ],
    });
  }

  /** The source of an attribute, with the labels or values that it has. */
  said(each) {
    const { labelTexts, defaultValue, defaultValues } = lineOf(each);
    const details = takes(each.sourceType).labels ? labelTexts : [defaultValue, defaultValues].filter(Boolean).join('\n');
    const source = t(`fk.mapping.${each.sourceType}`);
    return details ? `${source}: ${details.split('\n').join(', ')}` : source;
  }

  form() {
    const { mappingId, name, description, lines } = this.edited;
    const keep = (field) => (event) => {
      this.edited[field] = event.target.value;
    };
    return this.dialog({
      id: 'fk-mapping',
      heading: t(mappingId ? 'fk.mapping.edit' : 'fk.mapping.new'),
      wide: true,
      save: (event) => this.save(event),
      fields: (
        error,
      ) => html`<t-field label=${t('fk.name')} name="name" value=${name} required maxlength="1000" focused error=${error('name')} @input=${keep('name')}></t-field>
        <t-field label=${t('fk.mapping.description')} name="description" value=${description} maxlength="1000" error=${error('description')} @input=${keep('description')}></t-field>
        ${lines.map((line, i) => this.line(line, i, error))}
        <div><button type="button" data-act="add-line" @click=${() => this.set({ lines: [...lines, this.newLine()] })}>${icon('plus')}${t('fk.attribute.add')}</button></div>`,
    });
  }

  line(line, i, error) {
    const { lines } = this.edited;
    const errors = Object.fromEntries(
      ['attributeKey', 'sourceType', 'labelTexts', 'labelMatchingType', 'metadataField', 'validationRegex', 'defaultValue'].map((field) => [
        field,
        error(`attribute[${i}].${field}`),
      ]),
    );
    return html`<fk-mapping-line n=${i + 1} .line=${line} .definitions=${this.loaded.definitions} .errors=${errors} ?only=${lines.length === 1}
      @line-change=${(event) => {
        const changed = lines.map((each, at) => (at === i ? event.detail.line : each));
        if (event.detail.isChoice) this.set({ lines: changed });
        else this.edited = { ...this.edited, lines: changed };
      }} @line-remove=${() => this.set({ lines: lines.filter((_, at) => at !== i) })}></fk-mapping-line>`;
  }
}

define('fk-setup-mappings', SetupMappings);
