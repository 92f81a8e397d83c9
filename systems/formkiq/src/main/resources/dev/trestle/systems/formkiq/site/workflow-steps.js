import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/field.js';
import { icon } from './kinds.js';
import { ACTIONS, arrows, moved, newStep, OPTIONS, PARAMETERS } from './workflow-draft.js';

/**
 * The steps of a workflow, one below the other, with arrows to where each leads: <fk-workflow-steps .drafts .queues .mappings .remarks @steps-change>.
 * `remarks` are texts by the id of a step.
 */
class WorkflowSteps extends Element {
  static properties = {
    drafts: { attribute: false },
    queues: { attribute: false },
    mappings: { attribute: false },
    remarks: { attribute: false },
  };

  set(drafts) {
    this.dispatchEvent(new CustomEvent('steps-change', { detail: drafts }));
  }

  change(at, more) {
    this.set(this.drafts.map((each, i) => (i === at ? { ...each, ...more } : each)));
  }

  name(draft) {
    if (!draft) return '';
    if (draft.type !== 'QUEUE') return t(`fk.action.${draft.type}`);
    return this.queues.find(({ queueId }) => queueId === draft.queueId)?.name ?? t('fk.action.QUEUE');
  }

  numbered(id) {
    const at = this.drafts.findIndex(({ stepId }) => stepId === id);
    return at < 0 ? '' : `${at + 1}. ${this.name(this.drafts[at])}`;
  }

  render() {
    const { drafts } = this;
    return html`<ol class="fk-steps">${drafts.map((draft, at) => this.step(draft, at))}</ol>
      <div class="row"><button type="button" data-act="add-queue" ?disabled=${this.queues.length === 0} @click=${() => this.set([...drafts, newStep(drafts, 'QUEUE', this.queues[0]?.queueId)])}>${icon('plus')}${t('fk.workflow.addQueue')}</button>
        <button type="button" data-act="add-action" @click=${() => this.set([...drafts, newStep(drafts, 'FULLTEXT')])}>${icon('plus')}${t('fk.workflow.addAction')}</button></div>
      ${this.queues.length === 0 ? html`<p class="quiet">${t('fk.workflow.noQueue')}</p>` : nothing}`;
  }

  step(draft, at) {
    const { drafts } = this;
    const tool = (name, drawing, isOff, act) =>
      html`<button type="button" class="plain icon" data-act=${name} aria-label=${t(`fk.workflow.${name}`, { n: at + 1 })} title=${t(`fk.workflow.${name}`, { n: at + 1 })} ?disabled=${isOff} @click=${act}>${drawing}</button>`;
    const { approve, reject } = arrows(drafts, at);
    const isQueue = draft.type === 'QUEUE';
    const remark = this.remarks?.[draft.stepId];
    return html`<li class="fk-step" data-step=${draft.stepId}><fieldset><legend>${at + 1}. ${this.name(draft)}</legend>
        <span class="fk-step-tools">${tool('up', '↑', at === 0, () => this.set(moved(drafts, at, at - 1)))}${tool('downwards', '↓', at === drafts.length - 1, () => this.set(moved(drafts, at, at + 1)))}${tool('remove', icon('trash'), drafts.length === 1, () => this.set(moved(drafts, at, -1)))}</span>
        <div class="fk-fields">${isQueue ? this.queueFields(draft, at) : this.actionFields(draft, at)}${this.next(draft, at)}</div>
        ${remark ? html`<p class="fk-step-remark" role="note">${remark}</p>` : nothing}</fieldset>
      <p class="fk-arrow"><span aria-hidden="true">${approve === drafts[at + 1]?.stepId ? '↓' : '↪'}</span> ${t(isQueue ? 'fk.workflow.approved' : 'fk.workflow.done')} ${approve ? html`<strong>${this.numbered(approve)}</strong>` : html`<strong>${t('fk.workflow.end')}</strong>`}${
        isQueue
          ? html`<br><span aria-hidden="true">✕</span> ${t('fk.workflow.rejected')} <strong>${reject ? this.numbered(reject) : t('fk.workflow.fails')}</strong>`
          : nothing
      }</p></li>`;
  }

  queueFields(draft, at) {
    return html`<t-field type="select" label=${t('fk.queue')} data-field="queueId" value=${draft.queueId} .options=${this.queues.map(({ queueId, name }) => [queueId, name])} @change=${(event) => this.change(at, { queueId: event.target.value })}></t-field>
      <t-field type="textarea" rows="2" label=${t('fk.workflow.groups')} hint=${t('fk.workflow.groupsHint')} data-field="groups" value=${draft.groups} @input=${(event) => this.change(at, { groups: event.target.value })}></t-field>`;
  }

  actionFields(draft, at) {
    return html`<t-field type="select" label=${t('fk.workflow.action')} data-field="type" value=${draft.type} .options=${ACTIONS.map((type) => [type, t(`fk.action.${type}`)])} @change=${(event) => this.change(at, { ...newStep([], event.target.value), stepId: draft.stepId, approve: draft.approve })}></t-field>
      ${(PARAMETERS[draft.type] ?? []).map(([name, isLong]) => this.parameter(draft, at, name, isLong))}`;
  }

  parameter(draft, at, name, isLong) {
    const choices =
      name === 'mappingId'
        ? this.mappings.map((each) => [each.mappingId, each.name])
        : OPTIONS[name]?.map((each) => [each, each || t('fk.workflow.no')]);
    const set = (event) => this.change(at, { parameters: { ...draft.parameters, [name]: event.target.value } });
    const type = choices ? 'select' : isLong ? 'textarea' : 'text';
    const options = choices && !draft.parameters[name] && choices[0]?.[0] !== '' ? [['', t('fk.workflow.choose')], ...choices] : choices;
    return html`<t-field type=${type} rows="3" label=${t(`fk.parameter.${name}`)} data-field=${name} value=${draft.parameters[name] ?? ''} .options=${options} @change=${choices ? set : () => {}} @input=${choices ? () => {} : set}></t-field>`;
  }

  /** Where it leads to, if not to the step below. */
  next(draft, at) {
    const others = (nothingSaid) => [
      ['', nothingSaid],
      ...this.drafts.filter((each) => each !== draft).map((each) => [each.stepId, this.numbered(each.stepId)]),
    ];
    const below = this.drafts[at + 1];
    const otherwise = below ? this.numbered(below.stepId) : t('fk.workflow.end');
    return html`<t-field type="select" label=${t(draft.type === 'QUEUE' ? 'fk.workflow.approved' : 'fk.workflow.done')} data-field="approve" value=${draft.approve} .options=${others(otherwise)} @change=${(event) => this.change(at, { approve: event.target.value })}></t-field>
      ${draft.type === 'QUEUE' ? html`<t-field type="select" label=${t('fk.workflow.rejected')} data-field="reject" value=${draft.reject} .options=${others(t('fk.workflow.fails'))} @change=${(event) => this.change(at, { reject: event.target.value })}></t-field>` : nothing}`;
  }
}

define('fk-workflow-steps', WorkflowSteps);
