import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/badge.js';
import '/ui/time.js';
import './way.js';
import { call, documentLink, encoded, everything, iso, nameOf } from './api.js';
import { shownValue, valuesOf } from './values.js';
import { deciders, lastDecision, readWay, stepName } from './way.js';

const VALUES_MAX = 8;
const COMMENTS_MAX = 2000;

/** What people read; references to other things are on the document's own page. */
const SHOWN = new Set(['STRING', 'NUMBER', 'BOOLEAN']);

/** What was typed about documents that nobody has decided about yet, by document: it survives a look at another one. */
const typed = new Map();

/**
 * A decision about a document that waits: <fk-decision .siteId .waiting news @decided @taken>. `decided` says that it is made; `taken` that somebody else was
 * first, with who and what.
 */
class Decision extends Element {
  static properties = {
    siteId: { attribute: false },
    waiting: { attribute: false },
    news: { type: Number },
    way: { state: true },
    values: { state: true },
    comments: { state: true },
    refused: { state: true },
    wants: { state: true },
    busy: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  get key() {
    return this.waiting ? `${this.waiting.document.documentId} ${this.waiting.workflowId} ${this.waiting.stepId}` : '';
  }

  willUpdate(changed) {
    if (!changed.has('waiting') && !changed.has('news')) return;
    if (this.key !== this.shownKey) {
      this.shownKey = this.key;
      Object.assign(this, { way: null, values: [], refused: null, wants: null, comments: typed.get(this.key) ?? '' });
    }
    this.read();
  }

  async read() {
    const { key, waiting, siteId } = this;
    if (!waiting) return;
    const options = { signal: this.leaving.signal };
    const { documentId } = waiting.document;
    try {
      const [way, values] = await Promise.all([
        waiting.workflowId ? readWay(siteId, documentId, waiting.workflowId, options) : null,
        everything(`/documents/${encoded(documentId)}/attributes`, { siteId }, 'attributes', options),
      ]);
      if (key === this.key) Object.assign(this, { way, values });
    } catch (failure) {
      if (failure.name !== 'AbortError' && key === this.key) this.refused = failure;
    }
  }

  type(text) {
    this.comments = text;
    this.wants = null;
    if (text) typed.set(this.key, text);
    else typed.delete(this.key);
  }

  focusComment() {
    this.querySelector('textarea')?.focus();
  }

  /** @param {'APPROVE' | 'REJECT'} decision */
  async decide(decision) {
    const { waiting, siteId, key } = this;
    if (this.busy || !waiting?.mayDecide) return;
    const comments = this.comments.trim();
    if (decision === 'REJECT' && !comments) {
      this.wants = t('fk.decision.why');
      this.focusComment();
      return;
    }
    Object.assign(this, { busy: true, refused: null });
    const { documentId } = waiting.document;
    try {
      const path = `/documents/${encoded(documentId)}/workflow/${encoded(waiting.workflowId)}/decisions`;
      await call('POST', path, { siteId }, { stepId: waiting.stepId, decision, ...(comments ? { comments } : {}) });
      typed.delete(key);
      toast(t(`fk.decision.${decision}`, { name: nameOf(waiting.document) }));
      this.dispatchEvent(new CustomEvent('decided', { detail: waiting }));
    } catch (failure) {
      if (failure.status === 409) await this.taken(waiting);
      else this.refused = failure;
    } finally {
      this.busy = false;
    }
  }

  /** Somebody else was first: who, and what they decided. */
  async taken(waiting) {
    const way = await readWay(this.siteId, waiting.document.documentId, waiting.workflowId).catch(() => null);
    const step = way?.steps.find((each) => each.stepId === waiting.stepId && each.decision) ?? (way ? lastDecision(way) : null);
    this.dispatchEvent(new CustomEvent('taken', { detail: { waiting, decision: step?.decision ?? null, by: step?.by ?? '' } }));
  }

  render() {
    const { waiting } = this;
    if (!waiting) return nothing;
    const { document, mayDecide, approvalGroups } = waiting;
    return html`<header class="fk-decision-head"><h2><a href=${documentLink({ siteId: this.siteId, documentId: document.documentId })}>${nameOf(document)}</a></h2>
        <p class="fk-decision-state"><t-badge tone=${mayDecide ? 'info' : 'plain'} sign="◆" text=${mayDecide ? t('fk.decision.waits') : t('fk.way.waits', { groups: deciders(approvalGroups) })}></t-badge>
          <t-time at=${iso(waiting.since)}></t-time></p></header>
      ${this.known()}${this.path()}${mayDecide ? this.form() : html`<p class="fk-decision-note quiet">${t(waiting.workflowId ? 'fk.decision.notYours' : 'fk.decision.noWorkflow')}</p>`}`;
  }

  known() {
    const values = this.values.filter((each) => valuesOf(each).length > 0 && SHOWN.has(each.valueType)).slice(0, VALUES_MAX);
    if (values.length === 0) return nothing;
    return html`<section class="fk-decision-part"><h3>${t('fk.attributes')}</h3><dl class="fk-decision-values">${values.map(
      (each) =>
        html`<dt>${each.key}</dt><dd>${valuesOf(each)
          .map((value) => shownValue(each.valueType, value))
          .join(', ')}</dd>`,
    )}</dl></section>`;
  }

  path() {
    if (!this.way) return nothing;
    return html`<section class="fk-decision-part"><h3>${this.way.name}</h3>
      ${this.way.startedBy ? html`<p class="quiet fk-decision-by">${t('fk.way.startedBy', { name: this.way.startedBy })}</p>` : nothing}<fk-way .way=${this.way}></fk-way></section>`;
  }

  /** What follows, before anybody decides. */
  then(stepId, ends) {
    const step = this.way?.steps.find((each) => each.stepId === stepId);
    return step ? t('fk.decision.then', { step: stepName(step) }) : t(ends);
  }

  form() {
    const { way, busy } = this;
    return html`<form class="fk-decision-form" @submit=${(event) => event.preventDefault()}>
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}
      <label class="sr-only" for="fk-comment">${t('fk.decision.comment')}</label>
      <textarea id="fk-comment" rows="3" maxlength=${COMMENTS_MAX} placeholder=${t('fk.decision.commentHint')} .value=${this.comments} aria-invalid=${this.wants ? 'true' : 'false'} aria-describedby=${this.wants ? 'fk-comment-wanted' : nothing}
        @input=${(event) => this.type(event.target.value)} @keydown=${(event) => {
          if (event.key === 'Escape') event.target.blur();
        }}></textarea>
      ${this.wants ? html`<p id="fk-comment-wanted" class="problem" role="alert">${this.wants}</p>` : nothing}
      <button type="button" class="danger" data-act="reject" ?disabled=${busy} @click=${() => this.decide('REJECT')}>${t('fk.decision.reject')} <kbd class="fk-wide">r</kbd></button>
      <button type="button" class="primary" data-act="approve" ?disabled=${busy} @click=${() => this.decide('APPROVE')}>${t('fk.decision.approve')} <kbd class="fk-wide">a</kbd></button>
      ${way ? html`<p class="quiet fk-decision-then">${t('fk.decision.afterApprove')} ${this.then(way.approved, 'fk.decision.ends')}<br>${t('fk.decision.afterReject')} ${this.then(way.rejected, 'fk.decision.fails')}</p>` : nothing}</form>`;
  }
}

define('fk-decision', Decision);
