import { call } from '/session.js';

const API = '/console/v1/systems';

/** The address of something of a system in the console's API. */
export const at = (system, rest = '') => `${API}/${encodeURIComponent(system)}${rest}`;

export const listSystems = async (signal) => (await call('GET', API, undefined, { signal })).systems;

export const describeSystem = (system, signal) => call('GET', at(system), undefined, { signal });

export const listUnreadable = async (system, signal) => (await call('GET', at(system, '/unreadable'), undefined, { signal })).items;

/** The address of an item's page; `copy` is the restored table that it is read from, if it is. */
export function itemPath(system, table, key, copy = null) {
  return `/console/data/${encodeURIComponent(system)}/item?${new URLSearchParams({ table, key: JSON.stringify(key), ...(copy ? { copy } : {}) })}`;
}

/** The address of a pattern's page with values, which runs it if all are there. */
export function patternPath(system, table, pattern, values = {}, tenant = null) {
  const query = new URLSearchParams({ table, pattern });
  Object.entries(values).forEach(([name, value]) => query.set(`v.${name}`, value));
  if (tenant) query.set('tenant', tenant);
  query.set('run', '1');
  return `/console/data/${encodeURIComponent(system)}?${query}`;
}
