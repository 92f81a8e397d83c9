import { html } from '/ui/element.js';
import { hasText, t } from '/ui/texts.js';
import { LANGUAGES } from './api.js';

/** A value of a field as people call it. */
function valueOf(field, value) {
  if (field === 'preferredLang') return LANGUAGES.find(([code]) => code === value)?.[1] ?? value;
  const key = { role: `unisync.role.${value}`, status: `unisync.user.${value}`, canEditVersions: `unisync.did.${value}` }[field];
  return key && hasText(key) ? t(key) : value;
}

/** What became of a field: the server tells it as "before to after", or "changed". */
function changed(field, value) {
  const name = hasText(`unisync.did.field.${field}`) ? t(`unisync.did.field.${field}`) : field;
  const [, from, to] = /^(.*) to (.*)$/.exec(value) ?? [];
  if (to !== undefined) return t('unisync.did.fromTo', { name, from: valueOf(field, from), to: valueOf(field, to) });
  return value === 'changed' ? name : t('unisync.did.value', { name, value: valueOf(field, value) });
}

/** What an entry of the activity says, in words. */
export function told({ action, details }) {
  const stage = details.stage ? t(`unisync.stage.${details.stage}`) : '';
  switch (action) {
    case 'status_change':
      return t('unisync.did.status_change', { stage, from: t(`unisync.status.${details.from}`), to: t(`unisync.status.${details.to}`) });
    case 'assignment':
      return details.assignedTo
        ? t('unisync.did.assignment', { stage, name: details.assignedToName ?? details.assignedTo })
        : t('unisync.did.unassignment', { stage });
    case 'version_update':
      return t('unisync.did.version_update', { stage, version: details.version });
    case 'link_update':
      return t(details.value ? 'unisync.did.link_update' : 'unisync.did.link_removed', {
        field: t(details.field === 'modelUrl' ? 'unisync.model' : 'unisync.drawings'),
      });
    default: {
      const more = Object.entries(details)
        .filter(([name]) => name !== 'noteId' && name !== 'by')
        .map(([name, value]) => (name === 'fileName' ? value : changed(name, String(value))))
        .join(t('unisync.did.and'));
      return more ? `${t(`unisync.did.${action}`)}: ${more}` : t(`unisync.did.${action}`);
    }
  }
}

/** Where an entry leads: to its note, its stage or its ShowSet. */
export function addressOf({ showSetId, details, note, aboutUserId }) {
  if (!showSetId) return aboutUserId ? '/unisync/people' : null;
  const to = `/unisync?showset=${encodeURIComponent(showSetId)}`;
  if (note) return `${to}&tab=notes&note=${encodeURIComponent(note.noteId)}`;
  return details.stage ? `${to}&at=${encodeURIComponent(details.stage)}` : to;
}

const langOf = (code) => LANGUAGES.find(([each]) => each === code)?.[2] ?? 'en';

/**
 * An entry of the activity as a timeline shows it.
 * @param {object} entry
 * @param {{ofOne?: boolean}} [how] `ofOne` where all of it is about one ShowSet, which is not named then
 * @returns {import('/ui/timeline.js').Told}
 */
export function toldEntry(entry, { ofOne = false } = {}) {
  const { activityId, createdAt, userName, showSetId, about, note, aboutUserId, action } = entry;
  const href = addressOf(entry);
  const whom = about.map(({ name }) => name).join(', ');
  const object = showSetId ? (ofOne ? null : html`<a href=${href}>${showSetId}</a>`) : aboutUserId && whom ? html`<a href=${href}>${whom}</a>` : null;
  // An assignment names the person already.
  const concerns = whom && !aboutUserId && action !== 'assignment' ? t('unisync.mentionsWhom', { names: whom }) : null;
  return {
    key: activityId,
    at: createdAt,
    who: userName,
    what: ofOne && href ? html`<a class="us-did" href=${href}>${told(entry)}</a>` : told(entry),
    object,
    about: concerns,
    excerpt: note ? html`<span lang=${langOf(note.language)}>${excerptOf(note)}</span>` : null,
    href: note ? href : undefined,
  };
}

/** Plain text: the whole of it is a link to the note. */
const excerptOf = ({ text, isCut }) => `${text}${isCut ? '…' : ''}`;
