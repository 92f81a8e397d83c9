import { define, Element, html, nothing } from '/ui/element.js';
import { language, t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { dropDraft } from '/ui/draft.js';
import { toast } from '/ui/toast.js';
import '/ui/dialog.js';
import '/ui/error.js';
import { LANGUAGES, STATUSES } from './api.js';
import { nameOf, saveStage, typed } from './edits.js';
import { consequenceLines } from './rules.js';

/**
 * Changes a stage: status, person, version; what is sent back needs a note. <unisync-stage .showSet .stage .names .to @done @close>; `to` is a status that
 * was chosen already. It stays what it was when it was opened, whatever others do: only so is it known what of it was changed here.
 */
class Stage extends Element {
  static properties = {
    showSet: { attribute: false },
    stage: {},
    names: { attribute: false },
    to: {},
    status: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.opened = null;
    this.busy = false;
    this.failure = null;
  }

  get info() {
    return this.opened.stages[this.stage];
  }

  willUpdate() {
    this.opened ??= this.showSet;
    this.status ??= this.to ?? this.info.status;
  }

  /** Under which what is typed here is kept until it is saved. */
  get draft() {
    return ['unisync.stage', this.opened.showSetId, this.stage, ...(this.to ? [this.to] : [])].join('.');
  }

  get needsNote() {
    return this.status === 'revision_required' && this.info.status !== 'revision_required';
  }

  chosen(event) {
    if (event.target.name === 'status') this.status = event.target.value;
  }

  async save(event) {
    const form = values(event);
    const mine = { status: { status: form.status, ...(this.needsNote ? { note: form.note, lang: form.noteLang } : {}) } };
    if (this.stage !== 'inBim360') {
      mine.assignedTo = form.assignedTo || null;
      mine.version = typed(form.version, this.info.version ?? '') || null;
    }
    this.busy = true;
    this.failure = null;
    try {
      const answer = await saveStage({ showSet: this.opened, stage: this.stage, mine, names: this.names });
      if (!answer) return;
      dropDraft(this.draft);
      if (answer.saved) toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('done', { detail: (answer.saved ?? answer.now).data }));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  render() {
    const heading = `${this.opened.showSetId} · ${t(`unisync.stage.${this.stage}`)}`;
    return html`<t-dialog open heading=${heading} draft=${this.draft} .content=${this.form()} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .actions=${html`<button type="submit" class="primary" form="${this.own}f" data-act="save-stage" ?disabled=${this.busy}>${t('ui.save')}</button>`}></t-dialog>`;
  }

  form() {
    const { info } = this;
    // Somebody who was deactivated is still who it is assigned to.
    const people = [...new Set([...this.names.map((each) => each.userId), ...(info.assignedTo ? [info.assignedTo] : [])])];
    return html`<form id="${this.own}f" class="stack" @submit=${(event) => this.save(event)} @input=${(event) => this.chosen(event)} @change=${(event) => this.chosen(event)}>
      <t-field label=${t('unisync.status')} type="select" name="status" value=${this.status} .options=${STATUSES.map((each) => [each, t(`unisync.status.${each}`)])} focused></t-field>
      ${consequenceLines([this.opened], this.stage, this.status).map((line) => html`<p class="us-then" role="status">${line}</p>`)}
      ${
        this.needsNote
          ? html`<t-field label=${t('unisync.revisionNote')} hint=${t('unisync.revisionHint')} type="textarea" name="note" required maxlength="5000"></t-field>
        <t-field label=${t('unisync.noteLanguage')} type="select" name="noteLang" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>`
          : nothing
      }
      ${
        this.stage === 'inBim360'
          ? nothing
          : html`
        <t-field label=${t('unisync.assignedTo')} type="select" name="assignedTo" value=${info.assignedTo ?? ''}
          .options=${[['', t('unisync.nobody')], ...people.map((id) => [id, nameOf(this.names, id)])]}></t-field>
        <t-field label=${t('unisync.version')} name="version" value=${info.version ?? ''} maxlength="100"></t-field>`
      }
      <t-error .failure=${this.failure}></t-error></form>`;
  }
}

define('unisync-stage', Stage);
