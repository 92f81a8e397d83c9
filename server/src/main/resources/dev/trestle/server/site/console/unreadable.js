import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { itemPath, listUnreadable } from './api.js';

/** The items of a system that do not fit their records, which lists leave out. */
class Unreadable extends Page {
  constructor() {
    super();
    this.load = async () => ({ rows: await listUnreadable(this.params.system, this.live), next: null });
  }

  render() {
    const { system } = this.params;
    const columns = [
      {
        title: t('data.key'),
        cell: (row) => html`<a class="mono" href=${itemPath(system, row.table, row.key)}>${Object.values(row.key)
          .map((value) => Object.values(value)[0])
          .join(' · ')}</a>
        <div class="quiet">${row.table} · ${row.entity}</div>`,
      },
      { title: t('unreadable.reason'), cell: (row) => row.reason },
      { title: t('unreadable.lastSeen'), cell: (row) => html`<t-time at=${row.lastSeen}></t-time>` },
    ];
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/data">${t('data.title')}</a> / <a href="/console/data/${system}">${systemName(system)}</a></nav><h1>${t('unreadable.title')}</h1></div>
      <p class="quiet">${t('unreadable.hint')}</p>
      <section class="card"><t-table caption=${t('unreadable.title')} .columns=${columns} .load=${this.load} .empty=${{ heading: t('unreadable.none'), text: t('unreadable.noneText', { system }) }}></t-table></section>`;
  }
}

define('console-unreadable', Unreadable);
