import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import '/ui/field.js';
import './rule-trial.js';
import { encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { EditingPart } from './setup-editing.js';

const CRITERIA = ['CONTENT_TYPE', 'TEXT', 'ATTRIBUTE', 'FIELD', 'BARCODE'];
const OPERATIONS = ['EQ', 'CONTAINS'];

const newCondition = () => ({ criterion: 'CONTENT_TYPE', operation: 'EQ', value: '', attributeKey: '', fieldName: '' });

const conditionOf = ({ criterion, operation, value, attributeKey, fieldName }) => ({
  criterion,
  operation,
  value: value.trim(),
  ...(criterion === 'ATTRIBUTE' ? { attributeKey } : {}),
  ...(criterion === 'FIELD' ? { fieldName: fieldName.trim() } : {}),
});

/** Rulesets and their rules, in the order in which they are tried, and a trial on a document. */
class SetupRulesets extends EditingPart {
  async load(options) {
    const { siteId } = this;
    const [rulesets, workflows, attributes] = await Promise.all([
      everything('/rulesets', { siteId }, 'rulesets', options),
      everything('/workflows', { siteId }, 'workflows', options),
      everything('/attributes', { siteId }, 'attributes', options),
    ]);
    const shown = rulesets.find(({ rulesetId }) => rulesetId === this.chosen) ?? rulesets[0] ?? null;
    const rules = shown ? await everything(`/rulesets/${encoded(shown.rulesetId)}/rules`, { siteId }, 'rules', options) : [];
    return { rulesets, workflows, keys: attributes.map(({ key }) => key), shown, rules };
  }

  async save(event) {
    event.preventDefault();
    const { kind, id, description, priority, status, workflowId, must } = this.edited;
    const base = { description: description.trim(), priority: Number(priority), status };
    const all = kind === 'ruleset' ? '/rulesets' : `/rulesets/${encoded(this.loaded.shown.rulesetId)}/rules`;
    const body = kind === 'ruleset' ? { ruleset: base } : { rule: { ...base, workflowId, conditions: { must: must.map(conditionOf) } } };
    await this.send(id ? 'PATCH' : 'POST', id ? `${all}/${encoded(id)}` : all, { siteId: this.siteId }, body);
  }

  nextPriority(all) {
    return String(Math.max(0, ...all.map(({ priority }) => priority)) + 10);
  }

  body() {
    const { rulesets, workflows, shown } = this.loaded;
    const active = workflows.filter(({ status }) => status === 'ACTIVE');
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.rulesetsText')}</p>
        ${this.beginner('new-ruleset', t('fk.ruleset.new'), () => ({ kind: 'ruleset', description: '', priority: this.nextPriority(rulesets), status: 'ACTIVE' }))}</div>
      ${rulesets.length === 0 ? html`<t-empty heading=${t('fk.ruleset.none')} text=${t('fk.ruleset.noneText')}></t-empty>` : this.rulesets(rulesets, shown)}
      ${shown ? this.rules(shown, active) : nothing}
      ${rulesets.length > 0 ? html`<fk-rule-trial .siteId=${this.siteId} .workflows=${workflows}></fk-rule-trial>` : nothing}</div>${this.edited ? this.form(active) : nothing}`;
  }

  status(status) {
    return html`<t-badge tone=${status === 'ACTIVE' ? 'good' : 'plain'} text=${t(`fk.workflow.${status}`)}></t-badge>`;
  }

  rulesets(rulesets, shown) {
    return rowsTable({
      caption: t('fk.setup.rulesets'),
      rows: rulesets,
      columns: [
        { title: t('fk.ruleset.priority'), number: true, cell: ({ priority }) => priority },
        { title: t('fk.ruleset'), cell: ({ rulesetId, description }) => this.chooser(rulesetId, description ?? rulesetId, shown?.rulesetId) },
        { title: t('fk.workflow.status'), cell: ({ status }) => this.status(status) },
        { title: t('fk.ruleset.version'), number: true, cell: ({ version }) => version },
        {
          title: '',
          cell: ({ rulesetId, description, priority, status }) =>
            this.acts({
              name: rulesetId,
              edit: () => ({ kind: 'ruleset', id: rulesetId, description: description ?? '', priority: String(priority), status }),
              drop: () =>
                this.drop(
                  t('fk.ruleset.deleteHeading', { name: description ?? rulesetId }),
                  t('fk.ruleset.deleteText'),
                  `/rulesets/${encoded(rulesetId)}`,
                  {
                    siteId: this.siteId,
                  },
                ),
            }),
        },
      ],
    });
  }

  said(condition) {
    const criterion = condition.criterion ?? condition.attribute;
    const about = condition.attributeKey ?? condition.fieldName;
    return html`<li>${t(`fk.rule.${criterion}`)}${about ? html` “${about}”` : nothing} ${t(`fk.rule.${condition.operation}`)} <strong>${condition.value}</strong></li>`;
  }

  rules(shown, active) {
    const { rules, workflows } = this.loaded;
    const begin = () => ({
      kind: 'rule',
      description: '',
      priority: this.nextPriority(rules),
      status: 'ACTIVE',
      workflowId: active[0]?.workflowId ?? '',
      must: [newCondition()],
    });
    const path = (ruleId) => `/rulesets/${encoded(shown.rulesetId)}/rules/${encoded(ruleId)}`;
    return html`<section class="stack" aria-label=${t('fk.rules')}><div class="row"><h3>${t('fk.rule.of', { name: shown.description ?? shown.rulesetId })}</h3>
        ${active.length > 0 ? this.beginner('new-rule', t('fk.rule.new'), begin) : html`<span class="quiet">${t('fk.rule.noWorkflow')}</span>`}</div>
      ${
        rules.length === 0
          ? html`<t-empty heading=${t('fk.rule.none')} text=${t('fk.rule.noneText')}></t-empty>`
          : rowsTable({
              caption: t('fk.rules'),
              rows: rules,
              columns: [
                { title: t('fk.ruleset.priority'), number: true, cell: ({ priority }) => priority },
                {
                  title: t('fk.rule'),
                  cell: ({ description, conditions }) =>
                    html`${description ? html`<strong>${description}</strong>` : nothing}<ul class="fk-says">${conditions.must.map((each) => this.said(each))}</ul>`,
                },
                {
                  title: t('fk.workflow'),
                  cell: ({ workflowId }) => workflows.find((each) => each.workflowId === workflowId)?.name ?? workflowId ?? '',
                },
                { title: t('fk.workflow.status'), cell: ({ status }) => this.status(status) },
                {
                  title: '',
                  cell: (rule) =>
                    this.acts({
                      name: rule.ruleId,
                      edit: () => this.draftOf(rule),
                      drop: () =>
                        this.drop(t('fk.rule.deleteHeading', { name: rule.description ?? '' }), t('fk.rule.deleteText'), path(rule.ruleId), {
                          siteId: this.siteId,
                        }),
                    }),
                },
              ],
            })
      }</section>`;
  }

  draftOf({ ruleId, description, priority, status, workflowId, conditions }) {
    const must = conditions.must.map((each) => ({ ...newCondition(), ...each, criterion: each.criterion ?? each.attribute }));
    return { kind: 'rule', id: ruleId, description: description ?? '', priority: String(priority), status, workflowId, must };
  }

  form(active) {
    const { kind, id, description, priority, status } = this.edited;
    const keep = (field) => (event) => {
      this.edited = { ...this.edited, [field]: event.target.value };
    };
    return this.dialog({
      id: 'fk-ruleset',
      wide: kind === 'rule',
      heading: t(`fk.${kind}.${id ? 'edit' : 'new'}`),
      save: (event) => this.save(event),
      fields: (
        error,
      ) => html`<div class="fk-fields"><t-field focused label=${t('fk.mapping.description')} name="description" maxlength="1000" value=${description} error=${error('description')} @input=${keep('description')}></t-field>
        <t-field type="number" min="0" label=${t('fk.ruleset.priority')} name="priority" required value=${priority} hint=${t('fk.ruleset.priorityHint')} error=${error('priority')} @input=${keep('priority')}></t-field>
        <t-field type="select" label=${t('fk.workflow.status')} name="status" value=${status} .options=${['ACTIVE', 'INACTIVE'].map((each) => [each, t(`fk.workflow.${each}`)])} @change=${keep('status')}></t-field>
        ${kind === 'rule' ? this.workflowField(active, error) : nothing}</div>
        ${kind === 'rule' ? this.conditions(error) : nothing}`,
    });
  }

  workflowField(active, error) {
    const { workflowId } = this.edited;
    const options = active.map((each) => [each.workflowId, each.name]);
    // A rule may name a workflow that is not active any more.
    if (!options.some(([id]) => id === workflowId))
      options.unshift([workflowId, this.loaded.workflows.find((each) => each.workflowId === workflowId)?.name ?? workflowId]);
    return html`<t-field type="select" label=${t('fk.rule.starts')} name="workflowId" value=${workflowId} .options=${options} error=${error('workflowId')} @change=${(event) => this.set({ workflowId: event.target.value })}></t-field>`;
  }

  conditions(error) {
    const { must } = this.edited;
    const change = (at, more) => this.set({ must: must.map((each, i) => (i === at ? { ...each, ...more } : each)) });
    const named = (all) => all.map((each) => [each, t(`fk.rule.${each}`)]);
    return html`<h3>${t('fk.rule.must')}</h3>${must.map(
      (each, at) => html`<fieldset><legend>${t('fk.rule.condition', { n: at + 1 })}</legend><div class="fk-fields">
        <t-field type="select" label=${t('fk.rule.looksAt')} data-field="criterion" value=${each.criterion} .options=${named(CRITERIA)} error=${error('criterion')} @change=${(event) => change(at, { criterion: event.target.value, attributeKey: event.target.value === 'ATTRIBUTE' ? each.attributeKey || this.loaded.keys[0] || '' : each.attributeKey })}></t-field>
        ${each.criterion === 'ATTRIBUTE' ? html`<t-field type="select" label=${t('fk.attribute')} data-field="attributeKey" value=${each.attributeKey} .options=${this.loaded.keys.map((key) => [key, key])} error=${error('attributeKey')} @change=${(event) => change(at, { attributeKey: event.target.value })}></t-field>` : nothing}
        ${each.criterion === 'FIELD' ? html`<t-field label=${t('fk.rule.field')} data-field="fieldName" maxlength="1000" value=${each.fieldName} error=${error('fieldName')} @input=${(event) => change(at, { fieldName: event.target.value })}></t-field>` : nothing}
        <t-field type="select" label=${t('fk.rule.compares')} data-field="operation" value=${each.operation} .options=${named(OPERATIONS)} error=${error('operation')} @change=${(event) => change(at, { operation: event.target.value })}></t-field>
        <t-field label=${t('fk.rule.value')} data-field="value" required maxlength="1000" value=${each.value} error=${error('value')} @input=${(event) => change(at, { value: event.target.value })}></t-field></div>
        ${must.length > 1 ? html`<button type="button" class="plain" data-act="remove-condition" @click=${() => this.set({ must: must.filter((_, i) => i !== at) })}>${icon('cross')}${t('fk.mapping.remove')}</button>` : nothing}</fieldset>`,
    )}<div><button type="button" data-act="add-condition" @click=${() => this.set({ must: [...must, newCondition()] })}>${icon('plus')}${t('fk.rule.addCondition')}</button></div>`;
  }
}

define('fk-setup-rulesets', SetupRulesets);
