import { define, Element, html, nothing } from '/ui/element.js';
import { setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { confirmed } from '/ui/dialog.js';
import { values } from '/ui/field.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { avatar } from '/ui/avatar.js';
import { words } from '/ui/error.js';
import { download } from '/session.js';
import '/ui/dialog.js';
import '/ui/error.js';
import '/ui/field.js';
import { AREAS, deleteView, EXPORT, mayEdit, saveView, STAGES, STATUSES } from './api.js';
import { CHANGED_DAYS, columnsOf, EXTRA_COLUMNS, filterCount, GROUPS, viewQuery } from './view.js';
import { glyph } from './status.js';

const HERE_MAX = 5;
const icon = (path) => html`<svg class="us-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
const CROSS = 'M6 6l12 12M18 6L6 18';
const PLUS = 'M12 5v14M5 12h14';
const FUNNEL = 'M4 6h16M7 12h10M10 18h4';

/**
 * What stands above the board and stays there: views, who is here, filters, and how it is shown. <unisync-bar .query .rows .shown .user .names .sessions .views
 * .usual connection narrow @create @views-changed>. What is chosen goes to the address. On a phone all of it but the text is behind one button.
 */
class Bar extends Element {
  static properties = {
    query: { attribute: false },
    rows: { attribute: false },
    shown: { type: Number },
    user: { attribute: false },
    names: { attribute: false },
    sessions: { attribute: false },
    views: { attribute: false },
    usual: { attribute: false },
    connection: {},
    narrow: { type: Boolean },
    selecting: { type: Boolean },
    dialog: { state: true },
    failure: { state: true },
  };

  /** The view that was just saved takes the place of the button that saved it, and the focus with it. */
  updated() {
    const current = this.isSaved ? this.querySelector('.us-view[aria-current]') : null;
    if (!current) return;
    this.isSaved = false;
    current.focus();
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** What each filter may be set to, as [value, text, icon]. */
  options(name) {
    switch (name) {
      case 'area':
        return AREAS.map((each) => [each, each]);
      case 'scene':
        return [...new Set([...this.rows.values()].map((row) => row.scene))].sort().map((each) => [each, each]);
      case 'status':
        return STATUSES.map((each) => [each, t(`unisync.status.${each}`), glyph(each)]);
      case 'person':
        return this.names.map((each) => [
          each.userId,
          each.userId === this.user.userId ? t('unisync.me', { name: each.name }) : each.name,
          avatar(each.name),
        ]);
      case 'changed':
        return CHANGED_DAYS.map((each) => [each, t('unisync.changedDays', { n: Number(each) })]);
      case 'group':
        return GROUPS.map((each) => [each, t(`unisync.group.${each}`)]);
      default:
        return [];
    }
  }

  textOf(name, value) {
    return this.options(name).find(([each]) => each === value)?.[1] ?? value;
  }

  async ask(event, name) {
    const value = this.query.get(name) ?? '';
    const items = this.options(name).map(([id, text, sign]) => ({ id, text, icon: sign, checked: id === value }));
    const chosen = await openInlineMenu({
      anchor: event.currentTarget,
      label: t(`unisync.filter.${name}`),
      placeholder: t(`unisync.filter.${name}`),
      items,
    });
    if (chosen !== null) setQuery({ [name]: chosen === value ? null : chosen });
  }

  /** Which columns are shown. */
  askColumns(event) {
    const items = () => {
      const shown = columnsOf(new URLSearchParams(location.search), this.usual);
      return [...STAGES, ...EXTRA_COLUMNS].map((id) => ({
        id,
        text: t(STAGES.includes(id) ? `unisync.stage.${id}` : `unisync.column.${id}`),
        checked: shown.includes(id),
      }));
    };
    const toggle = (id) => {
      const shown = new Set(columnsOf(new URLSearchParams(location.search), this.usual));
      if (!shown.delete(id)) shown.add(id);
      setQuery({ cols: [...shown].join(',') || 'id' });
      return items();
    };
    openInlineMenu({ anchor: event.currentTarget, label: t('unisync.columns'), placeholder: t('unisync.columns'), items: items(), toggle });
  }

  render() {
    return html`${this.viewBar()}${this.filterBar()}${this.dialog === 'filters' ? this.filterDialog() : this.dialog === 'view' ? this.viewDialog() : nothing}`;
  }

  get built() {
    const rows = [...this.rows.values()];
    const back = rows.filter((row) => STAGES.some((stage) => row.stages[stage].status === 'revision_required')).length;
    return [
      { name: t('unisync.view.all'), query: '' },
      { name: t('unisync.view.mine'), query: `person=${encodeURIComponent(this.user.userId)}` },
      { name: t('unisync.view.sentBack'), query: 'status=revision_required', count: back },
    ];
  }

  viewBar() {
    const now = viewQuery(this.query);
    const saved = this.views.find(({ query }) => query === now);
    const link = ({ name, query, count = 0 }) =>
      html`<a class="us-view" href="/unisync${query ? `?${query}` : ''}" aria-current=${query === now ? 'page' : nothing} data-view=${name}>${
        count > 0 ? html`<span class="us-dot" aria-hidden="true"></span>` : nothing
      }${name}${count > 0 ? html` <span class="number">${count}</span>` : nothing}</a>`;
    return html`<div class="us-views"><nav class="us-view-list" aria-label=${t('unisync.views')}>${this.built.map(link)}${this.views.map((each) => link({ name: each.viewName, query: each.query }))}</nav>
      ${
        saved
          ? html`<button type="button" class="plain icon-only" data-act="delete-view" aria-label=${t('unisync.deleteView', { name: saved.viewName })} title=${t('unisync.deleteView', { name: saved.viewName })}
        @click=${() => this.drop(saved)}>${icon(CROSS)}</button>`
          : nothing
      }
      ${
        now !== '' && !saved
          ? html`<button type="button" class="plain icon-only" data-act="save-view" aria-label=${t('unisync.saveView')} title=${t('unisync.saveView')}
        @click=${() => {
          this.dialog = 'view';
        }}>${icon(PLUS)}</button>`
          : nothing
      }
      <div class="us-actions end">${this.here()}${this.narrow ? nothing : this.actions()}</div></div>`;
  }

  here() {
    const here = [...this.sessions.values()];
    return html`<t-badge data-live=${this.connection} tone=${this.connection === 'open' ? 'good' : 'warn'} sign="●" text=${t(this.connection === 'open' ? 'unisync.live' : 'unisync.notLive')}></t-badge>
      <div class="us-here" role="group" aria-label=${t('unisync.here')}>${here.slice(0, HERE_MAX).map(
        (each) => html`<span class="us-person" data-user=${each.userId}
        title="${each.userName} · ${each.activity}">${avatar(each.userName)}<span class="sr-only"> ${each.userName}, ${each.activity}</span></span>`,
      )}
        ${here.length > HERE_MAX ? html`<span class="quiet">+${here.length - HERE_MAX}</span>` : nothing}</div>`;
  }

  actions() {
    return html`<button type="button" @click=${() => download(EXPORT, 'showsets.csv').catch((failure) => toast(words(failure), { tone: 'bad' }))}>${t('unisync.export')}</button>
      ${
        mayEdit(this.user)
          ? html`<button type="button" data-act="import" @click=${() => this.create('import')}>${t('unisync.import')}</button>
        <button type="button" class="primary" data-act="create" @click=${() => this.create('showset')}>${icon(PLUS)}${t('unisync.new')} <kbd>n</kbd></button>`
          : nothing
      }`;
  }

  create(kind) {
    this.dialog = null;
    this.tell('create', kind);
  }

  filterBar() {
    const n = filterCount(this.query);
    const view = this.query.get('view') ?? 'rows';
    return html`<div class="us-filters" role="search" aria-label=${t('unisync.filter')}>
      <div class="us-text">${icon(FUNNEL)}<input type="search" name="text" aria-label=${t('unisync.filter.text')} placeholder=${t('unisync.filter')} autocomplete="off" .value=${this.query.get('text') ?? ''}
        @input=${(e) => setQuery({ text: e.target.value })}>${this.narrow ? nothing : html`<kbd aria-hidden="true">f</kbd>`}</div>
      ${
        this.narrow
          ? html`<button type="button" data-act="filters" @click=${() => {
              this.dialog = 'filters';
            }}>${icon(FUNNEL)}${n > 0 ? t('unisync.filtersOn', { n }) : t('unisync.filters')}</button>`
          : html`${['area', 'scene', 'status', 'person', 'changed'].map((name) => this.chip(name))}`
      }
      <span class="quiet us-count ${this.narrow ? 'sr-only' : 'end'}" role="status" data-count=${this.shown}>${t('unisync.count', { n: this.shown })}</span>
      ${
        this.narrow
          ? nothing
          : html`
        ${
          view === 'kanban'
            ? this.stageField()
            : html`<button type="button" class="us-chip" data-filter="group" aria-haspopup="listbox" @click=${(e) => this.ask(e, 'group')}>${t('unisync.filter.group')}: ${this.textOf('group', this.query.get('group') ?? 'area')}</button>
          <button type="button" class="us-chip" data-act="columns" aria-haspopup="listbox" @click=${(e) => this.askColumns(e)}>${t('unisync.columns')}</button>`
        }
        <div class="us-segments" role="group" aria-label=${t('unisync.view')}>${['rows', 'kanban'].map(
          (each) => html`<button type="button" data-show=${each} aria-pressed=${view === each ? 'true' : 'false'}
          @click=${() => setQuery({ view: each === 'rows' ? null : each })}>${t(`unisync.view.${each}`)}</button>`,
        )}</div>`
      }</div>`;
  }

  stageField() {
    return html`<select name="stage" class="us-stage-field" aria-label=${t('unisync.stage')} @change=${(e) => setQuery({ stage: e.target.value })}>${STAGES.map(
      (each) => html`<option value=${each}
      ?selected=${each === (this.query.get('stage') ?? 'screen')}>${t(`unisync.stage.${each}`)}</option>`,
    )}</select>`;
  }

  chip(name) {
    const value = this.query.get(name);
    if (!value)
      return html`<button type="button" class="us-chip us-add" data-filter=${name} aria-haspopup="listbox" @click=${(e) => this.ask(e, name)}>${t(`unisync.filter.${name}`)}</button>`;
    return html`<span class="us-on"><button type="button" class="us-chip" data-filter=${name} aria-haspopup="listbox" @click=${(e) => this.ask(e, name)}><span class="quiet">${t(`unisync.filter.${name}`)}</span> ${this.textOf(name, value)}</button><button
      type="button" class="us-chip" data-clear=${name} aria-label=${t('unisync.clearFilter', { name: t(`unisync.filter.${name}`) })} @click=${() => setQuery({ [name]: null })}>${icon(CROSS)}</button></span>`;
  }

  /** All of it, for a phone. */
  filterDialog() {
    const any = ['', t('unisync.any')];
    const select = (
      name,
      options,
      value = this.query.get(name) ?? '',
    ) => html`<t-field label=${t(`unisync.filter.${name}`)} type="select" name=${name} value=${value} .options=${options}
      @change=${(e) => setQuery({ [name]: e.target.value })}></t-field>`;
    const view = this.query.get('view') ?? 'rows';
    return html`<t-dialog open heading=${t('unisync.filters')} @close=${() => {
      this.dialog = null;
    }} .content=${html`<div class="us-filter-form">
      ${['area', 'scene', 'status', 'person', 'changed'].map((name) => select(name, [any, ...this.options(name).map(([id, text]) => [id, text])]))}
      ${select(
        'group',
        this.options('group').map(([id, text]) => [id, text]),
        this.query.get('group') ?? 'area',
      )}
      ${select(
        'sort',
        [
          ['id', t('unisync.showset')],
          ['-changed', t('unisync.column.changed')],
          ['scene', t('unisync.column.scene')],
        ],
        this.query.get('sort') ?? 'id',
      )}
      ${select(
        'view',
        ['rows', 'kanban'].map((each) => [each, t(`unisync.view.${each}`)]),
        view,
      )}
      ${
        view === 'kanban'
          ? select(
              'stage',
              STAGES.map((each) => [each, t(`unisync.stage.${each}`)]),
              this.query.get('stage') ?? 'screen',
            )
          : nothing
      }</div>
      <label class="row"><input type="checkbox" data-act="selecting" .checked=${this.selecting} @change=${(e) => this.tell('selecting', e.target.checked)}> ${t('unisync.selectSeveral')}</label>
      <div class="row">${this.actions()}</div>`}
      .actions=${html`<button type="button" @click=${() => setQuery({ area: null, scene: null, status: null, person: null, changed: null, text: null })}>${t('unisync.clearFilters')}</button>
        <button type="button" class="primary" data-act="done" @click=${() => {
          this.dialog = null;
        }}>${t('unisync.show', { n: this.shown })}</button>`}></t-dialog>`;
  }

  viewDialog() {
    return html`<t-dialog open heading=${t('unisync.saveView')} @close=${() => {
      this.dialog = null;
      this.failure = null;
    }} .content=${html`<form id="${this.own}v" class="stack" @submit=${(e) => this.keep(e)}>
      <t-field label=${t('unisync.viewName')} hint=${t('unisync.viewHint')} name="name" required maxlength="60" focused></t-field><t-error .failure=${this.failure}></t-error></form>`}
      .actions=${html`<button type="submit" class="primary" form="${this.own}v" data-act="keep-view">${t('ui.save')}</button>`}></t-dialog>`;
  }

  async keep(event) {
    const name = String(values(event).name).trim();
    this.failure = null;
    try {
      await saveView(name, viewQuery(this.query));
      this.dialog = null;
      this.isSaved = true;
      this.tell('views-changed');
    } catch (failure) {
      this.failure = failure;
    }
  }

  async drop({ viewName }) {
    const done = await confirmed({
      heading: t('unisync.deleteView', { name: viewName }),
      text: t('unisync.deleteViewText'),
      label: t('unisync.delete'),
      act: () => deleteView(viewName),
    });
    if (done) this.tell('views-changed');
  }
}

define('unisync-bar', Bar);
