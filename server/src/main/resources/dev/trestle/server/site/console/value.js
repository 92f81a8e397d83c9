import { html } from '/ui/element.js';
import { t } from '/ui/texts.js';

/** A value of DynamoDB as people write it in JSON; numbers stay texts, so that all their digits stay. */
export function plain(value) {
  const [[type, inside]] = Object.entries(value);
  switch (type) {
    case 'M':
      return Object.fromEntries(Object.entries(inside).map(([name, each]) => [name, plain(each)]));
    case 'L':
      return inside.map(plain);
    case 'NULL':
      return null;
    default:
      return inside;
  }
}

/** DynamoDB's name of a value's type. */
export const typeOf = (value) => Object.keys(value)[0];

/** A value on one line. */
export function line(value) {
  const inside = plain(value);
  return typeof inside === 'string' ? inside : JSON.stringify(inside);
}

/** A value in a cell of a table, cut by the layout. */
export function cell(value) {
  if (!value) return html`<span class="quiet" aria-label=${t('data.absent')}>–</span>`;
  const text = line(value);
  return html`<span class="cut ${['M', 'L', 'SS', 'NS', 'B', 'BS'].includes(typeOf(value)) ? 'mono' : ''}" title=${text.slice(0, 2000)}>${text.slice(0, 300)}</span>`;
}
