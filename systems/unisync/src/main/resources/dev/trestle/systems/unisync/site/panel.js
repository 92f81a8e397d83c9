import { define, html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { copy } from '/ui/id.js';
import { linked } from '/ui/linked.js';
import { setQuery } from '/ui/router.js';
import { SidePanel } from '/ui/side-panel.js';
import { inLanguage, language, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import '/ui/state.js';
import '/ui/tabs.js';
import '/ui/time.js';
import './status.js';
import './notes.js';
import './history.js';
import { AREAS, getTagged, isAdmin, LANGUAGES, mayEdit, mayStage, page, sendTagged, showSetPath, STAGES, vmLines } from './api.js';
import { deleteShowSet, nameOf, saveLinks, saveShowSet, saveUnlock, showSetValues, typed } from './edits.js';

const NOTES_LOOKED_AT = 20;

/**
 * A ShowSet beside the board: stages and links, notes, versions, what was done. `whole` and `tag` are the newest that is known of it; a form keeps
 * those that it was opened on. drafts.js keeps panels with something typed, so one may be taken out of the page and put back.
 */
class Panel extends SidePanel {
  static properties = {
    ...SidePanel.properties,
    showSetId: { attribute: false },
    row: { attribute: false },
    user: { attribute: false },
    names: { attribute: false },
    sessions: { attribute: false },
    noteNews: { attribute: false },
    tab: {},
    whole: { state: true },
    failure: { state: true },
    form: { state: true },
    formFailure: { state: true },
    busy: { state: true },
    sentBack: { state: true },
  };

  constructor() {
    super();
    this.name = 'unisync';
    this.tag = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.updateComplete.then(() => this.querySelector('h2')?.focus());
  }

  willUpdate(changed) {
    if (changed.has('showSetId') && this.whole?.showSetId !== this.showSetId) {
      this.whole = null;
      this.form = null;
      this.sentBack = null;
    }
    this.label = this.showSetId;
    if (changed.has('showSetId') || (changed.has('row') && !isOf(this.row, this.whole))) this.load();
  }

  updated(changed) {
    super.updated();
    if (changed.has('form')) this.follow(changed.get('form'));
    if (changed.has('whole') && this.whole) this.lookBack();
  }

  /** The newest note with which a stage was sent back, while one is. */
  async lookBack() {
    const { showSetId, stages } = this.whole;
    if (!STAGES.some((stage) => stages[stage].status === 'revision_required')) {
      this.sentBack = null;
      return;
    }
    const { data } = await page(`${showSetPath(showSetId, '/notes')}?limit=${NOTES_LOOKED_AT}`).catch(() => ({ data: [] }));
    if (this.whole?.showSetId === showSetId) this.sentBack = data.find((note) => note.isRevisionNote) ?? null;
  }

  /** A form takes the place of the button that asked for it, and the other way round: the keyboard goes with them. */
  async follow(before) {
    await this.querySelector('t-tabs')?.updateComplete;
    await Promise.all([...this.querySelectorAll('t-field')].map((each) => each.updateComplete));
    const form = this.querySelector('form.us-form');
    if (form) {
      await this.draft?.restore(form);
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

  person(userId) {
    return nameOf(this.names, userId);
  }

  /** Under which what is typed in a form is kept until it is saved or cancelled. */
  draftKey(form) {
    return `unisync.${form}.${this.showSetId}`;
  }

  open(form) {
    this.opened = { showSet: this.whole, tag: this.tag };
    this.formFailure = null;
    this.draft = new Draft(this.draftKey(form));
    this.form = form;
  }

  cancel() {
    dropDraft(this.draftKey(this.form));
    this.form = null;
  }

  step(by) {
    this.dispatchEvent(new CustomEvent('step', { detail: by }));
  }

  applyAnswer({ data, tag }) {
    this.loading = null;
    const isRenamed = data.showSetId !== this.showSetId;
    Object.assign(this, { whole: data, tag, showSetId: data.showSetId });
    this.dispatchEvent(new CustomEvent('changed', { detail: data }));
    if (isRenamed) this.dispatchEvent(new CustomEvent('renamed', { detail: data.showSetId }));
  }

  /** Runs a save; the form stays open if it fails or the person goes back. */
  async act(work, { undo = null } = {}) {
    this.formFailure = null;
    this.busy = true;
    try {
      const answer = await work();
      if (!answer) return;
      if (this.form) this.cancel();
      if (answer.saved) {
        this.applyAnswer(answer.saved);
        toast(t(undo ? 'unisync.lockedNow' : 'unisync.saved', { id: answer.saved.data.showSetId }), { undo });
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

  /** @param {unknown} [below] what stands under the id */
  heading(below = nothing) {
    const arrow = (act, by, path) =>
      html`<button type="button" class="plain icon" data-act=${act} aria-label=${t(`unisync.${act}`)} title=${t(`unisync.${act}`)} @click=${() => this.step(by)}>${icon(path)}</button>`;
    return html`<div class="head us-head"><div class="us-title"><h2 tabindex="-1" class="mono">${this.showSetId}</h2>
        <button type="button" class="plain icon" aria-label=${t('ui.copy', { what: this.showSetId })} title=${t('ui.copyShort')} @click=${() => copy(this.showSetId)}>${icon('M9 9h11v11H9zM5 15H4V4h11v1')}</button></div>
      <div class="us-steps">${arrow('previous', -1, 'M6 15l6-6 6 6')}${arrow('next', 1, 'M6 9l6 6 6-6')}<button type="button" class="plain icon" data-act="close-panel" aria-label=${t('ui.close')} @click=${this.close}>${icon('M6 6l12 12M18 6L6 18')}</button></div>
      ${below}</div>`;
  }

  body() {
    const failure = this.failure
      ? html`<t-error .failure=${this.failure} message=${this.failure.status === 404 ? t('unisync.gone') : nothing}></t-error>`
      : nothing;
    if (this.failure && !this.whole) return html`${this.heading()}${failure}`;
    if (!this.whole) return html`${this.heading()}<t-state loading rows="6"></t-state>`;
    const s = this.whole;
    const query = new URLSearchParams(location.search);
    const tabs = [
      { id: 'stages', text: t('unisync.stages'), keep: true, content: () => this.stages(s, query.get('at')) },
      {
        id: 'notes',
        text: t('unisync.notes'),
        keep: true,
        content: () =>
          html`<unisync-notes .showSetId=${s.showSetId} .user=${this.user} .names=${this.names} .news=${this.noteNews} .wanted=${query.get('note')}></unisync-notes>`,
      },
      {
        id: 'versions',
        text: t('unisync.versions'),
        keep: true,
        content: () =>
          html`<unisync-versions .showSet=${s} .tag=${this.tag} .user=${this.user} .names=${this.names} @changed=${(e) => this.applyAnswer(e.detail)}></unisync-versions>`,
      },
      { id: 'activity', text: t('unisync.activity'), content: () => html`<unisync-log .showSet=${s}></unisync-log>` },
    ];
    return html`${this.heading(this.about(s))}${failure}
      ${s.lockedAt ? html`<p><t-badge tone="warn" sign="■" text=${t('unisync.lockedBy', { name: this.person(s.lockedBy) })}></t-badge></p>` : nothing}
      <t-tabs label=${s.showSetId} .tabs=${tabs} selected=${this.tab} @tab-select=${(e) => setQuery({ tab: e.detail === 'stages' ? null : e.detail, note: null, at: null })}></t-tabs>`;
  }

  /** What it is, in the reader's language and in another one. */
  about(s) {
    const said = inLanguage(s.description);
    const [code, , tag] = LANGUAGES.find(([each]) => each !== language && s.description[each] && s.description[each] !== said) ?? [];
    return html`<div class="us-about">${said ? html`<div>${said}</div>` : nothing}<div class="quiet">${code ? html`<span lang=${tag}>${s.description[code]}</span> · ` : nothing}${t('unisync.area', { area: s.area })} · ${s.scene}</div></div>`;
  }

  stages(s, at) {
    return html`<div class="stack us-stack"><ul class="us-stages us-dense">${STAGES.map((stage) => this.stageRow(s, stage, at))}</ul>
      <section class="stack tight"><h3>${t('unisync.links')}</h3><dl class="facts"><dt>${t('unisync.model')}</dt><dd>${link(s.links.modelUrl)}</dd><dt>${t('unisync.drawings')}</dt><dd>${link(s.links.drawingsUrl)}</dd>
      <dt>${t('unisync.vms')}</dt><dd>${s.vmList.map((vm) => (vm.name ? `${vm.id} (${vm.name})` : vm.id)).join(', ') || '–'}</dd></dl></section>
      ${this.form ? this.editor(this.opened.showSet) : this.buttons(s)}
      ${this.sentBack ? this.sentBackNote(this.sentBack) : nothing}
      <section class="stack tight"><div class="row"><h3>${t('unisync.activity')}</h3><button type="button" class="plain end" @click=${() => setQuery({ tab: 'activity' })}>${t('unisync.allActivity')}</button></div>
        <unisync-log brief limit="3" .showSet=${s}></unisync-log></section>
      ${this.form ? nothing : html`<button type="button" class="us-compose" data-act="write-note" @click=${() => this.write()}>${t('unisync.writeNote')}</button>`}</div>`;
  }

  stageRow(s, stage, at) {
    const info = s.stages[stage];
    const name = t(`unisync.stage.${stage}`);
    const who = info.assignedTo ? this.person(info.assignedTo) : null;
    const status = html`<unisync-status status=${info.status}></unisync-status>`;
    return html`<li data-stage=${stage} class=${at === stage ? 'us-sought' : ''}><span class="name">${name}</span>
      ${
        mayStage(this.user, stage)
          ? html`<button type="button" class="us-cell" data-act="stage-${stage}" aria-label="${t('unisync.change')} ${name}: ${t(`unisync.status.${info.status}`)}"
        @click=${() => this.dispatchEvent(new CustomEvent('stage', { detail: { showSet: s, stage } }))}>${status}</button>`
          : html`<span>${status}</span>`
      }
      <span class="us-version">${info.version ? html`<span class="us-tag">${info.version}</span>` : nothing}</span>
      <span class="us-assignee" title=${who ?? nothing}>${who ? html`${avatar(who)}<span class="sr-only">${who}</span>` : nothing}</span><t-time class="quiet" short at=${info.updatedAt}></t-time></li>`;
  }

  sentBackNote(note) {
    const code = note.content[language] ? language : note.originalLang;
    return html`<section class="stack tight" data-sent-back><div class="row"><h3>${t('unisync.sentBackNote')}</h3><button type="button" class="plain end" @click=${() => setQuery({ tab: 'notes', note: note.noteId })}>${t('unisync.allNotes')}</button></div>
      <article class="us-sent-back"><div class="row">${avatar(note.authorName)}<strong>${note.authorName}</strong><t-time class="quiet" at=${note.createdAt}></t-time></div>
        <p lang=${LANGUAGES.find(([each]) => each === code)[2]} class="us-cut">${linked(
          note.content[code],
          this.names.map(({ name }) => name),
        )}</p></article></section>`;
  }

  /** To the notes, to write one. */
  async write() {
    setQuery({ tab: 'notes' });
    this.tab = 'notes';
    await this.updateComplete;
    await this.querySelector('t-tabs').updateComplete;
    const notes = this.querySelector('unisync-notes');
    await notes.updateComplete;
    await notes.querySelector('t-mention-field').updateComplete;
    notes.querySelector('textarea')?.focus();
  }

  buttons(s) {
    const lock = () => {
      if (s.lockedAt) this.open('unlock');
      else
        this.act(async () => ({ saved: await sendTagged('POST', showSetPath(s.showSetId, '/lock')) }), {
          undo: () => this.unlock(s.showSetId),
        });
    };
    return html`<div class="row">${
      mayEdit(this.user)
        ? html`<button type="button" data-act="edit" @click=${() => this.open('edit')}>${t('unisync.edit')}</button>
      <button type="button" data-act="links" @click=${() => this.open('links')}>${t('unisync.editLinks')}</button>`
        : nothing
    }
      ${
        isAdmin(this.user)
          ? html`<button type="button" data-act="lock" @click=${lock}>${t(s.lockedAt ? 'unisync.unlock' : 'unisync.lock')}</button>
        <button type="button" class="danger" data-act="delete" @click=${() => this.take(s)}>${t('unisync.delete')}</button>`
          : nothing
      }</div>`;
  }

  /** Undoes a lock, whatever is shown by then. */
  async unlock(showSetId) {
    try {
      const answer = await sendTagged('POST', showSetPath(showSetId, '/unlock'), {});
      if (this.showSetId === showSetId) this.applyAnswer(answer);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async take(showSet) {
    if (await deleteShowSet({ showSet, tag: this.tag })) this.dispatchEvent(new CustomEvent('deleted'));
  }

  save(event) {
    const form = values(event);
    const { opened, names } = this;
    if (this.form === 'unlock') return this.act(() => saveUnlock({ ...opened, names, stages: STAGES.filter((stage) => form[stage] === 'on') }));
    if (this.form === 'links')
      return this.act(() => saveLinks({ ...opened, mine: { modelUrl: form.modelUrl || null, drawingsUrl: form.drawingsUrl || null } }));
    const before = showSetValues(opened.showSet);
    const mine = {
      ...Object.fromEntries(['showSetId', 'scene', 'en', 'zh', 'zhTw'].map((name) => [name, typed(form[name], before[name])])),
      area: form.area,
      vms: form.vms.replaceAll('\r\n', '\n'),
    };
    return this.act(() => saveShowSet({ ...opened, mine }));
  }

  editor(s) {
    const fields =
      this.form === 'unlock'
        ? this.unlocking(s)
        : this.form === 'links'
          ? html`<t-field label=${t('unisync.model')} name="modelUrl" type="url" value=${s.links.modelUrl ?? ''}></t-field><t-field label=${t('unisync.drawings')} name="drawingsUrl" type="url" value=${s.links.drawingsUrl ?? ''}></t-field>`
          : html`<t-field label=${t('unisync.id')} name="showSetId" required value=${s.showSetId} mono></t-field>
        <t-field label=${t('unisync.filter.area')} type="select" name="area" value=${s.area} .options=${AREAS.map((each) => [each, each])}></t-field>
        <t-field label=${t('unisync.filter.scene')} name="scene" required value=${s.scene}></t-field>
        <t-field label="${t('unisync.description')} (English)" name="en" value=${s.description.en}></t-field>
        <t-field label="${t('unisync.description')} (简体)" name="zh" value=${s.description.zh}></t-field>
        <t-field label="${t('unisync.description')} (繁體)" name="zhTw" value=${s.description['zh-TW']}></t-field>
        <t-field label=${t('unisync.vms')} hint=${t('unisync.vmsHint')} type="textarea" name="vms" value=${vmLines(s.vmList)}></t-field>`;
    return html`<form class="stack card us-form" @submit=${(event) => this.save(event)} @input=${(event) => this.draft.keep(event.currentTarget)}>${fields}<t-error .failure=${this.formFailure}></t-error>
      <div class="row"><button type="submit" class="primary" ?disabled=${this.busy}>${t(this.form === 'unlock' ? 'unisync.unlock' : 'ui.save')}</button><button type="button" @click=${() => this.cancel()}>${t('ui.cancel')}</button></div></form>`;
  }

  /** An administrator may send stages back with it. */
  unlocking(s) {
    return html`<fieldset class="stack tight"><legend>${t('unisync.unlockStages')}</legend>${STAGES.map(
      (stage) => html`<label class="row">
      <input type="checkbox" name=${stage}> ${t(`unisync.stage.${stage}`)} <unisync-status status=${s.stages[stage].status}></unisync-status></label>`,
    )}</fieldset>`;
  }
}

/** Whether a ShowSet is what the board's row says. */
const isOf = (row, whole) => whole && row && Object.keys(row).every((name) => JSON.stringify(row[name]) === JSON.stringify(whole[name]));

const icon = (path) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;

const link = (url) => (url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${url}</a>` : '–');

define('unisync-panel', Panel);
