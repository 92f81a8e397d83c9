// Entries of the record as a timeline shows them: who did what, and from which value to which.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { documentLink, iso, lastName } from './api.js';

/** The kinds of things that are recorded, as a filter offers them. */
export const KINDS = [
  'documents',
  'documentAttributes',
  'entities',
  'entityTypes',
  'schema',
  'classification',
  'attribute',
  'site',
  'groupPermissions',
  'policy',
  'share',
  'link',
  'retention',
  'apiKey',
  'folder',
  'folderPermissions',
  'mapping',
  'queue',
  'workflow',
  'ruleset',
  'rule',
  'locale',
  'localeItem',
  'configuration',
  'operation',
];

const VALUES_MAX = 300;

/** A value in words; long ones are cut. */
function shown(value) {
  if (value === undefined || value === null) return html`<span class="quiet">${t('fk.record.nothing')}</span>`;
  const text = Array.isArray(value)
    ? value.map((each) => String(each)).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return text === '' ? html`<span class="quiet">${t('fk.record.empty')}</span>` : text.length > VALUES_MAX ? `${text.slice(0, VALUES_MAX)}…` : text;
}

/** What changed, folded until somebody asks for it. */
function changes(entry) {
  const all = Object.entries(entry.changes ?? {});
  if (all.length === 0) return nothing;
  return html`<details class="fk-changes"><summary>${t('fk.record.changes', { n: all.length })}</summary><dl>${all.map(
    ([key, { oldValue, newValue }]) =>
      html`<dt>${key}</dt><dd><del>${shown(oldValue)}</del> <span aria-hidden="true">→</span> <ins>${shown(newValue)}</ins></dd>`,
  )}</dl></details>`;
}

/**
 * @param {any} entry of the record
 * @param {string} siteId
 * @param {boolean} [named] whether it says which document it is about
 * @param {string} [path] where that document is
 * @returns {import('/ui/timeline.js').Told}
 */
export function toldEntry(entry, siteId, named = true, path = undefined) {
  // What is not there any more is called as it was when it was made or moved.
  const known = path ?? entry.changes?.path?.newValue ?? entry.changes?.path?.oldValue;
  const name = lastName(known) || `${entry.documentId?.slice(0, 8)}…`;
  const verb = t(`fk.record.${entry.type}`);
  const about = entry.attributeKey ?? (entry.documentId ? '' : (entry.resourceId ?? ''));
  const denied = entry.status === 'COMPLETE' ? nothing : html` <strong class="fk-denied">${t(`fk.record.status.${entry.status}`)}</strong>`;
  return {
    key: `${entry.key}|${entry.documentId ?? entry.resourceId ?? ''}`,
    at: iso(entry.insertedDate) ?? '',
    who: entry.userId,
    what: html`${verb} · ${t(`fk.kind.${entry.resource}`)}${denied}`,
    object: html`${about}${named && entry.documentId ? html` <a title=${known ?? entry.documentId} href=${documentLink({ siteId, documentId: entry.documentId })}>${name}</a>` : nothing}`,
    about: entry.message ?? '',
    excerpt: entry.changes ? changes(entry) : undefined,
  };
}
