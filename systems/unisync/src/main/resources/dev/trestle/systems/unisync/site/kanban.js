import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { avatar } from '/ui/avatar.js';
import './status.js';
import { mayStage, STATUSES } from './api.js';
import { nameOf } from './edits.js';

const STEP = 30;

/**
 * One stage's statuses as columns: <unisync-kanban .rows .stage .user .names .fresh .mark @card-open @card-edit @card-drop>. A lane draws its first cards, and more
 * as its end comes into view.
 */
class Kanban extends Element {
  static properties = {
    rows: { attribute: false },
    stage: {},
    user: { attribute: false },
    names: { attribute: false },
    fresh: { attribute: false },
    mark: { attribute: false },
    limits: { state: true },
  };

  constructor() {
    super();
    this.limits = new Map();
  }

  firstUpdated() {
    this.ends = new IntersectionObserver(
      (entries) => entries.filter((each) => each.isIntersecting).forEach((each) => this.more(each.target.getAttribute('data-more'))),
      { root: null, rootMargin: '200px' },
    );
    this.watch();
  }

  updated() {
    this.watch();
  }

  watch() {
    this.ends?.disconnect();
    this.querySelectorAll('[data-more]').forEach((each) => this.ends?.observe(each));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.ends?.disconnect();
  }

  limit(status) {
    return this.limits.get(status) ?? STEP;
  }

  more(status) {
    this.limits = new Map([...this.limits, [status, this.limit(status) + STEP]]);
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  render() {
    const may = mayStage(this.user, this.stage);
    return html`<div class="us-kanban" tabindex="0" role="region" aria-label=${t(`unisync.stage.${this.stage}`)}>${STATUSES.map((status) => {
      const cards = this.rows.filter((row) => row.stages[this.stage].status === status);
      return html`<section class="us-lane" data-lane=${status} aria-label=${t(`unisync.status.${status}`)} @dragover=${(e) => {
        e.preventDefault();
        e.currentTarget.classList.add('over');
      }}
        @dragleave=${(e) => e.currentTarget.classList.remove('over')} @drop=${(e) => this.drop(e, status)}>
        <div class="row us-lane-head"><unisync-status status=${status}></unisync-status><span class="quiet">${cards.length}</span></div>
        ${cards.slice(0, this.limit(status)).map((row) => this.card(row, may))}
        ${cards.length > this.limit(status) ? html`<button type="button" class="plain" data-more=${status} @click=${() => this.more(status)}>${t('ui.more')}</button>` : nothing}
      </section>`;
    })}</div>`;
  }

  card(row, may) {
    const { assignedTo } = row.stages[this.stage];
    return html`<article class="us-card ${this.fresh.has(row.showSetId) ? 'us-fresh' : ''}" data-showset=${row.showSetId} draggable=${may ? 'true' : 'false'} @dragstart=${(e) => this.drag(e, row)}>
      <div class="row"><button type="button" class="us-name" data-name=${row.showSetId} @click=${() => this.tell('card-open', row)}>${row.showSetId}</button>${this.mark(row)}
        ${assignedTo ? html`<span class="end" title=${nameOf(this.names, assignedTo)}>${avatar(nameOf(this.names, assignedTo))}<span class="sr-only">${nameOf(this.names, assignedTo)}</span></span>` : nothing}</div>
      <div class="row"><span class="quiet cut">${row.scene}</span>
      ${may ? html`<button type="button" class="plain end" data-act="move" aria-label="${t('unisync.move')} ${row.showSetId}" @click=${(e) => this.tell('card-edit', { row, anchor: e.currentTarget })}>${t('unisync.move')}</button>` : nothing}</div></article>`;
  }

  drag(event, row) {
    event.dataTransfer.setData('text/plain', row.showSetId);
    this.dragged = row;
  }

  /** A move starts from the card as it was when it was picked up, whatever others have done to it since. */
  drop(event, status) {
    event.preventDefault();
    event.currentTarget.classList.remove('over');
    const row = this.dragged;
    this.dragged = null;
    if (row?.showSetId !== event.dataTransfer.getData('text/plain') || row.stages[this.stage].status === status) return;
    this.tell('card-drop', { row, status, anchor: this.querySelector(`[data-showset="${CSS.escape(row.showSetId)}"] [data-act=move]`) });
  }
}

define('unisync-kanban', Kanban);
