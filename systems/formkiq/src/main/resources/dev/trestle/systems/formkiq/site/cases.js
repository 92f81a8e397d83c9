import { define, html, nothing } from '/ui/element.js';
import { navigate, setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import '/ui/table.js';
import './case.js';
import './case-new.js';
import { call, encoded } from './api.js';
import { statusBadge, statusText } from './case-badge.js';
import { isOverdue, OPEN, STATUSES } from './case-status.js';
import { icon } from './kinds.js';
import { SitePage } from './site-page.js';

const PAGE = 50;
const EVERY = 'ALL';

/** The cases of a site, the newest first, by their status; or one of them, which the address names. */
class Cases extends SitePage {
  static properties = { ...SitePage.properties, adding: { state: true }, news: { state: true }, load: { state: true } };

  constructor() {
    super();
    this.news = 0;
  }

  get page() {
    return 'cases';
  }

  get status() {
    return this.query.get('status') ?? '';
  }

  entered() {
    const asked = `${this.site.siteId} ${this.status}`;
    if (asked === this.asked) return;
    this.asked = asked;
    const { siteId } = this.site;
    const status = this.status === EVERY ? '' : this.status || OPEN.join(',');
    this.load = async (next) => {
      const page = await call('GET', '/x/cases', { siteId, status, limit: PAGE, next }, undefined, { signal: this.live });
      return { rows: page.cases, next: page.next };
    };
  }

  told({ type, data }) {
    if (type !== 'case' && type !== 'document' && type !== 'reset') return;
    this.later(() => {
      if (!this.params.id) {
        if (type !== 'document') this.table?.reload();
      } else if (type !== 'case' || data.caseId === this.params.id) this.news++;
    });
  }

  get table() {
    return /** @type {any} */ (this.querySelector('t-table'));
  }

  link(caseId) {
    return `/formkiq/${encoded(this.site.siteId)}/cases${caseId ? `/${encoded(caseId)}` : ''}`;
  }

  body() {
    const { id } = this.params;
    if (id) {
      return html`<fk-case .siteId=${this.site.siteId} .caseId=${id} back=${this.link()} ?writes=${this.may('WRITE')} ?removes=${this.may('DELETE')} news=${this.news}
        @case-gone=${() => navigate(this.link())}></fk-case>`;
    }
    return html`<div class="page-head"><h1>${t('fk.cases')}</h1><fk-site-switch .sites=${this.known} .site=${this.site} page="cases"></fk-site-switch></div>
      <div class="fk-record-bar"><label class="stack tight"><span class="fk-label">${t('fk.case.status')}</span><select data-act="status" @change=${(event) => setQuery({ status: event.target.value || null })}>
        ${[['', t('fk.case.open')], [EVERY, t('fk.case.every')], ...STATUSES.map((each) => [each, statusText(each)])].map(([value, text]) => html`<option value=${value} .selected=${value === this.status}>${text}</option>`)}</select></label>
        <span class="end"></span>
        ${
          this.may('WRITE')
            ? html`<button type="button" class="primary" data-act="new-case" @click=${() => {
                this.adding = true;
              }}>${icon('plus')}${t('fk.case.new')}</button>`
            : nothing
        }</div>
      <t-table caption=${t('fk.cases')} .columns=${this.columns()} .load=${this.load} .rowKey=${(row) => row.caseId} .empty=${{ heading: t('fk.case.none'), text: t('fk.case.noneText') }}></t-table>
      ${
        this.adding
          ? html`<fk-case-new .siteId=${this.site.siteId} @close=${() => {
              this.adding = false;
            }} @case-made=${(event) => navigate(this.link(event.detail))}></fk-case-new>`
          : nothing
      }`;
  }

  columns() {
    return [
      { title: t('fk.name'), cell: (row) => html`<a class="cut" href=${this.link(row.caseId)}>${row.name}</a>` },
      { title: t('fk.case.number'), cell: (row) => html`<span class="mono">${row.caseNumber ?? ''}</span>` },
      { title: t('fk.case.status'), cell: (row) => statusBadge(row.status) },
      {
        title: t('fk.case.dueDate'),
        cell: (row) =>
          html`<span class="fk-due">${row.dueDate ? html`<span class="fk-number">${row.dueDate}</span>` : ''}${isOverdue(row) ? html`<t-badge tone="bad" text=${t('fk.case.overdue')}></t-badge>` : nothing}</span>`,
      },
      { title: t('fk.case.by'), cell: (row) => html`<span class="cut">${row.userId ?? ''}</span>` },
    ];
  }
}

define('fk-cases', Cases);
