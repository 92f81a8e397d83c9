import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import { api, caveat, icon, part, personPath, query, SITE } from './api.js';
import { looks, personName } from './looks.js';
import { merge } from './merging.js';
import { cropPath } from './picture.js';
import { ZvPage } from './zv-page.js';
import '/ui/time.js';

const PAGE = 50;

/** All persons that the reader may see, last seen first. */
class Persons extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    rows: { state: true },
    next: { state: true },
    failure: { state: true },
    isBusy: { state: true },
    chosen: { state: true },
  };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { rows: null, next: null, failure: null, isBusy: false, chosen: new Set() });
  }

  async opened() {
    await this.more();
  }

  async more() {
    this.isBusy = true;
    this.failure = null;
    try {
      const answer = await api('GET', `/persons?limit=${PAGE}${this.next ? `&cursor=${part(this.next)}` : ''}`, undefined, { signal: this.live });
      Object.assign(this, { rows: [...(this.rows ?? []), ...answer.results], next: answer.nextToken ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.isBusy = false;
    }
  }

  async anew() {
    Object.assign(this, { rows: null, next: null, chosen: new Set() });
    await this.more();
  }

  choose(personId, isOn) {
    this.chosen = new Set(isOn ? [...this.chosen, personId] : [...this.chosen].filter((each) => each !== personId));
  }

  /** Into the one who was seen most often, or who has a name. */
  async mergeChosen() {
    const chosen = this.rows
      .filter(({ personId }) => this.chosen.has(personId))
      .sort((one, other) => Number(Boolean(other.name)) - Number(Boolean(one.name)) || other.totalAppearances - one.totalAppearances);
    this.isBusy = true;
    await merge(chosen[0], chosen.slice(1), () => this.anew());
    this.isBusy = false;
    await this.anew();
  }

  choosing() {
    const n = this.chosen.size;
    if (n === 0) return nothing;
    const [one, other] = [...this.chosen];
    return html`<div class="zv-choosing card row" role="group" aria-label=${t('zv.chosen')}><span>${t('zv.personsN', { n })}</span><span class="end row">${n === 2 ? html`<a class="button" data-act="compare" href="${SITE}/compare${query({ one, other })}">${t('zv.compare')}</a>` : nothing}
      <button type="button" class="primary" data-act="merge-chosen" ?disabled=${n < 2 || this.isBusy} @click=${() => this.mergeChosen()}>${icon('plus')}${t('zv.mergeChosen', { n })}</button><button type="button" @click=${() => (this.chosen = new Set())}>${t('ui.cancel')}</button></span></div>`;
  }

  view() {
    return html`<div class="zv-persons"><div class="page-head"><h1>${t('zv.persons')}</h1><span class="quiet">${t('zv.lastSeenFirst')}</span></div>${caveat()}${this.choosing()}${this.list()}</div>`;
  }

  list() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.more()}></t-error>`;
    if (this.rows?.length === 0)
      return html`<t-empty heading=${t('zv.noPersons')} text=${t('zv.noPersonsText')} .action=${html`<p><a href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
    const mayMerge = this.may('investigator') && !this.profile.cameras;
    const columns = [
      ...(mayMerge
        ? [
            {
              title: t('zv.choose'),
              cell: (row) =>
                html`<input type="checkbox" name="choose" aria-label=${t('zv.chooseOf', { name: personName(row) })} .checked=${this.chosen.has(row.personId)} @change=${(event) => this.choose(row.personId, event.target.checked)}>`,
            },
          ]
        : []),
      {
        title: t('zv.person'),
        main: true,
        cell: (row) =>
          html`<a class="zv-video-name" href=${personPath(row.personId)}>${row.latest || row.cropUrl ? html`<zv-picture class="zv-face" url=${row.cropUrl ?? ''} src=${row.latest ? cropPath({ personId: row.personId, ...row.latest }) : ''}></zv-picture>` : nothing}<span class="cut">${personName(row)}</span></a>`,
      },
      { title: t('zv.looks'), cell: (row) => html`<span class="zv-tags">${looks(row.attributes)}</span>` },
      { title: t('zv.lastSeen'), cell: (row) => html`<t-time at=${row.lastSeen}></t-time>` },
      { title: t('zv.firstSeen'), cell: (row) => html`<t-time at=${row.firstSeen}></t-time>` },
      { title: t('zv.appearances'), number: true, cell: (row) => row.totalAppearances },
    ];
    return html`${rowsTable({ caption: t('zv.persons'), columns, rows: this.rows, rowKey: ({ personId }) => personId })}
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.more()}></t-error>` : nothing}
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.more()}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}`;
  }
}

define('zv-persons', Persons);
