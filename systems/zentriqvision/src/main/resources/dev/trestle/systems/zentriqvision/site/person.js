import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { navigate, setQuery } from '/ui/router.js';
import { toast } from '/ui/toast.js';
import { api, caveat, icon, part, personPath, query, SITE } from './api.js';
import { looks, personName } from './looks.js';
import { split, undo } from './merging.js';
import { cropPath } from './picture.js';
import { dayAndTime, fullTime } from './when.js';
import { ZvPage } from './zv-page.js';
import { keyOf as cropKey } from './crops.js';
import './hours.js';
import './similar.js';
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
    chosen: { state: true },
    isBusy: { state: true },
  };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { isNaming: false, refused: null, chosen: null });
    Object.assign(this, { person: null, rows: null, next: null, failure: null, hit: null, isBusy: false });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.live });
  }

  async opened() {
    try {
      this.person = await api('GET', `/persons/${part(this.params.id)}`, undefined, { signal: this.live });
      if (this.person.mergedInto) {
        toast(t('zv.isMerged', { name: personName({ ...this.person, personId: this.person.mergedInto }) }));
        navigate(personPath(this.person.mergedInto), { replace: true });
        return;
      }
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

  /** From the start: after a merge or split, or its undoing. */
  async anew() {
    Object.assign(this, { rows: null, next: null, chosen: null, hit: null, isBusy: false });
    await this.opened();
  }

  choose(row) {
    const key = cropKey(row);
    this.chosen = new Set(this.chosen.has(key) ? [...this.chosen].filter((each) => each !== key) : [...this.chosen, key]);
  }

  async splitChosen() {
    const rows = this.rows.filter((row) => this.chosen.has(cropKey(row)));
    try {
      await split(this.params.id, rows, () => this.anew());
      await this.anew();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async undoChange({ mergeId, kind, personId }) {
    const back = await undo(mergeId);
    if (!back) return;
    if (kind === 'SPLIT' && back.personId !== this.params.id) navigate(personPath(back.personId));
    else await this.anew();
    if (kind === 'MERGE')
      toast(t('zv.isThereAgain', { name: personName({ personId }) }), { action: { label: t('zv.show'), act: () => navigate(personPath(personId)) } });
  }

  erase() {
    const { person } = this;
    confirmed({
      heading: t('zv.erasePerson'),
      text: t('zv.erasePersonText', { name: personName(person), n: person.totalAppearances }),
      label: t('zv.eraseIt'),
      act: () => api('DELETE', `/persons/${part(this.params.id)}`),
    }).then((isDone) => {
      if (!isDone) return;
      toast(t('zv.wasErased', { name: personName(person) }));
      navigate(`${SITE}/persons`);
    });
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
    else if (event.key === 'Escape' && this.chosen) this.chosen = null;
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
    return html`<div class="zv-person beside"><div class="zv-person-main"><div class="page-head"><div class="crumbs"><a href="${SITE}/persons">${t('zv.persons')}</a></div><h1>${personName(person)}</h1>${this.acts()}</div>${this.naming()}<div class="zv-person-top"><div class="stack">${this.facts()}${this.history()}</div><zv-hours .personId=${person.personId} .total=${person.totalAppearances}></zv-hours></div>${this.appearances()}<zv-similar .person=${person} .mayMerge=${this.mayChange} @person-merged=${() => this.anew()}></zv-similar></div>
      ${this.hit ? html`<zv-view name="zentriqvision" .hit=${this.hit} .count=${this.rows.length} .place=${this.rows.indexOf(this.hit) + 1} .steps=${{ step: (by) => this.step(by) }} @close=${() => this.show(null)} @search-like=${({ detail }) => navigate(`${SITE}/search${query(detail)}`)} @person-chosen=${({ detail }) => navigate(personPath(detail.personId))}></zv-view>` : nothing}</div>`;
  }

  /** All of a person is changed by those who see all of it. */
  get mayChange() {
    return this.may('investigator') && !this.profile.cameras;
  }

  acts() {
    if (!this.may('investigator')) return nothing;
    return html`<span class="end row"><button type="button" data-act="name" @click=${() => (this.isNaming = true)}>${icon('edit')}${t('zv.nameIt')}</button>${this.mayChange && this.person.totalAppearances > 1 ? html`<button type="button" data-act="split" aria-pressed=${this.chosen ? 'true' : 'false'} @click=${() => (this.chosen = this.chosen ? null : new Set())}>${t('zv.split')}</button>` : nothing}${
      this.mayChange && this.may('admin')
        ? html`<button type="button" class="danger" data-act="erase" @click=${() => this.erase()}>${icon('bin')}${t('zv.erase')}</button>`
        : nothing
    }</span>`;
  }

  /** What was merged and split here, for as long as it can be undone. */
  history() {
    const changes = (this.person.merges ?? []).filter(({ state }) => state !== 'UNDONE');
    if (changes.length === 0) return nothing;
    const says = (each) =>
      t(each.kind === 'MERGE' ? 'zv.historyMerge' : 'zv.historySplit', {
        name: personName({ personId: each.personId, name: each.name }),
        n: each.appearances,
        at: dayAndTime(each.at),
      });
    return html`<section class="card zv-history"><h2>${t('zv.history')}</h2><ul>${changes.map(
      (each) =>
        html`<li data-merge=${each.mergeId}><span>${says(each)}</span>${this.mayChange && each.undoUntil ? html`<button type="button" class="end" data-act="undo" @click=${() => this.undoChange(each)}>${icon('back')}${t('ui.undo')}</button>` : nothing}</li>`,
    )}</ul></section>`;
  }

  splitting() {
    if (!this.chosen) return nothing;
    const n = this.chosen.size;
    const isAll = n >= this.person.totalAppearances;
    return html`<div class="zv-splitting card" role="group" aria-label=${t('zv.split')}><p>${t('zv.splitText')}</p>${this.refused ? html`<t-error .failure=${this.refused}></t-error>` : nothing}${isAll ? html`<p role="alert">${t('error.split-whole')}</p>` : nothing}
      <div class="row"><button type="button" class="primary" data-act="split-chosen" ?disabled=${n === 0 || isAll} @click=${() => this.splitChosen()}>${t('zv.splitChosen', { n })}</button><button type="button" @click=${() => Object.assign(this, { chosen: null, refused: null })}>${t('ui.cancel')}</button></div></div>`;
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
      ${this.splitting()}<zv-crops .rows=${this.rows} .chosen=${this.chosen} @crop-choose=${({ detail }) => this.choose(detail)} .isCut=${Boolean(this.next)} .current=${this.hit ? `${keyOf(this.hit)}~${this.hit.personId}` : null} .hrefOf=${(row) => `${personPath(this.params.id)}?hit=${part(keyOf(row))}`} @crop-open=${({ detail }) => this.show(detail)}></zv-crops>
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}</section>`;
  }
}

define('zv-person', PersonPage);
