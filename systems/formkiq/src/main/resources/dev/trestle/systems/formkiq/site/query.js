// A search as the address holds it, and as the API takes it.
export const SUBJECTS = ['attribute', 'tag', 'folder', 'name'];
const TEXT_OPERATORS = ['eq', 'eqOr', 'beginsWith', 'range', 'exists'];
const RANGE_OPERATORS = ['eq', 'eqOr', 'range', 'exists'];
const CONDITIONS_MAX = 10;

/** What can be asked of an attribute or a tag. */
export function operatorsFor(subject, dataType) {
  if (subject === 'folder' || subject === 'name') return [];
  if (dataType === 'BOOLEAN') return ['eq', 'exists'];
  if (dataType === 'KEY_ONLY') return ['exists'];
  return dataType === 'NUMBER' ? RANGE_OPERATORS : TEXT_OPERATORS;
}

/** The conditions of an address. What somebody wrote there by hand is not trusted. */
export function conditionsOf(query) {
  try {
    const parsed = JSON.parse(query.get('where') ?? '[]');
    return (Array.isArray(parsed) ? parsed : [])
      .filter((each) => SUBJECTS.includes(each?.subject))
      .slice(0, CONDITIONS_MAX)
      .map(({ subject, key = '', operator = 'eq', value = '', to = '' }) => ({
        subject,
        key: String(key),
        operator: String(operator),
        value: String(value),
        to: String(to),
      }));
  } catch {
    return [];
  }
}

export const columnsOf = (query) => (query.get('columns') ?? '').split('\n').filter(Boolean).slice(0, 6);

/** A condition that says enough to be asked. */
export function isWhole({ subject, key, operator, value, to }) {
  if (subject === 'folder' || subject === 'name') return value !== '';
  if (key === '') return false;
  return operator === 'exists' || (value !== '' && (operator !== 'range' || to !== ''));
}

/** Values are separated by commas. */
const several = (text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

function valueQuery({ key, operator, value, to }, dataType) {
  if (operator === 'eq') return { key, eq: value };
  if (operator === 'eqOr') return { key, eqOr: several(value) };
  if (operator === 'beginsWith') return { key, beginsWith: value };
  if (operator === 'range') return { key, range: { start: value, end: to, ...(dataType === 'NUMBER' ? { type: 'NUMBER' } : {}) } };
  return { key };
}

/**
 * The body of a search; null if nothing is asked.
 * @param {string} text
 * @param {any[]} conditions
 * @param {string[]} columns attributes that are shown
 * @param {(key: string) => string | undefined} typeOf
 */
export function bodyOf(text, conditions, columns, typeOf) {
  const whole = conditions.filter(isWhole);
  if (text === '' && whole.length === 0) return null;
  const of = (subject) => whole.filter((each) => each.subject === subject);
  const query = {};
  const meta = {};
  if (text) query.text = text;
  const [folder] = of('folder');
  const [name] = of('name');
  if (folder) meta.folder = folder.value;
  if (name) meta.indexFilterBeginsWith = name.value;
  if (folder || name) query.meta = meta;
  if (of('attribute').length > 0) query.attributes = of('attribute').map((each) => valueQuery(each, typeOf(each.key)));
  if (of('tag').length > 0) query.tags = of('tag').map((each) => valueQuery(each));
  return columns.length > 0 ? { query, responseFields: { attributes: columns } } : { query };
}

/** The address that shows a search, without its site. */
export function addressOf(text, conditions, columns) {
  const asked = new URLSearchParams();
  if (text) asked.set('q', text);
  if (conditions.length > 0) asked.set('where', JSON.stringify(conditions));
  if (columns.length > 0) asked.set('columns', columns.join('\n'));
  return asked.toString();
}
