import { define, Element, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/dialog.js';
import { dropDraft } from '/ui/draft.js';
import { call, errorOf } from './api.js';
import { numberFormat } from './case-status.js';

const FORMAT = 'formkiq.caseNumbers';

/** Asks for what a new case needs. What was typed stays if it is refused. */
class CaseNew extends Element {
  static properties = { siteId: { attribute: false }, failure: { state: true }, busy: { state: true } };

  get draft() {
    return `formkiq.case.${this.siteId}`;
  }

  async make(event) {
    const { name, description, dueDate, format } = values(event);
    if (this.busy) return;
    Object.assign(this, { busy: true, failure: null });
    try {
      const { caseId } = await call(
        'POST',
        '/cases',
        { siteId: this.siteId },
        { case: { name: name.trim(), description: description.trim(), dueDate, caseNumberFormat: numberFormat(format.trim()) } },
      );
      localStorage.setItem(FORMAT, format.trim());
      dropDraft(this.draft);
      this.dispatchEvent(new CustomEvent('case-made', { detail: caseId }));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const close = () => this.dispatchEvent(new CustomEvent('close'));
    const error = (field) => errorOf(this.failure, field) ?? nothing;
    const isPlaced = ['name', 'description', 'dueDate'].some((field) => errorOf(this.failure, field));
    return html`<t-dialog open heading=${t('fk.case.new')} draft=${this.draft} @close=${close}
      .content=${html`<form id="fk-new-case" class="stack" @submit=${(event) => this.make(event)}>
        <t-field label=${t('fk.name')} name="name" maxlength="500" required focused error=${error('name')}></t-field>
        <t-field label=${t('fk.case.description')} name="description" type="textarea" maxlength="20000" error=${error('description')}></t-field>
        <t-field label=${t('fk.case.dueDate')} name="dueDate" type="date" error=${error('dueDate')}></t-field>
        <t-field label=${t('fk.case.format')} name="format" maxlength="200" value=${localStorage.getItem(FORMAT) ?? ''} placeholder="CASE-{date}-{0000}" hint=${t('fk.case.formatHint')}></t-field>
        ${this.failure && !isPlaced ? html`<p class="problem" role="alert">${words(this.failure)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-new-case" class="primary" ?disabled=${this.busy}>${t('fk.create')}</button>`}></t-dialog>`;
  }
}

define('fk-case-new', CaseNew);
