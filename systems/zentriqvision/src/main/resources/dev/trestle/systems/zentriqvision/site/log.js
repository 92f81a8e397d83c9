import { define, Element, html, nothing } from '/ui/element.js';
import { hasText, t } from '/ui/texts.js';
import { download } from '/session.js';
import { setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { all, api, API, icon, part, personPath, query, videoPath } from './api.js';
import { dayKey, fullTime } from './when.js';
import '/ui/error.js';

const ACTIONS = ['search', 'view', 'playback', 'crop', 'thumbnail', 'person', 'export', 'edit', 'log', 'denied'];
const PAGE = 50;

const actionText = (action) => (hasText(`zv.action.${action}`) ? t(`zv.action.${action}`) : action);

/** Who looked at what, newest first, and as a file: <zv-log .query=${URLSearchParams}>. */
class Log extends Element {
  static properties = {
    query: { attribute: false },
    rows: { state: true },
    next: { state: true },
    people: { state: true },
    failure: { state: true },
    isBusy: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { query: new URLSearchParams(), rows: null, next: null, people: [], failure: null, isBusy: false });
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    all('/users', { signal: this.leaving.signal }).then(
      ({ results }) => (this.people = results),
      () => {},
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('query') && this.asked !== this.wanted) this.read();
  }

  get wanted() {
    const get = (name) => this.query.get(name) ?? '';
    const day = (value, later) => {
      if (!value) return '';
      const [year, month, date] = value.split('-').map(Number);
      return `${new Date(year, month - 1, date + later, 0, 0, later ? -1 : 0).toISOString().slice(0, 19)}Z`;
    };
    return query({ action: get('action'), userId: get('userId'), videoId: get('videoId'), start: day(get('from'), 0), end: day(get('to'), 1) });
  }

  async read(cursor = null) {
    const { wanted } = this;
    this.asked = wanted;
    this.isBusy = true;
    this.failure = null;
    if (!cursor) Object.assign(this, { rows: null, next: null });
    try {
      const answer = await api('GET', `/access-log${wanted}${wanted ? '&' : '?'}limit=${PAGE}${cursor ? `&cursor=${part(cursor)}` : ''}`, undefined, {
        signal: this.leaving.signal,
      });
      if (this.asked === wanted) Object.assign(this, { rows: [...(this.rows ?? []), ...answer.results], next: answer.nextToken ?? null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === wanted) this.failure = failure;
    } finally {
      if (this.asked === wanted) this.isBusy = false;
    }
  }

  async save() {
    try {
      await download(`${API}/access-log${this.wanted}${this.wanted ? '&' : '?'}format=csv`, `access-log-${dayKey(new Date())}.csv`);
    } catch (failure) {
      this.failure = failure;
    }
  }

  nameOf(userId) {
    const person = this.people.find((each) => each.userId === userId);
    return person?.givenName || person?.email || userId;
  }

  render() {
    const get = (name) => this.query.get(name) ?? '';
    const select = (name, label, options) =>
      html`<label class="zv-field"><span>${label}</span><select name=${name} @change=${(event) => setQuery({ [name]: event.target.value })}><option value="">${t('zv.any')}</option>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === get(name)}>${text}</option>`)}</select></label>`;
    const date = (name, label) =>
      html`<label class="zv-field"><span>${label}</span><input type="date" name=${name} .value=${get(name)} @change=${(event) => setQuery({ [name]: event.target.value })}></label>`;
    return html`<p class="quiet">${t('zv.logText')}</p><div class="zv-bar" role="search" aria-label=${t('zv.filters')}>${select(
      'action',
      t('zv.action'),
      ACTIONS.map((each) => [each, actionText(each)]),
    )}${select(
      'userId',
      t('zv.who'),
      this.people.map((each) => [each.userId, each.givenName || each.email]),
    )}${date('from', t('zv.from'))}${date('to', t('zv.to'))}<button type="button" class="end" data-act="csv" @click=${() => this.save()}>${icon('download')}${t('zv.csv')}</button></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      ${this.rows?.length === 0 ? html`<t-empty heading=${t('zv.noEntries')} text=${t('zv.noEntriesText')}></t-empty>` : this.failure && !this.rows ? nothing : rowsTable({ caption: t('zv.log'), columns: this.columns(), rows: this.rows, busy: this.isBusy })}
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.isBusy} @click=${() => this.read(this.next)}>${t(this.isBusy ? 'ui.loading' : 'ui.more')}</button></div>` : nothing}`;
  }

  columns() {
    return [
      {
        title: t('zv.action'),
        main: true,
        cell: (row) => html`<t-badge tone=${row.action === 'denied' ? 'bad' : 'plain'} text=${actionText(row.action)}></t-badge>`,
      },
      { title: t('zv.who'), cell: (row) => this.nameOf(row.userId) },
      { title: t('zv.when'), cell: (row) => fullTime(row.at) },
      {
        title: t('zv.what'),
        cell: (row) =>
          html`<span class="zv-what">${row.action === 'denied' ? html`<code>${row.operation}</code> ` : nothing}${row.videoId ? html`<a href=${videoPath(row.videoId)}>${t('zv.video')} …${row.videoId.slice(-4)}</a> ` : nothing}${row.personId ? html`<a href=${personPath(row.personId)}>${t('zv.person')} …${row.personId.slice(-4)}</a> ` : nothing}${row.details ?? nothing}</span>`,
      },
      { title: t('zv.from.address'), cell: (row) => row.address ?? nothing },
    ];
  }
}

define('zv-log', Log);
