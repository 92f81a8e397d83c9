import { define, Element, html, nothing, svg } from './element.js';
import { asset } from './assets.js';
import { inLanguage, loadTexts, t } from './texts.js';
import { addRoutes, match, start } from './router.js';
import { systemName } from './systems.js';
import { scope, tenantName } from '/session.js';
import { watchRefused } from '/events.js';
import './all.js';
import { BELL } from './bell.js';
import './menu.js';
import './search.js';

const ADMINISTRATORS = 'administrators';

const HOME = 'M3 11l9-7 9 7M6 10v10h12V10';
const CONSOLE = 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v6c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12v6c0 1.7 3.6 3 8 3s8-1.3 8-3v-6';

const MENU = 'M4 7h16M4 12h16M4 17h16';
const PAGE = 'M6 3h8l4 4v14H6zM14 3v4h4';

/** At the bottom of a phone, beside the menu. */
const TABS_MAX = 4;

/** Pages of the console that are everybody's. */
const NO_SYSTEM_PAGES = ['/console/inbox', '/console/account'];

const CLOSED = 'trestle.closed';

/** What this tab knew before a reload, so that the rail does not flicker. */
function keptClosed() {
  const [whose, ...names] = JSON.parse(sessionStorage.getItem(CLOSED) ?? '[]');
  return whose === scope() ? names : [];
}

const icon = (path) => svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path}/></svg>`;

/** Whether this is somebody who may see the console's pages. */
export const isAdministrator = (me) => (me?.groups ?? []).includes(ADMINISTRATORS);

/**
 * The frame: rail, top bar, and the page that the address names. A site is a directory of this server with a module pages.js, which exports `texts`,
 * `routes` and `nav`, and may export `search` and `shortcuts`; docs/pages.md tells more.
 */
class App extends Element {
  static properties = {
    server: { attribute: false },
    me: { attribute: false },
    open: { state: true },
    help: { state: true },
    failure: { state: true },
    at: { state: true },
    closed: { state: true },
    opened: { state: true },
  };

  constructor() {
    super();
    this.sites = new Map();
    this.closed = [];
    this.opened = [];
    this.at = { path: location.pathname, known: false };
  }

  connectedCallback() {
    super.connectedCallback();
    this.keys = (event) => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.leaving = new AbortController();
    document.addEventListener(
      'click',
      (event) => {
        const isInMenu = event.composedPath().some((each) => each instanceof HTMLElement && each.matches('.rail, .menu-button'));
        if (this.open && !isInMenu) this.open = false;
      },
      { signal: this.leaving.signal },
    );
    this.closed = keptClosed();
    this.addEventListener('opened', (event) => {
      this.opened = [...new Set([...this.opened, .../** @type {CustomEvent} */ (event).detail])];
    });
    watchRefused({ signal: this.leaving.signal, onRefused: (paths) => this.close(paths) });
    start(
      () => this.show(),
      (path) => this.isPage(path),
    );
    this.site('console').finally(() => this.show());
  }

  /** Where the pages of a place need more room than there is, the one that is open is in sight. */
  updated(changed) {
    if (changed.has('at')) this.querySelector('.subnav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.keys);
    this.leaving.abort();
  }

  /** The rail lists what the person may open: a system that refuses its events to them is none of theirs, unless its page or the home page has something. */
  close(paths) {
    this.closed = paths.map((path) => path.split('/')[1]);
    sessionStorage.setItem(CLOSED, JSON.stringify([scope(), ...this.closed]));
  }

  get places() {
    return this.server.pages.filter(({ name }) => this.opened.includes(name) || !this.closed.includes(name));
  }

  isPage(path) {
    const first = path.split('/')[1];
    return ['', 'console', 'gallery', ...this.server.pages.map((each) => each.name)].includes(first) && !/^\/[^/]+\/v\d+(\/|$)/.test(path);
  }

  /** What a site exports, loaded once. */
  site(name) {
    if (!this.sites.has(name)) {
      const site = { module: null, loading: null };
      site.loading = (async () => {
        const module = await import(`/${name}/pages.js`);
        if (module.texts) await loadTexts(module.texts);
        addRoutes(module.routes);
        site.module = module;
        return module;
      })();
      this.sites.set(name, site);
      site.loading.catch(() => this.sites.delete(name));
    }
    return this.sites.get(name).loading;
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
    if (page?.localName !== found.route.element || (found.route.fresh && moved)) {
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

  /** What the search asks: pages by their names, then every system, that of this page first, then the console. */
  sources() {
    const here = this.at.path.split('/')[1];
    const names = [...this.places.map((each) => each.name), 'console'].sort((a, b) => Number(b === here) - Number(a === here));
    return [
      { name: 'pages', title: t('ui.foundPages'), find: async (text) => this.findPages(text) },
      ...names.map((name) => ({
        name,
        title: name === 'console' ? t('ui.console') : systemName(name),
        find: async (text, signal) => (await (await this.site(name)).search?.(text, this.me, signal)) ?? [],
      })),
    ];
  }

  findPages(text) {
    const wanted = text.toLowerCase();
    return this.links()
      .filter((each) => each.title.toLowerCase().includes(wanted))
      .map((each) => ({ ...each, kind: t('ui.page') }));
  }

  links() {
    const links = [
      { title: t('ui.home'), path: '/' },
      { title: t('ui.account'), path: '/console/account' },
      { title: t('ui.notices'), path: '/console/inbox' },
    ];
    this.places.forEach((each) => links.push({ title: inLanguage(each.title), path: `/${each.name}/` }));
    for (const [, { module }] of this.sites) this.nav(module).forEach((each) => links.push({ title: t(each.text), path: each.path }));
    return links;
  }

  nav(module) {
    return (module?.nav ?? []).filter((each) => !each.administrators || isAdministrator(this.me));
  }

  render() {
    return html`<a class="skip" href="#page" @click=${(event) => {
      event.preventDefault();
      this.querySelector('#page').focus();
    }}>${t('ui.skip')}</a>
      <header class="top">
        ${this.hereTile()}
        <span class="place"><span class="cut">${this.placeName()}</span>${tenantName() ? html`<span class="tenant-below cut"><span class="sr-only">${t('ui.tenant')}: </span>${tenantName()}</span>` : nothing}</span>
        ${this.subnav()}
        <t-search .sources=${this.sources()}></t-search>
        ${tenantName() ? html`<span class="tenant" title=${t('ui.tenant')}><span class="sr-only">${t('ui.tenant')}: </span><span class="cut">${tenantName()}</span></span>` : nothing}
        <t-bell .pages=${this.server.pages}></t-bell>
        <t-person-menu .me=${this.me} @show-shortcuts=${() => {
          this.help = true;
        }}></t-person-menu>
      </header>
      <nav class="rail ${this.open ? 'open' : ''} ${this.isWide() ? 'wide' : ''}" id="rail" aria-label=${t('ui.places')}>${this.rail()}</nav>
      <main id="page" tabindex="-1" aria-busy=${this.at.known ? 'false' : 'true'}>
        ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.show()}></t-error>` : nothing}
        ${this.at.known && !this.failure && !this.at.allowed ? this.nowhere() : nothing}
        <div id="page-content" ?hidden=${!!this.failure}></div>
      </main>
      ${this.tabBar()}
      <t-dialog heading=${t('ui.shortcuts')} ?open=${this.help} .content=${this.shortcuts()} @close=${() => {
        this.help = false;
      }}></t-dialog>`;
  }

  /** Where names help more than room: the rail of a system is slim. */
  isWide() {
    return !this.server.pages.some((each) => each.name === this.at.path.split('/')[1]);
  }

  placeName() {
    const place = this.at.path.split('/')[1];
    const system = this.server.pages.find((each) => each.name === place);
    if (system) return inLanguage(system.title);
    const own = { '/console/inbox': 'ui.notices', '/console/account': 'ui.account' }[this.at.path];
    return t(own ?? (place === 'console' ? 'ui.console' : 'ui.home'));
  }

  /** The pages of where one is: a system's, or the console's. */
  subnav() {
    const place = this.at.path.split('/')[1];
    const pages = this.nav(this.sites.get(place)?.module);
    return pages.length ? html`<nav class="subnav" aria-label=${t('ui.pagesOf', { name: this.placeName() })}>${this.sublinks(pages)}</nav>` : nothing;
  }

  sublinks(pages) {
    const here = this.current(pages);
    // What waits for somebody on a page is counted beside its name.
    const count = (each) => (each.count ? html` <span class="page-count number">${each.count}</span>` : nothing);
    return pages.map((each) => html`<a href=${each.path} aria-current=${each === here ? 'page' : nothing}>${t(each.text)}${count(each)}</a>`);
  }

  /** On a phone: the system that one is in. */
  hereTile() {
    const system = this.server.pages.find((each) => each.name === this.at.path.split('/')[1]);
    return system ? html`<span class="tile here" data-system=${system.name}>${icon(system.icon)}</span>` : nothing;
  }

  /** On a phone: the pages of where one is at the bottom, within reach of a thumb; the rest is in the menu. */
  tabBar() {
    const place = this.at.path.split('/')[1];
    const pages = this.nav(this.sites.get(place)?.module);
    const isOwn = pages.length > 0 && !NO_SYSTEM_PAGES.includes(this.at.path);
    const own = isOwn ? pages.slice(0, TABS_MAX) : [{ path: '/console/inbox', text: 'ui.notices', icon: BELL }];
    const here = isOwn ? this.current(pages) : own.find((each) => each.path === this.at.path);
    const hasRoom = own.length < TABS_MAX;
    return html`<nav class="tab-bar" aria-label=${t('ui.tabBar')}>
      ${hasRoom ? html`<a href="/" aria-current=${this.at.path === '/' ? 'page' : nothing}>${icon(HOME)}<span class="cut">${t('ui.home')}</span></a>` : nothing}
      ${own.map((each) => html`<a href=${each.path} aria-current=${each === here ? 'page' : nothing}>${icon(each.icon ?? PAGE)}<span class="cut">${t(each.text)}</span></a>`)}
      <button type="button" class="menu-button" aria-expanded=${this.open ? 'true' : 'false'} aria-controls="rail" @click=${() => {
        this.open = !this.open;
      }}>${icon(MENU)}<span class="cut">${t('ui.menu')}</span></button></nav>`;
  }

  /** The page that says most about where one is: "/unisync" is also the beginning of "/unisync/work", and a query makes a page of its own. */
  current(pages) {
    const asked = new URLSearchParams(location.search);
    const known = pages.map((page) => {
      const { pathname, searchParams } = new URL(page.path, location.origin);
      return { page, to: pathname.replace(/\/$/, ''), query: [...searchParams] };
    });
    const path = this.at.path.replace(/\/$/, '');
    // The first page of a system is not the page of everything below it.
    const isAt = (to) => path === to || (to.lastIndexOf('/') > 0 && path.startsWith(`${to}/`));
    return known
      .filter(({ to, query }) => isAt(to) && query.every(([name, value]) => asked.get(name) === value))
      .sort((a, b) => b.to.length - a.to.length || b.query.length - a.query.length)[0]?.page;
  }

  rail() {
    const { path } = this.at;
    const place = path.split('/')[1];
    const module = this.sites.get('console')?.module;
    const console = this.nav(module);
    const word = (text) => html`<span class="word">${text}</span>`;
    return html`<a class="brand" href="/" title="Trestle"><img src=${asset('/icon.svg')} alt="" width="24" height="24">${word('Trestle')}</a>
      <ul><li><a href="/" title=${t('ui.home')} aria-current=${path === '/' ? 'page' : nothing}>${icon(HOME)}${word(t('ui.home'))}</a></li></ul>
      ${
        this.places.length
          ? html`<h2>${t('ui.systems')}</h2><ul>${this.places.map(
              (each) => html`<li>
        <a href="/${each.name}/" title=${inLanguage(each.title)} aria-current=${place === each.name ? 'true' : nothing}><span class="tile" data-system=${each.name}>${icon(each.icon)}</span>${word(inLanguage(each.title))}</a>
        ${place === each.name ? html`<ul>${this.sublinks(this.nav(this.sites.get(each.name)?.module)).map((link) => html`<li>${link}</li>`)}</ul>` : nothing}</li>`,
            )}</ul>`
          : nothing
      }
      ${
        console.length
          ? html`<ul class="last"><li><a href=${console[0].path} title=${t('ui.console')} aria-current=${place === 'console' && console.some((each) => path.startsWith(each.path)) ? 'true' : nothing}>
        ${icon(CONSOLE)}${word(t('ui.console'))}</a><ul>${this.sublinks(console).map((link) => html`<li>${link}</li>`)}</ul></li></ul>`
          : nothing
      }`;
  }

  nowhere() {
    return this.at.route
      ? html`<t-empty heading=${t('ui.notAllowed')} text=${t('ui.notAllowedText')}></t-empty>`
      : html`<t-empty heading=${t('ui.notFound')} text=${t('ui.notFoundText')} .action=${html`<p><a href="/">${t('ui.home')}</a></p>`}></t-empty>`;
  }

  shortcuts() {
    const site = this.sites.get(this.at.path.split('/')[1])?.module;
    const all = [
      ['/', t('ui.shortcut.search')],
      ['?', t('ui.shortcut.help')],
      ['Esc', t('ui.shortcut.close')],
      ...(site?.shortcuts ?? []).map((each) => [each.keys, t(each.text)]),
    ];
    return html`<dl class="facts">${all.map(([keys, text]) => html`<dt><kbd>${keys}</kbd></dt><dd>${text}</dd>`)}</dl>`;
  }
}

define('t-app', App);
