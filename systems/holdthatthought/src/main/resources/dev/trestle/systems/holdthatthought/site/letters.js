import { repeat } from 'lit/directives/repeat.js';
import { define, html, nothing, svg } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { api, icon, letterPath, part, query, SITE } from './api.js';
import { dateInWords, yearOf } from './dates.js';
import { between, letterRow, needsChecking } from './letter-row.js';
import { MemberPage } from './member-page.js';
import { draftLine } from './draft-status.js';
import '/ui/dialog.js';
import '/ui/field.js';
import './book.js';

const PAGE = 100;
const AGAIN_MS = 400;
const SHOWN_DRAFTS = 4;
const DECADE = 10;

const decadeOf = (year) => (year ? Math.floor(Number(year) / DECADE) * DECADE : null);

/** Letters by decade and year, in the order of the list. */
export function byDecade(letters) {
  const decades = [];
  for (const letter of letters) {
    const year = yearOf(letter.date);
    const decade = decadeOf(year);
    if (decades.at(-1)?.decade !== decade) decades.push({ decade, years: [] });
    const { years } = decades.at(-1);
    if (years.at(-1)?.year !== year) years.push({ year, letters: [] });
    years.at(-1).letters.push(letter);
  }
  return decades;
}

/** The two people that most of some letters are between; null if no two are. */
export function mostly(letters) {
  const counts = new Map();
  for (const { author, recipient } of letters) {
    if (author && recipient) counts.set(`${author}\n${recipient}`, (counts.get(`${author}\n${recipient}`) ?? 0) + 1);
  }
  const [pair, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (!pair || letters.length < 3 || count * 2 <= letters.length) return null;
  const [author, recipient] = pair.split('\n');
  return { author, recipient };
}

/** All letters on a line of time: years at the side, filters above, what waits beside. The address holds what is chosen. */
class Letters extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    facets: { state: true },
    letters: { state: true },
    next: { state: true },
    failure: { state: true },
    busy: { state: true },
    drafts: { state: true },
    today: { state: true },
    seen: { state: true },
    folded: { state: true },
    picking: { state: true },
    booking: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, {
      letters: null,
      facets: null,
      next: null,
      drafts: [],
      today: [],
      seen: new Set(),
      folded: true,
      asked: null,
      picking: null,
      booking: false,
    });
  }

  async opened() {
    this.isOpen = true;
    await Promise.all([this.read(), this.readFacets(), this.readAside()]);
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  get filters() {
    const { query: q } = this;
    return {
      year: q.get('year'),
      author: q.get('author'),
      tag: q.get('tag'),
      needs: q.get('needs'),
      order: q.get('order') === 'newest' ? 'newest' : 'oldest',
    };
  }

  get wanted() {
    return query(this.filters);
  }

  get filterCount() {
    const { year, author, tag, needs } = this.filters;
    return [year, author, tag, needs].filter(Boolean).length;
  }

  /** Reads from the start; with `quiet`, what is shown stays until the answer is there, and as much is read as was shown. */
  async read({ quiet = false } = {}) {
    const wanted = this.wanted;
    const enough = quiet ? (this.letters?.length ?? 0) : 0;
    this.asked = wanted;
    if (!quiet) Object.assign(this, { letters: null, next: null });
    this.failure = null;
    try {
      let letters = [];
      let cursor = null;
      do {
        const page = await this.page(cursor);
        if (this.asked !== wanted || this.live.aborted) return;
        letters = [...letters, ...page.items];
        cursor = page.nextCursor;
      } while (cursor && letters.length < enough);
      Object.assign(this, { letters, next: cursor });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    }
  }

  page(cursor) {
    const asked = query({ ...this.filters, limit: PAGE, cursor });
    return api('GET', `/letters${asked}`, undefined, { signal: this.live });
  }

  async more() {
    if (!this.next || this.busy) return;
    const wanted = this.asked;
    this.busy = true;
    try {
      const page = await this.page(this.next);
      if (this.asked === wanted) Object.assign(this, { letters: [...this.letters, ...page.items], next: page.nextCursor });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async readFacets() {
    try {
      this.facets = await api('GET', '/letters/facets', undefined, { signal: this.live });
    } catch {
      // The list says what is wrong; without facets there is only no scale.
    }
  }

  async readAside() {
    const [drafts, today] = await Promise.allSettled([
      api('GET', '/admin/drafts?limit=20', undefined, { signal: this.live }),
      api('GET', '/onthisday', undefined, { signal: this.live }),
    ]);
    if (drafts.status === 'fulfilled') this.drafts = drafts.value.items.filter(({ status }) => status !== 'published').slice(0, SHOWN_DRAFTS);
    if (today.status === 'fulfilled') this.today = today.value.items;
  }

  told(type, data) {
    if (type === 'draft') this.drafts = this.drafts.map((each) => (each.draftId === data.draftId ? { ...each, ...data } : each));
    if (!['letter', 'draft', 'reset'].includes(type)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.readAside();
      if (type !== 'draft') Promise.all([this.readFacets(), this.read({ quiet: true })]);
    }, AGAIN_MS);
  }

  updated() {
    const end = this.querySelector('.htt-list-end');
    if (end && end !== this.end) {
      this.watch?.disconnect();
      this.watch = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && this.more(), { rootMargin: '600px' });
      this.watch.observe(end);
      this.end = end;
    }
    this.toAsked();
    this.look();
  }

  /** The address may name a year to begin at, where a letter's page leads back to. */
  toAsked() {
    const year = this.query.get('at');
    if (!year || !this.letters || this.arrived === year) return;
    this.arrived = year;
    const there = this.querySelector(`[data-year="${year === '0000' ? '' : year}"]`);
    if (there) there.scrollIntoView({ block: 'start' });
    else if (this.next) setQuery({ year, at: null });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch?.disconnect();
    clearTimeout(this.timer);
  }

  /** Which years are in view: those that the scale marks. */
  look() {
    const list = this.querySelector('.htt-list');
    if (!list) return;
    const { top, bottom } = list.getBoundingClientRect();
    const visible = [...list.querySelectorAll('[data-year]')].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.bottom > Math.max(top, 0) + 60 && box.top < Math.min(bottom, innerHeight);
    });
    const seen = visible.map((each) => each.dataset.year);
    if (seen.join() !== [...this.seen].join()) this.seen = new Set(seen);
  }

  /** To a year: where it is in the list, else the list of that year alone. */
  toYear(event, year) {
    event.preventDefault();
    const there = this.querySelector(`[data-year="${year}"]`);
    if (there && !this.filters.year) {
      there.scrollIntoView({ block: 'start' });
      there.querySelector('a')?.focus({ preventScroll: true });
    } else {
      setQuery({ year: year || '0000' });
    }
  }

  async choose(event, name, label, values) {
    const current = this.filters[name];
    const chosen = await openInlineMenu({
      anchor: event.currentTarget,
      label,
      placeholder: label,
      items: [
        { id: '', text: t('htt.anyone'), checked: !current },
        ...values.map((each) => ({ id: each.name, text: each.name, hint: number(each.count), checked: each.name === current })),
      ],
    });
    if (chosen !== null) setQuery({ [name]: chosen });
  }

  key(event) {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...this.querySelectorAll('.htt-row')];
    const at = rows.indexOf(document.activeElement);
    (rows[at < 0 ? 0 : at + step] ?? rows[at])?.focus();
    event.preventDefault();
  }

  view() {
    return html`<div class="htt-letters" @keydown=${this.key}>${this.bar()}${this.scale()}
      <div class="htt-list" @scroll=${() => requestAnimationFrame(() => this.look())}>${this.list()}</div>
      <aside class="htt-aside" aria-label=${t('htt.beside')}>${this.aside()}</aside>
      <htt-book ?open=${this.booking} .picked=${[...(this.picking ?? [])]} .facets=${this.facets} @close=${() => {
        this.booking = false;
      }} @pick=${() => {
        this.picking ??= new Set();
        this.booking = false;
      }}></htt-book></div>`;
  }

  bar() {
    const { author, tag, needs, year, order } = this.filters;
    const { facets } = this;
    const clear = (name, text) =>
      html`<button type="button" class="htt-chip-x" aria-label=${t('htt.clear', { what: text })} @click=${() => setQuery({ [name]: null })}>${icon('close')}</button>`;
    const chip = (
      name,
      label,
      value,
      values,
    ) => html`<span class="htt-chip ${value ? 'on' : ''}"><button type="button" data-filter=${name} @click=${(event) => this.choose(event, name, label, values)}>
        <span class="quiet">${label}</span> <span class="cut">${value ?? t('htt.anyone')}</span>${icon('down')}</button>${value ? clear(name, label) : nothing}</span>`;
    return html`<div class="htt-bar"><h1>${t('htt.letters')}</h1>
      <div class="htt-filters">${chip('author', t('htt.from'), author, facets?.authors ?? [])}${chip('tag', t('htt.tag'), tag, facets?.tags ?? [])}
        ${year ? html`<span class="htt-chip on"><span class="htt-chip-text"><span class="quiet">${t('htt.year')}</span> ${year === '0000' ? t('htt.undated') : year}</span>${clear('year', t('htt.year'))}</span>` : nothing}
        <span class="htt-chip ${needs ? 'on' : ''}"><button type="button" data-filter="needs" aria-pressed=${needs ? 'true' : 'false'} @click=${() => setQuery({ needs: needs ? null : 'review' })}>${needsChecking()}</button></span></div>
      <button type="button" class="htt-fold" data-act="filters" @click=${() => {
        this.folded = false;
      }}>${icon('filter')}${this.filterCount ? t('htt.filtersN', { n: this.filterCount }) : t('htt.filters')}</button>
      <span class="quiet number htt-count" role="status">${this.counted()}</span>
      <span class="end row htt-bar-end"><span class="htt-chip htt-wide"><button type="button" data-act="order" @click=${() => setQuery({ order: order === 'oldest' ? 'newest' : null })}><span class="quiet">${t('htt.order')}</span> ${t(`htt.order.${order}`)}</button></span>
        <button type="button" data-act="book" aria-label=${t('htt.bookOfLetters')} title=${t('htt.bookOfLetters')} @click=${() => {
          this.booking = true;
        }}>${icon('book')}<span class="htt-wide">${t('htt.bookOfLetters')}</span></button>
        <a class="button primary" href="${SITE}/upload" data-act="upload">${icon('upload')}${t('htt.upload')}</a></span></div>
      ${this.picking ? this.pickingBar() : nothing}${this.foldedFilters()}`;
  }

  /** Which letters are chosen one by one for a book, and what to do with them. */
  pickingBar() {
    const n = this.picking.size;
    return html`<div class="htt-picking" role="status"><strong>${n ? t('htt.picked', { n }) : t('htt.pickSome')}</strong>
      <span class="end row"><button type="button" data-act="pick-shown" @click=${() => {
        this.picking = new Set([...this.picking, ...(this.letters ?? []).map(({ date }) => date)]);
      }}>${t('htt.pickShown')}</button><button type="button" data-act="pick-end" @click=${() => {
        this.picking = null;
      }}>${t('ui.cancel')}</button><button type="button" class="primary" data-act="pick-book" ?disabled=${n === 0} @click=${() => {
        this.booking = true;
      }}>${t('htt.bookNext')}</button></span></div>`;
  }

  pick(date) {
    const picking = new Set(this.picking);
    if (!picking.delete(date)) picking.add(date);
    this.picking = picking;
  }

  counted() {
    if (!this.letters || !this.facets) return '';
    const { total } = this.facets;
    if (this.next) return t('htt.lettersN', { n: total });
    return this.letters.length === total ? t('htt.lettersN', { n: total }) : t('htt.lettersOf', { n: this.letters.length, all: total });
  }

  /** The same filters for a phone, behind one button. */
  foldedFilters() {
    const { author, tag, needs, year, order } = this.filters;
    const options = (values) => [['', t('htt.anyone')], ...(values ?? []).map(({ name, count }) => [name, `${name} (${number(count)})`])];
    const set = (name) => (event) => setQuery({ [name]: event.target.value });
    const years = [['', t('htt.anyone')], ...(this.facets?.years ?? []).map((each) => [String(each.year), `${each.year} (${number(each.count)})`])];
    return html`<t-dialog heading=${t('htt.filters')} ?open=${!this.folded} @close=${() => {
      this.folded = true;
    }} .content=${html`<t-field type="select" label=${t('htt.from')} name="author" .value=${author ?? ''} .options=${options(this.facets?.authors)} @change=${set('author')}></t-field>
      <t-field type="select" label=${t('htt.tag')} name="tag" .value=${tag ?? ''} .options=${options(this.facets?.tags)} @change=${set('tag')}></t-field>
      <t-field type="select" label=${t('htt.year')} name="year" .value=${year ?? ''} .options=${years} @change=${set('year')}></t-field>
      <t-field type="select" label=${t('htt.transcription')} name="needs" .value=${needs ?? ''} .options=${[
        ['', t('htt.anyone')],
        ['review', t('htt.needsChecking')],
      ]} @change=${set('needs')}></t-field>
      <t-field type="select" label=${t('htt.order')} name="order" .value=${order} .options=${[
        ['oldest', t('htt.order.oldest')],
        ['newest', t('htt.order.newest')],
      ]} @change=${set('order')}></t-field>`}
      .actions=${html`<button type="button" @click=${() => setQuery({ author: null, tag: null, year: null, needs: null })}>${t('htt.clearAll')}</button>
        <button type="button" class="primary" data-act="show-letters" @click=${() => {
          this.folded = true;
        }}>${t('htt.showLetters')}</button>`}></t-dialog>`;
  }

  scale() {
    const years = [...(this.facets?.years ?? [])].map((each) => ({ ...each, year: Number(each.year) })).sort((a, b) => a.year - b.year);
    const most = Math.max(1, ...years.map(({ count }) => count));
    const rows = [];
    years.forEach(({ year, count }, i) => {
      const before = years[i - 1]?.year;
      if (decadeOf(before) !== decadeOf(year)) {
        if (before && year - before > DECADE) rows.push(html`<div class="htt-gap quiet">${t('htt.gap', { year: String(year) })}</div>`);
        rows.push(html`<h2>${t('htt.decade', { year: String(decadeOf(year)) })}</h2>`);
      }
      rows.push(this.mark(String(year), String(year), count, most));
    });
    if (this.facets?.undated) rows.push(html`<h2>${t('htt.undated')}</h2>`, this.mark('', '', this.facets.undated, most));
    return html`<nav class="htt-scale" aria-label=${t('htt.years')}>${rows}</nav>`;
  }

  mark(year, text, count, most) {
    const label = `${text || t('htt.undated')}: ${t('htt.lettersN', { n: count })}`;
    return html`<a class="htt-year ${this.seen.has(year) ? 'on' : ''}" href="${SITE}/letters?year=${year || '0000'}" aria-label=${label} title=${t('htt.lettersN', { n: count })} data-to-year=${year} @click=${(event) => this.toYear(event, year)}>
      <span>${text}</span>${svg`<svg viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.max(6, (100 * count) / most)} height="7" rx="2"/></svg>`}</a>`;
  }

  list() {
    if (this.failure && !this.letters) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.letters) return html`<t-state loading rows="8"></t-state>`;
    if (this.letters.length === 0) {
      return this.filterCount
        ? html`<t-empty heading=${t('htt.noneFit')} text=${t('htt.noneFitText')} .action=${html`<p><a href="${SITE}/letters">${t('htt.clearAll')}</a></p>`}></t-empty>`
        : html`<t-empty heading=${t('htt.noLetters')} text=${t('htt.noLettersText')} .action=${html`<p><a class="button primary" href="${SITE}/upload">${t('htt.uploadFirst')}</a></p>`}></t-empty>`;
    }
    return html`${repeat(
      byDecade(this.letters),
      ({ decade }) => decade,
      (each) => this.decade(each),
    )}
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.more()}></t-error>` : nothing}
      ${this.next ? html`<div class="htt-list-end quiet">${t('ui.loading')}</div>` : nothing}`;
  }

  decade({ decade, years }) {
    const letters = years.flatMap((each) => each.letters);
    const pair = mostly(letters);
    return html`<section aria-label=${decade ? t('htt.decade', { year: String(decade) }) : t('htt.undated')}>
      <div class="htt-decade"><h2>${decade ? t('htt.decade', { year: String(decade) }) : t('htt.undated')}</h2><span class="quiet cut">${t('htt.lettersN', { n: letters.length })}${pair ? t('htt.mostly', pair) : nothing}</span></div>
      ${repeat(
        years,
        ({ year }) => year,
        ({ year, letters: own }) =>
          html`<div class="htt-year-block" data-year=${year}><h3>${year}</h3><div>${repeat(
            own,
            ({ date }) => date,
            (letter) => letterRow(letter, this.picking ? { picked: this.picking.has(letter.date), pick: () => this.pick(letter.date) } : {}),
          )}</div></div>`,
      )}</section>`;
  }

  aside() {
    const decade = decadeOf([...this.seen][0]);
    const inDecade = (this.letters ?? []).filter(({ date }) => decade && decadeOf(yearOf(date)) === decade);
    const writers = new Map();
    inDecade.forEach(({ author }) => author && writers.set(author, (writers.get(author) ?? 0) + 1));
    return html`${this.today.slice(0, 2).map(
      (
        letter,
      ) => html`<a class="card htt-today" href=${letterPath(letter.date)}><span class="htt-label">${t('htt.onThisDayIn', { year: yearOf(letter.date) })}</span>
        <span class="htt-quote">${letter.description ? `“${letter.description}”` : letter.title}</span><span class="quiet">${between(letter)} · ${dateInWords(letter.date)}</span></a>`,
    )}
      ${
        this.drafts.length
          ? html`<section class="card"><h2><a href="${SITE}/drafts">${t('htt.drafts')}</a></h2>${this.drafts.map((draft) => draftLine(draft))}</section>`
          : nothing
      }
      ${
        writers.size
          ? html`<section class="card"><h2>${t('htt.inDecade', { decade: t('htt.decade', { year: String(decade) }) })}</h2>${[...writers]
              .sort((a, b) => b[1] - a[1])
              .slice(0, 6)
              .map(
                ([name, n]) =>
                  html`<a class="htt-writer" href="${SITE}/letters?author=${part(name)}"><span class="cut">${name}</span><span class="quiet number">${t('htt.written', { n })}</span></a>`,
              )}</section>`
          : nothing
      }`;
  }
}

define('htt-letters', Letters);
