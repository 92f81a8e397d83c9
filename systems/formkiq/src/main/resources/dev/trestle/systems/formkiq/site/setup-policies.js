import { define, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { confirmed } from '/ui/dialog.js';
import '/ui/badge.js';
import './policy-dialog.js';
import { call, encoded, everything } from './api.js';
import { icon } from './kinds.js';
import { itemOf, METHODS, parts, sentences } from './policy-items.js';
import { SetupPart } from './setup-part.js';

/** The access policy of a site: its items in words, its Rego, and what it says of somebody. Administrators alone read it. */
class SetupPolicies extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    administers: { type: Boolean },
    edited: { state: true },
    refused: { state: true },
    verdict: { state: true },
  };

  get path() {
    return `/sites/${encoded(this.siteId)}/opa/accessPolicy`;
  }

  async load(options) {
    if (!this.administers) return { items: [], definitions: [], rego: '' };
    const [definitions, { items, foreign }] = await Promise.all([
      everything('/attributes', { siteId: this.siteId }, 'attributes', options),
      this.items(options),
    ]);
    const rego = items.length > 0 || foreign ? (await call('GET', this.path, null, undefined, options)).opaPolicy : '';
    return { items, definitions, rego, foreign };
  }

  /** The items; none of a policy that another program wrote. */
  async items(options) {
    try {
      return { items: (await call('GET', `${this.path}/policyItems`, null, undefined, options)).policyItems, foreign: false };
    } catch (failure) {
      if (failure.status === 400) return { items: [], foreign: true };
      throw failure;
    }
  }

  get typeOf() {
    return (key) => this.loaded.definitions.find((each) => each.key === key)?.dataType ?? 'STRING';
  }

  /** All items are written at once; the dialog stays if they are refused. */
  async save(items) {
    this.refused = null;
    try {
      await call('PUT', `${this.path}/policyItems`, null, { policyItems: items.map(({ policy, ...item }) => item) });
      this.edited = null;
      toast(t('fk.saved'));
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async remove(i) {
    const { items } = this.loaded;
    const rest = items.filter((_, at) => at !== i);
    const isLast = rest.length === 0;
    const act = () =>
      isLast
        ? call('DELETE', `${this.path}/policyItems`)
        : call('PUT', `${this.path}/policyItems`, null, { policyItems: rest.map(({ policy, ...item }) => item) });
    const text = t(isLast ? 'fk.policy.endText' : 'fk.policy.removeText');
    if (await confirmed({ heading: t('fk.policy.remove'), text, label: t('fk.delete'), act })) this.read();
  }

  async end() {
    const act = () => call('DELETE', `${this.path}/policyItems`);
    if (await confirmed({ heading: t('fk.policy.end'), text: t('fk.policy.endText'), label: t('fk.policy.end'), act })) this.read();
  }

  async ask(event) {
    event.preventDefault();
    const { groups, username, method, resource, documentId } = values(event);
    const body = { groups: parts(groups), username, method, resource, documentId: documentId.trim() || undefined };
    try {
      this.verdict = await call('POST', '/x/policy/trial', { siteId: this.siteId }, body);
    } catch (failure) {
      this.verdict = { failure };
    }
  }

  body() {
    if (!this.administers) return html`<t-empty heading=${t('fk.policy.closed')} text=${t('fk.policy.closedText')}></t-empty>`;
    const { items, rego, foreign } = this.loaded;
    const close = () => {
      this.edited = null;
    };
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.policiesText')}</p><button type="button" class="end" data-act="new-item" @click=${() => {
      Object.assign(this, { edited: { at: items.length, item: {} }, refused: null });
    }}>${icon('plus')}${t('fk.policy.add')}</button></div>
      ${foreign ? html`<p class="problem" role="alert">${t('fk.policy.foreign')} <button type="button" @click=${() => this.end()}>${t('fk.policy.end')}</button></p>` : nothing}
      ${items.length === 0 && !foreign ? html`<t-empty heading=${t('fk.policy.open')} text=${t('fk.policy.openText')}></t-empty>` : nothing}
      ${items.length === 0 ? nothing : html`<ol class="fk-policy">${items.map((item, i) => this.item(item, i))}</ol>`}
      ${rego ? html`<details><summary>${t('fk.policy.rego')}</summary><pre class="fk-rego" tabindex="0" aria-label=${t('fk.policy.rego')}>${rego}</pre></details>` : nothing}
      ${this.trial()}</div>
      ${
        this.edited
          ? html`<fk-policy-dialog .item=${this.edited.item} .definitions=${this.loaded.definitions} .failure=${this.refused} @close=${close} @save-item=${(
              event,
            ) => {
              const next = [...items];
              next[this.edited.at] = itemOf(event.detail, this.typeOf);
              this.save(next);
            }}></fk-policy-dialog>`
          : nothing
      }`;
  }

  item(item, i) {
    return html`<li class="card"><div class="row"><ul class="fk-says">${sentences(item).map((each) => html`<li>${each}</li>`)}</ul><span class="end"></span>
      <span class="fk-acts"><button type="button" data-act="edit-item" @click=${() => {
        Object.assign(this, { edited: { at: i, item }, refused: null });
      }}>${icon('pencil')}${t('fk.policy.edit')}</button><button type="button" class="danger" data-act="remove-item" @click=${() => this.remove(i)}>${icon('trash')}${t('fk.delete')}</button></span></div></li>`;
  }

  trial() {
    const { verdict } = this;
    return html`<form class="card stack" data-form="trial" @submit=${(event) => this.ask(event)}><h2>${t('fk.policy.trial')}</h2><p class="quiet">${t('fk.policy.trialText')}</p>
      <div class="fk-fields"><t-field label=${t('fk.policy.groups')} name="groups" hint=${t('fk.policy.groupsHint')}></t-field>
      <t-field label=${t('fk.policy.username')} name="username"></t-field>
      <t-field label=${t('fk.policy.method')} name="method" type="select" value="GET" .options=${METHODS.map((each) => [each, each])}></t-field>
      <t-field label=${t('fk.policy.resource')} name="resource" value="/documents/{documentId}" required></t-field>
      <t-field label=${t('fk.policy.documentId')} name="documentId"></t-field></div>
      <div class="row">${
        verdict
          ? html`<span role="status">${verdict.failure ? words(verdict.failure) : html`<t-badge tone=${verdict.allowed ? 'good' : 'bad'} text=${t(verdict.allowed ? 'fk.policy.yes' : 'fk.policy.no')}></t-badge> ${t(`fk.policy.why.${verdict.reason}`)}`}</span>`
          : nothing
      }<span class="end"></span><button type="submit" data-act="try">${t('fk.policy.try')}</button></div></form>`;
  }
}

define('fk-setup-policies', SetupPolicies);
