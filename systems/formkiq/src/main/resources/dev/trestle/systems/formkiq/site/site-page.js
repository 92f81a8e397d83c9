import { Page } from '/ui/page.js';
import { html } from '/ui/element.js';
import { navigate } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { t } from '/ui/texts.js';
import { listen } from '/events.js';
import '/ui/error.js';
import '/ui/state.js';
import './site-switch.js';
import { encoded, EVENTS, keepSite, recount, siteOfAddress, sites, siteTitle } from './api.js';

const QUIET_MS = 250;

/**
 * A page of one site. `entered()` is called when the site is known, and whenever the address changes; `told(event)` for each change in it. An address without a
 * site gets the one that was open last.
 */
export class SitePage extends Page {
  static properties = { ...Page.properties, site: { state: true }, known: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.known = [];
  }

  /** The name of the page in addresses. */
  get page() {
    return 'files';
  }

  connectedCallback() {
    super.connectedCallback();
    useSheet('/formkiq/formkiq.css');
    listen(EVENTS, {
      signal: this.live,
      onEvent: (event) => {
        if (event.type === 'ready') return;
        if (event.type === 'queue') this.soonCounted();
        if (event.type === 'reset' || (this.site && event.data?.siteId === this.site.siteId)) this.told(event);
      },
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    clearTimeout(this.counting);
  }

  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) this.enter();
  }

  async enter() {
    try {
      this.known = await sites();
      // Whoever has gone on meanwhile is not taken back.
      if (this.live.aborted) return;
      const wanted = this.params.site ?? siteOfAddress();
      this.site = this.known.find(({ siteId }) => siteId === wanted) ?? (this.params.site ? null : this.known[0]) ?? null;
      if (!this.site) return;
      keepSite(this.site.siteId);
      if (this.params.site) this.entered();
      else navigate(`/formkiq/${encoded(this.site.siteId)}/${this.page}${location.search}`, { replace: true });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  entered() {}

  /** @param {{type: string, data: any}} event */
  told(event) {
    this.last = event;
  }

  /** The page of queues counts by itself. */
  soonCounted() {
    clearTimeout(this.counting);
    if (this.page !== 'queues') this.counting = setTimeout(() => recount(), QUIET_MS);
  }

  /** Does something a moment after the last of several changes. */
  later(act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.live.aborted) act();
    }, QUIET_MS);
  }

  may(permission) {
    return this.site?.permissions.includes(permission) || this.site?.permissions.includes('ADMIN');
  }

  get governs() {
    return this.may('GOVERN');
  }

  render() {
    if (this.failure)
      return html`<t-error .failure=${this.failure} .retry=${() => {
        this.failure = null;
        this.enter();
      }}></t-error>`;
    if (this.site === undefined) return html`<t-state loading rows="5"></t-state>`;
    if (this.site === null) {
      return html`<t-empty heading=${t('fk.noSite')} text=${t('fk.noSiteText')} .action=${this.known.map((each) => html`<a class="button" href="/formkiq/${encoded(each.siteId)}/${this.page}">${siteTitle(each)}</a>`)}></t-empty>`;
    }
    return this.body();
  }

  /** @returns {unknown} */
  body() {
    return html``;
  }
}
