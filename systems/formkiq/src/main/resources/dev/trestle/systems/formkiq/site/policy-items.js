// The items of an access policy as sentences, and as the lines of a form.
import { t } from '/ui/texts.js';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** What a condition on an attribute may ask, by the type of the attribute's values. */
export const OPERATORS = {
  STRING: ['eq', 'neq', 'in', 'notIn', 'me'],
  NUMBER: ['eq', 'gt', 'gte', 'lt', 'lte'],
  BOOLEAN: ['eq'],
};

/** Texts of a line, separated by commas. */
export const parts = (text) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);

const word = (value) => (typeof value === 'boolean' ? t(value ? 'fk.yes' : 'fk.no') : String(value));

/** A condition of the API as lines of {key, operator, value}. */
function linesOf(rule) {
  const lines = [];
  for (const operator of ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn']) {
    const asked = rule[operator];
    if (!asked) continue;
    if (asked.input?.matchUsername) lines.push({ key: rule.key, operator: 'me', value: '' });
    else {
      const value = asked.stringValues?.join(', ') ?? asked.stringValue ?? asked.numberValue ?? asked.booleanValue;
      lines.push({ key: rule.key, operator, value: typeof value === 'boolean' ? String(value) : `${value ?? ''}` });
    }
  }
  return lines;
}

/** An item of the API as what a form shows. */
export function formOf(item) {
  return {
    anyRoles: (item.anyRoles ?? []).join(', '),
    allRoles: (item.allRoles ?? []).join(', '),
    excludedRoles: (item.excludedRoles ?? []).join(', '),
    methods: item.input?.httpMethod?.in ?? [],
    notMethods: item.input?.httpMethod?.notIn,
    resources: (item.input?.resource?.in ?? []).join('\n'),
    notResources: (item.input?.resource?.notIn ?? []).join('\n'),
    rules: (item.attributes ?? []).flatMap(linesOf),
  };
}

function ruleOf({ key, operator, value }, dataType) {
  if (operator === 'me') return { key, eq: { input: { matchUsername: true } } };
  if (operator === 'in' || operator === 'notIn') return { key, [operator]: { stringValues: parts(value) } };
  if (dataType === 'NUMBER') return { key, [operator]: { numberValue: Number(value) } };
  if (dataType === 'BOOLEAN') return { key, eq: { booleanValue: value !== 'false' } };
  return { key, [operator]: { stringValue: value } };
}

const lines = (text) =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);

/** What a form shows as an item of the API. */
export function itemOf(form, typeOf) {
  const resources = lines(form.resources);
  const notResources = lines(form.notResources);
  const some = (list) => (list && list.length > 0 ? list : undefined);
  const listed = (inside, outside) => (some(inside) || some(outside) ? { in: some(inside), notIn: some(outside) } : undefined);
  const httpMethod = listed(form.methods, form.notMethods);
  const resource = listed(resources, notResources);
  return {
    anyRoles: some(parts(form.anyRoles)),
    allRoles: some(parts(form.allRoles)),
    excludedRoles: some(parts(form.excludedRoles)),
    attributes: some(form.rules.map((rule) => ruleOf(rule, typeOf(rule.key)))),
    input: httpMethod || resource ? { httpMethod, resource } : undefined,
  };
}

/** An item in words, a sentence for each condition. */
export function sentences(item) {
  const said = [];
  const list = (values) => values.join(', ');
  if (item.anyRoles?.length) said.push(t('fk.policy.any', { list: list(item.anyRoles) }));
  if (item.allRoles?.length) said.push(t('fk.policy.all', { list: list(item.allRoles) }));
  if (item.excludedRoles?.length) said.push(t('fk.policy.none', { list: list(item.excludedRoles) }));
  const { httpMethod, resource } = item.input ?? {};
  if (httpMethod?.in?.length) said.push(t('fk.policy.methods', { list: list(httpMethod.in) }));
  if (httpMethod?.notIn?.length) said.push(t('fk.policy.notMethods', { list: list(httpMethod.notIn) }));
  if (resource?.in?.length) said.push(t('fk.policy.resources', { list: list(resource.in) }));
  if (resource?.notIn?.length) said.push(t('fk.policy.notResources', { list: list(resource.notIn) }));
  for (const { key, operator, value } of (item.attributes ?? []).flatMap(linesOf)) {
    const shown = value === 'true' || value === 'false' ? word(value === 'true') : value;
    said.push(`${t('fk.policy.document')}: ${key} ${t(`fk.policy.op.${operator}`)} ${shown}`.trim());
  }
  return said;
}
