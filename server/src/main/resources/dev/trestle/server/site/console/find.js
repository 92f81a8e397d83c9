// What the search at the top finds in the console.
import { systemName } from '/ui/systems.js';
import { t } from '/ui/texts.js';
import { call } from '/session.js';
import { listSystems } from './api.js';

const MAX = 6;

/** People are looked through in steps of this size. */
const LOOKED = 50;

/** Systems, tables, people and tenants. What cannot be asked is left out. */
export async function find(text, signal) {
  const wanted = text.toLowerCase();
  const holds = (value) => value.toLowerCase().includes(wanted);
  const [systems, tenants, people] = await Promise.all([
    listSystems(signal).catch(() => []),
    call('GET', '/admin/v1/tenants?limit=100', undefined, { signal }).then(itemsOf, () => []),
    call('GET', `/admin/v1/people?text=${encodeURIComponent(wanted)}&limit=${LOOKED}`, undefined, { signal }).then(itemsOf, () => []),
  ]);
  const tables = systems.flatMap((system) => system.tables.map((table) => ({ system: system.name, table: table.name })));
  return [
    ...systems
      .filter(({ name }) => holds(name) || holds(systemName(name)))
      .flatMap(({ name }) => [
        { title: systemName(name), kind: t('data.title'), path: `/console/data/${name}` },
        { title: systemName(name), kind: t('model.title'), path: `/console/model/${name}` },
      ]),
    ...people.slice(0, MAX).map((each) => ({
      title: each.name ? `${each.name} · ${each.email}` : each.email,
      kind: t('data.person'),
      path: `/console/people?email=${encodeURIComponent(each.email)}`,
    })),
    ...tenants
      .filter((each) => holds(each.tenant) || holds(each.name))
      .map((each) => ({ title: each.name, kind: t('ui.tenant'), path: `/console/tenants/${encodeURIComponent(each.tenant)}` })),
    ...tables
      .filter(({ table }) => holds(table))
      .map(({ system, table }) => ({
        title: table,
        kind: t('home.table'),
        path: `/console/data/${encodeURIComponent(system)}?${new URLSearchParams({ kind: 'scan', table, run: '1' })}`,
      })),
  ];
}

const itemsOf = (page) => page.items;
