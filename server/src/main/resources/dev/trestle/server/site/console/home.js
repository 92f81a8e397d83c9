import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, inLanguage, number, t } from '/ui/texts.js';
import { isAdministrator } from '/ui/frame.js';
import { listSystems } from './api.js';

/** What runs here, how it is, and what it holds. */
class Home extends Page {
  static properties = { ...Page.properties, systems: { state: true }, health: { state: true }, failure: { state: true } };

  firstUpdated() {
    this.load();
    if (isAdministrator(this.me)) import('/ops/disk.js');
  }

  async load() {
    this.failure = null;
    try {
      const [health, systems] = await Promise.all([this.ready(), isAdministrator(this.me) ? listSystems(this.live) : null]);
      this.health = health;
      this.systems = systems;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** Anybody may know; 503 has the same body. */
  async ready() {
    return (await fetch('/health/ready', { cache: 'no-store', signal: this.live })).json();
  }

  render() {
    return html`<div class="page-head"><h1>${t('home.title')}</h1>
        ${this.health ? html`<t-badge tone=${this.health.status === 'ready' ? 'good' : 'bad'} text=${t(`home.health.${this.health.status === 'ready' ? 'ready' : 'notReady'}`)}></t-badge>` : nothing}
        ${this.server.openPorts && isAdministrator(this.me) ? html`<t-badge tone="warn" data-mark="open-ports" text=${t('home.openPorts')}></t-badge>
          <span class="quiet">${t('home.openPortsText')}</span>` : nothing}
        ${isAdministrator(this.me) ? html`<console-disk warning></console-disk>` : nothing}
        <span class="quiet">${this.server.version}${this.server.demo ? ` · ${t('signIn.demo')}` : ''}</span></div>
      <div class="stack">${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
        ${isAdministrator(this.me) ? this.held() : this.places()}${this.apis()}</div>`;
  }

  held() {
    if (!this.systems && !this.failure) return html`<div class="grid" aria-busy="true">${[1, 2, 3].map(() => html`<div class="card stack"><span class="skeleton"></span><span class="skeleton"></span></div>`)}</div>`;
    return html`<div class="grid">${(this.systems ?? []).map((system) => this.card(system))}</div>`;
  }

  card(system) {
    const pages = this.server.pages.find((each) => each.name === system.name);
    const items = system.tables.reduce((sum, table) => sum + (table.items ?? 0), 0);
    const size = system.tables.reduce((sum, table) => sum + (table.bytes ?? 0), 0);
    return html`<section class="card stack tight" data-system=${system.name}>
      <div class="row"><h2>${pages ? html`<a href="/${system.name}/">${inLanguage(pages.title)}</a>` : system.name}</h2>
        <t-badge class="end" tone=${system.health === 'ready' ? 'good' : 'bad'} text=${t(`home.health.${system.health}`)}></t-badge></div>
      <div class="quiet">${t('home.holds', { items: number(items), bytes: bytes(size), tables: system.tables.length })}</div>
      <table><caption class="sr-only">${t('home.tablesOf', { system: system.name })}</caption>
        <thead><tr><th scope="col">${t('home.table')}</th><th scope="col" class="number">${t('home.items')}</th></tr></thead>
        <tbody>${system.tables.map((table) => html`<tr><td><span class="cut" title=${table.entities.join(', ')}>${table.name}</span></td>
          <td class="number">${table.items === null ? t(`home.status.missing`) : number(table.items)}</td></tr>`)}</tbody></table>
      <div class="row"><a href="/console/data/${system.name}">${t('data.title')}</a><a href="/console/model/${system.name}">${t('model.title')}</a></div></section>`;
  }

  places() {
    if (this.server.pages.length === 0) return html`<t-empty heading=${t('home.nothing')} text=${t('home.nothingText')}></t-empty>`;
    return html`<div class="grid">${this.server.pages.map((each) => html`<section class="card"><h2><a href="/${each.name}/">${inLanguage(each.title)}</a></h2></section>`)}</div>`;
  }

  apis() {
    return html`<section class="card stack tight"><h2>${t('home.apis')}</h2>
      <table><thead><tr><th scope="col">${t('home.api')}</th><th scope="col">${t('home.path')}</th><th scope="col">${t('home.docs')}</th></tr></thead>
      <tbody>${this.server.apis.map((api) => html`<tr><td>${api.title}</td><td class="mono">${api.path}</td><td><a href=${api.docs} aria-label="${t('home.open')}: ${api.title}">${t('home.open')}</a></td></tr>`)}</tbody></table></section>`;
  }
}

define('console-home', Home);
