import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, inLanguage, locale, number, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { isAdministrator } from '/ui/frame.js';
import { loadTextsOf, noticeRow, sentence, tile } from '/ui/notice.js';
import { markRead } from '/ui/bell.js';
import { useSheet } from '/ui/sheet.js';
import '/ui/sample-data.js';
import { call } from '/session.js';
import { listen, watchRefused } from '/events.js';
import { listSystems } from './api.js';

const HOME = '/home/v1';
const NOTICES_MAX = 30;
const RECENT_MAX = 6;
const DAY_MS = 86_400_000;

/** Whether a notice is about a thing that waits: the page shows it once. */
const isAbout = (notice, thing) =>
  notice.system === thing.system &&
  notice.link === thing.link &&
  Object.entries(notice.words ?? {}).every(([name, key]) => (thing.words?.[name] ?? key) === key);

/** What waits for the person and their systems; for administrators also how the server is. */
class Home extends Page {
  static properties = {
    ...Page.properties,
    kind: { state: true },
    waiting: { state: true },
    overview: { state: true },
    systems: { state: true },
    health: { state: true },
    failure: { state: true },
    refused: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    useSheet('/console/home.css');
    // A system that refuses its events is none of theirs; the rail leaves it out too.
    watchRefused({
      signal: this.live,
      onRefused: (paths) => {
        this.refused = paths.map((path) => path.split('/')[1]);
      },
    });
    listen(`${HOME}/notices/events`, { signal: this.live, onEvent: () => this.soon() });
    this.addEventListener('keydown', (event) => this.key(event));
  }

  firstUpdated() {
    this.load();
    if (isAdministrator(this.me)) {
      this.loadStatus();
      import('/ops/disk.js');
    }
  }

  soon() {
    this.again ??= setTimeout(() => {
      this.again = null;
      this.load();
    }, 50);
  }

  async load() {
    try {
      const [notices, overview] = await Promise.all([
        call('GET', `${HOME}/notices?unread=true&limit=${NOTICES_MAX}`, undefined, { signal: this.live }),
        call('GET', `${HOME}/overview`, undefined, { signal: this.live }),
      ]);
      const things = overview.systems.flatMap(({ name, home }) => (home?.waiting ?? []).map((thing) => ({ ...thing, system: name, area: 'home' })));
      await loadTextsOf([...notices.items, ...overview.systems.map(({ name }) => ({ system: name }))]);
      this.waiting = [
        ...notices.items.map((notice) => ({ ...notice, area: 'notice' })),
        ...things.filter((thing) => !notices.items.some((notice) => isAbout(notice, thing))),
      ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
      this.overview = overview.systems;
      this.closed = overview.closed;
      this.dispatchEvent(new CustomEvent('opened', { bubbles: true, detail: this.answered }));
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** For administrators alone: nobody else may ask. */
  async loadStatus() {
    try {
      [this.health, this.systems] = await Promise.all([this.ready(), listSystems(this.live)]);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** 503 has the same body. */
  async ready() {
    return (await fetch('/health/ready', { cache: 'no-store', signal: this.live })).json();
  }

  /** j and k move in the list, e marks a notice as read. */
  key(event) {
    const row = event.target.closest?.('.home-list .notice');
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = [...this.querySelectorAll('.home-list a.notice')];
    const at = rows.indexOf(row);
    if (event.key === 'j') rows[at + 1]?.focus();
    else if (event.key === 'k') rows[at - 1]?.focus();
    else if (event.key === 'e' && row.dataset.id) this.done(row.dataset.id, rows[at + 1] ?? rows[at - 1]);
    else return;
    event.preventDefault();
  }

  async done(noticeId, then) {
    then?.focus();
    await markRead({ noticeId });
    await this.load();
  }

  render() {
    const count = this.waiting?.length ?? 0;
    return html`<div class="page-head"><h1>${this.waiting === undefined ? t('home.title') : count === 0 ? t('home.nothingWaits') : t(count === 1 ? 'home.oneWaits' : 'home.waits', { n: count })}</h1>
        <span class="quiet">${new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date())}</span></div>
      <div class="stack"><t-sample-data .server=${this.server} @loaded=${() => this.load()}></t-sample-data>${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
        <div class="home-columns">${this.list()}${this.recent()}</div>${this.places()}${isAdministrator(this.me) ? this.status() : nothing}</div>`;
  }

  list() {
    if (this.waiting === undefined) {
      return this.failure
        ? nothing
        : html`<section class="card home-list" aria-busy="true"><ul class="notices">${[1, 2, 3, 4].map(() => html`<li class="notice"><span class="skeleton"></span></li>`)}</ul></section>`;
    }
    const kinds = [...new Set(this.waiting.map((item) => item.kind))];
    const kind = kinds.includes(this.kind) ? this.kind : null;
    const shown = this.waiting.filter((item) => !kind || item.kind === kind);
    const tab = (value, text, n) =>
      html`<button type="button" role="tab" aria-selected=${kind === value ? 'true' : 'false'} @click=${() => {
        this.kind = value;
      }}>${text} ${number(n)}</button>`;
    return html`<section class="card home-list" aria-label=${t('home.waitingFor')}>
      ${
        this.waiting.length
          ? html`<div class="row head"><div class="tabs" role="tablist" aria-label=${t('ui.notices.kind')}>${tab(null, t('ui.notices.allTab'), this.waiting.length)}
        ${kinds.map((each) => tab(each, t(`ui.notice.${each}`), this.waiting.filter((item) => item.kind === each).length))}</div>
        <span class="quiet keys" aria-hidden="true"><kbd>j</kbd> <kbd>k</kbd> ${t('home.keysMove')} <kbd>e</kbd> ${t('home.keysDone')}</span></div>`
          : nothing
      }
      ${shown.length === 0 ? html`<t-empty heading=${t('home.allDone')} text=${t('home.allDoneText')}></t-empty>` : this.days(shown)}
      <div class="foot quiet"><a href="/console/inbox">${t('ui.notices.all')}</a></div></section>`;
  }

  /** By day, as far as that helps. */
  days(items) {
    const today = new Date().setHours(0, 0, 0, 0);
    /** @type {[string, (at: number) => boolean][]} */
    const groups = [
      ['home.today', (at) => at >= today],
      ['home.week', (at) => at < today && at >= today - 6 * DAY_MS],
      ['home.older', (at) => at < today - 6 * DAY_MS],
    ];
    return groups.map(([title, isIn]) => {
      const own = items.filter((item) => isIn(Date.parse(item.at)));
      return own.length === 0
        ? nothing
        : html`<h3 class="quiet">${t(title)}</h3><ul class="notices">${own.map(
            (item) =>
              html`<li>${noticeRow({
                item,
                area: item.area,
                pages: this.server.pages,
                open: (each) => {
                  if (each.area === 'notice') markRead(each);
                },
              })}</li>`,
          )}</ul>`;
    });
  }

  recent() {
    const all = (this.overview ?? []).flatMap(({ name, home }) => (home?.recent ?? []).map((thing) => ({ ...thing, system: name })));
    const shown = all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, RECENT_MAX);
    if (shown.length === 0) return nothing;
    return html`<section class="home-recent" aria-labelledby="home-recent"><h2 id="home-recent">${t('home.recent')}</h2><ul>${shown.map(
      (item) => html`<li><a class="card" href=${item.link}>
      ${tile(this.server.pages, item.system)}<span class="what"><strong class="cut">${item.title}</strong><span class="quiet cut">${sentence(item, 'home')}</span></span><t-time class="quiet" at=${item.at}></t-time></a></li>`,
    )}</ul></section>`;
  }

  /** Who waits to be let into a system has something to see there, though it refuses its events to them. */
  get answered() {
    return this.overview.filter(({ home }) => home).map(({ name }) => name);
  }

  /** The systems that the person may use. */
  places() {
    if (!this.overview) return nothing;
    const isOpen = ({ name }) => this.answered.includes(name) || !(this.closed.includes(name) || this.refused?.includes(name));
    const own = this.server.pages.filter(isOpen);
    if (own.length === 0) return html`<t-empty heading=${t('home.noSystems')} text=${t('home.noSystemsText')}></t-empty>`;
    return html`<section class="stack tight" aria-labelledby="home-systems"><h2 id="home-systems">${t('ui.systems')}</h2><div class="home-systems">${own.map(
      (each) => {
        const home = this.overview.find(({ name }) => name === each.name)?.home;
        const figure = home?.figure;
        // Its number chooses the form of the text: one video, two videos; "500+" is many.
        const about = figure && sentence({ ...figure, system: each.name, values: { ...figure.values, n: Number(figure.number) } }, 'home');
        return html`<a class="card" href="/${each.name}/" data-place=${each.name}><span class="row">${tile(this.server.pages, each.name)}<strong>${inLanguage(each.title)}</strong></span>
        ${figure ? html`<span>${figure.number ? html`<strong class="figure">${figure.number}</strong> ` : nothing}<span class="quiet">${about}</span></span>` : nothing}
        ${figure && figure.share !== null && figure.share !== undefined ? html`<progress max="1" .value=${figure.share} aria-label=${about}></progress>` : nothing}</a>`;
      },
    )}</div></section>`;
  }

  status() {
    return html`<section class="stack" aria-labelledby="home-server"><div class="row"><h2 id="home-server">${t('home.server')}</h2>
        ${this.health ? html`<t-badge tone=${this.health.status === 'ready' ? 'good' : 'bad'} text=${t(`home.health.${this.health.status === 'ready' ? 'ready' : 'notReady'}`)}></t-badge>` : nothing}
        ${this.server.openPorts ? html`<t-badge tone="warn" data-mark="open-ports" text=${t('home.openPorts')}></t-badge><span class="quiet">${t('home.openPortsText')}</span>` : nothing}
        <console-disk warning></console-disk>
        <span class="quiet">${this.server.version}${this.server.demo ? ` · ${t('signIn.demo')}` : ''}</span></div>${this.held()}${this.apis()}</section>`;
  }

  held() {
    if (!this.systems && !this.failure)
      return html`<div class="grid" aria-busy="true">${[1, 2, 3].map(() => html`<div class="card stack"><span class="skeleton"></span><span class="skeleton"></span></div>`)}</div>`;
    return html`<div class="grid">${(this.systems ?? []).map((system) => this.card(system))}</div>`;
  }

  card(system) {
    const pages = this.server.pages.find((each) => each.name === system.name);
    const items = system.tables.reduce((sum, table) => sum + (table.items ?? 0), 0);
    const size = system.tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0);
    return html`<section class="card stack tight" data-system=${system.name}>
      <div class="row"><h3>${pages ? html`<a href="/${system.name}/">${systemName(system.name)}</a>` : systemName(system.name)}</h3>
        <t-badge class="end" tone=${system.health === 'ready' ? 'good' : 'bad'} text=${t(`home.health.${system.health}`)}></t-badge></div>
      <div class="quiet">${t('home.holds', { items: number(items), bytes: bytes(size), tables: system.tables.length })}</div>
      <table><caption class="sr-only">${t('home.tablesOf', { system: systemName(system.name) })}</caption>
        <thead><tr><th scope="col">${t('home.table')}</th><th scope="col" class="number">${t('home.items')}</th></tr></thead>
        <tbody>${system.tables.map(
          (table) => html`<tr><td><span class="cut" title=${table.entities.join(', ')}>${table.name}</span></td>
          <td class="number">${table.items === null ? t(`home.status.missing`) : number(table.items)}</td></tr>`,
        )}</tbody></table>
      <div class="row"><a href="/console/data/${system.name}">${t('data.title')}</a><a href="/console/model/${system.name}">${t('model.title')}</a></div></section>`;
  }

  apis() {
    return html`<section class="card stack tight"><h3>${t('home.apis')}</h3>
      <table><thead><tr><th scope="col">${t('home.api')}</th><th scope="col">${t('home.path')}</th><th scope="col">${t('home.docs')}</th></tr></thead>
      <tbody>${this.server.apis.map((api) => html`<tr><td>${api.title}</td><td class="mono">${api.path}</td><td><a href=${api.docs} aria-label="${t('home.open')}: ${api.title}">${t('home.open')}</a></td></tr>`)}</tbody></table></section>`;
  }
}

define('console-home', Home);
