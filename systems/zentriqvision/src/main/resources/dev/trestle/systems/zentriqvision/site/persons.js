import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import { api, caveat, part, personPath, SITE } from './api.js';
import { looks, personName } from './looks.js';
import { cropPath } from './picture.js';
import { ZvPage } from './zv-page.js';
import '/ui/time.js';

const PAGE = 50;

/** All persons that the reader may see, last seen first. */
class Persons extends ZvPage {
  static properties = { ...ZvPage.properties, rows: { state: true }, next: { state: true }, failure: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    this.needs = 'operator';
    Object.assign(this, { rows: null, next: null, failure: null, isBusy: false });
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

  view() {
    return html`<div class="zv-persons"><div class="page-head"><h1>${t('zv.persons')}</h1><span class="quiet">${t('zv.lastSeenFirst')}</span></div>${caveat()}${this.list()}</div>`;
  }

  list() {
    if (this.failure && !this.rows) return html`<t-error .failure=${this.failure} .retry=${() => this.more()}></t-error>`;
    if (this.rows?.length === 0)
      return html`<t-empty heading=${t('zv.noPersons')} text=${t('zv.noPersonsText')} .action=${html`<p><a href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
    const columns = [
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
