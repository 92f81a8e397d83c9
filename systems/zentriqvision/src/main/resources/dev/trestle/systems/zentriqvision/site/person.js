import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { api, caveat, icon, part, personPath, query, SITE } from './api.js';
import { looks, personName } from './looks.js';
import { cropPath } from './picture.js';
import { fullTime } from './when.js';
import { ZvPage } from './zv-page.js';
import './crops.js';
import './view.js';
import '/ui/field.js';
import '/ui/id.js';
import '/ui/time.js';

const PAGE = 60;
const keyOf = ({ videoId, timestamp }) => `${videoId}~${timestamp}`;

/** Somebody: how they look, when they were seen, each appearance by day, and the moment in its video. */
class PersonPage extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    person: { state: true },
    rows: { state: true },
    next: { state: true },
    failure: { state: true },
    hit: { state: true },
    isNaming: { state: true },
    refused: { state: true },
    isBusy: { state: true },
  };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { isNaming: false, refused: null });
    Object.assign(this, { person: null, rows: null, next: null, failure: null, hit: null, isBusy: false });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.live });
  }

  async opened() {
    try {
      this.person = await api('GET', `/persons/${part(this.params.id)}`, undefined, { signal: this.live });
      document.title = `${personName(this.person)} – Trestle`;
      await this.more();
      const wanted = this.query.get('hit');
      if (wanted) this.hit = this.rows.find((row) => keyOf(row) === wanted) ?? null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async more() {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const answer = await api(
        'GET',
        `/persons/${part(this.params.id)}/appearances?limit=${PAGE}${this.next ? `&cursor=${part(this.next)}` : ''}`,
        undefined,
        { signal: this.live },
      );
      const rows = answer.results.map((row) => ({ personId: this.params.id, ...row }));
      Object.assign(this, { rows: [...(this.rows ?? []), ...rows], next: answer.nextToken ?? null });
    } finally {
      this.isBusy = false;
    }
  }

  show(row) {
    this.hit = row;
    setQuery({ hit: row ? keyOf(row) : null });
  }

  step(by) {
    const at = this.hit ? this.rows.findIndex((row) => keyOf(row) === keyOf(this.hit)) : -1;
    const row = this.rows?.[at + by];
    if (row) this.show(row);
  }

  key(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      event.target.closest?.('input:not([type=range]), textarea, select, dialog')
    )
      return;
    if (event.key === 'j') this.step(1);
    else if (event.key === 'k') this.step(-1);
    else if (event.key === 'Escape' && this.hit) this.show(null);
    else if (!(/** @type {any} */ (this.querySelector('zv-player'))?.key(event))) return;
    event.preventDefault();
  }

  view() {
    if (this.failure) {
      return this.failure.status === 404
        ? html`<t-empty heading=${t('zv.noPerson')} text=${t('zv.noPersonText')} .action=${html`<p><a href="${SITE}/persons">${t('zv.persons')}</a></p>`}></t-empty>`
        : html`<t-error .failure=${this.failure} .retry=${() => this.opened()}></t-error>`;
    }
    const { person } = this;
    if (!person) return html`<t-state loading rows="6"></t-state>`;
    return html`<div class="zv-person beside"><div class="zv-person-main"><div class="page-head"><div class="crumbs"><a href="${SITE}/persons">${t('zv.persons')}</a></div><h1>${personName(person)}</h1>${this.may('investigator') ? html`<button type="button" class="end" data-act="name" @click=${() => (this.isNaming = true)}>${icon('edit')}${t('zv.nameIt')}</button>` : nothing}</div>${this.naming()}${this.facts()}${this.appearances()}</div>
      ${this.hit ? html`<zv-view name="zentriqvision" .hit=${this.hit} .count=${this.rows.length} .place=${this.rows.indexOf(this.hit) + 1} .steps=${{ step: (by) => this.step(by) }} @close=${() => this.show(null)} @search-like=${({ detail }) => navigate(`${SITE}/search${query(detail)}`)} @person-chosen=${({ detail }) => navigate(personPath(detail.personId))}></zv-view>` : nothing}</div>`;
  }

  /** A name and a note are seen by members of the organisation, and stay out of logs and events. */
  naming() {
    if (!this.isNaming) return nothing;
    const { person } = this;
    return html`<form class="card stack zv-narrow zv-naming" @submit=${(event) => this.save(event)}><t-field label=${t('zv.givenName')} name="name" value=${person.name ?? ''} maxlength="100" focused></t-field><t-field label=${t('zv.note')} name="note" type="textarea" rows="2" value=${person.note ?? ''} maxlength="1000"></t-field>
      ${this.refused ? html`<t-error .failure=${this.refused}></t-error>` : nothing}<div class="row"><button class="primary" data-act="save-name">${t('zv.save')}</button><button type="button" @click=${() => (this.isNaming = false)}>${t('ui.cancel')}</button></div></form>`;
  }

  async save(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      const given = (name) => form.get(name).trim() || null;
      this.person = { ...this.person, ...(await api('PATCH', `/persons/${part(this.params.id)}`, { name: given('name'), note: given('note') })) };
      Object.assign(this, { isNaming: false, refused: null });
      document.title = `${personName(this.person)} – Trestle`;
    } catch (failure) {
      this.refused = failure;
    }
  }

  facts() {
    const { person } = this;
    const { upperColor, lowerColor } = person.attributes ?? {};
    const newest = this.rows?.[0];
    return html`<section class="card zv-person-facts">${newest ? html`<zv-picture class="zv-portrait" url=${newest.cropUrl ?? ''} src=${cropPath(newest)} label=${personName(person)}></zv-picture>` : nothing}<div class="stack"><div class="zv-tags">${looks(person.attributes)}</div>${person.note ? html`<p class="zv-what">${person.note}</p>` : nothing}
        <dl class="facts"><dt>${t('zv.lastSeen')}</dt><dd>${person.lastSeen ? fullTime(person.lastSeen) : nothing}</dd><dt>${t('zv.firstSeen')}</dt><dd>${person.firstSeen ? fullTime(person.firstSeen) : nothing}</dd><dt>${t('zv.appearances')}</dt><dd>${person.totalAppearances}</dd><dt>${t('zv.id')}</dt><dd><t-id value=${person.personId}></t-id></dd></dl>
        ${upperColor || lowerColor ? html`<div><a class="button" href="${SITE}/search${query({ upperColor, lowerColor })}">${icon('search')}${t('zv.sameColors')}</a></div>` : nothing}${caveat()}</div></section>`;
  }

  appearances() {
    if (!this.rows) return html`<t-state loading rows="4"></t-state>`;
    return html`<section class="zv-section"><h2>${t('zv.appearancesN', { n: this.person.totalAppearances ?? this.rows.length })}</h2>
      <zv-crops .rows=${this.rows} .isCut=${Boolean(this.next)} .current=${this.hit ? `${keyOf(this.hit)}~${this.hit.personId}` : null} .hrefOf=${(row) => `${personPath(this.params.id)}?hit=${part(keyOf(row))}`} @crop-open=${({ detail }) => this.show(detail)}></zv-crops>
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}</section>`;
  }
}

define('zv-person', PersonPage);
