import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { dropDraft } from '/ui/draft.js';
import { toast } from '/ui/toast.js';
import '/ui/dialog.js';
import '/ui/error.js';
import './import.js';
import { AREAS, post, vmItems } from './api.js';

/** Under which what is typed of a new ShowSet is kept until it is made. */
const DRAFT = 'unisync.create';

/** A new ShowSet, or many from a table: <unisync-create kind="showset" | "import" @done @close>. */
class Create extends Element {
  static properties = { kind: {}, busy: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.busy = false;
    this.failure = null;
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
      await post('/showsets', {
        showSetId: form.showSetId.trim(),
        area: form.area,
        scene: form.scene.trim(),
        description: { en: form.en, zh: form.zh, 'zh-TW': form.zhTw },
        vmList: vmItems(form.vms),
      });
      dropDraft(DRAFT);
      toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('done'));
    });
  }

  render() {
    const tell = (name) => this.dispatchEvent(new CustomEvent(name));
    if (this.kind === 'import') return html`<unisync-import @close=${() => tell('close')} @done=${() => tell('done')}></unisync-import>`;
    return html`<t-dialog open heading=${t('unisync.new')} draft=${DRAFT} .content=${this.form()} @close=${() => tell('close')}
      .actions=${html`<button type="submit" class="primary" form="${this.own}f" data-act="save-showset" ?disabled=${this.busy}>${t('ui.save')}</button>`}></t-dialog>`;
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
}

define('unisync-create', Create);
