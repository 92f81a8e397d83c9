import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { number, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { listSystems } from './api.js';

/** The systems, to choose one from: for its data or its model, as the address says. */
class Systems extends Page {
  constructor() {
    super();
    this.load = async () => ({ rows: await listSystems(this.live), next: null });
  }

  render() {
    const place = location.pathname.startsWith('/console/model') ? 'model' : 'data';
    const columns = [
      { title: t('data.system'), cell: (row) => html`<a href="/console/${place}/${row.name}">${systemName(row.name)}</a>` },
      {
        title: t('home.health'),
        cell: (row) => html`<t-badge tone=${row.health === 'ready' ? 'good' : 'bad'} text=${t(`home.health.${row.health}`)}></t-badge>`,
      },
      { title: t('data.tables'), number: true, cell: (row) => row.tables.length },
      { title: t('data.patterns'), number: true, cell: (row) => row.patterns },
      { title: t('home.items'), number: true, cell: (row) => number(row.tables.reduce((sum, table) => sum + (table.items ?? 0), 0)) },
    ];
    return html`<div class="page-head"><h1>${t(place === 'model' ? 'model.title' : 'data.title')}</h1></div><p class="quiet">${t(place === 'model' ? 'model.hint' : 'data.hint')}</p>
      <section class="card"><t-table caption=${t('ui.systems')} .columns=${columns} .load=${this.load}></t-table></section>`;
  }
}

define('console-systems', Systems);
