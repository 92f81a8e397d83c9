import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { toast } from '/ui/toast.js';
import { api, caveat, icon, part, query, SITE } from './api.js';
import { chipsOf, readFilters, withoutChip, withValues } from './filters.js';
import { personName } from './looks.js';
import { byValue } from './tally.js';
import { clockTime, dayAndTime, zone } from './when.js';
import { ZvPage } from './zv-page.js';
import { cropPath } from './picture.js';
import './builder.js';
import './crops.js';
import './facets.js';
import './histogram.js';
import './list.js';
import './save-search.js';
import './view.js';
import '/ui/dialog.js';

const PAGE = 60;
const AGAIN_MS = 1_500;
const NARROW = '(max-width: 48rem)';
const VIEWS = ['crops', 'list'];

/** What names one appearance among all: an address can hold it. */
export const hitKey = ({ videoId, timestamp, personId }) => [videoId, timestamp, personId].join('~');

/** The search: chips above, what can be chosen at the side, who was found over time and as crops by day or as a list, and the moment in the video beside them. The address holds all of it. */
class Search extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    rows: { state: true },
    next: { state: true },
    backTo: { state: true },
    failure: { state: true },
    isBusy: { state: true },
    hit: { state: true },
    isSmall: { state: true },
    isFiltering: { state: true },
    isFresh: { state: true },
    isSaving: { state: true },
  };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, {
      rows: null,
      next: null,
      backTo: null,
      failure: null,
      isBusy: false,
      hit: null,
      isSmall: false,
      isFiltering: false,
      isFresh: false,
      isSaving: false,
      asked: null,
      counts: null,
      isNarrowing: false,
    });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.live });
  }

  async opened() {
    this.isOpen = true;
    await Promise.all([this.read(), this.readHit()]);
  }

  willUpdate(changed) {
    if (changed.has('rows')) this.counts = this.rows ? byValue(this.rows) : null;
    if (!changed.has('query') || !this.isOpen) return;
    if (this.asked !== this.wanted) this.read();
    this.readHit();
  }

  get filters() {
    return readFilters(this.query);
  }

  /** The question to the server, without its page. */
  get wanted() {
    const { filters } = this;
    return query({ ...filters, tz: filters.timeOfDay ? [zone] : [] });
  }

  /** The address of the search with other filters or another hit. */
  address(filters, hit = null) {
    return `${SITE}/search${query({ ...filters, view: this.shape === 'list' ? ['list'] : [], hit: hit ? [hit] : [] })}`;
  }

  /** How the results are shown: as crops, or as a list. */
  get shape() {
    return this.query.get('view') === 'list' ? 'list' : 'crops';
  }

  change(filters) {
    navigate(this.address(filters), { replace: true });
  }

  /** Only the time of a bar, within what was asked for. The way back is the browser's, or to take the chip away. */
  narrow({ start, end }) {
    const { start: [from] = [], end: [to] = [] } = this.filters;
    // Times of one form are in order as texts only if they are equally exact: those of an address need not be.
    const later = from && Date.parse(from) > Date.parse(start) ? from : start;
    const earlier = to && Date.parse(to) < Date.parse(end) ? to : end;
    this.isNarrowing = true;
    navigate(this.address(withValues(withValues(this.filters, 'start', [later]), 'end', [earlier])));
  }

  async read() {
    const { wanted } = this;
    this.asked = wanted;
    this.reading?.abort();
    this.reading = new AbortController();
    Object.assign(this, { rows: null, next: null, backTo: null, failure: null, isBusy: false, isFresh: false });
    await this.page(wanted, []);
  }

  async more() {
    if (!this.next || this.isBusy || !this.rows) return;
    await this.page(this.asked, this.rows);
  }

  async page(wanted, before) {
    this.isBusy = true;
    this.failure = null;
    const separator = wanted ? '&' : '?';
    const cursor = before.length || this.next ? this.next : null;
    const { signal } = this.reading;
    try {
      const path = `/search${wanted}${separator}limit=${PAGE}${cursor ? `&cursor=${part(cursor)}` : ''}`;
      const answer = await api('GET', path, undefined, { signal });
      if (this.asked !== wanted || this.live.aborted) return;
      Object.assign(this, { rows: [...before, ...answer.results], next: answer.nextToken ?? null, backTo: answer.searchedBackTo ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    } finally {
      if (this.asked === wanted) this.isBusy = false;
    }
  }

  /** The hit that the address names: one of the rows, or one that is asked for. */
  async readHit() {
    const wanted = this.query.get('hit');
    if (!wanted) {
      this.hit = null;
      return;
    }
    if (this.hit && hitKey(this.hit) === wanted) return;
    const row = this.rows?.find((each) => hitKey(each) === wanted);
    if (row) {
      this.hit = row;
      return;
    }
    const [videoId, timestamp, personId] = wanted.split('~');
    if (!personId) return;
    try {
      const found = await api('GET', `/appearances/${part(videoId)}/${part(timestamp)}/${part(personId)}`, undefined, { signal: this.live });
      if (this.query.get('hit') === wanted) this.hit = { videoId, timestamp, personId, ...found };
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  told(type) {
    if (type !== 'appearance' || !this.rows) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // What is being read does not move: new finds are offered.
      if (this.rows?.length === 0) this.read();
      else this.isFresh = true;
    }, AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.watch?.disconnect();
    this.reading?.abort();
  }

  updated() {
    if (this.isNarrowing && this.rows) this.refocus();
    const end = this.querySelector('.zv-end[data-more]');
    if (end === this.end) return;
    this.watch?.disconnect();
    this.end = end;
    if (!end) return;
    this.watch = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && this.more(), { rootMargin: '600px' });
    this.watch.observe(end);
  }

  /** Where a bar was chosen others stand now: the keyboard goes on there, or at the results if there are none. */
  async refocus() {
    this.isNarrowing = false;
    const histogram = /** @type {any} */ (this.querySelector('zv-histogram'));
    await histogram?.updateComplete;
    const place = histogram?.querySelector('button') ? histogram : /** @type {HTMLElement | null} */ (this.querySelector('.zv-results'));
    place?.focus({ preventScroll: true });
  }

  show(row, { focus = false } = {}) {
    this.hit = row;
    this.isSmall = false;
    navigate(this.address(this.filters, hitKey(row)), { replace: Boolean(this.query.get('hit')) });
    if (focus) this.updateComplete.then(() => this.crops?.focusOn(hitKey(row)));
  }

  hide() {
    navigate(this.address(this.filters));
  }

  get crops() {
    return /** @type {any} */ (this.querySelector('zv-crops, zv-list'));
  }

  get at() {
    return this.hit && this.rows ? this.rows.findIndex((each) => hitKey(each) === hitKey(this.hit)) : -1;
  }

  /** The hit before or behind the one that is shown, in the order of the list. */
  step(by) {
    const rows = this.rows ?? [];
    const row = rows[this.at + by] ?? (this.at < 0 ? rows[0] : null);
    if (!row) return;
    this.show(row);
    this.updateComplete.then(() => this.crops?.reveal(hitKey(row)));
    if (this.at > rows.length - 5) this.more();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.('input:not([type=range], [type=checkbox]), textarea, select, dialog, t-inline-menu')) return;
    if (event.key === 'j' || event.key === 'n') this.step(1);
    else if (event.key === 'k' || event.key === 'p') this.step(-1);
    else if (event.key === 'f') /** @type {any} */ (this.querySelector('zv-builder'))?.focusField();
    else if (event.key === 'Escape' && this.hit) this.hide();
    else if (!(/** @type {any} */ (this.querySelector('zv-player'))?.key(event))) return;
    event.preventDefault();
  }

  view() {
    const { filters, hit } = this;
    return html`<div class="zv-search ${hit && !this.isSmall ? 'with-view' : ''}"><h1 class="sr-only">${t('zv.search')}</h1>
      <zv-builder .filters=${filters} .cameras=${this.cameras} .hit=${hit} @filters-change=${({ detail }) => this.change(detail)} @save-search=${() => (this.isSaving = true)} @open-filters=${() => (this.isFiltering = true)}></zv-builder>
      <aside class="zv-facets" aria-label=${t('zv.filters')}>${this.facets()}</aside>
      <div class="zv-results" tabindex="-1">${this.results()}</div>
      ${hit ? this.beside() : nothing}
      <t-dialog ?open=${this.isFiltering} heading=${t('zv.filters')} .content=${this.isFiltering ? this.facets() : nothing} .actions=${html`<button type="button" class="primary" data-act="show-results" @click=${() => (this.isFiltering = false)}>${t('zv.showResults')}</button>`} @close=${() => (this.isFiltering = false)}></t-dialog>
      <zv-save-search ?open=${this.isSaving} .filters=${filters} @search-saved=${({ detail }) => toast(t('zv.searchSaved', { name: detail.name }))} @close=${() => (this.isSaving = false)}></zv-save-search></div>`;
  }

  facets() {
    return html`<zv-facets .filters=${this.filters} .cameras=${this.cameras} .counts=${this.counts} .total=${this.rows?.length ?? 0} .isCut=${Boolean(this.next)} @filters-change=${({ detail }) => this.change(detail)}></zv-facets>`;
  }

  beside() {
    const { hit } = this;
    const view = html`<zv-view name="zentriqvision" .hit=${hit} .count=${this.rows?.length ?? 0} .place=${this.at + 1} .steps=${{ step: (by) => this.step(by) }}
      @close=${() => (matchMedia(NARROW).matches ? (this.isSmall = true) : this.hide())}
      @person-chosen=${({ detail }) => this.show(detail)}
      @search-like=${({ detail }) => this.change(detail)}></zv-view>`;
    return this.isSmall ? this.mini() : view;
  }

  /** On a phone: what was watched last, below the crops. */
  mini() {
    const { hit } = this;
    return html`<div class="zv-mini"><zv-picture url=${hit.cropUrl ?? ''} src=${cropPath(hit)}></zv-picture><span class="zv-mini-what"><b class="cut">${personName(hit)}</b><span class="quiet cut">${clockTime(hit.timestamp)}${hit.camera ? ` · ${hit.camera}` : ''}</span></span>
      <button type="button" class="plain icon" data-act="unfold" aria-label=${t('zv.play')} @click=${() => (this.isSmall = false)}>${icon('play')}</button>
      <button type="button" class="plain icon" data-act="close-mini" aria-label=${t('ui.close')} @click=${() => this.hide()}>${icon('close')}</button></div>`;
  }

  results() {
    const { rows, failure } = this;
    if (failure && !rows) return html`<t-error .failure=${failure} .retry=${() => this.read()}></t-error>${this.relaxed()}`;
    if (!rows)
      return html`<div class="zv-sum"><span class="quiet" role="status">${t('zv.searching')}</span></div><div class="zv-crops-grid" aria-hidden="true">${Array.from({ length: 12 }, () => html`<span class="zv-crop-skeleton skeleton"></span>`)}</div>`;
    if (rows.length === 0 && !this.next) return this.nothingFound();
    const persons = new Set(rows.map(({ personId }) => personId)).size;
    const hasMore = this.next && !this.backTo;
    return html`<div class="zv-sum"><span class="zv-sum-words" role="status"><b>${t(this.next ? 'zv.foundSoFar' : 'zv.found', { n: rows.length })}</b><span class="quiet">${t('zv.ofPersons', { n: persons })}</span></span><span class="end quiet zv-sum-order">${t('zv.newestFirst')}</span>${this.shapes()}</div>
      <zv-histogram .rows=${rows} .isCut=${Boolean(this.next)} .current=${this.hit?.timestamp ?? null} @span-choose=${({ detail }) => this.narrow(detail)}></zv-histogram>
      ${this.isFresh ? html`<button type="button" class="zv-fresh" data-act="fresh" @click=${() => this.read()}>${icon('again')}${t('zv.newFinds')}</button>` : nothing}
      ${this.found(rows)}
      ${failure ? html`<t-error .failure=${failure} .retry=${() => this.more()}></t-error>` : nothing}
      <div class="zv-end" ?data-more=${hasMore && !failure}>${this.backTo && this.next ? this.further() : hasMore ? html`<button type="button" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button>` : nothing}</div>
      ${caveat()}`;
  }

  shapes() {
    return html`<span class="zv-shapes" role="group" aria-label=${t('zv.showAs')}>${VIEWS.map((each) => html`<button type="button" data-shape=${each} aria-pressed=${each === this.shape ? 'true' : 'false'} @click=${() => setQuery({ view: each === 'list' ? each : null })}>${t(`zv.as.${each}`)}</button>`)}</span>`;
  }

  found(rows) {
    const current = this.hit ? hitKey(this.hit) : null;
    const hrefOf = (row) => this.address(this.filters, hitKey(row));
    const open = ({ detail }) => this.show(detail, { focus: true });
    if (this.shape === 'list') return html`<zv-list .rows=${rows} .current=${current} .hrefOf=${hrefOf} @crop-open=${open}></zv-list>`;
    return html`<zv-crops .rows=${rows} .isCut=${Boolean(this.next)} .current=${current} .hrefOf=${hrefOf} @crop-open=${open}></zv-crops>`;
  }

  /** A page was given short: the server looked at much and says how far back. */
  further() {
    return html`<div class="zv-further card"><p>${t('zv.searchedBackTo', { at: dayAndTime(this.backTo) })}</p><button type="button" data-act="further" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'zv.searching' : 'zv.searchFurther')}</button></div>`;
  }

  nothingFound() {
    const chips = chipsOf(this.filters);
    if (chips.length === 0) {
      return html`<t-empty heading=${t('zv.nothingYet')} text=${t('zv.nothingYetText')} .action=${html`<p><a class="button" href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
    }
    return html`<t-empty heading=${t('zv.nothingFound')} text=${t('zv.nothingFoundText')}></t-empty>${this.relaxed()}${caveat()}`;
  }

  /** The way out: the same search without one of its chips. */
  relaxed() {
    const chips = chipsOf(this.filters);
    if (chips.length === 0) return nothing;
    return html`<p class="zv-relax">${chips.map(({ name }) => html`<button type="button" data-without=${name} @click=${() => this.change(withoutChip(this.filters, name))}>${t('zv.without', { what: t(`zv.filter.${name}`) })}</button>`)}</p>`;
  }
}

define('zv-search', Search);
