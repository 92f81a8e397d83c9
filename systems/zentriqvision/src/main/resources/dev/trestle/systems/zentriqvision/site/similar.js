import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { api, icon, part, personPath, SITE, query } from './api.js';
import { looks, personName } from './looks.js';
import { merge } from './merging.js';
import { dayAndTime } from './when.js';
import './picture.js';
import '/ui/error.js';

const SHOWN = 6;

/** Who may be the same person: <zv-similar .person=${…} .mayMerge=${…}>. It tells "person-merged" with the person who is left. */
class Similar extends Element {
  static properties = {
    person: { attribute: false },
    mayMerge: { attribute: false },
    rows: { state: true },
    failure: { state: true },
    isAll: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { person: null, mayMerge: false, rows: null, failure: null, isAll: false, busy: null });
  }

  willUpdate(changed) {
    if (changed.has('person') && this.person && changed.get('person')?.personId !== this.person.personId) this.read();
  }

  async read() {
    const asked = this.person.personId;
    this.failure = null;
    try {
      const answer = await api('GET', `/persons/${part(asked)}/similar`);
      if (asked === this.person.personId) this.rows = answer.results;
    } catch (failure) {
      this.failure = failure;
    }
  }

  async take(other) {
    this.busy = other.personId;
    const left = await merge(this.person, [other]);
    this.busy = null;
    if (!left) return;
    this.rows = this.rows.filter(({ person }) => person.personId !== other.personId);
    this.dispatchEvent(new CustomEvent('person-merged', { detail: left }));
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.rows) return html`<t-state loading rows="2"></t-state>`;
    const shown = this.isAll ? this.rows : this.rows.slice(0, SHOWN);
    return html`<section class="zv-section"><h2>${t('zv.similar')}</h2><p class="quiet">${t('zv.similarText')}</p>
      ${this.rows.length === 0 ? html`<p class="quiet">${t('zv.noSimilar')}</p>` : html`<ul class="zv-similar">${shown.map((row) => this.row(row))}</ul>`}
      ${this.rows.length > shown.length ? html`<button type="button" @click=${() => (this.isAll = true)}>${t('zv.allSimilar', { n: this.rows.length })}</button>` : nothing}</section>`;
  }

  row({ person, likeness }) {
    const name = personName(person);
    return html`<li class="card" data-person=${person.personId}><a href=${personPath(person.personId)} class="zv-similar-who"><zv-picture class="zv-face" url=${person.cropUrl ?? ''}></zv-picture><span><b class="cut">${name}</b><span class="quiet">${dayAndTime(person.lastSeen)}</span></span></a>
      <div class="zv-tags">${looks(person.attributes)}<span class="zv-tag" title=${t('zv.likenessText')}>${t('zv.likeness', { n: Math.round(likeness * 100) })}</span></div>
      <div class="row"><a class="button" data-act="compare" href="${SITE}/compare${query({ one: this.person.personId, other: person.personId })}">${t('zv.compare')}</a>${
        this.mayMerge
          ? html`<button type="button" data-act="merge" aria-label=${t('zv.mergeWith', { name })} ?disabled=${this.busy !== null} @click=${() => this.take(person)}>${icon('plus')}${t('zv.merge')}</button>`
          : nothing
      }</div></li>`;
  }
}

define('zv-similar', Similar);
