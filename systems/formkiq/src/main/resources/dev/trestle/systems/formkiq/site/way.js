import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/time.js';
import { call, encoded, iso } from './api.js';

/** How far a document is in a workflow. */
export const readWay = (siteId, documentId, workflowId, options) =>
  call('GET', `/x/documents/${encoded(documentId)}/workflows/${encoded(workflowId)}`, { siteId }, undefined, options);

/** What a step is called: its queue, or what it does. */
export const stepName = (step) => step.queueName ?? t(`fk.action.${step.type}`);

/** Who may decide at a step, in words. */
export const deciders = (groups) => ((groups ?? []).length > 0 ? groups.join(', ') : t('fk.way.writers'));

/** The last decision of a way, with who made it. */
export const lastDecision = (way) =>
  way.steps
    .filter((step) => step.decision)
    .sort((one, other) => Date.parse(iso(one.at)) - Date.parse(iso(other.at)))
    .at(-1) ?? null;

const SIGNS = { DONE: '✓', NOW: '◐', FAILED: '✕', AHEAD: '○' };

/** The steps of a document's way through a workflow, with what was decided by whom, and what is ahead: <fk-way .way>. */
class Way extends Element {
  static properties = { way: { attribute: false } };

  said(step) {
    if (step.decision) return html`${t(`fk.way.${step.decision}`, { name: step.by ?? '' })}`;
    if (step.state === 'NOW' && step.status === 'IN_QUEUE') return t('fk.way.waits', { groups: deciders(step.approvalGroups) });
    if (step.state === 'AHEAD') return step.queueName ? deciders(step.approvalGroups) : '';
    return t(`fk.action.status.${step.status}`);
  }

  render() {
    const { way } = this;
    if (!way) return nothing;
    return html`<ol class="fk-way">${way.steps.map(
      (step) => html`<li data-state=${step.state} aria-current=${step.state === 'NOW' ? 'step' : nothing}>
        <span class="fk-way-sign" data-decision=${step.decision ?? nothing} aria-hidden="true">${step.decision === 'REJECT' ? '✕' : SIGNS[step.state]}</span>
        <span class="fk-way-step"><strong>${stepName(step)}</strong><span class="quiet">${this.said(step)}</span>
          ${step.comments ? html`<q class="fk-way-comment">${step.comments}</q>` : nothing}
          ${step.message && step.state === 'FAILED' ? html`<span class="fk-denied">${step.message}</span>` : nothing}</span>
        ${step.at ? html`<t-time short at=${iso(step.at)}></t-time>` : html`<span></span>`}</li>`,
    )}<li data-state=${way.status === 'COMPLETE' ? 'DONE' : way.status === 'FAILED' ? 'FAILED' : 'AHEAD'}><span class="fk-way-sign" aria-hidden="true">${way.status === 'FAILED' ? '✕' : '■'}</span><span class="fk-way-step"><span class="quiet">${t(way.status === 'FAILED' ? 'fk.way.FAILED' : 'fk.way.COMPLETE')}</span></span><span></span></li></ol>`;
  }
}

define('fk-way', Way);
