import { define, Element, html, nothing, svg } from './element.js';
import { asset } from './assets.js';
import { inLanguage, loadTexts, t } from './texts.js';
import { addRoutes, match, start } from './router.js';
import './all.js';
import './menu.js';
import './search.js';

const ADMINISTRATORS = 'administrators';
const HOME = 'M3 11l9-7 9 7M6 10v10h12V10';

const icon = (path) => svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;

/** Whether this is somebody who may see the console's pages. */
export const isAdministrator = (me) => (me?.groups ?? []).includes(ADMINISTRATORS);

/**
 * The frame: rail, top bar, and the page that the address names. A site is a directory of this server with a module pages.js, which exports `texts`,
 * `routes` and `nav`, and may export `search` and `shortcuts`; docs/pages.md tells more.
 */
class App extends Element {
  static properties = { server: { attribute: false }, me: { attribute: false }, open: { state: true }, help: { state: true }, failure: { state: true }, at: { state: true } };

  constructor() {
    super();
    this.sites = new Map();
    this.at = { path: location.pathname, known: false };
  }

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    start(() => this.show(), (path) => this.isPage(path));
    this.site('console').finally(() => this.show());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.keys);
  }

  isPage(path) {
    const first = path.split('/')[1];
    return ['', 'console', 'gallery', ...this.server.pages.map((each) => each.name)].includes(first) && !/^\/[^/]+\/v\d+(\/|$)/.test(path);
  }

  /** What a site exports, loaded once. */
  site(name) {
    if (!this.sites.has(name)) {
      const loading = (async () => {
        const module = await import(`/${name}/pages.js`);
        if (module.texts) await loadTexts(module.texts);
        addRoutes(module.routes);
        loading.module = module;
        return module;
      })();
      this.sites.set(name, loading);
      loading.catch(() => this.sites.delete(name));
    }
    return this.sites.get(name);
  }

  async show() {
    const address = location.href;
    const path = location.pathname;
    this.open = false;
    this.failure = null;
    const place = path.split('/')[1];
    try {
      if (this.server.pages.some((each) => each.name === place)) await this.site(place);
      const found = match(path);
      if (found && (!found.route.administrators || isAdministrator(this.me))) await found.route.load();
      if (location.href === address) this.place(found, path);
    } catch (failure) {
      this.failure = failure;
      this.at = { path, known: true };
    }
  }

  place(found, path) {
    const moved = this.at.path !== path;
    const allowed = found && (!found.route.administrators || isAdministrator(this.me));
    this.at = { path, known: true, route: found?.route ?? null, allowed };
    const main = this.querySelector('#page-content');
    if (!allowed) {
      main.replaceChildren();
      document.title = 'Trestle';
      return;
    }
    let page = main.firstElementChild;
    if (page?.localName !== found.route.element || found.route.fresh && moved) {
      page = document.createElement(found.route.element);
      Object.assign(page, { me: this.me, server: this.server });
      main.replaceChildren(page);
    }
    Object.assign(page, { params: found.params, query: new URLSearchParams(location.search) });
    document.title = `${t(found.route.title)} – Trestle`;
    if (moved) {
      scrollTo(0, 0);
      this.querySelector('#page').focus({ preventScroll: true });
    }
  }

  key(event) {
    // Where an element has a tree of its own, the event's target is only that element.
    const typing = event.composedPath()[0].closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog[open]');
    if (event.key === 'Escape') this.open = false;
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') this.querySelector('t-search').focusField();
    else if (event.key === '?') this.help = true;
    else return;
    event.preventDefault();
  }

  /** Pages by their names, then what the site of this page finds. */
  async find(text) {
    const wanted = text.toLowerCase();
    const pages = this.links().filter((each) => each.title.toLowerCase().includes(wanted)).map((each) => ({ ...each, kind: t('ui.page') }));
    const site = await this.sites.get(this.at.path.split('/')[1] || 'console')?.catch(() => null);
    const more = site?.search ? await site.search(text, this.me).catch(() => []) : [];
    return [...pages, ...more];
  }

  links() {
    const links = [{ title: t('ui.home'), path: '/' }, { title: t('ui.account'), path: '/console/account' }];
    this.server.pages.forEach((each) => links.push({ title: inLanguage(each.title), path: `/${each.name}/` }));
    for (const [, loading] of this.sites) this.nav(loading.module).forEach((each) => links.push({ title: t(each.text), path: each.path }));
    return links;
  }

  nav(module) {
    return (module?.nav ?? []).filter((each) => !each.administrators || isAdministrator(this.me));
  }

  render() {
    return html`<a class="skip" href="#page" @click=${(event) => { event.preventDefault(); this.querySelector('#page').focus(); }}>${t('ui.skip')}</a>
      <header class="top">
        <button type="button" class="menu-button plain" aria-expanded=${this.open ? 'true' : 'false'} aria-controls="rail" aria-label=${t('ui.menu')} @click=${() => { this.open = !this.open; }}>☰</button>
        <a class="brand" href="/"><img src=${asset('/icon.svg')} alt="Trestle" width="24" height="24"><span aria-hidden="true">Trestle</span></a>
        <t-search .find=${(text) => this.find(text)}></t-search>
        <t-person-menu .me=${this.me}></t-person-menu>
      </header>
      <nav class="rail ${this.open ? 'open' : ''}" id="rail" aria-label=${t('ui.places')}>${this.rail()}</nav>
      <main id="page" tabindex="-1" aria-busy=${this.at.known ? 'false' : 'true'}>
        ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.show()}></t-error>` : nothing}
        ${this.at.known && !this.failure && !this.at.allowed ? this.nowhere() : nothing}
        <div id="page-content" ?hidden=${!!this.failure}></div>
      </main>
      <t-dialog heading=${t('ui.shortcuts')} ?open=${this.help} .content=${this.shortcuts()} @close=${() => { this.help = false; }}></t-dialog>`;
  }

  rail() {
    const { path } = this.at;
    const place = path.split('/')[1];
    const current = (to, whole) => (whole ? path === to : path === to || path.startsWith(`${to}/`)) ? 'page' : nothing;
    const module = this.sites.get('console')?.module;
    return html`<ul><li><a href="/" aria-current=${current('/', true)}>${icon(HOME)}${t('ui.home')}</a></li></ul>
      ${this.server.pages.length ? html`<h2>${t('ui.systems')}</h2><ul>${this.server.pages.map((each) => html`<li>
        <a href="/${each.name}/" aria-current=${place === each.name ? 'true' : nothing}>${icon(each.icon)}${inLanguage(each.title)}</a>
        ${place === each.name ? html`<ul>${this.nav(this.sites.get(each.name)?.module).map((sub) => html`<li><a href=${sub.path} aria-current=${current(sub.path)}>${t(sub.text)}</a></li>`)}</ul>` : nothing}</li>`)}</ul>` : nothing}
      ${this.nav(module).length ? html`<h2>${t('ui.console')}</h2><ul>${this.nav(module).map((each) => html`<li><a href=${each.path} aria-current=${current(each.path)}>${icon(each.icon)}${t(each.text)}</a></li>`)}</ul>` : nothing}`;
  }

  nowhere() {
    return this.at.route ? html`<t-empty heading=${t('ui.notAllowed')} text=${t('ui.notAllowedText')}></t-empty>`
      : html`<t-empty heading=${t('ui.notFound')} text=${t('ui.notFoundText')} .action=${html`<p><a href="/">${t('ui.home')}</a></p>`}></t-empty>`;
  }

  shortcuts() {
    const site = this.sites.get(this.at.path.split('/')[1])?.module;
    const all = [['/', t('ui.shortcut.search')], ['?', t('ui.shortcut.help')], ['Esc', t('ui.shortcut.close')], ...(site?.shortcuts ?? []).map((each) => [each.keys, t(each.text)])];
    return html`<dl class="facts">${all.map(([keys, text]) => html`<dt><kbd>${keys}</kbd></dt><dd>${text}</dd>`)}</dl>`;
  }
}

define('t-app', App);
