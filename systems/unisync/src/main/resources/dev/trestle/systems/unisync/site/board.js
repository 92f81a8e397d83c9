import { define, html, nothing } from '/ui/element.js';
import { setQuery } from '/ui/router.js';
import { language, setLanguage, t } from '/ui/texts.js';
import { useSheet } from '/ui/sheet.js';
import '/ui/badge.js';
import '/ui/error.js';
import '/ui/list.js';
import './stage.js';
import './create.js';
import './bar.js';
import './kanban.js';
import { COUNTED_MAX, firstRows, get, mayEdit, mayStage, noteCounts, patch, post, STAGES, STATUSES, views } from './api.js';
import { columns, group, waitsFor } from './board-list.js';
import { dropPanel, hasDraft, leavePanel, openPanel, renamePanel } from './drafts.js';
import { LiveBoard } from './live-board.js';
import { Moves } from './moves.js';
import { columnsOf, grouped, isWanted, nextSort, orderOf, viewQuery } from './view.js';

const HEARTBEAT_MS = 60_000;
const LIVE_PATIENCE_MS = 2_000;
const COUNT_PAUSE_MS = 150;
const NARROW = matchMedia('(max-width: 48rem)');
const WIDE = matchMedia('(min-width: 82rem)');
const ROW_PX = { wide: 32, narrow: 92 };

/** The board: ShowSets as rows with their five stages, or one stage's statuses as columns; who is here; a panel beside it. It is live. */
class Board extends LiveBoard {
  static properties = {
    ...LiveBoard.properties,
    user: { state: true },
    names: { state: true },
    editing: { state: true },
    creating: { state: true },
    selecting: { state: true },
    running: { state: true },
    saved: { state: true },
    narrow: { state: true },
    told: { state: true },
  };

  constructor() {
    super();
    this.names = [];
    this.selecting = false;
    this.running = null;
    this.saved = [];
    this.narrow = NARROW.matches;
    this.moves = new Moves(this);
  }

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    [NARROW, WIDE].forEach((each) =>
      each.addEventListener(
        'change',
        () => {
          this.narrow = NARROW.matches;
          this.requestUpdate();
        },
        { signal: this.live },
      ),
    );
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
      // What changes from then on is told, so that what is loaded after it misses nothing.
      const told = this.follow(signal);
      const first = firstRows(this.query.size > 0 ? this.query : new URLSearchParams(location.search), signal).catch(() => []);
      [this.user, this.names] = await Promise.all([
        get('/me', { signal }),
        get('/users/names', { signal }),
        useSheet('/unisync/unisync.css'),
        useSheet('/unisync/board.css'),
      ]);
      this.speak();
      this.loadViews(signal);
      this.showFirst(await first);
      await Promise.race([
        told,
        new Promise((resolve) => {
          setTimeout(resolve, LIVE_PATIENCE_MS);
        }),
      ]);
      await this.load(signal);
      this.reach();
      await this.beat('start');
      this.beating = setInterval(() => this.beat('heartbeat').catch(() => {}), HEARTBEAT_MS);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async loadViews(signal) {
    this.saved = await views(signal).catch(() => this.saved);
  }

  /** A link shows its row, and the keyboard is there; on a phone its ShowSet covers the board. */
  async reach() {
    await this.updateComplete;
    if (!this.chosen || !this.list) return;
    await this.panel?.updateComplete;
    const isFree = !document.activeElement?.closest('input, textarea, select, dialog');
    await this.list.reveal(this.chosen, { focus: isFree && !this.isCovered, column: 'id' });
  }

  /** Whether the panel lies over the board, and does not stand beside it. */
  get isCovered() {
    return this.narrow;
  }

  get list() {
    return this.querySelector('t-list');
  }

  /** The user's language, unless another was chosen in this browser, which is then the user's. */
  speak() {
    const chosen = localStorage.getItem('trestle.language');
    if (!chosen && this.user.preferredLang !== language) setLanguage(this.user.preferredLang);
    else if (chosen && chosen !== this.user.preferredLang) patch('/me', { preferredLang: chosen }).catch(() => {});
  }

  async beat(kind) {
    const showSetId = this.chosen ?? null;
    await post(`/sessions/${kind}`, { showSetId, activity: showSetId ? t('unisync.looksAt', { id: showSetId }) : t('unisync.board') });
    this.announced = showSetId;
    if (kind === 'heartbeat') this.sessions = new Map((await get('/sessions')).map((each) => [each.userId, each]));
  }

  /** Notes are counted for the rows that are drawn, a moment after they are. */
  countNotes() {
    clearTimeout(this.counting);
    if (this.narrow || !columnsOf(this.query, this.usual).includes('notes')) return;
    this.counting = setTimeout(async () => {
      const unknown = (this.list?.drawn ?? []).filter((id) => !this.counts.has(id)).slice(0, COUNTED_MAX);
      if (unknown.length === 0) return;
      const counts = await noteCounts(unknown, this.live).catch(() => null);
      if (!counts) return;
      this.counts = new Map([...this.counts, ...counts]);
      this.countNotes();
    }, COUNT_PAUSE_MS);
  }

  get chosen() {
    return this.query.get('showset');
  }

  willUpdate(changed) {
    if (changed.has('query') && this.user && this.announced !== undefined && this.announced !== (this.chosen ?? null))
      this.beat('heartbeat').catch(() => {});
    if (this.rows) this.showPanel(this.chosen);
  }

  updated(changed) {
    // The bar of what was selected is gone, and the keyboard with it: it goes on in the list.
    const isGone = (changed.get('selected')?.size > 0 || changed.get('running')) && document.activeElement === document.body;
    if (isGone && !document.querySelector('dialog[open]')) this.list?.focusActive();
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
      on('stage', ({ detail }) => {
        this.editing = detail;
      });
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
    Object.assign(this.panel, {
      row: this.rows.get(id),
      user: this.user,
      names: this.names,
      sessions: this.sessions,
      noteNews: this.noteNews,
      tab: this.query.get('tab') ?? 'stages',
    });
  }

  key(event) {
    const typing = event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog, t-inline-menu');
    const isPlain = !typing && !event.ctrlKey && !event.metaKey && !event.altKey && !document.querySelector('dialog[open]');
    if (event.key === 'Escape' && !document.querySelector('dialog[open], t-inline-menu')) {
      if (this.selected.size > 0 && !typing) this.selected = new Set();
      else if (this.chosen) this.choose(null);
      return;
    }
    const act = isPlain
      ? {
          f: () => this.querySelector('[name=text]')?.focus(),
          n: () => {
            if (mayEdit(this.user)) this.creating = 'showset';
          },
          s: () => this.pressed('status'),
          a: () => this.pressed('assign'),
        }[event.key]
      : null;
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** A key of the bar that stands there while something is selected. */
  pressed(name) {
    this.querySelector(`.us-picked [data-act=${name}]`)?.click();
  }

  choose(id) {
    const before = this.chosen;
    setQuery({ showset: id, tab: null, note: null, at: null }, { push: id !== null && before === null });
    if (id === null && before) this.updateComplete.then(() => this.returnTo(before));
  }

  /** The panel goes to the next ShowSet as they stand here, or to the one before; its row comes into view. */
  step(by) {
    const ids = grouped(this.wanted, this.query).flatMap(({ rows }) => rows.map(rowKey));
    const to = ids[ids.indexOf(this.chosen) + by];
    if (!to) return;
    setQuery({ showset: to, note: null, at: null });
    this.list?.reveal(to, { column: 'id' });
  }

  /** The keyboard goes back to where it came from. */
  returnTo(id) {
    if (this.list) this.list.reveal(id, { focus: true, column: 'id' });
    else this.querySelector(`[data-name="${CSS.escape(id)}"]`)?.focus();
  }

  /** The columns that are shown if the address names none. */
  get usual() {
    return WIDE.matches && !this.chosen ? [...STAGES, 'versions', 'notes', 'changed'] : STAGES;
  }

  /** The rows of this view in its order. What others change moves no row: the order is made when the view is. */
  get wanted() {
    const key = viewQuery(this.query);
    const compare = orderOf(this.query);
    const rows = [...this.rows.values()].filter(isWanted(this.query));
    const known = this.order?.key === key && this.order.isWhole === this.isWhole ? this.order.places : null;
    const place = (row) => known?.get(row.showSetId) ?? Infinity;
    if (known && this.query.get('sort')) rows.sort((one, other) => (place(one) === place(other) ? compare(one, other) : place(one) - place(other)));
    else rows.sort(compare);
    this.order = { key, isWhole: this.isWhole, places: new Map(rows.map((row, i) => [row.showSetId, i])) };
    return rows;
  }

  render() {
    if (this.failure)
      return html`<div class="us-page us-alone"><h1>${t('unisync.board')}</h1>
      <t-error .failure=${this.failure} message=${this.failure.status === 403 ? t('unisync.noUser') : nothing}></t-error></div>`;
    if (!this.rows) {
      return html`<div class="us-page ${this.narrow ? 'us-narrow' : ''}"><h1 class="sr-only">${t('unisync.board')}</h1><p class="sr-only" role="status">${t('ui.loading')}</p>
        <div class="us-board us-waiting"><t-list label=${t('unisync.board')} .columns=${columns(this)} ?selectable=${!this.narrow} .rowHeight=${this.narrow ? ROW_PX.narrow : ROW_PX.wide}></t-list></div></div>`;
    }
    const rows = this.wanted;
    const open = this.chosen;
    return html`<div class="us-page ${this.narrow ? 'us-narrow' : ''}"><h1 class="sr-only">${t('unisync.board')}</h1>
      <unisync-bar .query=${this.query} .rows=${this.rows} .shown=${rows.length} .user=${this.user} .names=${this.names} .sessions=${this.sessions} .views=${this.saved} .usual=${this.usual}
        connection=${this.connection} ?narrow=${this.narrow} ?selecting=${this.selecting} @create=${(e) => {
          this.creating = e.detail;
        }} @views-changed=${() => this.loadViews(this.live)}
        @selecting=${(e) => {
          this.selecting = e.detail;
          this.selected = new Set();
        }}></unisync-bar>
      <div class="us-layout ${open ? 'with-panel' : ''}">
        <div class="us-board">${this.query.get('view') === 'kanban' ? this.kanban(rows) : this.table(rows)}${this.picked()}</div>
        ${open ? this.panel : nothing}
      </div>
      <p class="sr-only" role="status">${this.told ?? nothing}</p></div>
      ${
        this.editing
          ? html`<unisync-stage .showSet=${this.editing.showSet} stage=${this.editing.stage} to=${this.editing.to ?? nothing} .names=${this.names}
        @close=${() => {
          this.editing = null;
        }} @done=${(e) => {
          this.editing = null;
          this.applyAnswer(e.detail);
        }}></unisync-stage>`
          : nothing
      }
      ${
        this.creating
          ? html`<unisync-create .kind=${this.creating} @close=${() => {
              this.creating = null;
            }} @done=${() => {
              this.creating = null;
              this.load(this.live);
            }}></unisync-create>`
          : nothing
      }`;
  }

  get stage() {
    return this.query.get('stage') ?? 'screen';
  }

  table(rows) {
    if (rows.length === 0 && this.isWhole) {
      return html`<t-empty heading=${t('unisync.none')} text=${t(this.rows.size === 0 ? 'unisync.noneYet' : 'unisync.noneFits')}></t-empty>`;
    }
    const shown = columns(this);
    const groups = grouped(rows, this.query).map((each) =>
      group(
        this,
        each,
        shown.slice(1).map(({ id }) => id),
      ),
    );
    return html`<t-list label=${t('unisync.board')} .groups=${groups} .columns=${shown} .rowKey=${rowKey} ?selectable=${!this.narrow || this.selecting} .selected=${this.selected} .fresh=${this.fresh}
      current=${this.chosen ?? nothing} .rowClass=${this.rowClass} .rowHeight=${this.narrow ? ROW_PX.narrow : ROW_PX.wide} ?busy=${!this.isWhole} sort=${this.query.get('sort') ?? 'id'} viewKey=${viewQuery(this.query)}
      @list-open=${(e) => this.opened(e.detail)} @list-key=${(e) => this.typed(e)} @list-select=${(e) => {
        this.selected = e.detail;
      }} @list-drawn=${() => this.countNotes()}
      @list-sort=${(e) => setQuery({ sort: nextSort(this.query, e.detail) })}></t-list>`;
  }

  rowClass = (row) => (waitsFor(row, this.user.userId) ? 'us-mine' : '');

  /** Something is typed in its panel, which is not open now, and not saved. */
  draft({ showSetId }) {
    return showSetId !== this.chosen && hasDraft(this.user.userId, showSetId)
      ? html`<t-badge data-draft tone="warn" sign="✎" text=${t('unisync.unsaved')}></t-badge>`
      : nothing;
  }

  /** The rows that a change at a row is for: all that are selected if it is one of them. */
  targets(row) {
    return this.selected.has(row.showSetId) ? this.picks : [row];
  }

  get picks() {
    return [...this.selected].map((id) => this.rows.get(id)).filter(Boolean);
  }

  /** A click or Enter on a cell: a stage that is mine to change opens its menu, everything else its ShowSet. */
  opened({ row, column, cell }) {
    if (STAGES.includes(column) && mayStage(this.user, column)) this.moves.askStatus(this.targets(row), column, cell);
    else this.choose(row.showSetId);
  }

  /** Numbers set a status where the focus is; what has consequences is shown before it is done. */
  typed(event) {
    const { row, column, cell, key } = event.detail;
    const status = STATUSES[Number(key) - 1];
    if (!status || !STAGES.includes(column) || !mayStage(this.user, column)) return;
    event.preventDefault();
    this.moves.setOrAsk(this.targets(row), column, status, cell);
  }

  kanban(rows) {
    const { stage } = this;
    return html`<unisync-kanban .rows=${rows} .stage=${stage} .user=${this.user} .names=${this.names} .fresh=${this.fresh} .mark=${(row) => this.draft(row)} @card-open=${(e) => this.choose(e.detail.showSetId)}
      @card-edit=${(e) => this.moves.askStatus([e.detail.row], stage, e.detail.anchor)} @card-drop=${(e) => this.moves.drop(e.detail, stage)}></unisync-kanban>`;
  }

  /** What can be done with the rows that are selected. */
  picked() {
    const { running } = this;
    if (running)
      return html`<div class="us-picked" role="group" aria-label=${t('unisync.selected', { n: running.total })}><strong role="status">${t('unisync.bulk.running', { done: running.done, n: running.total })}</strong>
      <progress max=${running.total} .value=${running.done} aria-label=${t('unisync.bulk.running', { done: running.done, n: running.total })}></progress><button type="button" data-act="stop" @click=${() => running.stop()}>${t('unisync.bulk.stop')}</button></div>`;
    if (this.selected.size === 0) return nothing;
    return html`<div class="us-picked" role="group" aria-label=${t('unisync.selected', { n: this.selected.size })}><strong role="status" data-selected=${this.selected.size}>${t('unisync.selected', { n: this.selected.size })}</strong>
      ${
        STAGES.some((stage) => mayStage(this.user, stage))
          ? html`<button type="button" data-act="status" @click=${(e) => this.moves.askStage(this.picks, 'status', e.currentTarget)}>${t('unisync.setStatus')} <kbd>s</kbd></button>
        <button type="button" data-act="assign" @click=${(e) => this.moves.askStage(this.picks, 'assign', e.currentTarget)}>${t('unisync.assign')} <kbd>a</kbd></button>`
          : nothing
      }
      <button type="button" data-act="note" @click=${() => this.moves.addNotes(this.picks)}>${t('unisync.addNote')}</button>
      <button type="button" class="plain" data-act="clear" @click=${() => {
        this.selected = new Set();
      }}>${t('unisync.clear')} <kbd>Esc</kbd></button></div>`;
  }
}

const rowKey = (row) => row.showSetId;

define('unisync-board', Board);
