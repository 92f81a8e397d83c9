import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { number, t } from '/ui/texts.js';
import '/ui/dialog.js';
import '/ui/progress.js';
import './value-field.js';
import { call, compareNames, eachOf, encoded, everything, nameOf } from './api.js';
import { CLASS, classesOf } from './schema.js';
import { EDITED, asAttribute, wrongValue } from './values.js';

const AT_ONCE = 8;
const SHOWN_MAX = 20;

/** Gives several documents an attribute or a tag at once, or takes one away, and tells of those that were refused. */
class Bulk extends Element {
  static properties = {
    siteId: { attribute: false },
    rows: { attribute: false },
    what: {},
    governs: { type: Boolean },
    removes: { type: Boolean },
    definitions: { state: true },
    classes: { state: true },
    key: { state: true },
    values: { state: true },
    act: { state: true },
    done: { state: true },
    refused: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { definitions: [], classes: [], key: '', values: [''], act: 'set', done: null, refused: [], wrong: '' });
  }

  connectedCallback() {
    super.connectedCallback();
    Promise.all([everything('/attributes', { siteId: this.siteId }, 'attributes'), classesOf(this.siteId)])
      .then(([all, classes]) => {
        this.classes = classes;
        const ofClass = classes.length > 0 ? [{ key: CLASS, dataType: 'STRING', type: 'STANDARD' }] : [];
        this.definitions = [...ofClass, ...all.filter(({ key }) => key !== CLASS)]
          .filter((each) => EDITED.includes(each.dataType) && (this.governs || !['OPA', 'GOVERNANCE'].includes(each.type)))
          .sort((one, other) => compareNames(one.key, other.key));
        if (this.what !== 'tags' && this.definitions[0]) this.choose(this.definitions[0].key);
      })
      .catch((failure) => {
        this.wrong = words(failure);
      });
  }

  get isTags() {
    return this.what === 'tags';
  }

  get dataType() {
    return this.isTags ? 'STRING' : (this.definitions.find(({ key }) => key === this.key)?.dataType ?? 'STRING');
  }

  choose(key) {
    this.key = key;
    this.values = this.dataType === 'BOOLEAN' ? ['true'] : [''];
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  /** What is sent for one document. */
  send(row) {
    const { siteId, key } = this;
    const path = `/documents/${encoded(row.documentId)}`;
    if (this.act === 'remove') {
      const member = this.isTags ? 'tags' : 'attributes';
      // One that does not have it is as it should be.
      return call('DELETE', `${path}/${member}/${encoded(key)}`, { siteId }).catch((failure) => {
        if (failure.status !== 404) throw failure;
      });
    }
    const values = this.values.filter(Boolean);
    const body = this.isTags
      ? { tags: [values.length > 1 ? { key, values } : { key, value: values[0] ?? '' }] }
      : { attributes: [asAttribute(key, this.dataType, this.values)] };
    return call('PATCH', path, { siteId }, body);
  }

  async apply(event) {
    event.preventDefault();
    const wrong = this.act === 'set' && !this.isTags ? wrongValue(this.dataType, this.values) : null;
    this.wrong = this.key.trim() === '' ? t('fk.bulk.noKey') : wrong ? t(wrong) : '';
    if (this.wrong) return;
    this.key = this.key.trim();
    const todo = this.refused.length > 0 ? this.refused.map(({ row }) => row) : this.rows;
    Object.assign(this, { done: 0, refused: [] });
    await eachOf(todo, AT_ONCE, async (row) => {
      try {
        await this.send(row);
      } catch (failure) {
        this.refused = [...this.refused, { row, failure }];
      }
      this.done++;
    });
    this.isOver = true;
    if (this.refused.length === 0) this.close();
    else this.done = null;
  }

  render() {
    const n = this.rows.length;
    const busy = this.done !== null;
    return html`<t-dialog open heading=${t(this.isTags ? 'fk.bulk.tags' : 'fk.bulk.attributes', { n })} @close=${this.close}
      .content=${html`<form id="fk-bulk" class="stack" novalidate @submit=${(event) => this.apply(event)}>
        ${
          this.removes
            ? html`<t-field label=${t('fk.bulk.act')} type="select" value=${this.act} .options=${[
                ['set', t('fk.bulk.set')],
                ['remove', t('fk.bulk.remove')],
              ]} @change=${(event) => {
                this.act = event.target.value;
              }}></t-field>`
            : nothing
        }
        ${
          this.isTags
            ? html`<t-field label=${t('fk.tag.key')} value=${this.key} maxlength="200" focused @input=${(event) => {
                this.key = event.target.value;
              }}></t-field>`
            : html`<t-field label=${t('fk.attribute')} type="select" value=${this.key} .options=${this.definitions.map(({ key }) => [key, key === CLASS ? t('fk.class') : key])} @change=${(event) => this.choose(event.target.value)}></t-field>`
        }
        ${
          this.act === 'set' && this.dataType !== 'KEY_ONLY'
            ? html`<div class="fk-bulk-value"><span class="fk-label">${t('fk.bulk.value')}</span><fk-value label=${t('fk.bulk.value')} dataType=${this.dataType} .values=${this.values} .allowed=${this.key === CLASS && !this.isTags ? this.classes : null} @values-change=${(
                event,
              ) => {
                this.values = event.detail;
              }}></fk-value></div>`
            : nothing
        }
        ${this.wrong ? html`<p class="problem" role="alert">${this.wrong}</p>` : nothing}
        ${busy ? html`<t-progress label=${t('fk.bulk.progress', { done: this.done, n })} .value=${this.done / n}></t-progress>` : nothing}
        ${this.refused.length > 0 ? html`<div class="problem" role="alert"><strong>${t('fk.refused', { n: this.refused.length })}</strong><ul>${this.refused.slice(0, SHOWN_MAX).map(({ row, failure }) => html`<li>${nameOf(row)}: ${words(failure)}</li>`)}</ul></div>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${() => this.close()}>${t('ui.cancel')}</button>
        <button type="submit" form="fk-bulk" class="primary" data-act="apply" ?disabled=${busy}>${t('fk.bulk.apply', { n: number(this.refused.length || n) })}</button>`}></t-dialog>`;
  }
}

define('fk-bulk', Bulk);
