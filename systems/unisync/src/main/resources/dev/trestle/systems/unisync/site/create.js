import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { dropDraft } from '/ui/draft.js';
import { toast } from '/ui/toast.js';
import '/ui/dialog.js';
import '/ui/error.js';
import { AREAS, importTable, post, vmItems } from './api.js';

/** Under which what is typed of a new ShowSet is kept until it is made. */
const DRAFT = 'unisync.create';

/** A new ShowSet, or many from a table: <unisync-create kind="showset" | "import" @done @close>. */
class Create extends Element {
  static properties = { kind: {}, busy: { state: true }, failure: { state: true }, report: { state: true } };

  constructor() {
    super();
    this.busy = false;
    this.failure = null;
    this.report = null;
  }

  async act(work) {
    this.busy = true;
    this.failure = null;
    try {
      await work();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  save(event) {
    const form = values(event);
    return this.act(async () => {
      await post('/showsets', { showSetId: form.showSetId.trim(), area: form.area, scene: form.scene.trim(), description: { en: form.en, zh: form.zh, 'zh-TW': form.zhTw }, vmList: vmItems(form.vms) });
      dropDraft(DRAFT);
      toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('done'));
    });
  }

  look(event) {
    const [file] = event.target.files;
    this.file = file;
    this.report = null;
    return file ? this.act(async () => { this.report = await importTable(file, true); }) : undefined;
  }

  async make() {
    await this.act(async () => {
      const report = await importTable(this.file, false);
      toast(t('unisync.imported', { n: report.created }));
      this.dispatchEvent(new CustomEvent('done'));
    });
    const errors = (this.failure?.violations ?? []).map(({ field, message }) => ({ place: /^rows\/(\d+)(?:\/(.*))?$/.exec(field), message })).filter(({ place }) => place);
    if (errors.length === 0) return;
    this.report = { ...this.report, errors: errors.map(({ place, message }) => ({ row: place[1], field: place[2], message })) };
    this.failure = null;
  }

  render() {
    const isTable = this.kind === 'import';
    const ready = this.report && this.report.errors.length === 0 && this.report.rows > 0;
    return html`<t-dialog open heading=${t(isTable ? 'unisync.import' : 'unisync.new')} draft=${isTable ? nothing : DRAFT} .content=${isTable ? this.table() : this.form()} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .actions=${isTable ? html`<button type="button" class="primary" data-act="make" ?disabled=${this.busy || !ready} @click=${() => this.make()}>${t('unisync.import')}</button>`
        : html`<button type="submit" class="primary" form="${this.own}f" data-act="save-showset" ?disabled=${this.busy}>${t('ui.save')}</button>`}></t-dialog>`;
  }

  form() {
    const error = (field) => this.failure?.of?.(field) ?? '';
    return html`<form id="${this.own}f" class="stack" @submit=${(event) => this.save(event)}>
      <t-field label=${t('unisync.id')} name="showSetId" required maxlength="200" mono focused error=${error('showSetId')}></t-field>
      <t-field label=${t('unisync.filter.area')} type="select" name="area" value="311" .options=${AREAS.map((each) => [each, each])}></t-field>
      <t-field label=${t('unisync.filter.scene')} name="scene" required maxlength="200" error=${error('scene')}></t-field>
      <t-field label="${t('unisync.description')} (English)" name="en" maxlength="2000"></t-field>
      <t-field label="${t('unisync.description')} (简体)" name="zh" maxlength="2000"></t-field>
      <t-field label="${t('unisync.description')} (繁體)" name="zhTw" maxlength="2000"></t-field>
      <t-field label=${t('unisync.vms')} hint=${t('unisync.vmsHint')} type="textarea" rows="2" name="vms"></t-field>
      <t-error .failure=${this.failure}></t-error></form>`;
  }

  table() {
    return html`<p>${t('unisync.importText')}</p><label>${t('unisync.file')} <input type="file" name="table" accept=".csv,text/csv" @change=${(event) => this.look(event)}></label>
      ${this.report ? html`<p role="status">${t('unisync.importRows', { n: this.report.rows, errors: this.report.errors.length })}</p>
        ${this.report.errors.length === 0 ? nothing : html`<table><thead><tr><th scope="col" class="number">${t('unisync.rowNumber')}</th><th scope="col">${t('unisync.field')}</th><th scope="col">${t('unisync.problem')}</th></tr></thead>
          <tbody>${this.report.errors.slice(0, 100).map((each) => html`<tr><td class="number">${each.row}</td><td class="mono us-column">${each.field ?? ''}</td><td>${each.message}</td></tr>`)}</tbody></table>`}` : nothing}
      <t-error .failure=${this.failure}></t-error>`;
  }
}

define('unisync-create', Create);
