import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/badge.js';
import { call, nameOf } from './api.js';

const FOUND_MAX = 10;

/** A trial of the active rules on a document: which of them holds, and why; nothing is started. <fk-rule-trial .siteId .workflows> */
class RuleTrial extends Element {
  static properties = {
    siteId: { attribute: false },
    workflows: { attribute: false },
    found: { state: true },
    document: { state: true },
    result: { state: true },
    refused: { state: true },
    busy: { state: true },
  };

  async find(event) {
    event.preventDefault();
    const text = new FormData(event.target).get('text')?.toString().trim();
    if (!text) return;
    Object.assign(this, { busy: true, refused: null, result: null });
    try {
      const isId = /^[0-9a-f-]{36}$/i.test(text);
      const query = isId ? { documentIds: [text] } : { text };
      const { documents } = await call('POST', '/search', { siteId: this.siteId, limit: FOUND_MAX }, { query });
      this.found = documents;
      if (documents.length === 1) await this.run(documents[0]);
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.busy = false;
    }
  }

  async run(document) {
    Object.assign(this, { busy: true, refused: null, document, result: null });
    try {
      this.result = await call('POST', '/x/rulesets/trial', { siteId: this.siteId }, { documentId: document.documentId });
    } catch (failure) {
      this.refused = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const { found, result } = this;
    return html`<section class="stack fk-trial" aria-label=${t('fk.trial')}><h3>${t('fk.trial')}</h3><p class="quiet">${t('fk.trial.about')}</p>
      <form class="fk-role" @submit=${(event) => this.find(event)}><label class="sr-only" for="fk-trial-text">${t('fk.trial.document')}</label><input id="fk-trial-text" name="text" type="text" maxlength="200" placeholder=${t('fk.trial.document')}><button type="submit" ?disabled=${this.busy}>${t('fk.trial.find')}</button></form>
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}
      ${found && found.length === 0 ? html`<p>${t('fk.trial.nothingFound')}</p>` : nothing}
      ${found && found.length > 1 ? html`<ul class="fk-related">${found.map((each) => html`<li><button type="button" class="plain" @click=${() => this.run(each)}>${nameOf(each)}</button></li>`)}</ul>` : nothing}
      <div role="status">${this.busy ? t('ui.loading') : result ? this.result_(result) : nothing}</div></section>`;
  }

  result_({ rules, isCut }) {
    const match = rules.find(({ holds }) => holds);
    const name = match ? (this.workflows.find(({ workflowId }) => workflowId === match.workflowId)?.name ?? match.workflowId) : '';
    return html`<p><strong>${match ? t('fk.trial.match', { document: nameOf(this.document), workflow: name }) : t('fk.trial.noMatch', { document: nameOf(this.document) })}</strong>${isCut ? html` ${t('fk.trial.cut')}` : nothing}</p>
      <ol class="fk-tried">${rules.map(
        (
          rule,
        ) => html`<li><t-badge tone=${rule.holds ? 'good' : 'plain'} sign=${rule.holds ? '✓' : '✕'} text=${t(rule.holds ? 'fk.trial.holds' : 'fk.trial.fails')}></t-badge> <strong>${rule.rule ?? rule.ruleId}</strong> <span class="quiet">${rule.ruleset ?? ''}</span>
        <ul class="fk-says">${rule.conditions.map(
          (each) =>
            html`<li><span aria-hidden="true">${each.holds ? '✓' : '✕'}</span> <span class="sr-only">${t(each.holds ? 'fk.trial.holds' : 'fk.trial.fails')}</span> ${t(`fk.rule.${each.criterion}`)}${each.attributeKey || each.fieldName ? html` “${each.attributeKey ?? each.fieldName}”` : nothing} ${t(`fk.rule.${each.operation}`)} <strong>${each.value}</strong> <span class="quiet">${each.found ? t('fk.trial.found', { text: each.found }) : t('fk.trial.foundNothing')}</span></li>`,
        )}</ul></li>`,
      )}</ol>`;
  }
}

define('fk-rule-trial', RuleTrial);
