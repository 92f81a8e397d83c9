import { define, html, nothing } from '/ui/element.js';
import { navigate, setQuery } from '/ui/router.js';
import { t } from '/ui/texts.js';
import { api, icon, part, personPath, SITE } from './api.js';
import { looks, personName } from './looks.js';
import { merge } from './merging.js';
import { dayAndTime } from './when.js';
import { ZvPage } from './zv-page.js';
import './crops.js';
import './player.js';

const MOMENTS = 60;
const STEP_SECONDS = 2;
const SIDES = ['one', 'other'];
const keyOf = ({ videoId, timestamp }) => `${videoId}~${timestamp}`;

/** Two persons, or two moments of one, side by side and played together: whether they are the same is for whoever looks. The address has both moments. */
class ComparePage extends ZvPage {
  static properties = { ...ZvPage.properties, sides: { state: true }, isPlaying: { state: true } };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { sides: {}, isPlaying: false });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.live });
  }

  async opened() {
    await Promise.all(SIDES.map((side) => this.read(side)));
  }

  async read(side) {
    const id = this.query.get(side);
    if (!id) return;
    try {
      const person = await api('GET', `/persons/${part(id)}`, undefined, { signal: this.live });
      const { results } = await api('GET', `/persons/${part(id)}/appearances?limit=${MOMENTS}`, undefined, { signal: this.live });
      const rows = results.map((row) => ({ personId: person.mergedInto ?? id, ...row }));
      const at = this.query.get(`${side}At`);
      const hit = rows.find((row) => keyOf(row) === at) ?? (at ? await this.moment(at, id) : rows[0]);
      this.sides = { ...this.sides, [side]: { person, rows, hit } };
    } catch (failure) {
      if (failure.name !== 'AbortError') this.sides = { ...this.sides, [side]: { failure } };
    }
  }

  /** One that is further back than those that were read. */
  async moment(at, personId) {
    const [videoId, timestamp] = at.split('~');
    return api('GET', `/appearances/${part(videoId)}/${part(timestamp)}/${part(personId)}`, undefined, { signal: this.live });
  }

  show(side, hit) {
    this.sides = { ...this.sides, [side]: { ...this.sides[side], hit } };
    setQuery({ [`${side}At`]: keyOf(hit) });
  }

  get players() {
    return /** @type {any[]} */ ([...this.querySelectorAll('zv-player')]);
  }

  together(isPlaying) {
    this.isPlaying = isPlaying;
    for (const player of this.players) {
      if (isPlaying) player.play();
      else player.video?.pause();
    }
  }

  step(by) {
    for (const player of this.players) player.seek(player.now + by * STEP_SECONDS);
  }

  /** Both to where their moments begin. */
  begin() {
    for (const player of this.players) player.seek(player.begins ?? 0, this.isPlaying);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.('button, a, input, select, textarea, dialog, [role=option], zv-crops')) return;
    if (event.key === ' ') this.together(!this.isPlaying);
    else if (event.key === 'ArrowLeft') this.step(-1);
    else if (event.key === 'ArrowRight') this.step(1);
    else return;
    event.preventDefault();
  }

  async mergeBoth() {
    const left = await merge(this.sides.one.person, [this.sides.other.person]);
    if (left) navigate(personPath(left.personId));
  }

  get areTwo() {
    const { one, other } = this.sides;
    return (
      Boolean(one?.person && other?.person) && (one.person.mergedInto ?? one.person.personId) !== (other.person.mergedInto ?? other.person.personId)
    );
  }

  view() {
    const isReady = this.sides.one?.hit && this.sides.other?.hit;
    return html`<div class="zv-compare"><div class="page-head"><div class="crumbs"><a href="${SITE}/persons">${t('zv.persons')}</a></div><h1>${t('zv.compare')}</h1><span class="end row"><button type="button" class="primary" data-act="together" ?disabled=${!isReady} @click=${() => this.together(!this.isPlaying)}>${icon(this.isPlaying ? 'pause' : 'play')}${t(this.isPlaying ? 'zv.pauseBoth' : 'zv.playBoth')}</button>
        <button type="button" class="icon" data-act="back" aria-label=${t('zv.bothBack')} title=${t('zv.bothBack')} ?disabled=${!isReady} @click=${() => this.step(-1)}>${icon('left')}</button><button type="button" class="icon" data-act="forward" aria-label=${t('zv.bothForward')} title=${t('zv.bothForward')} ?disabled=${!isReady} @click=${() => this.step(1)}>${icon('right')}</button><button type="button" data-act="begin" ?disabled=${!isReady} @click=${() => this.begin()}>${icon('again')}${t('zv.bothBegin')}</button>
        ${this.may('investigator') && !this.profile.cameras && this.areTwo ? html`<button type="button" data-act="merge" @click=${() => this.mergeBoth()}>${icon('plus')}${t('zv.samePerson')}</button>` : nothing}</span></div>
      ${this.query.get('one') && this.query.get('other') ? html`<div class="zv-compare-sides">${SIDES.map((side) => this.side(side))}</div>` : html`<t-empty heading=${t('zv.nothingToCompare')} text=${t('zv.nothingToCompareText')} .action=${html`<p><a href="${SITE}/persons">${t('zv.persons')}</a></p>`}></t-empty>`}</div>`;
  }

  side(side) {
    const { person, rows, hit, failure } = this.sides[side] ?? {};
    if (failure) return html`<section><t-error .failure=${failure} .retry=${() => this.read(side)}></t-error></section>`;
    if (!person) return html`<section><t-state loading rows="6"></t-state></section>`;
    const name = personName(person);
    return html`<section aria-label=${name} data-side=${side}><div class="zv-compare-head"><h2><a href=${personPath(person.personId)}>${name}</a></h2><div class="zv-tags">${looks(person.attributes)}</div>${hit ? html`<span class="quiet">${hit.camera ? `${hit.camera} · ` : ''}${dayAndTime(hit.timestamp)}</span>` : nothing}</div>
      ${hit ? html`<zv-player .videoId=${hit.videoId} .moment=${hit.timestamp} .person=${hit.personId} .people=${new Map([[hit.personId, { ...person, ...hit }]])}></zv-player>` : html`<p class="quiet">${t('zv.noFootage')}</p>`}
      <div class="zv-compare-moments"><zv-crops .rows=${rows} .current=${hit ? `${keyOf(hit)}~${hit.personId}` : null} @crop-open=${({ detail }) => this.show(side, detail)}></zv-crops></div></section>`;
  }
}

define('zv-compare', ComparePage);
