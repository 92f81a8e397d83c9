import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { useSheet } from '/ui/sheet.js';
import '/ui/field.js';
import '/ui/timeline.js';
import { AREAS, get, page } from './api.js';
import { toldEntry } from './told.js';

const KINDS = ['status', 'assignment', 'version', 'link', 'note', 'file', 'showset', 'user'];
const DAYS = ['1', '7', '30'];
const FILTERS = ['person', 'kind', 'area'];

/** What was done lately, to anything: by day, with the notes' beginnings, filtered by person, kind, area and time. The address holds the filter. */
class Activity extends Page {
  static properties = { ...Page.properties, names: { state: true }, unfolded: { state: true } };

  constructor() {
    super();
    this.names = [];
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/unisync/unisync.css');
    // Without names one can still read.
    get('/users/names', { signal: this.live }).then(
      (names) => {
        this.names = names;
      },
      () => {},
    );
  }

  get days() {
    return DAYS.includes(this.query.get('days')) ? this.query.get('days') : '7';
  }

  willUpdate(changed) {
    if (!changed.has('query')) return;
    const asked = new URLSearchParams({ days: this.days, limit: '50' });
    FILTERS.forEach((name) => {
      if (this.query.get(name)) asked.set(name, this.query.get(name));
    });
    if (String(asked) === this.asked) return;
    this.asked = String(asked);
    this.read = async (cursor) => {
      const answer = await page(`/activity/recent?${asked}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, { signal: this.live });
      return { entries: answer.data.map((entry) => toldEntry(entry)), next: answer.next };
    };
  }

  render() {
    const isFiltered = FILTERS.some((name) => this.query.get(name));
    const field = (name, label, options) =>
      html`<t-field label=${label} type="select" name=${name} .value=${this.query.get(name) ?? ''} .options=${[['', t('unisync.any')], ...options]} @change=${(e) => setQuery({ [name]: e.target.value })}></t-field>`;
    const none = {
      heading: t('unisync.noActivity'),
      text: t(isFiltered ? 'unisync.noActivityFits' : 'unisync.noActivityText'),
      action: isFiltered ? html`<p><button type="button" @click=${() => this.clear()}>${t('unisync.clearFilters')}</button></p>` : nothing,
    };
    return html`<div class="page-head"><h1>${t('unisync.activity')}</h1></div>
      <button type="button" class="us-unfold" aria-expanded=${this.unfolded ? 'true' : 'false'} aria-controls=${this.own} @click=${() => {
        this.unfolded = !this.unfolded;
      }}>${t('unisync.filter')}${isFiltered ? ` · ${FILTERS.filter((name) => this.query.get(name)).length}` : nothing}</button>
      <div class="us-bar us-activity-bar ${this.unfolded ? 'unfolded' : ''}" id=${this.own} role="search" aria-label=${t('unisync.filter')}>${field(
        'person',
        t('unisync.filter.person'),
        this.names.map((each) => [each.userId, each.name]),
      )}
        ${field(
          'kind',
          t('unisync.filter.kind'),
          KINDS.map((each) => [each, t(`unisync.kind.${each}`)]),
        )}${field(
          'area',
          t('unisync.filter.area'),
          AREAS.map((each) => [each, each]),
        )}
        <t-field label=${t('unisync.filter.time')} type="select" name="days" .value=${this.days} .options=${DAYS.map((each) => [each, t(`unisync.days.${each}`)])} @change=${(e) => setQuery({ days: e.target.value === '7' ? null : e.target.value })}></t-field>
        ${isFiltered ? html`<button type="button" class="plain" data-act="clear-filters" @click=${() => this.clear()}>${t('unisync.clearFilters')}</button>` : nothing}</div>
      <div class="card us-activity"><t-timeline label=${t('unisync.activity')} .load=${this.read} .empty=${none}></t-timeline></div>`;
  }

  clear() {
    setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])));
  }
}

define('unisync-activity', Activity);
