import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import { folderLink, siteTitle } from './api.js';

/** The sites that the caller knows, and what they may do in each. */
class SetupSites extends Element {
  static properties = { sites: { attribute: false } };

  render() {
    return html`<div class="stack"><p class="quiet">${t('fk.setup.sitesText')}</p>${rowsTable({
      caption: t('fk.setup.sites'),
      rows: this.sites,
      columns: [
        { title: t('fk.site'), cell: (site) => html`<a href=${folderLink(site.siteId, '')}>${siteTitle(site)}</a>` },
        { title: t('fk.site.id'), cell: (site) => html`<code>${site.siteId}</code>` },
        {
          title: t('fk.site.state'),
          cell: (site) => html`<t-badge tone=${site.status === 'ACTIVE' ? 'good' : 'warn'} text=${t(`fk.site.${site.status}`)}></t-badge>`,
        },
        { title: t('fk.site.may'), cell: (site) => site.permissions.map((each) => t(`fk.permission.${each}`)).join(', ') },
      ],
    })}</div>`;
  }
}

define('fk-setup-sites', SetupSites);
