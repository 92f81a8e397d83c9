import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { setQuery } from '/ui/router.js';
import { language, setLanguage, t } from '/ui/texts.js';
import { listen } from '/events.js';
import { download } from '/session.js';
import { toast } from '/ui/toast.js';
import { useSheet } from '/ui/sheet.js';
import { words } from '/ui/error.js';
import { isBefore } from '/ui/time.js';
import '/ui/field.js';
import '/ui/error.js';
import './status.js';
import './stage.js';
import './create.js';
import { AREAS, board, EVENTS, EXPORT, get, mayEdit, mayStage, patch, post, STAGES, STATUSES } from './api.js';
import { dropPanel, hasDraft, leavePanel, openPanel, renamePanel } from './drafts.js';
import { saveStage } from './edits.js';

const HEARTBEAT_MS = 60_000;
const FRESH_MS = 4_000;
const LIVE_PATIENCE_MS = 2_000;
const RELOAD_PAUSES_MS = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/** The board: ShowSets as rows with their five stages, or one stage's statuses as columns; who is here; a panel beside it. It is live. */
class Board extends Page {
  static properties = { ...Page.properties, rows: { state: true }, user: { state: true }, names: { state: true }, sessions: { state: true }, fresh: { state: true },
    failure: { state: true }, connection: { state: true }, editing: { state: true }, creating: { state: true } };

  constructor() {
    super();
    this.rows = null;
    this.names = [];
    this.sessions = new Map();
    this.fresh = new Set();
    this.connection = 'waiting';
    // Events of notes, for the list that is open: "note" with what was told, "reset" when some were missed.
    this.noteNews = new EventTarget();
    // Events that arrive before or during a load are kept until it ends; null while none runs.
    this.loading = { told: [] };
    // The times of this page's own changes whose events have not arrived yet, by ShowSet.
    this.answers = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.begin(this.live);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.keys);
    this.showPanel(null);
    clearInterval(this.beating);
    if (this.user) post('/sessions/end').catch(() => {});
  }

  async begin(signal) {
    try {
      await useSheet('/unisync/unisync.css');
      this.user = await get('/me', { signal });
      this.speak();
      this.names = await get('/users/names', { signal });
      // What changes from then on is told, so that what is loaded after it misses nothing.
      const told = this.follow(signal);
      await Promise.race([told, new Promise((resolve) => { setTimeout(resolve, LIVE_PATIENCE_MS); })]);
      await this.load(signal);
      await this.beat('start');
      this.beating = setInterval(() => this.beat('heartbeat').catch(() => {}), HEARTBEAT_MS);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** The user's language, unless another was chosen in this browser, which is then the user's. */
  speak() {
    const chosen = localStorage.getItem('trestle.language');
    if (!chosen && this.user.preferredLang !== language) setLanguage(this.user.preferredLang);
    else if (chosen && chosen !== this.user.preferredLang) patch('/me', { preferredLang: chosen }).catch(() => {});
  }

  /** Events that arrive during a load may be newer than what was read, and are applied after it. Of concurrent loads the last one counts. */
  async load(signal) {
    const load = { told: this.loading?.told ?? [] };
    this.loading = load;
    this.isBegun = true;
    try {
      const [rows, sessions] = await Promise.all([board(signal), get('/sessions', { signal })]);
      if (this.loading !== load) return;
      this.rows = new Map(rows.map((row) => [row.showSetId, row]));
      this.sessions = new Map(sessions.map((each) => [each.userId, each]));
    } finally {
      if (this.loading === load) {
        this.loading = null;
        load.told.forEach(({ type, data }) => this.tell(type, data));
      }
    }
  }

  /** Loads all of it again, since changes were missed. */
  async reload(signal) {
    this.answers.clear();
    for (const pause of RELOAD_PAUSES_MS) {
      await new Promise((resolve) => { setTimeout(resolve, pause); });
      try {
        await this.load(signal);
        this.noteNews.dispatchEvent(new CustomEvent('missed'));
        return;
      } catch (failure) {
        if (signal.aborted) return;
        this.lastFailure = failure;
      }
    }
    this.failure = this.lastFailure;
  }

  async beat(kind) {
    const showSetId = this.chosen ?? null;
    await post(`/sessions/${kind}`, { showSetId, activity: showSetId ? t('unisync.looksAt', { id: showSetId }) : t('unisync.board') });
    this.announced = showSetId;
    if (kind === 'heartbeat') this.sessions = new Map((await get('/sessions')).map((each) => [each.userId, each]));
  }

  /** Settles when changes are told for the first time. */
  follow(signal) {
    return new Promise((resolve) => {
      listen(EVENTS, { signal, onState: (state) => { this.connection = state; }, onEvent: ({ type, data }) => {
        if (type === 'ready' || type === 'reset') {
          // A load that began before the subscription may lack what was changed in between.
          if (type === 'reset' || !this.following) {
            if (this.isBegun) this.reload(signal);
            this.following = true;
          }
          resolve();
        } else if (this.loading) this.loading.told.push({ type, data });
        else this.tell(type, data);
      } });
    });
  }

  tell(type, data) {
    if (!this.rows) return;
    if (type === 'showset') this.applyEvent(data);
    else if (type === 'session') this.moved(data);
    else if (type === 'note') this.noteNews.dispatchEvent(new CustomEvent('note', { detail: data }));
  }

  /** Events come in the order of the changes. Only those from before one's own change, whose answer is shown already, are outdated. */
  applyEvent({ showSetId, showSet }) {
    const answered = this.answers.get(showSetId);
    if (showSet && answered && isBefore(showSet.updatedAt, answered)) return;
    this.answers.delete(showSetId);
    this.setRow(showSetId, showSet);
  }

  /** The answer to one's own change, which may come after the event of a later one. */
  applyAnswer(showSet) {
    const known = this.rows.get(showSet.showSetId);
    if (known && isBefore(showSet.updatedAt, known.updatedAt)) return;
    if (known?.updatedAt !== showSet.updatedAt) this.answers.set(showSet.showSetId, showSet.updatedAt);
    this.setRow(showSet.showSetId, showSet);
  }

  setRow(showSetId, showSet) {
    const rows = new Map(this.rows);
    if (showSet) rows.set(showSetId, showSet);
    else rows.delete(showSetId);
    this.rows = rows;
    if (showSet) this.mark(showSetId);
  }

  /** Marked for a moment; rows stay in their order, so that nothing moves that somebody reads. */
  mark(id) {
    this.fresh = new Set([...this.fresh, id]);
    setTimeout(() => {
      const rest = new Set(this.fresh);
      rest.delete(id);
      this.fresh = rest;
    }, FRESH_MS);
  }

  moved({ userId, session }) {
    const sessions = new Map(this.sessions);
    if (session) sessions.set(userId, session);
    else sessions.delete(userId);
    this.sessions = sessions;
  }

  get chosen() {
    return this.query.get('showset');
  }

  willUpdate(changed) {
    if (changed.has('query') && this.user && this.announced !== undefined && this.announced !== (this.chosen ?? null)) this.beat('heartbeat').catch(() => {});
    if (this.rows) this.showPanel(this.chosen);
  }

  /** The panel of the chosen ShowSet is put beside the board; another one that was there is left. */
  showPanel(id) {
    if (this.panel && this.panel.showSetId !== id) {
      this.panelShown.abort();
      leavePanel(this.panel);
      this.panel = null;
    }
    if (!id) return;
    if (!this.panel) {
      this.panel = openPanel(this.user.userId, id);
      this.panelShown = new AbortController();
      const on = (name, act) => this.panel.addEventListener(name, act, { signal: this.panelShown.signal });
      on('close', () => this.choose(null));
      on('stage', ({ detail }) => { this.editing = detail; });
      on('step', ({ detail }) => this.step(detail));
      on('changed', ({ detail }) => this.applyAnswer(detail));
      on('renamed', ({ detail }) => {
        renamePanel(this.panel, this.user.userId, detail);
        setQuery({ showset: detail });
        // The frame gives the new address later than the next update comes.
        this.query = new URLSearchParams(location.search);
      });
      on('deleted', () => {
        dropPanel(this.panel);
        this.choose(null);
      });
    }
    Object.assign(this.panel, { row: this.rows.get(id), user: this.user, names: this.names, sessions: this.sessions, noteNews: this.noteNews, tab: this.query.get('tab') ?? 'stages' });
  }

  key(event) {
    const typing = event.target.closest?.('input, select, textarea, dialog');
    if (event.key === 'f' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.querySelector('[name=text]')?.focus();
    } else if (event.key === 'Escape' && this.chosen && !document.querySelector('dialog[open]')) {
      this.choose(null);
    }
  }

  choose(id) {
    const before = this.chosen;
    setQuery({ showset: id, tab: null, note: null, at: null }, { push: id !== null && before === null });
    if (id === null && before) this.updateComplete.then(() => this.querySelector(`[data-name="${CSS.escape(before)}"]`)?.focus());
  }

  /** The panel goes to the next ShowSet of those that are shown, or to the one before. */
  step(by) {
    const ids = this.wanted.map((row) => row.showSetId);
    const to = ids[ids.indexOf(this.chosen) + by];
    if (to) setQuery({ showset: to, note: null, at: null });
  }

  get wanted() {
    const text = (this.query.get('text') ?? '').trim().toLowerCase();
    const [area, scene, status, person] = ['area', 'scene', 'status', 'person'].map((name) => this.query.get(name));
    return [...this.rows.values()].filter((row) => (!area || row.area === area) && (!scene || row.scene === scene)
      && (!text || says(row, text))
      && (!(status || person) || STAGES.some((stage) => (!status || row.stages[stage].status === status) && (!person || row.stages[stage].assignedTo === person))))
      .sort((one, other) => one.area.localeCompare(other.area) || one.showSetId.localeCompare(other.showSetId, undefined, { numeric: true }));
  }

  name(userId) {
    return this.names.find((each) => each.userId === userId)?.name ?? userId;
  }

  render() {
    if (this.failure) return html`<div class="page-head"><h1>${t('unisync.board')}</h1></div>
      <t-error .failure=${this.failure} message=${this.failure.status === 403 ? t('unisync.noUser') : nothing}></t-error>`;
    if (!this.rows) return html`<div class="page-head"><h1>${t('unisync.board')}</h1></div><p class="quiet" role="status">${t('ui.loading')}</p>`;
    const rows = this.wanted;
    const open = this.chosen;
    return html`${this.head()}${this.bar(rows)}
      <div class="us-layout ${open ? 'with-panel' : ''}">
        ${this.query.get('view') === 'kanban' ? this.kanban(rows) : this.table(rows)}
        ${open ? this.panel : nothing}
      </div>
      ${this.editing ? html`<unisync-stage .showSet=${this.editing.showSet} stage=${this.editing.stage} to=${this.editing.to ?? nothing} .names=${this.names}
        @close=${() => { this.editing = null; }} @done=${(e) => { this.editing = null; this.applyAnswer(e.detail); }}></unisync-stage>` : nothing}
      ${this.creating ? html`<unisync-create .kind=${this.creating} @close=${() => { this.creating = null; }} @done=${() => { this.creating = null; this.load(this.live); }}></unisync-create>` : nothing}`;
  }

  head() {
    const here = [...this.sessions.values()];
    return html`<div class="page-head"><h1>${t('unisync.board')}</h1>
      <t-badge data-live=${this.connection} tone=${this.connection === 'open' ? 'good' : 'warn'} text=${t(this.connection === 'open' ? 'unisync.live' : 'unisync.notLive')}></t-badge>
      <div class="us-here" role="group" aria-label=${t('unisync.here')}>${here.map((each) => html`<span class="us-person" data-user=${each.userId}
        title="${each.userName} · ${each.activity}">${initials(each.userName)}<span class="sr-only"> ${each.userName}, ${each.activity}</span></span>`)}</div>
      <div class="row end">${mayEdit(this.user) ? html`<button type="button" class="primary" data-act="create" @click=${() => { this.creating = 'showset'; }}>${t('unisync.new')}</button>
        <button type="button" data-act="import" @click=${() => { this.creating = 'import'; }}>${t('unisync.import')}</button>` : nothing}
        <button type="button" @click=${() => download(EXPORT, 'showsets.csv').catch((failure) => toast(words(failure), { tone: 'bad' }))}>${t('unisync.export')}</button></div></div>`;
  }

  bar(rows) {
    const any = ['', t('unisync.any')];
    const scenes = [...new Set([...this.rows.values()].map((row) => row.scene))].sort();
    const field = (name, options) => html`<t-field label=${t(`unisync.filter.${name}`)} type="select" name=${name} value=${this.query.get(name) ?? ''} .options=${[any, ...options]}
      @change=${(e) => setQuery({ [name]: e.target.value })}></t-field>`;
    const view = this.query.get('view') ?? 'rows';
    return html`<div class="us-bar" role="search" aria-label=${t('unisync.filter')}>
      <t-field class="wide" label=${t('unisync.filter.text')} name="text" type="search" value=${this.query.get('text') ?? ''} @input=${(e) => setQuery({ text: e.target.value })}></t-field>
      ${field('area', AREAS.map((each) => [each, each]))}${field('scene', scenes.map((each) => [each, each]))}
      ${field('status', STATUSES.map((each) => [each, t(`unisync.status.${each}`)]))}${field('person', this.names.map((each) => [each.userId, each.name]))}
      <t-field label=${t('unisync.view')} type="select" name="view" value=${view} .options=${['rows', 'kanban'].map((each) => [each, t(`unisync.view.${each}`)])}
        @change=${(e) => setQuery({ view: e.target.value === 'rows' ? null : e.target.value })}></t-field>
      ${view === 'kanban' ? html`<t-field label=${t('unisync.stage')} type="select" name="stage" value=${this.stage} .options=${STAGES.map((each) => [each, t(`unisync.stage.${each}`)])}
        @change=${(e) => setQuery({ stage: e.target.value })}></t-field>` : nothing}
      <span class="quiet" role="status" data-count=${rows.length}>${t('unisync.count', { n: rows.length })}</span></div>`;
  }

  get stage() {
    return this.query.get('stage') ?? 'screen';
  }

  table(rows) {
    if (rows.length === 0) {
      return html`<div class="card"><t-empty heading=${t('unisync.none')} text=${t(this.rows.size === 0 ? 'unisync.noneYet' : 'unisync.noneFits')}></t-empty></div>`;
    }
    return html`<div class="us-board card" tabindex="0" role="region" aria-label=${t('unisync.board')}><table>
      <thead><tr><th scope="col">${t('unisync.showset')}</th>${STAGES.map((stage) => html`<th scope="col">${t(`unisync.stage.${stage}`)}</th>`)}</tr></thead>
      ${AREAS.map((area) => this.area(area, rows.filter((row) => row.area === area)))}</table></div>`;
  }

  area(area, rows) {
    return rows.length === 0 ? nothing : html`<tbody><tr class="us-group"><th scope="colgroup" colspan="6">${t('unisync.area', { area })} <span class="quiet">${t('unisync.count', { n: rows.length })}</span></th></tr>
      ${rows.map((row) => html`<tr data-showset=${row.showSetId} class="${this.fresh.has(row.showSetId) ? 'us-fresh' : ''} ${row.showSetId === this.chosen ? 'chosen' : ''} ${this.isMine(row) ? 'us-mine' : ''}">
        <th scope="row"><div class="row"><button type="button" class="us-name" data-name=${row.showSetId} @click=${() => this.choose(row.showSetId)}>${row.showSetId}</button>
          ${row.lockedAt ? html`<t-badge tone="warn" sign="■" text=${t('unisync.locked')}></t-badge>` : nothing}${this.draft(row)}${this.viewers(row)}</div>
          <div class="quiet cut">${row.scene}</div></th>
        ${STAGES.map((stage) => this.cell(row, stage))}</tr>`)}</tbody>`;
  }

  /** Sent back, or given, to me. */
  isMine(row) {
    return STAGES.some((stage) => row.stages[stage].assignedTo === this.user.userId && ['revision_required', 'not_started'].includes(row.stages[stage].status));
  }

  /** Something is typed in its panel, which is not open now, and not saved. */
  draft({ showSetId }) {
    return showSetId !== this.chosen && hasDraft(this.user.userId, showSetId) ? html`<t-badge data-draft tone="warn" sign="✎" text=${t('unisync.unsaved')}></t-badge>` : nothing;
  }

  viewers(row) {
    return [...this.sessions.values()].filter((each) => each.showSetId === row.showSetId && each.userId !== this.user.userId)
      .map((each) => html`<span class="us-person" title="${each.userName} · ${each.activity}">${initials(each.userName)}<span class="sr-only"> ${each.userName}</span></span>`);
  }

  cell(row, stage) {
    const info = row.stages[stage];
    const label = `${row.showSetId} ${t(`unisync.stage.${stage}`)}: ${t(`unisync.status.${info.status}`)}`;
    const shown = html`<span class="us-info"><unisync-status status=${info.status}></unisync-status>${info.assignedTo ? html`<span class="us-who cut">${this.name(info.assignedTo)}</span>` : nothing}</span>`;
    return html`<td data-stage=${stage} data-status=${info.status} data-label=${t(`unisync.stage.${stage}`)}>${mayStage(this.user, stage)
      ? html`<button type="button" class="us-cell" aria-label=${label} @click=${() => { this.editing = { showSet: row, stage }; }}>${shown}</button>` : shown}</td>`;
  }

  kanban(rows) {
    const { stage } = this;
    const may = mayStage(this.user, stage);
    return html`<div class="us-kanban" tabindex="0" role="region" aria-label=${t(`unisync.stage.${stage}`)}>${STATUSES.map((status) => {
      const cards = rows.filter((row) => row.stages[stage].status === status);
      return html`<section class="us-lane" data-lane=${status} aria-label=${t(`unisync.status.${status}`)} @dragover=${(e) => { e.preventDefault(); e.currentTarget.classList.add('over'); }}
        @dragleave=${(e) => e.currentTarget.classList.remove('over')} @drop=${(e) => this.drop(e, status)}>
        <div class="row"><unisync-status status=${status}></unisync-status><span class="quiet">${cards.length}</span></div>
        ${cards.map((row) => html`<article class="us-card ${this.fresh.has(row.showSetId) ? 'us-fresh' : ''}" data-showset=${row.showSetId} draggable=${may ? 'true' : 'false'}
          @dragstart=${(e) => this.drag(e, row)}>
          <button type="button" class="us-name" data-name=${row.showSetId} @click=${() => this.choose(row.showSetId)}>${row.showSetId}</button>${this.draft(row)}<span class="quiet cut">${row.scene}</span>
          ${row.stages[stage].assignedTo ? html`<span class="us-who">${this.name(row.stages[stage].assignedTo)}</span>` : nothing}
          ${may ? html`<button type="button" data-act="move" aria-label="${t('unisync.move')} ${row.showSetId}" @click=${() => { this.editing = { showSet: row, stage }; }}>${t('unisync.move')}</button>` : nothing}</article>`)}
      </section>`;
    })}</div>`;
  }

  drag(event, row) {
    event.dataTransfer.setData('text/plain', row.showSetId);
    this.dragged = row;
  }

  /** A move starts from the card as it was when it was picked up, whatever others have done to it since. */
  async drop(event, status) {
    event.preventDefault();
    event.currentTarget.classList.remove('over');
    const row = this.dragged;
    const { stage } = this;
    this.dragged = null;
    if (row?.showSetId !== event.dataTransfer.getData('text/plain') || row.stages[stage].status === status) return;
    if (status === 'revision_required') {
      this.editing = { showSet: row, stage, to: status };
      return;
    }
    try {
      const answer = await saveStage({ showSet: row, stage, mine: { status: { status } }, names: this.names });
      if (answer) this.applyAnswer((answer.saved ?? answer.now).data);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }
}

const initials = (name) => name.split(/\s+/).map((part) => [...part][0] ?? '').slice(0, 2).join('').toUpperCase();

const says = (row, text) => [row.showSetId, row.scene, ...Object.values(row.description), ...row.vmList.flatMap((vm) => [vm.id, vm.name ?? ''])]
  .some((each) => each.toLowerCase().includes(text));

define('unisync-board', Board);
