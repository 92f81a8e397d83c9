import { define, html, nothing } from '/ui/element.js';
import { confirmed } from '/ui/dialog.js';
import { words } from '/ui/error.js';
import { rowsTable } from '/ui/table.js';
import { t } from '/ui/texts.js';
import '/ui/time.js';
import { toast } from '/ui/toast.js';
import './schema-editor.js';
import { call, compareNames, documentLink, encoded, everything, iso, nameOf } from './api.js';
import { icon } from './kinds.js';
import { isReindexable, reindex } from './reindexing.js';
import { forgetSchemas } from './schema.js';
import { draftOf, summary } from './schema-draft.js';
import { SetupPart } from './setup-part.js';

const REFUSED_SHOWN = 20;

/** The schema that all documents of a site obey, and the classes that add to it. */
class SetupSchema extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    writes: { type: Boolean },
    edited: { state: true },
    refused: { state: true },
    reindexed: { state: true },
  };

  get sitePath() {
    return `/sites/${encoded(this.siteId)}`;
  }

  willUpdate(changed) {
    if (changed.has('siteId')) Object.assign(this, { edited: null, reindexed: null });
    super.willUpdate(changed);
  }

  async load(options) {
    const [definitions, schema, classes] = await Promise.all([
      everything('/attributes', { siteId: this.siteId }, 'attributes', options),
      this.schema(options),
      everything(`${this.sitePath}/classifications`, {}, 'classifications', options),
    ]);
    const byName = (one, other) => compareNames(one.name, other.name);
    return { definitions: definitions.sort((one, other) => compareNames(one.key, other.key)), schema, classes: classes.sort(byName) };
  }

  /** The schema of the site; null before there is one. */
  async schema(options) {
    try {
      return await call('GET', `${this.sitePath}/schema/document`, null, undefined, options);
    } catch (failure) {
      if (failure.status === 404) return null;
      throw failure;
    }
  }

  edit(edited) {
    Object.assign(this, { edited, refused: null, reindexed: null });
  }

  async classOf({ classificationId }) {
    return (await call('GET', `${this.sitePath}/classifications/${encoded(classificationId)}`)).classification;
  }

  async editClass(row) {
    try {
      const schema = await this.classOf(row);
      this.edit({ schema, classificationId: row.classificationId, isClass: true, heading: t('fk.class.edit', { name: row.name }) });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      this.read();
    }
  }

  async save({ detail }) {
    if (this.isSaving) return;
    this.isSaving = true;
    const { isClass, classificationId } = this.edited;
    const classes = `${this.sitePath}/classifications`;
    this.refused = null;
    try {
      if (!isClass) await call('PUT', `${this.sitePath}/schema/document`, null, detail);
      else if (classificationId) await call('PUT', `${classes}/${encoded(classificationId)}`, null, { classification: detail });
      else await call('POST', classes, null, { classification: detail });
      forgetSchemas();
      this.edited = null;
      toast(t('fk.saved'));
      this.read();
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.isSaving = false;
    }
  }

  async drop({ classificationId, name }) {
    const act = async () => {
      try {
        await call('DELETE', `${this.sitePath}/classifications/${encoded(classificationId)}`);
      } catch (failure) {
        // The API names the class by its id, which nobody knows.
        if (failure.status === 400 && failure.message.endsWith('in use')) failure.message = t('fk.class.inUse', { name });
        throw failure;
      }
      forgetSchemas();
    };
    if (await confirmed({ heading: t('fk.class.delete', { name }), text: t('fk.class.deleteText'), label: t('fk.delete'), act })) this.read();
  }

  /** Reindexes what the site's schema is about, or the documents of a class. */
  async reindex(row) {
    const { siteId } = this;
    const name = row?.name ?? this.loaded.schema.name;
    const step = (at, all) => {
      if (this.siteId === siteId) this.reindexed = { name, at, all };
    };
    step(0, 0);
    try {
      const asked = { siteId, schema: this.loaded.schema, classificationId: row?.classificationId, signal: this.leaving.signal, step };
      const result = await reindex(asked);
      if (this.siteId === siteId) this.reindexed = { name, result };
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.siteId === siteId) this.reindexed = { name, failure };
    }
  }

  body() {
    const { schema, definitions } = this.loaded;
    if (this.edited) {
      return html`<fk-schema-editor heading=${this.edited.heading} .schema=${this.edited.schema} .definitions=${definitions} .site=${this.edited.isClass ? schema : null}
        .failure=${this.refused} @save=${(event) => this.save(event)} @leave=${() => this.edit(null)}></fk-schema-editor>`;
    }
    if (definitions.length === 0) return html`<t-empty heading=${t('fk.attribute.noneYet')} text=${t('fk.schema.noAttributes')}></t-empty>`;
    const editSite = () => this.edit({ schema, isClass: false, heading: t('fk.schema.ofSite') });
    return html`<div class="stack"><p class="quiet">${t('fk.setup.schemaText')}</p><h2>${t('fk.schema.ofSite')}</h2>
      ${
        schema
          ? html`<div class="fk-role"><span><strong>${schema.name}</strong> <span class="quiet">${summary(draftOf(schema))}</span></span>
            <span class="fk-acts end">${isReindexable(schema, null) ? this.reindexButton(null) : nothing}<button type="button" data-act="edit-schema" @click=${editSite}>${icon('pencil')}${t('fk.policy.edit')}</button></span></div>`
          : html`<t-empty heading=${t('fk.schema.none')} text=${t('fk.schema.noneText')} .action=${html`<button type="button" class="primary" data-act="edit-schema" @click=${editSite}>${t('fk.schema.make')}</button>`}></t-empty>`
      }
      ${this.outcome()}${this.classes()}</div>`;
  }

  /** For those who may write, since it changes documents. */
  reindexButton(row) {
    if (!this.writes) return nothing;
    return html`<button type="button" data-act="reindex" ?disabled=${this.reindexed?.all !== undefined} aria-label=${t('fk.reindex.of', { name: row?.name ?? this.loaded.schema.name })} @click=${() => this.reindex(row)}>${icon('replace')}${t('fk.reindex')}</button>`;
  }

  classes() {
    const { classes } = this.loaded;
    const create = () => this.edit({ schema: null, isClass: true, heading: t('fk.class.new') });
    return html`<div class="row"><h2>${t('fk.class.all')}</h2><button type="button" class="end" data-act="new-class" @click=${create}>${icon('plus')}${t('fk.class.new')}</button></div>
      ${
        classes.length === 0
          ? html`<t-empty heading=${t('fk.retention.noClass')} text=${t('fk.class.noneText')}></t-empty>`
          : rowsTable({
              caption: t('fk.class.all'),
              rows: classes,
              columns: [
                { title: t('fk.retention.class'), cell: ({ name }) => html`<strong class="cut">${name}</strong>` },
                {
                  title: t('fk.class.made'),
                  cell: ({ userId, insertedDate }) => html`<span class="quiet">${userId} · <t-time at=${iso(insertedDate)}></t-time></span>`,
                },
                {
                  title: '',
                  cell: (each) => html`<span class="fk-acts">${this.reindexButton(each)}
                    <button type="button" data-act="edit-class" @click=${() => this.editClass(each)}>${icon('pencil')}${t('fk.policy.edit')}</button>
                    <button type="button" class="danger" data-act="drop-class" @click=${() => this.drop(each)}>${icon('trash')}${t('fk.delete')}</button></span>`,
                },
              ],
            })
      }`;
  }

  /** How far reindexing is, or what came of it. */
  outcome() {
    const { reindexed } = this;
    if (!reindexed) return nothing;
    const { name, at, all, result, failure } = reindexed;
    if (failure) return html`<p class="problem" role="alert">${words(failure)}</p>`;
    if (!result)
      return html`<p role="status">${t('fk.reindex.running', { name, at, all })} <progress value=${at} max=${Math.max(1, all)} aria-label=${t('fk.reindex')}></progress></p>`;
    const { done, refused, isCut } = result;
    return html`<div role="status" data-reindexed><p>${t('fk.reindex.done', { name, n: done })} ${isCut ? t('fk.reindex.cut') : ''}</p>
      ${
        refused.length === 0
          ? nothing
          : html`<div class="problem">${t('fk.reindex.refused', { n: refused.length })}<ul>${refused
              .slice(0, REFUSED_SHOWN)
              .map(
                ({ document, message }) =>
                  html`<li><a href=${documentLink({ siteId: this.siteId, documentId: document.documentId })}>${nameOf(document)}</a>: ${message}</li>`,
              )}</ul></div>`
      }</div>`;
  }
}

define('fk-setup-schema', SetupSchema);
