import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import './workflow-steps.js';
import { call, encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { EditingPart } from './setup-editing.js';
import { draftOf, newStep, stepOf } from './workflow-draft.js';

/** The workflows of a site: steps that documents go through, with a check before they are saved. */
class SetupWorkflows extends EditingPart {
  static properties = { ...EditingPart.properties, remarks: { state: true } };

  async load(options) {
    const { siteId } = this;
    const [workflows, queues, mappings] = await Promise.all([
      everything('/workflows', { siteId }, 'workflows', options),
      everything('/queues', { siteId }, 'queues', options),
      everything('/mappings', { siteId }, 'mappings', options),
    ]);
    return { workflows, queues, mappings };
  }

  edit(edited) {
    super.edit(edited);
    this.remarks = null;
  }

  begin() {
    const [first] = this.loaded.queues;
    return { name: '', description: '', status: 'ACTIVE', inUse: false, drafts: [newStep([], first ? 'QUEUE' : 'FULLTEXT', first?.queueId)] };
  }

  async open(workflowId) {
    try {
      const { name, description, status, inUse, steps } = await call('GET', `/workflows/${encoded(workflowId)}`, { siteId: this.siteId });
      this.edit({ workflowId, name, description: description ?? '', status, inUse, drafts: steps.map(draftOf) });
    } catch (failure) {
      this.failure = failure;
    }
  }

  get wanted() {
    const { name, description, status, drafts } = this.edited;
    return { name: name.trim(), description: description.trim(), status, steps: drafts.map(stepOf) };
  }

  /** What is wrong, or remarkable, before it is saved. */
  async check() {
    this.refused = null;
    try {
      const { errors, remarks } = await call('POST', '/x/workflows/check', { siteId: this.siteId }, this.wanted);
      this.refused =
        errors.length > 0
          ? { errors: errors.map(({ key, error }) => ({ key: key ?? '', error })), message: errors.map(({ error }) => error).join('; ') }
          : null;
      const said = {};
      for (const { stepId, code } of remarks) said[stepId] = [said[stepId], t(`fk.workflow.${code}`)].filter(Boolean).join(' ');
      this.remarks = errors.length > 0 ? null : said;
    } catch (failure) {
      this.refused = failure;
    }
  }

  async save(event) {
    event.preventDefault();
    const { workflowId } = this.edited;
    await this.send(
      workflowId ? 'PUT' : 'POST',
      workflowId ? `/workflows/${encoded(workflowId)}` : '/workflows',
      { siteId: this.siteId },
      this.wanted,
    );
  }

  body() {
    const { workflows } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.workflowsText')}</p>${this.beginner('new-workflow', t('fk.workflow.new'), () => this.begin())}</div>
      ${workflows.length === 0 ? html`<t-empty heading=${t('fk.workflow.none')} text=${t('fk.workflow.noneText')}></t-empty>` : this.table(workflows)}</div>${this.edited ? this.form() : nothing}`;
  }

  table(workflows) {
    return rowsTable({
      caption: t('fk.setup.workflows'),
      rows: workflows,
      columns: [
        {
          title: t('fk.name'),
          cell: ({ name, description }) =>
            html`<strong class="cut">${name}</strong>${description ? html`<div class="quiet">${description}</div>` : nothing}`,
        },
        {
          title: t('fk.workflow.status'),
          cell: ({ status }) => html`<t-badge tone=${status === 'ACTIVE' ? 'good' : 'plain'} text=${t(`fk.workflow.${status}`)}></t-badge>`,
        },
        { title: t('fk.workflow.use'), cell: ({ inUse }) => (inUse ? t('fk.workflow.inUse') : '') },
        {
          title: '',
          cell: ({ workflowId, name }) =>
            html`<span class="fk-acts">${this.writes ? html`<button type="button" data-act="edit-${workflowId}" @click=${() => this.open(workflowId)}>${icon('pencil')}${t('fk.policy.edit')}</button>` : nothing}${this.acts(
              {
                name: workflowId,
                drop: () =>
                  this.drop(t('fk.workflow.deleteHeading', { name }), t('fk.workflow.deleteText'), `/workflows/${encoded(workflowId)}`, {
                    siteId: this.siteId,
                  }),
              },
            )}</span>`,
        },
      ],
    });
  }

  form() {
    const { workflowId, name, description, status, inUse, drafts } = this.edited;
    const keep = (field) => (event) => {
      this.edited = { ...this.edited, [field]: event.target.value };
    };
    return this.dialog({
      id: 'fk-workflow',
      wide: true,
      heading: t(workflowId ? 'fk.workflow.edit' : 'fk.workflow.new'),
      save: (event) => this.save(event),
      fields: (error) => html`${inUse ? html`<p class="fk-step-remark" role="note">${t('fk.workflow.oldSteps')}</p>` : nothing}
        <div class="fk-fields"><t-field focused label=${t('fk.name')} name="name" required maxlength="200" value=${name} error=${error('name')} @input=${keep('name')}></t-field>
        <t-field label=${t('fk.mapping.description')} name="description" maxlength="1000" value=${description} error=${error('description')} @input=${keep('description')}></t-field>
        <t-field type="select" label=${t('fk.workflow.status')} name="status" value=${status} .options=${['ACTIVE', 'INACTIVE'].map((each) => [each, t(`fk.workflow.${each}`)])} @change=${keep('status')}></t-field></div>
        <fk-workflow-steps .drafts=${drafts} .queues=${this.loaded.queues} .mappings=${this.loaded.mappings} .remarks=${this.remarks ?? {}} @steps-change=${(event) => this.set({ drafts: event.detail })}></fk-workflow-steps>
        <div class="row"><button type="button" data-act="check" @click=${() => this.check()}>${t('fk.workflow.check')}</button>
          <span role="status">${this.remarks ? (Object.keys(this.remarks).length === 0 ? t('fk.workflow.fine') : t('fk.workflow.remarks', { n: Object.keys(this.remarks).length })) : nothing}</span></div>`,
    });
  }
}

define('fk-setup-workflows', SetupWorkflows);
