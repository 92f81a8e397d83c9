import { define, Element, html, nothing } from '/ui/element.js';
import { language, t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import '/ui/dialog.js';
import '/ui/error.js';
import { LANGUAGES, put, showSetPath, STATUSES } from './api.js';

/**
 * Changes a stage: status, person, version; what is sent back needs a note. <unisync-stage .showSet .stage .names .to @done @close>; `to` is a status that
 * was chosen already.
 */
class Stage extends Element {
  static properties = { showSet: { attribute: false }, stage: {}, names: { attribute: false }, to: {}, status: { state: true }, busy: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.busy = false;
    this.failure = null;
  }

  get info() {
    return this.showSet.stages[this.stage];
  }

  willUpdate(changed) {
    if (changed.has('showSet') || changed.has('stage')) this.status ??= this.to ?? this.info.status;
  }

  get needsNote() {
    return this.status === 'revision_required' && this.info.status !== 'revision_required';
  }

  chosen(event) {
    if (event.target.name === 'status') this.status = event.target.value;
  }

  async save(event) {
    const form = values(event);
    const update = { status: form.status };
    if (this.stage !== 'inBim360') {
      update.assignedTo = form.assignedTo === '' ? null : form.assignedTo;
      update.version = form.version.trim() === '' ? null : form.version.trim();
    }
    if (this.needsNote) Object.assign(update, { revisionNote: form.note, revisionNoteLang: form.noteLang });
    this.busy = true;
    this.failure = null;
    try {
      const after = await put(showSetPath(this.showSet.showSetId, `/stage/${this.stage}`), update);
      toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('done', { detail: after }));
    } catch (failure) {
      this.failure = failure;
      if (failure.current) this.dispatchEvent(new CustomEvent('newer', { detail: failure.current }));
    } finally {
      this.busy = false;
    }
  }

  render() {
    const heading = `${this.showSet.showSetId} · ${t(`unisync.stage.${this.stage}`)}`;
    return html`<t-dialog open heading=${heading} .content=${this.form()} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .actions=${html`<button type="submit" class="primary" form="${this.own}f" data-act="save-stage" ?disabled=${this.busy}>${t('ui.save')}</button>`}></t-dialog>`;
  }

  form() {
    const { info } = this;
    return html`<form id="${this.own}f" class="stack" @submit=${(event) => this.save(event)} @input=${(event) => this.chosen(event)} @change=${(event) => this.chosen(event)}>
      <t-field label=${t('unisync.status')} type="select" name="status" value=${this.status} .options=${STATUSES.map((each) => [each, t(`unisync.status.${each}`)])} focused></t-field>
      ${this.needsNote ? html`<t-field label=${t('unisync.revisionNote')} hint=${t('unisync.revisionHint')} type="textarea" name="note" required maxlength="5000"></t-field>
        <t-field label=${t('unisync.noteLanguage')} type="select" name="noteLang" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>` : nothing}
      ${this.stage === 'inBim360' ? nothing : html`
        <t-field label=${t('unisync.assignedTo')} type="select" name="assignedTo" value=${info.assignedTo ?? ''}
          .options=${[['', t('unisync.nobody')], ...this.names.map((each) => [each.userId, each.name])]}></t-field>
        <t-field label=${t('unisync.version')} name="version" value=${info.version ?? ''} maxlength="100"></t-field>`}
      <t-error .failure=${this.failure}></t-error></form>`;
  }
}

define('unisync-stage', Stage);
