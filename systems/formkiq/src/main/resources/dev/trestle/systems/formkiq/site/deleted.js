import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/time.js';
import { deleteForGood, doAll } from './acts.js';
import { call, documentLink, encoded, everything, iso, nameOf, parentOf } from './api.js';
import { icon, kindBadge } from './kinds.js';
import { rowsTable } from '/ui/table.js';
import { SitePage } from './site-page.js';

const deletedAt = (row) => Date.parse(iso(row.deletedDate) ?? '') || 0;

/** What was deleted and can be brought back: what, from where, by whom and when, the latest first. */
class Deleted extends SitePage {
  static properties = { ...SitePage.properties, rows: { state: true }, refused: { state: true }, chosen: { state: true } };

  constructor() {
    super();
    this.chosen = new Set();
  }

  get page() {
    return 'deleted';
  }

  entered() {
    if (this.shownSite === this.site.siteId) return;
    this.shownSite = this.site.siteId;
    Object.assign(this, { rows: null, chosen: new Set() });
    this.read();
  }

  told({ type }) {
    if (type === 'deleted' || type === 'reset') this.later(() => this.read());
  }

  async read() {
    const { siteId } = this.site;
    try {
      const rows = await everything('/x/deleted', { siteId }, 'documents', { signal: this.live });
      if (siteId !== this.site.siteId) return;
      this.rows = rows.sort((one, other) => deletedAt(other) - deletedAt(one));
      this.refused = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refused = failure;
    }
  }

  async restore(row) {
    const { siteId } = this.site;
    const done = await doAll([row], () => call('PUT', `/documents/${encoded(row.documentId)}/restore`, { siteId }));
    if (done.length === 0) return;
    toast(t('fk.restored', { name: nameOf(row) }), {
      action: { label: t('fk.open'), act: () => location.assign(documentLink({ siteId, documentId: row.documentId })) },
    });
    this.read();
  }

  /** Those that are chosen and still there. */
  get several() {
    return (this.rows ?? []).filter(({ documentId }) => this.chosen.has(documentId));
  }

  async restoreSeveral() {
    const { siteId } = this.site;
    const done = await doAll(this.several, (row) => call('PUT', `/documents/${encoded(row.documentId)}/restore`, { siteId }));
    this.chosen = new Set();
    if (done.length > 0) toast(t('fk.restoredMany', { n: done.length }));
    this.read();
  }

  choose(row, isChosen) {
    const chosen = new Set(this.chosen);
    if (isChosen) chosen.add(row.documentId);
    else chosen.delete(row.documentId);
    this.chosen = chosen;
  }

  /** What is done with several at once: a folder that was deleted comes back with all that was in it. */
  together() {
    const open = this.rows.filter((row) => row.mayRestore);
    const { length } = this.several;
    if (open.length < 2) return nothing;
    return html`<div class="fk-together"><label class="fk-check"><input type="checkbox" data-act="choose-all" .checked=${length === open.length} .indeterminate=${length > 0 && length < open.length} @change=${(
      event,
    ) => {
      this.chosen = new Set(event.target.checked ? open.map(({ documentId }) => documentId) : []);
    }}>${t('fk.deleted.all')}</label>
      ${length > 0 ? html`<strong class="number" role="status">${t('fk.selected', { n: length })}</strong><button type="button" data-act="restore-several" @click=${() => this.restoreSeveral()}>${icon('restore')}${t('fk.restore')}</button>` : nothing}</div>`;
  }

  async forGood(row, options) {
    if (await deleteForGood(this.site.siteId, row, options)) this.read();
  }

  body() {
    return html`<div class="page-head"><h1>${t('fk.deleted')}</h1><fk-site-switch .sites=${this.known} .site=${this.site} page="deleted"></fk-site-switch></div>
      ${this.refused ? html`<t-error .failure=${this.refused} .retry=${() => this.read()}></t-error>` : nothing}
      ${this.rows === null || this.rows === undefined ? (this.refused ? nothing : html`<t-state loading rows="6"></t-state>`) : this.list()}`;
  }

  list() {
    if (this.rows.length === 0) return html`<t-empty heading=${t('fk.deleted.none')} text=${t('fk.deleted.noneText')}></t-empty>`;
    const act = (name, text, drawing, run, tone = '') =>
      html`<button type="button" class=${tone} data-act=${name} @click=${run}>${icon(drawing)}${text}</button>`;
    return html`<p class="quiet">${t('fk.deleted.about')}</p>${this.together()}${rowsTable({
      caption: t('fk.deleted'),
      rows: this.rows,
      columns: [
        {
          title: t('fk.column.name'),
          cell: (row) =>
            html`<span class="fk-name-cell">${row.mayRestore ? html`<input type="checkbox" data-choose=${row.documentId} aria-label=${t('fk.deleted.choose', { name: nameOf(row) })} .checked=${this.chosen.has(row.documentId)} @change=${(event) => this.choose(row, event.target.checked)}>` : nothing}${kindBadge(row)}<span class="cut">${nameOf(row)}</span></span>`,
        },
        { title: t('fk.fact.folder'), cell: (row) => parentOf(row.path) || t('fk.root') },
        { title: t('fk.column.size'), number: true, cell: (row) => (row.contentLength === undefined ? '' : bytes(row.contentLength)) },
        { title: t('fk.deleted.by'), cell: (row) => row.deletedBy ?? '' },
        { title: t('fk.deleted.when'), cell: (row) => (row.deletedDate ? html`<t-time at=${iso(row.deletedDate)}></t-time>` : '') },
        {
          title: '',
          cell: (row) => html`<span class="fk-acts">${row.mayRestore ? act('restore', t('fk.restore'), 'restore', () => this.restore(row)) : nothing}
            ${row.mayDelete ? act('for-good', t('fk.forGood'), 'trash', () => this.forGood(row), 'danger') : nothing}
            ${this.governs ? act('purge', t('fk.purge'), 'cross', () => this.forGood(row, { purge: true }), 'danger') : nothing}</span>`,
        },
      ],
    })}`;
  }
}

define('fk-deleted', Deleted);
