import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/field.js';
import './case-documents.js';
import { call, errorOf } from './api.js';
import { ROWS } from './dropped.js';
import { statusBadge, statusText } from './case-badge.js';
import { isOverdue, STATUSES } from './case-status.js';
import { icon } from './kinds.js';

const DATES = ['plannedStartDate', 'startDate', 'endDate', 'dueDate'];
const LINKED_MAX = 50;

/** What a value of the metadata is as a text, and back. */
const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
function valueOf(text, before) {
  if (before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text) ?? text;
  } catch {
    return text;
  }
}

/**
 * A case itself, a task or a nigo: what is known of it, edited in place, and its documents, which are dropped onto it. Each change is sent at once; what is refused
 * stands at its field, with what was typed.
 */
class CasePart extends Element {
  static properties = {
    kind: {},
    siteId: { attribute: false },
    path: { attribute: false },
    item: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    news: { type: Number },
    isOpen: { state: true },
    isOver: { state: true },
    refused: { state: true },
    linked: { state: true },
  };

  constructor() {
    super();
    this.refused = null;
    this.linked = 0;
  }

  get isCase() {
    return this.kind === 'case';
  }

  get shown() {
    return this.isCase || this.isOpen;
  }

  async patch(fields) {
    this.refused = null;
    try {
      await call('PATCH', this.path, { siteId: this.siteId }, { [this.kind]: fields });
      this.dispatchEvent(new CustomEvent('part-change'));
      return true;
    } catch (failure) {
      this.refused = failure;
      return false;
    }
  }

  save(field, value) {
    if (value !== (this.item[field] ?? '')) this.patch({ [field]: value });
    else this.refused = null;
  }

  /** Links documents, as many at a time as a request takes. */
  async link(documentIds) {
    try {
      for (let i = 0; i < documentIds.length; i += LINKED_MAX) {
        await call('PATCH', this.path, { siteId: this.siteId }, { [this.kind]: { documentIds: documentIds.slice(i, i + LINKED_MAX) } });
      }
      this.isOpen = true;
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.linked++;
  }

  dragOver(event) {
    if (!this.writes || !event.dataTransfer.types.includes(ROWS)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.isOver = true;
  }

  drop(event) {
    this.isOver = false;
    if (!this.writes || !event.dataTransfer.types.includes(ROWS)) return;
    event.preventDefault();
    const keys = JSON.parse(event.dataTransfer.getData(ROWS));
    const documentIds = keys.filter((key) => !key.startsWith('folder:'));
    if (documentIds.length > 0) this.link(documentIds);
    else toast(t('fk.case.noFolder'), { tone: 'bad' });
  }

  render() {
    return html`<article class="fk-part ${this.isOver ? 'over' : ''}" @dragover=${this.dragOver} @dragleave=${(event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) this.isOver = false;
    }} @drop=${this.drop}>${this.head()}${this.shown ? html`${this.fields()}${this.metadata()}${this.documents()}` : nothing}</article>`;
  }

  get title() {
    return this.item.name ?? this.item.description ?? '';
  }

  head() {
    const { item } = this;
    const due = item.dueDate
      ? html`<span class="fk-due">${t('fk.case.due', { date: item.dueDate })}${isOverdue(item) ? html`<t-badge tone="bad" text=${t('fk.case.overdue')}></t-badge>` : nothing}</span>`
      : nothing;
    const title = this.isCase
      ? html`<h1>${this.title}</h1>`
      : html`<h3><button type="button" class="plain fk-part-title" aria-expanded=${this.isOpen ? 'true' : 'false'} @click=${() => {
          this.isOpen = !this.isOpen;
        }}>${icon('down')}<span class="cut">${this.title}</span></button></h3>`;
    return html`<div class="fk-part-head">${title}${due}${this.status()}${
      this.isCase || !this.removes
        ? nothing
        : html`<button type="button" class="plain icon" data-act="delete-part" aria-label=${t(`fk.${this.kind}.delete`, { name: this.title })} @click=${() =>
            this.dispatchEvent(new CustomEvent('part-delete'))}>${icon('trash')}</button>`
    }</div>${this.problem()}`;
  }

  status() {
    const { item } = this;
    if (!this.writes) return statusBadge(item.status);
    return html`<label class="fk-part-status"><span class="sr-only">${t('fk.case.status')}</span><select data-act="part-status" @change=${(event) => this.save('status', event.target.value)}>
      ${STATUSES.map((each) => html`<option value=${each} .selected=${each === item.status}>${statusText(each)}</option>`)}</select></label>`;
  }

  /** What is refused and has no field. */
  problem() {
    const { refused } = this;
    if (!refused || ['name', 'description', ...DATES].some((field) => errorOf(refused, field))) return nothing;
    return html`<p class="problem" role="alert">${words(refused)}</p>`;
  }

  fields() {
    const { item, writes } = this;
    const field = (name, type, label, maxlength) =>
      html`<t-field label=${label} name=${name} type=${type} rows="3" maxlength=${maxlength ?? nothing} .value=${item[name] ?? ''} ?disabled=${!writes} error=${errorOf(this.refused, name) ?? ''}
        @change=${(event) => this.save(name, event.target.value.trim())}></t-field>`;
    // A date with a time is a text, because a field for days would lose it.
    const dateType = (name) => (item[name] && item[name].length !== 10 ? 'text' : 'date');
    return html`<div class="stack tight">${field('name', 'text', t('fk.name'), 500)}${field('description', 'textarea', t('fk.case.description'), 20000)}
      <div class="fk-fields">${DATES.map((name) => field(name, dateType(name), t(`fk.case.${name}`)))}</div>
      <p class="quiet">${t('fk.case.made', { who: item.userId ?? '—' })}</p></div>`;
  }

  metadata() {
    const { item, writes } = this;
    const all = Object.entries(item.metadata ?? {}).sort(([one], [other]) => one.localeCompare(other));
    if (all.length === 0 && !writes) return nothing;
    return html`<section aria-label=${t('fk.metadata')}><div class="fk-section"><h3>${t('fk.metadata')}</h3></div>
      ${all.length > 0 ? html`<ul class="fk-metadata">${all.map(([key, value]) => this.metadataLine(key, value))}</ul>` : nothing}
      ${
        writes
          ? html`<form class="fk-tag-form" @submit=${(event) => this.addMetadata(event)}><t-field label=${t('fk.case.key')} name="key" maxlength="200"></t-field>
        <t-field label=${t('fk.case.value')} name="value" maxlength="1000"></t-field><button type="submit" data-act="add-metadata">${t('fk.case.add')}</button></form>`
          : nothing
      }</section>`;
  }

  metadataLine(key, value) {
    if (!this.writes) return html`<li><span class="quiet">${key}</span><span>${textOf(value)}</span></li>`;
    return html`<li><span class="quiet">${key}</span><input type="text" aria-label=${key} maxlength="1000" .value=${textOf(value)} @change=${(event) => this.patch({ metadata: { [key]: valueOf(event.target.value, value) } })}>
      <button type="button" class="plain icon" aria-label=${t('fk.case.dropKey', { key })} @click=${() => this.patch({ metadata: { [key]: '' } })}>${icon('cross')}</button></li>`;
  }

  async addMetadata(event) {
    event.preventDefault();
    const form = event.target;
    const { key, value } = Object.fromEntries(new FormData(form));
    if (String(key).trim() === '') return;
    if (await this.patch({ metadata: { [String(key).trim()]: value } })) form.reset();
  }

  documents() {
    return html`<fk-case-documents .siteId=${this.siteId} .path=${this.path} ?writes=${this.writes} ?removes=${this.removes} news=${(this.news ?? 0) + this.linked}
      @documents-link=${(event) => this.link(event.detail)}></fk-case-documents>`;
  }
}

define('fk-case-part', CasePart);
