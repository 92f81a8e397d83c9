import { define, html } from '/ui/element.js';
import { navigate } from '/ui/router.js';
import { t } from '/ui/texts.js';
import '/ui/tabs.js';
import './setup-attributes.js';
import './setup-configuration.js';
import './setup-entities.js';
import './setup-folders.js';
import './setup-keys.js';
import './setup-locales.js';
import './setup-mappings.js';
import './setup-policies.js';
import './setup-queues.js';
import './setup-retention.js';
import './setup-rulesets.js';
import './setup-schema.js';
import './setup-shares.js';
import './setup-sites.js';
import './setup-workflows.js';
import './setup-users.js';
import './setup-webhooks.js';
import { encoded } from './api.js';
import { SitePage } from './site-page.js';

/**
 * The parts of the set-up, in the order of their tabs: each an element that gets `siteId`, `governs`, `administers` and `news`, which grows with each change that it
 * wants to know of. Another part is one more line here.
 */
const PARTS = [
  {
    id: 'attributes',
    element: (shown) => html`<fk-setup-attributes .siteId=${shown.siteId} news=${shown.news} ?governs=${shown.governs}></fk-setup-attributes>`,
  },
  {
    id: 'schema',
    keep: true,
    element: (shown) => html`<fk-setup-schema .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')}></fk-setup-schema>`,
  },
  {
    id: 'entities',
    element: (shown) =>
      html`<fk-setup-entities .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-entities>`,
  },
  {
    id: 'locales',
    element: (shown) =>
      html`<fk-setup-locales .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-locales>`,
  },
  {
    id: 'mappings',
    element: (shown) =>
      html`<fk-setup-mappings .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-mappings>`,
  },
  {
    id: 'queues',
    element: (shown) =>
      html`<fk-setup-queues .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-queues>`,
  },
  {
    id: 'workflows',
    element: (shown) =>
      html`<fk-setup-workflows .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-workflows>`,
  },
  {
    id: 'rulesets',
    element: (shown) =>
      html`<fk-setup-rulesets .siteId=${shown.siteId} news=${shown.news} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-rulesets>`,
  },
  { id: 'folders', element: (shown) => html`<fk-setup-folders .siteId=${shown.siteId} .siteName=${shown.name}></fk-setup-folders>` },
  { id: 'shares', element: (shown) => html`<fk-setup-shares .siteId=${shown.siteId} .siteName=${shown.name}></fk-setup-shares>` },
  { id: 'policies', element: (shown) => html`<fk-setup-policies .siteId=${shown.siteId} ?administers=${shown.administers}></fk-setup-policies>` },
  { id: 'retention', element: (shown) => html`<fk-setup-retention .siteId=${shown.siteId}></fk-setup-retention>` },
  { id: 'keys', element: (shown) => html`<fk-setup-keys .siteId=${shown.siteId} ?administers=${shown.administers}></fk-setup-keys>` },
  {
    id: 'webhooks',
    element: (shown) =>
      html`<fk-setup-webhooks .siteId=${shown.siteId} ?writes=${shown.may('WRITE')} ?removes=${shown.may('DELETE')}></fk-setup-webhooks>`,
  },
  { id: 'users', element: (shown) => html`<fk-setup-users .siteId=${shown.siteId}></fk-setup-users>` },
  { id: 'sites', element: (shown) => html`<fk-setup-sites .sites=${shown.sites}></fk-setup-sites>` },
  {
    id: 'configuration',
    element: (shown) => html`<fk-setup-configuration .siteId=${shown.siteId} ?administers=${shown.administers}></fk-setup-configuration>`,
  },
];

/** The set-up of a site, a tab for each part. Those who govern read it, administrators change it. */
class Setup extends SitePage {
  static properties = { ...SitePage.properties, news: { state: true } };

  constructor() {
    super();
    this.news = 0;
  }

  get page() {
    return 'setup';
  }

  told({ type }) {
    if (type === 'attribute' || type === 'reset')
      this.later(() => {
        this.news++;
      });
  }

  body() {
    const head = html`<div class="page-head"><h1>${t('fk.setup')}</h1><fk-site-switch .sites=${this.known} .site=${this.site} page="setup"></fk-site-switch></div>`;
    if (!this.governs) return html`${head}<t-empty heading=${t('fk.setup.closed')} text=${t('fk.setup.closedText')}></t-empty>`;
    const { siteId } = this.site;
    const shown = {
      siteId,
      name: this.site.title ?? siteId,
      sites: this.known,
      news: this.news,
      governs: this.governs,
      administers: this.site.permissions.includes('ADMIN'),
      may: (right) => this.site.permissions.some((each) => each === right || each === 'ADMIN'),
    };
    const tabs = PARTS.map(({ id, keep, element }) => ({ id, keep, text: t(`fk.setup.${id}`), content: () => element(shown) }));
    return html`${head}<t-tabs label=${t('fk.setup')} .tabs=${tabs} selected=${this.params.part ?? PARTS[0].id} @tab-select=${(event) => navigate(`/formkiq/${encoded(siteId)}/setup/${event.detail}`, { replace: true })}></t-tabs>`;
  }
}

define('fk-setup', Setup);
