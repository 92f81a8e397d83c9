import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { api, icon, query } from './api.js';
import { dateInWords } from './dates.js';
import { plainPiece } from './excerpt.js';
import { MemberPage } from './member-page.js';
import '/ui/field.js';

const PAUSE_MS = 250;
const TYPES = ['all', 'letter', 'comment', 'media'];
const SIGNS = { letter: 'letter', comment: 'comment', media: 'picture' };

/** All that has some words: letters, comments, the gallery. The address holds what is asked. */
class SearchPage extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    found: { state: true },
    total: { state: true },
    next: { state: true },
    failure: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { found: null, total: null, next: null });
  }

  async opened() {
    this.isOpen = true;
    this.querySelector('input')?.focus();
    await this.read();
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get filters() {
    const value = (name) => this.query.get(name) ?? '';
    return { q: value('q').trim(), type: value('type') || 'all', from: value('from'), to: value('to'), author: value('author') };
  }

  get wanted() {
    return query(this.filters);
  }

  async read(cursor = null) {
    const { wanted } = this;
    this.asked = wanted;
    this.failure = null;
    if (!this.filters.q) {
      Object.assign(this, { found: null, total: null, next: null });
      return;
    }
    this.busy = true;
    try {
      const page = await api('GET', `/search${query({ ...this.filters, limit: 30, cursor })}`, undefined, { signal: this.live });
      if (this.asked !== wanted) return;
      Object.assign(this, { found: cursor ? [...this.found, ...page.items] : page.items, total: page.total ?? null, next: page.nextCursor });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  type(event) {
    const { value } = event.target;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => setQuery({ q: value.trim() }), PAUSE_MS);
  }

  view() {
    const { q, type, from, to, author } = this.filters;
    const set = (name) => (event) => setQuery({ [name]: event.target.value });
    return html`<div class="htt-plain-page htt-search"><div class="page-head"><h1>${t('htt.search')}</h1></div>
      <form role="search" class="stack" @submit=${(event) => {
        event.preventDefault();
        clearTimeout(this.timer);
        setQuery({ q: event.target.querySelector('input').value.trim() });
      }}><t-field type="search" name="q" label=${t('htt.searchFor')} placeholder=${t('htt.searchHint')} .value=${q} maxlength="200" @input=${this.type}></t-field>
        <div class="row end-aligned htt-search-more"><div class="htt-seg" role="group" aria-label=${t('htt.searchIn')}>${TYPES.map((each) => html`<button type="button" data-type=${each} aria-pressed=${each === type ? 'true' : 'false'} @click=${() => setQuery({ type: each === 'all' ? null : each })}>${t(`htt.in.${each}`)}</button>`)}</div>
          <t-field name="from" label=${t('htt.fromDate')} placeholder="1940" .value=${from} maxlength="10" @change=${set('from')}></t-field><t-field name="to" label=${t('htt.toDate')} placeholder="1959-12-31" .value=${to} maxlength="10" @change=${set('to')}></t-field>
          <t-field name="author" label=${t('htt.writtenBy')} .value=${author} maxlength="200" @change=${set('author')}></t-field></div></form>
      ${this.results(q)}</div>`;
  }

  results(q) {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!q) return html`<t-empty heading=${t('htt.searchEmpty')} text=${t('htt.searchEmptyText')}></t-empty>`;
    if (!this.found) return html`<t-state loading rows="5"></t-state>`;
    if (this.found.length === 0) return html`<t-empty heading=${t('htt.foundNone', { q })} text=${t('htt.foundNoneText')}></t-empty>`;
    return html`<p class="quiet" role="status">${this.total === null ? nothing : t('htt.foundN', { n: this.total })}</p>
      <ol class="htt-found">${this.found.map((each) => this.result(each))}</ol>
      ${this.next ? html`<p><button type="button" ?disabled=${this.busy} @click=${() => this.read(this.next)}>${t('ui.more')}</button></p>` : nothing}`;
  }

  result({ type, title, date, author, path, excerpts }) {
    return html`<li><a href=${path}>${icon(SIGNS[type] ?? 'page')}<span class="htt-row-what"><span class="htt-row-title"><strong class="cut">${title}</strong></span>
      ${(excerpts ?? []).slice(0, 2).map(({ pieces }) => html`<span class="htt-excerpt">${pieces.map((piece) => (piece.marked ? html`<mark>${plainPiece(piece.text)}</mark>` : plainPiece(piece.text)))}</span>`)}
      <span class="quiet">${t(`htt.found.${type}`)}${author ? ` · ${author}` : ''}${date ? ` · ${dateInWords(date)}` : ''}</span></span></a></li>`;
  }
}

define('htt-search', SearchPage);
