import { html, nothing } from '/ui/element.js';
import { call } from '/session.js';
import { at, itemPath } from './api.js';

const IDS_MAX = 100;

/** The texts in an item by the attribute that they are directly in. */
function texts(name, value, found) {
  const [[type, inside]] = Object.entries(value);
  if (type === 'S' && inside !== '' && inside.length <= 200) found.push({ attribute: name, value: inside });
  else if (type === 'SS') inside.forEach((each) => found.push({ attribute: name, value: each }));
  else if (type === 'L') inside.forEach((each) => texts(name, each, found));
  else if (type === 'M') Object.entries(inside).forEach(([own, each]) => texts(own, each, found));
  return found;
}

/**
 * The names behind the ids in items, by id: `Map(id → {name, table, key})`. What cannot be looked up has none; a failure is no reason to show less.
 * @param {string} system
 * @param {Record<string, object>[]} items
 * @param {string | null} tenant
 */
export async function namesIn(system, items, tenant, signal) {
  const all = new Map(
    items.flatMap((item) => Object.entries(item).flatMap(([name, value]) => texts(name, value, []))).map((id) => [`${id.attribute} ${id.value}`, id]),
  );
  const ids = [...all.values()]
    .filter(({ attribute }) => /(id|by|to|author|owner|assignee|person|user|subject|sub)$/i.test(attribute))
    .slice(0, IDS_MAX);
  if (ids.length === 0) return new Map();
  try {
    const { names } = await call('POST', at(system, '/names'), { ids, ...(tenant ? { tenant } : {}) }, { signal });
    return new Map(names.map((each) => [each.value, each]));
  } catch {
    return new Map();
  }
}

/** The names of the ids in a value, beside it. */
export function namesBeside(system, name, value, names) {
  if (!value || !names?.size) return nothing;
  const found = [
    ...new Set(
      texts(name, value, [])
        .map((id) => names.get(id.value))
        .filter((each) => each),
    ),
  ];
  return found.map(
    (each) => html` <span class="named">${each.table ? html`<a href=${itemPath(system, each.table, each.key)}>${each.name}</a>` : each.name}</span>`,
  );
}
