import { define, html, nothing } from '/ui/element.js';
import { setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { download } from '/session.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/field.js';
import '/ui/timeline.js';
import { API, call } from './api.js';
import { icon } from './kinds.js';
import { KINDS, toldEntry } from './told.js';
import { SitePage } from './site-page.js';

const FILTERS = ['start', 'end', 'person', 'kind', 'outcome'];
const IDS_MAX = 100;
const OUTCOMES = ['COMPLETE', 'UNAUTHORIZED', 'FAILED'];

/** What was done in a site, or tried: by day, person, kind and outcome. The address holds the filter. */
class Activity extends SitePage {
  static properties = { ...SitePage.properties, load: { state: true } };

  get page() {
    return 'activity';
  }

  get filter() {
    const of = (name) => this.query.get(name) || null;
    return { siteId: this.site.siteId, start: of('start'), end: of('end'), userId: of('person'), resource: of('kind'), status: of('outcome') };
  }

  entered() {
    const { filter } = this;
    const asked = JSON.stringify(filter);
    if (asked === this.asked) return;
    this.asked = asked;
    this.paths = new Map();
    this.load = async (next) => {
      const page = await call('GET', '/x/activities', { ...filter, limit: 50, next }, undefined, { signal: this.live });
      await this.learnPaths(page.entries);
      return {
        entries: page.entries.map((entry) => toldEntry(entry, filter.siteId, true, this.paths.get(entry.documentId))),
        next: page.next ?? null,
      };
    };
  }

  /** Where the documents are that a page is about: the record has their ids. Without it they are shown by these. */
  async learnPaths(entries) {
    const asked = [...new Set(entries.map(({ documentId }) => documentId))].filter((id) => id && !this.paths.has(id)).slice(0, IDS_MAX);
    if (asked.length === 0) return;
    try {
      const found = await call('POST', '/search', { siteId: this.site.siteId }, { query: { documentIds: asked } }, { signal: this.live });
      for (const each of found.documents) this.paths.set(each.documentId, each.path);
    } catch (failure) {
      if (failure.name === 'AbortError') throw failure;
    }
  }

  told({ type }) {
    if (type === 'document' || type === 'values' || type === 'reset')
      this.later(() => /** @type {any} */ (this.querySelector('t-timeline'))?.reload());
  }

  async save() {
    try {
      const asked = new URLSearchParams(Object.entries(this.filter).filter(([, value]) => value));
      await download(`${API}/x/activities/export?${asked}`, 'activity.csv', { signal: this.live });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  body() {
    const isFiltered = FILTERS.some((name) => this.query.get(name));
    const field = (name, label, type, options) =>
      html`<t-field label=${label} type=${type} name=${name} .value=${this.query.get(name) ?? ''} .options=${options} @change=${(event) => setQuery({ [name]: event.target.value || null })}></t-field>`;
    const any = [['', t('fk.record.any')]];
    return html`<div class="page-head"><h1>${t('fk.activity')}</h1><fk-site-switch .sites=${this.known} .site=${this.site} page="activity"></fk-site-switch>
        <button type="button" class="end" data-act="export" @click=${() => this.save()}>${icon('download')}${t('fk.record.export')}</button></div>
      <p class="quiet">${t(this.governs ? 'fk.record.all' : 'fk.record.own')}</p>
      <div class="fk-record-bar" role="search" aria-label=${t('fk.record.filter')}>
        ${field('start', t('fk.record.start'), 'date')}${field('end', t('fk.record.end'), 'date')}
        ${this.governs ? field('person', t('fk.record.person'), 'text') : nothing}
        ${field('kind', t('fk.record.kind'), 'select', [...any, ...KINDS.map((each) => [each, t(`fk.kind.${each}`)])])}
        ${field('outcome', t('fk.record.outcome'), 'select', [...any, ...OUTCOMES.map((each) => [each, t(`fk.record.status.${each}`)])])}
        ${isFiltered ? html`<button type="button" @click=${() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}>${t('fk.clear')}</button>` : nothing}</div>
      <t-timeline label=${t('fk.activity')} .load=${this.load} .empty=${{ heading: t('fk.record.none'), text: t('fk.record.noneText') }}></t-timeline>`;
  }
}

define('fk-activity', Activity);
