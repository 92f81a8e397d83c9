import { define, html, nothing } from '/ui/element.js';
import { navigate, setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import '/ui/time.js';
import './decision.js';
import './preview.js';
import { call, countWaiting, encoded, iso, nameOf } from './api.js';
import { icon, kindBadge } from './kinds.js';
import { SitePage } from './site-page.js';

const SHOWN_MAX = 100;

/** What waits in a queue, longest first; the document beside it, and the decision about it. */
class Queues extends SitePage {
  static properties = {
    ...SitePage.properties,
    queues: { state: true },
    rows: { state: true },
    next: { state: true },
    refused: { state: true },
    note: { state: true },
    news: { state: true },
  };

  constructor() {
    super();
    this.news = 0;
    this.keys = (event) => this.key(event);
  }

  get page() {
    return 'queues';
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', this.keys);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.keys);
  }

  entered() {
    const at = `${this.site.siteId} ${this.params.id ?? ''}`;
    if (at === this.at) return;
    const [site] = (this.at ?? '').split(' ');
    this.at = at;
    Object.assign(this, { rows: null, next: null, note: null, refused: null, queues: site === this.site.siteId ? this.queues : null });
    this.read();
  }

  told({ type }) {
    if (type !== 'queue' && type !== 'reset') return;
    this.later(() => {
      this.read();
      this.news++;
    });
  }

  async read() {
    const { siteId } = this.site;
    const { id } = this.params;
    const asked = Symbol('queues');
    this.asked = asked;
    const options = { signal: this.live };
    try {
      const { queues } = await call('GET', '/x/queues', { siteId }, undefined, options);
      const shown = id ?? (queues.find(({ mine }) => mine > 0) ?? queues.find(({ waiting }) => waiting > 0) ?? queues[0])?.queueId;
      const page = shown
        ? await call('GET', `/x/queues/${encoded(shown)}/documents`, { siteId, limit: SHOWN_MAX }, undefined, options)
        : { documents: [], next: null };
      if (asked !== this.asked) return;
      countWaiting(queues);
      Object.assign(this, { queues, refused: null });
      if (!id && shown) navigate(`/formkiq/${encoded(siteId)}/queues/${encoded(shown)}${location.search}`, { replace: true });
      else
        Object.assign(this, { rows: page.documents.map((each) => ({ ...each, document: { ...each.document, siteId } })), next: page.next ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) Object.assign(this, { refused: failure, rows: this.rows ?? [] });
    }
  }

  async more() {
    const { siteId } = this.site;
    const path = `/x/queues/${encoded(this.params.id)}/documents`;
    try {
      const page = await call('GET', path, { siteId, limit: SHOWN_MAX, next: this.next }, undefined, { signal: this.live });
      const more = page.documents.map((each) => ({ ...each, document: { ...each.document, siteId } }));
      Object.assign(this, { rows: [...this.rows, ...more], next: page.next ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refused = failure;
    }
  }

  /** The one that the address names; else the first that the caller may decide about. On a phone the list comes first. */
  get chosen() {
    const rows = this.rows ?? [];
    const named = this.query.get('document');
    const found = rows.find(({ document }) => document.documentId === named);
    if (found || this.narrow) return found ?? null;
    return rows.find(({ mayDecide }) => mayDecide) ?? rows[0] ?? null;
  }

  get narrow() {
    return matchMedia('(max-width: 48rem)').matches;
  }

  choose(row, note = null) {
    this.note = note;
    setQuery({ document: row ? row.document.documentId : null });
  }

  /** The next one after one that is decided, as it stood in the list. */
  after(waiting) {
    const { rows } = this;
    const at = rows.findIndex(({ document }) => document.documentId === waiting.document.documentId);
    const rest = rows.filter((_, i) => i !== at);
    this.rows = rest;
    return rest.slice(Math.max(0, at)).find(({ mayDecide }) => mayDecide) ?? rest.find(({ mayDecide }) => mayDecide) ?? null;
  }

  decided(waiting) {
    this.choose(this.after(waiting));
    this.read();
  }

  taken({ waiting, decision, by }) {
    const next = this.after(waiting);
    const key = decision ? `fk.queue.taken.${decision}` : 'fk.queue.taken';
    this.choose(next, {
      text: t(key, { name: by, document: nameOf(waiting.document) }),
      go: t(next ? 'fk.queue.isNext' : 'fk.queue.isLast'),
      document: waiting.document,
    });
    this.read();
  }

  move(by) {
    const { rows, chosen } = this;
    const next = (rows ?? [])[rows.indexOf(chosen) + by];
    if (!next) return;
    this.choose(next);
    this.updateComplete.then(() => this.querySelector('.fk-waiting [aria-current="true"]')?.scrollIntoView({ block: 'nearest' }));
  }

  key(event) {
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const isTyped = target.closest?.('input, textarea, select, dialog, [contenteditable]') || document.querySelector('dialog[open]');
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || !this.chosen) return;
    const decision = /** @type {any} */ (this.querySelector('fk-decision'));
    if (event.key === 'a') decision?.decide('APPROVE');
    else if (event.key === 'r') decision?.decide('REJECT');
    else if (event.key === 'c') decision?.focusComment();
    else if (event.key === 'j') this.move(1);
    else if (event.key === 'k') this.move(-1);
    else return;
    event.preventDefault();
  }

  body() {
    const { queues, rows } = this;
    if (this.refused && !queues) return html`<div class="fk-alone"><t-error .failure=${this.refused} .retry=${() => this.read()}></t-error></div>`;
    if (!queues) return html`<div class="fk-alone"><t-state loading rows="6"></t-state></div>`;
    if (queues.length === 0) {
      const setup = html`<a class="button" href="/formkiq/${encoded(this.site.siteId)}/setup/queues">${t('fk.queue.toSetup')}</a>`;
      return html`<div class="fk-alone"><div class="page-head"><h1>${t('fk.queues')}</h1><fk-site-switch .sites=${this.known} .site=${this.site} page="queues"></fk-site-switch></div>
        <t-empty heading=${t('fk.queue.noQueues')} text=${t('fk.queue.noQueuesText')} .action=${this.governs ? setup : nothing}></t-empty></div>`;
    }
    const { chosen } = this;
    return html`<div class="fk-queues" data-open=${chosen ? 'yes' : 'no'}>
      <section class="fk-queue" aria-label=${t('fk.queues')}>${this.head()}${rows ? this.list(rows, chosen) : html`<div class="fk-queue-state"><t-state loading rows="6"></t-state></div>`}
        <p class="fk-queue-keys fk-wide"><kbd>a</kbd> ${t('fk.decision.approve')} <kbd>r</kbd> ${t('fk.decision.reject')} <kbd>c</kbd> ${t('fk.decision.comment')} <kbd>j</kbd> <kbd>k</kbd> ${t('fk.queue.moves')}</p></section>
      <section class="fk-queue-stage" aria-label=${t('fk.preview')}>${this.notice()}${chosen ? html`<fk-preview .document=${chosen.document}></fk-preview>` : this.nothingOpen()}</section>
      <aside class="fk-decision" aria-label=${t('fk.decision')}>${
        chosen
          ? html`<fk-decision .siteId=${this.site.siteId} .waiting=${chosen} news=${this.news} @decided=${(event) => this.decided(event.detail)} @taken=${(event) => this.taken(event.detail)}></fk-decision>`
          : nothing
      }</aside></div>`;
  }

  head() {
    const { siteId } = this.site;
    const { id } = this.params;
    const shown = this.queues.find((each) => each.queueId === id);
    const count = shown ? (shown.isMore ? `${shown.waiting}+` : shown.waiting) : 0;
    return html`<header class="fk-queue-head"><h1 class="sr-only">${t('fk.queues')}</h1>
      <label class="fk-queue-choice"><span class="sr-only">${t('fk.queue')}</span><select @change=${(event) => navigate(`/formkiq/${encoded(siteId)}/queues/${encoded(event.target.value)}`)}>
        ${this.queues.map((each) => html`<option value=${each.queueId} .selected=${each.queueId === id}>${each.mine > 0 ? `${each.name} (${each.mine})` : each.name}</option>`)}</select></label>
      <fk-site-switch .sites=${this.known} .site=${this.site} page="queues"></fk-site-switch>
      <p class="quiet"><span class="number">${t('fk.queue.count', { n: count })}</span> · ${t('fk.queue.order')}</p>
      ${this.refused ? html`<t-error .failure=${this.refused} .retry=${() => this.read()}></t-error>` : nothing}</header>`;
  }

  list(rows, chosen) {
    if (rows.length === 0)
      return html`<div class="fk-queue-state"><t-empty heading=${t('fk.queue.none')} text=${t('fk.queue.noneText')}></t-empty></div>`;
    return html`<ol class="fk-waiting">${rows.map(
      (
        row,
      ) => html`<li><button type="button" class="plain" data-document=${row.document.documentId} aria-current=${row === chosen ? 'true' : nothing} @click=${() => this.choose(row)}>
        <span class="fk-waiting-name">${kindBadge(row.document)}<strong class="cut">${nameOf(row.document)}</strong></span><t-time short at=${iso(row.since)}></t-time>
        <span class="quiet cut">${row.workflowName ?? t('fk.queue.noWorkflow')}${row.mayDecide ? nothing : html` · ${t('fk.queue.others')}`}</span></button></li>`,
    )}</ol>${this.next ? html`<p class="fk-queue-state"><button type="button" data-act="more" @click=${() => this.more()}>${t('fk.queue.more')}</button></p>` : nothing}`;
  }

  /** Who was first, where somebody was. */
  notice() {
    const { note } = this;
    return html`<div role="status" class="fk-told">${
      note
        ? html`<span class="fk-told-text"><strong>${note.text}</strong> ${note.go}</span><a class="button" href="/formkiq/${encoded(this.site.siteId)}/documents/${encoded(note.document.documentId)}?tab=workflows">${t('fk.queue.why')}</a>
          <button type="button" class="plain icon" aria-label=${t('ui.close')} @click=${() => {
            this.note = null;
          }}>${icon('cross')}</button>`
        : nothing
    }${this.narrow && this.chosen ? html`<button type="button" class="plain fk-back" @click=${() => this.choose(null)}>${t('fk.queue.back')}</button>` : nothing}</div>`;
  }

  nothingOpen() {
    return this.rows?.length === 0
      ? html`<div class="fk-preview-note"><t-empty heading=${t('fk.queue.done')} text=${t('fk.queue.doneText')}></t-empty></div>`
      : nothing;
  }
}

define('fk-queues', Queues);
