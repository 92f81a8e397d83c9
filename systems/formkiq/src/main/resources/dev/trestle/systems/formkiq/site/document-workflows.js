import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/badge.js';
import '/ui/field.js';
import '/ui/state.js';
import './way.js';
import { call, encoded, everything } from './api.js';
import { readWay } from './way.js';

const TONES = { IN_PROGRESS: 'busy', COMPLETE: 'good', FAILED: 'bad' };

/** The workflows of a document: how far it is in each, and a start of another: <fk-document-workflows .siteId .documentId ?writes news @changed>. */
class DocumentWorkflows extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    writes: { type: Boolean },
    news: { type: Number },
    loaded: { state: true },
    failure: { state: true },
    refused: { state: true },
    busy: { state: true },
    chosen: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('documentId')) Object.assign(this, { loaded: null, refused: null });
    if (changed.has('documentId') || changed.has('news')) this.read();
  }

  async read() {
    const { siteId, documentId } = this;
    const options = { signal: this.leaving.signal };
    try {
      const [{ workflows }, active] = await Promise.all([
        call('GET', `/documents/${encoded(documentId)}/workflows`, { siteId }, undefined, options),
        everything('/workflows', { siteId, status: 'ACTIVE' }, 'workflows', options),
      ]);
      const ways = await Promise.all(workflows.map(({ workflowId }) => readWay(siteId, documentId, workflowId, options)));
      if (documentId === this.documentId) Object.assign(this, { loaded: { ways, active }, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async start(event) {
    event.preventDefault();
    const workflowId = this.querySelector('select')?.value;
    if (!workflowId || this.busy) return;
    Object.assign(this, { busy: true, refused: null });
    try {
      await call('POST', `/documents/${encoded(this.documentId)}/workflows`, { siteId: this.siteId }, { workflowId });
      toast(t('fk.way.started'));
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.busy = false;
    }
    await this.read();
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.loaded) return html`<t-state loading rows="4"></t-state>`;
    const { ways, active } = this.loaded;
    const free = active.filter(({ workflowId }) => !ways.some((way) => way.workflowId === workflowId && way.status === 'IN_PROGRESS'));
    return html`<div class="fk-form">${this.writes && free.length > 0 ? this.form(free) : nothing}
      ${ways.length === 0 ? html`<t-empty heading=${t('fk.way.none')} text=${t(active.length > 0 ? 'fk.way.noneText' : 'fk.way.noActive')}></t-empty>` : nothing}
      ${ways.map(
        (
          way,
        ) => html`<section class="fk-decision-part" data-workflow=${way.workflowId}><h3>${way.name} <t-badge tone=${TONES[way.status]} text=${t(`fk.way.${way.status}`)}></t-badge></h3>
          ${way.startedBy ? html`<p class="quiet fk-decision-by">${t('fk.way.startedBy', { name: way.startedBy })}</p>` : nothing}<fk-way .way=${way}></fk-way></section>`,
      )}</div>`;
  }

  form(free) {
    return html`<form class="fk-start" @submit=${(event) => this.start(event)}><label class="sr-only" for="fk-start">${t('fk.workflow')}</label>
      <select id="fk-start" name="workflowId">${free.map((each) => html`<option value=${each.workflowId}>${each.name}</option>`)}</select>
      <button type="submit" data-act="start-workflow" ?disabled=${this.busy}>${t('fk.way.start')}</button></form>
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}`;
  }
}

define('fk-document-workflows', DocumentWorkflows);
