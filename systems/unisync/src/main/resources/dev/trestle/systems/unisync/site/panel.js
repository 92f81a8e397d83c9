import { define, Element, html, nothing } from '/ui/element.js';
import { setQuery } from '/ui/router.js';
import { inLanguage, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import '/ui/tabs.js';
import '/ui/time.js';
import '/ui/id.js';
import './status.js';
import './notes.js';
import './history.js';
import { AREAS, getTagged, isAdmin, mayEdit, mayStage, sendTagged, showSetPath, STAGES, vmLines } from './api.js';
import { deleteShowSet, nameOf, saveLinks, saveShowSet, saveUnlock, showSetValues, typed } from './edits.js';

/**
 * A ShowSet beside the board: stages and links, notes, versions, what was done. `whole` and `tag` are the newest that is known of it; a form keeps
 * those that it was opened on. drafts.js keeps panels with something typed, so one may be taken out of the page and put back.
 */
class Panel extends Element {
  static properties = { showSetId: { attribute: false }, row: { attribute: false }, user: { attribute: false }, names: { attribute: false }, sessions: { attribute: false },
    noteNews: { attribute: false }, tab: {}, whole: { state: true }, failure: { state: true }, form: { state: true }, formFailure: { state: true }, busy: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.updateComplete.then(() => this.querySelector('h2')?.focus());
  }

  willUpdate(changed) {
    if (changed.has('showSetId') && this.whole?.showSetId !== this.showSetId) {
      this.whole = null;
      this.form = null;
    }
    if (changed.has('showSetId') || (changed.has('row') && !isOf(this.row, this.whole))) this.load();
  }

  updated(changed) {
    if (changed.has('form')) this.follow(changed.get('form'));
  }

  /** A form takes the place of the button that asked for it, and the other way round: the keyboard goes with them. */
  async follow(before) {
    await this.querySelector('t-tabs')?.updateComplete;
    await Promise.all([...this.querySelectorAll('t-field')].map((each) => each.updateComplete));
    const form = this.querySelector('form.us-form');
    if (form) {
      form.querySelector('input, select, textarea')?.focus({ preventScroll: true });
      form.scrollIntoView({ block: 'nearest' });
    } else if (before) {
      this.querySelector(`[data-act=${before === 'unlock' ? 'lock' : before}]`)?.focus();
    }
  }

  /** Of several at once, and of one's own changes meanwhile, the last one counts. */
  async load() {
    const load = {};
    this.loading = load;
    try {
      const { data, tag } = await getTagged(showSetPath(this.showSetId));
      if (this.loading === load) Object.assign(this, { whole: data, tag, failure: null });
    } catch (failure) {
      if (this.loading === load) this.failure = failure;
    }
  }

  name(userId) {
    return nameOf(this.names, userId);
  }

  open(form) {
    this.opened = { showSet: this.whole, tag: this.tag };
    this.formFailure = null;
    this.form = form;
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  applyAnswer({ data, tag }) {
    this.loading = null;
    const isRenamed = data.showSetId !== this.showSetId;
    Object.assign(this, { whole: data, tag, showSetId: data.showSetId });
    this.dispatchEvent(new CustomEvent('changed', { detail: data }));
    if (isRenamed) this.dispatchEvent(new CustomEvent('renamed', { detail: data.showSetId }));
  }

  /** Runs a save; the form stays open if it fails or the person goes back. */
  async act(work) {
    this.formFailure = null;
    this.busy = true;
    try {
      const answer = await work();
      if (!answer) return;
      this.form = null;
      if (answer.saved) {
        this.applyAnswer(answer.saved);
        toast(t('unisync.saved'));
      } else {
        this.load();
      }
    } catch (failure) {
      if (this.form) this.formFailure = failure;
      else toast(words(failure), { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  render() {
    const head = (title, below) => html`<div class="head"><div><h2 tabindex="-1">${title}</h2>${below}</div>
      <button type="button" class="plain" data-act="close-panel" aria-label=${t('ui.close')} @click=${this.close}>✕</button></div>`;
    const failure = this.failure ? html`<t-error .failure=${this.failure} message=${this.failure.status === 404 ? t('unisync.gone') : nothing}></t-error>` : nothing;
    if (this.failure && !this.whole) return html`${head(this.showSetId, nothing)}${failure}`;
    if (!this.whole) return html`${head(this.showSetId, nothing)}<p class="quiet">${t('ui.loading')}</p>`;
    const s = this.whole;
    const tabs = [
      { id: 'stages', text: t('unisync.stages'), keep: true, content: () => this.stages(s) },
      { id: 'notes', text: t('unisync.notes'), keep: true, content: () => html`<unisync-notes .showSetId=${s.showSetId} .user=${this.user} .news=${this.noteNews}></unisync-notes>` },
      { id: 'versions', text: t('unisync.versions'), keep: true, content: () => html`<unisync-versions .showSet=${s} .tag=${this.tag} .user=${this.user} .names=${this.names} @changed=${(e) => this.applyAnswer(e.detail)}></unisync-versions>` },
      { id: 'activity', text: t('unisync.activity'), content: () => html`<unisync-log .showSet=${s} .names=${this.names}></unisync-log>` },
    ];
    return html`${head(s.showSetId, html`<div class="quiet">${t('unisync.area', { area: s.area })} · ${s.scene}</div>`)}
      ${failure}<p>${inLanguage(s.description)}</p>
      ${s.lockedAt ? html`<p><t-badge tone="warn" sign="■" text=${t('unisync.lockedBy', { name: this.name(s.lockedBy) })}></t-badge></p>` : nothing}
      <t-tabs label=${s.showSetId} .tabs=${tabs} selected=${this.tab} @tab-select=${(e) => setQuery({ tab: e.detail === 'stages' ? null : e.detail })}></t-tabs>`;
  }

  stages(s) {
    return html`<div class="stack"><ul class="us-stages">${STAGES.map((stage) => {
      const info = s.stages[stage];
      return html`<li data-stage=${stage}><span class="name">${t(`unisync.stage.${stage}`)}</span><unisync-status status=${info.status}></unisync-status>
        <span class="quiet">${info.assignedTo ? this.name(info.assignedTo) : nothing}${info.version ? ` · ${info.version}` : nothing}</span><t-time class="quiet" at=${info.updatedAt}></t-time>
        ${mayStage(this.user, stage) ? html`<button type="button" data-act="stage-${stage}" aria-label="${t('unisync.change')} ${t(`unisync.stage.${stage}`)}"
          @click=${() => this.dispatchEvent(new CustomEvent('stage', { detail: { showSet: s, stage } }))}>${t('unisync.change')}</button>` : nothing}</li>`;
    })}</ul>
      <section class="stack tight"><h3>${t('unisync.links')}</h3><dl class="facts"><dt>${t('unisync.model')}</dt><dd>${link(s.links.modelUrl)}</dd><dt>${t('unisync.drawings')}</dt><dd>${link(s.links.drawingsUrl)}</dd>
      <dt>${t('unisync.vms')}</dt><dd>${s.vmList.map((vm) => (vm.name ? `${vm.id} (${vm.name})` : vm.id)).join(', ') || '–'}</dd></dl></section>
      ${this.form ? this.editor(this.opened.showSet) : this.buttons(s)}</div>`;
  }

  buttons(s) {
    const lock = () => {
      if (s.lockedAt) this.open('unlock');
      else this.act(async () => ({ saved: await sendTagged('POST', showSetPath(s.showSetId, '/lock')) }));
    };
    return html`<div class="row">${mayEdit(this.user) ? html`<button type="button" data-act="edit" @click=${() => this.open('edit')}>${t('unisync.edit')}</button>
      <button type="button" data-act="links" @click=${() => this.open('links')}>${t('unisync.editLinks')}</button>` : nothing}
      ${isAdmin(this.user) ? html`<button type="button" data-act="lock" @click=${lock}>${t(s.lockedAt ? 'unisync.unlock' : 'unisync.lock')}</button>
        <button type="button" class="danger" data-act="delete" @click=${() => this.take(s)}>${t('unisync.delete')}</button>` : nothing}</div>`;
  }

  async take(showSet) {
    if (await deleteShowSet({ showSet, tag: this.tag })) this.dispatchEvent(new CustomEvent('deleted'));
  }

  save(event) {
    const form = values(event);
    const { opened, names } = this;
    if (this.form === 'unlock') return this.act(() => saveUnlock({ ...opened, names, stages: STAGES.filter((stage) => form[stage] === 'on') }));
    if (this.form === 'links') return this.act(() => saveLinks({ ...opened, mine: { modelUrl: form.modelUrl || null, drawingsUrl: form.drawingsUrl || null } }));
    const before = showSetValues(opened.showSet);
    const mine = { ...Object.fromEntries(['showSetId', 'scene', 'en', 'zh', 'zhTw'].map((name) => [name, typed(form[name], before[name])])), area: form.area, vms: form.vms.replaceAll('\r\n', '\n') };
    return this.act(() => saveShowSet({ ...opened, mine }));
  }

  editor(s) {
    const fields = this.form === 'unlock' ? this.unlocking(s) : this.form === 'links'
      ? html`<t-field label=${t('unisync.model')} name="modelUrl" type="url" value=${s.links.modelUrl ?? ''}></t-field><t-field label=${t('unisync.drawings')} name="drawingsUrl" type="url" value=${s.links.drawingsUrl ?? ''}></t-field>`
      : html`<t-field label=${t('unisync.id')} name="showSetId" required value=${s.showSetId} mono></t-field>
        <t-field label=${t('unisync.filter.area')} type="select" name="area" value=${s.area} .options=${AREAS.map((each) => [each, each])}></t-field>
        <t-field label=${t('unisync.filter.scene')} name="scene" required value=${s.scene}></t-field>
        <t-field label="${t('unisync.description')} (English)" name="en" value=${s.description.en}></t-field>
        <t-field label="${t('unisync.description')} (简体)" name="zh" value=${s.description.zh}></t-field>
        <t-field label="${t('unisync.description')} (繁體)" name="zhTw" value=${s.description['zh-TW']}></t-field>
        <t-field label=${t('unisync.vms')} hint=${t('unisync.vmsHint')} type="textarea" name="vms" value=${vmLines(s.vmList)}></t-field>`;
    return html`<form class="stack card us-form" @submit=${(event) => this.save(event)}>${fields}<t-error .failure=${this.formFailure}></t-error>
      <div class="row"><button type="submit" class="primary" ?disabled=${this.busy}>${t(this.form === 'unlock' ? 'unisync.unlock' : 'ui.save')}</button><button type="button" @click=${() => { this.form = null; }}>${t('ui.cancel')}</button></div></form>`;
  }

  /** An administrator may send stages back with it. */
  unlocking(s) {
    return html`<fieldset class="stack tight"><legend>${t('unisync.unlockStages')}</legend>${STAGES.map((stage) => html`<label class="row">
      <input type="checkbox" name=${stage}> ${t(`unisync.stage.${stage}`)} <unisync-status status=${s.stages[stage].status}></unisync-status></label>`)}</fieldset>`;
  }
}

/** Whether a ShowSet is what the board's row says. */
const isOf = (row, whole) => whole && row && Object.keys(row).every((name) => JSON.stringify(row[name]) === JSON.stringify(whole[name]));

const link = (url) => (url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${url}</a>` : '–');

define('unisync-panel', Panel);
