import { define, Element, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/badge.js';
import '/ui/dialog.js';
import '/ui/state.js';
import '/ui/time.js';
import { actionFields, actionName, actionOf, actionTypes } from './action-form.js';
import { call, encoded, errorOf, everything, iso } from './api.js';
import { icon } from './kinds.js';

const LOOK_MS = 2_000;

const TONES = {
  COMPLETE: 'good',
  FAILED: 'bad',
  MAX_RETRIES_REACHED: 'bad',
  FAILED_RETRY: 'plain',
  IN_QUEUE: 'warn',
  WAITING_FOR_RETRY: 'warn',
  RUNNING: 'busy',
  PENDING: 'plain',
  SKIPPED: 'plain',
};

const GOING_ON = new Set(['PENDING', 'RUNNING', 'WAITING_FOR_RETRY']);
const RETRIED = new Set(['FAILED', 'WAITING_FOR_RETRY', 'MAX_RETRIES_REACHED', 'RUNNING']);

/** What a document goes through: how far each action is, what it said; the last failed one is tried again, others are added. */
class Actions extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    news: { type: Number },
    writes: { type: Boolean },
    rows: { state: true },
    failure: { state: true },
    adding: { state: true },
    type: { state: true },
    mappings: { state: true },
    refused: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    this.mappings = [];
    if (this.documentId) this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
    clearTimeout(this.look);
  }

  willUpdate(changed) {
    if (changed.has('documentId') || changed.has('news')) this.read();
  }

  get path() {
    return `/documents/${encoded(this.documentId)}/actions`;
  }

  async read() {
    clearTimeout(this.look);
    const { signal } = this.leaving;
    try {
      this.rows = await everything(this.path, { siteId: this.siteId }, 'actions', { signal });
      this.failure = null;
      // No event tells of them: while something goes on, it is looked for.
      if (!signal.aborted && this.rows.some(({ status }) => GOING_ON.has(status))) this.look = setTimeout(() => this.read(), LOOK_MS);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async retry() {
    try {
      await call('POST', `${this.path}/retry`, { siteId: this.siteId });
      toast(t('fk.action.retrying'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.read();
  }

  async open() {
    Object.assign(this, { adding: true, type: 'WEBHOOK', refused: null });
    try {
      this.mappings = await everything('/mappings', { siteId: this.siteId }, 'mappings', { signal: this.leaving.signal });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refused = failure;
    }
  }

  async add(event) {
    const action = actionOf({ ...values(event), type: this.type });
    try {
      await call('POST', this.path, { siteId: this.siteId }, { actions: [action] });
      Object.assign(this, { adding: false, refused: null });
      toast(t('fk.action.added'));
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.rows) return html`<t-state loading rows="3"></t-state>`;
    const failed = this.rows.findLastIndex(({ status }) => RETRIED.has(status));
    return html`<div class="stack">
      ${this.writes ? html`<div><button type="button" data-act="add-action" @click=${() => this.open()}>${icon('plus')}${t('fk.action.add')}</button></div>` : nothing}
      ${this.rows.length === 0 ? html`<p class="quiet">${t('fk.action.none')}</p>` : html`<ol class="fk-actions">${this.rows.map((row, i) => this.line(row, i === failed))}</ol>`}</div>
      ${this.adding ? this.dialog() : nothing}`;
  }

  line(row, isLastFailed) {
    const { status, type, message, retryCount, maxRetries } = row;
    const at = row.completedDate ?? row.startDate ?? row.insertedDate;
    return html`<li class="card" data-type=${type} data-status=${status}><div class="row"><strong>${actionName(type)}</strong>
      <t-badge tone=${TONES[status] ?? 'plain'} text=${t(`fk.action.status.${status}`)}></t-badge><span class="end"></span><t-time class="quiet" at=${iso(at)}></t-time></div>
      ${message ? html`<p class="fk-action-message">${message}</p>` : nothing}
      <p class="quiet">${t('fk.action.by', { name: row.userId })}${retryCount ? html` · ${t('fk.action.retries', { n: retryCount, max: maxRetries ?? 5 })}` : nothing}</p>
      ${this.parameters(row.parameters)}
      ${this.writes && isLastFailed ? html`<div class="fk-acts"><button type="button" data-act="retry" @click=${() => this.retry()}>${icon('replace')}${t('fk.action.retry')}</button></div>` : nothing}</li>`;
  }

  parameters(all) {
    const shown = Object.entries(all ?? {}).filter(([, value]) => typeof value === 'string');
    if (shown.length === 0) return nothing;
    return html`<details><summary>${t('fk.action.parameters')}</summary><dl class="fk-facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>`;
  }

  dialog() {
    const close = () => {
      this.adding = false;
    };
    const fieldError = (name) => errorOf(this.refused, `parameters.${name}`) ?? errorOf(this.refused, name);
    return html`<t-dialog open heading=${t('fk.action.add')} @close=${close}
      .content=${html`<form id="fk-action" class="stack" @submit=${(event) => this.add(event)}>
        <t-field label=${t('fk.action.what')} name="type" type="select" value=${this.type} .options=${actionTypes()} @change=${(event) => {
          if (event.target.name === 'type') Object.assign(this, { type: event.target.value, refused: null });
        }}></t-field>
        <p class="quiet">${t(`fk.action.about.${this.type}`)}</p>
        ${actionFields(this.type, { mappings: this.mappings, errorOf: fieldError })}
        ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-action" class="primary">${t('fk.action.add')}</button>`}></t-dialog>`;
  }
}

define('fk-actions', Actions);
