// What people change of ShowSets, notes and users, and who else changed it: each edit is a merge with what is there by now.
import { changesOf, saveChanges } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { ago, isBefore } from '/ui/time.js';
import { inLanguage, number, t } from '/ui/texts.js';
import { getTagged, LANGUAGES, page, post, remove, sendTagged, showSetPath, STAGES, vmItems, vmLines } from './api.js';
import { told } from './told.js';

const LOOKED_BACK = 100;
const TOLD_MAX = 5;
const ROUNDS_MAX = 5;

export const nameOf = (names, userId) => names.find((each) => each.userId === userId)?.name ?? userId;

const language = (code) => LANGUAGES.find(([each]) => each === code)?.[1] ?? code;

/** What a field says; if it shows just what was there before, that: a field of one line drops line breaks and spaces at the ends. */
export function typed(value, before) {
  const plain = (text) => text.replaceAll(/[\r\n]/g, '').trim();
  return plain(value) === plain(before) ? before : value.trim();
}

/** The entries of the log at a path that are newer than a time, newest first. */
async function entriesSince(path, since) {
  const { data } = await page(`${path}/activity?limit=${LOOKED_BACK}`).catch(() => ({ data: [] }));
  return data.filter((entry) => isBefore(since, entry.createdAt));
}

/** Who last set each field, by the entries of the log at a path that are newer than what was opened; `otherwise` where other programs set it. */
async function authorsOf(path, names, { since, isOf, otherwise }) {
  const entries = await entriesSince(path, since);
  return Object.fromEntries(
    names.map((name) => {
      const entry = entries.find((each) => isOf(each, name));
      return [name, entry ? { who: entry.userName, at: entry.createdAt } : otherwise(name)];
    }),
  );
}

/**
 * An edit of a ShowSet; `isOf` tells whether an entry of the log set a field, `otherwise` who did if none has.
 * @typedef {object} ShowSetEdit
 * @property {any} showSet
 * @property {string | null} [tag]
 * @property {string} [heading]
 * @property {Record<string, any>} mine
 * @property {import('/ui/conflict.js').Edit['fields']} fields
 * @property {import('/ui/conflict.js').Edit['write']} write
 * @property {(showSet: any) => Record<string, any>} valuesOf
 * @property {(entry: any, name: string, now: any) => boolean} isOf
 * @property {(name: string, now: any) => {who?: string, at?: string} | undefined} [otherwise]
 */

/**
 * Saves an edit of a ShowSet; `valuesOf(showSet)` are its fields, and `{showSet, tag}` what was opened, perhaps without a tag.
 * @param {ShowSetEdit} edit
 */
function saveShowSetPart({ showSet, tag, valuesOf, isOf, otherwise, ...edit }) {
  const path = showSetPath(showSet.showSetId);
  return saveChanges({
    heading: showSet.showSetId,
    ...edit,
    base: { values: valuesOf(showSet), tag, data: showSet },
    read: async () => {
      const now = await getTagged(path);
      return { values: valuesOf(now.data), ...now };
    },
    authors: (names, now) =>
      authorsOf(path, names, {
        since: showSet.updatedAt,
        isOf: (entry, name) => isOf(entry, name, now.data),
        otherwise: (name) => otherwise?.(name, now.data) ?? { at: now.data.updatedAt },
      }),
  });
}

/** Id, area, scene, description and VMs; `mine` as the form has them. */
export const showSetValues = (s) => ({
  showSetId: s.showSetId,
  area: s.area,
  scene: s.scene,
  en: s.description.en,
  zh: s.description.zh,
  zhTw: s.description['zh-TW'],
  vms: vmLines(s.vmList),
});

const DESCRIPTIONS = { en: 'en', zh: 'zh', zhTw: 'zh-TW' };

export function saveShowSet({ showSet, tag, mine }) {
  const description = (code) => ({ label: `${t('unisync.description')} (${language(code)})`, merge: true });
  const audited = { en: 'description', zh: 'description', zhTw: 'description', vms: 'vmList' };
  return saveShowSetPart({
    showSet,
    tag,
    mine,
    valuesOf: showSetValues,
    fields: {
      showSetId: { label: t('unisync.id') },
      area: { label: t('unisync.filter.area') },
      scene: { label: t('unisync.filter.scene') },
      vms: { label: t('unisync.vms'), merge: true },
      en: description('en'),
      zh: description('zh'),
      zhTw: description('zh-TW'),
    },
    isOf: (entry, name) => ['showset_edited', 'showset_renamed'].includes(entry.action) && (audited[name] ?? name) in entry.details,
    write: ({ en, zh, zhTw, vms, ...rest }, { tag: seen }) => {
      const texts = Object.entries({ en, zh, zhTw })
        .filter(([, text]) => text !== undefined)
        .map(([name, text]) => [DESCRIPTIONS[name], text]);
      const body = {
        ...rest,
        ...(texts.length > 0 ? { description: Object.fromEntries(texts) } : {}),
        ...(vms === undefined ? {} : { vmList: vmItems(vms) }),
      };
      return sendTagged('PATCH', showSetPath(showSet.showSetId), body, { tag: seen });
    },
  });
}

export function saveLinks({ showSet, tag, mine }) {
  return saveShowSetPart({
    showSet,
    tag,
    mine,
    valuesOf: (s) => ({ modelUrl: s.links.modelUrl ?? null, drawingsUrl: s.links.drawingsUrl ?? null }),
    fields: { modelUrl: { label: t('unisync.model') }, drawingsUrl: { label: t('unisync.drawings') } },
    isOf: (entry, name) => entry.action === 'link_update' && entry.details.field === name,
    write: (changes, { tag: seen }) => sendTagged('PUT', showSetPath(showSet.showSetId, '/links'), changes, { tag: seen }),
  });
}

const STAGE_ACTIONS = { status: 'status_change', assignedTo: 'assignment', version: 'version_update' };

const stageValues = (showSet, stage) => {
  const { status, assignedTo = null, version = null } = showSet.stages[stage];
  return { status: { status }, assignedTo, version };
};

const statusText = ({ status, note }) => t(`unisync.status.${status}`) + (note ? `\n${note}` : '');

const byStage = (names, stage) => (name, now) => ({ who: nameOf(names, now.stages[stage].updatedBy), at: now.stages[stage].updatedAt });

/**
 * `mine` has status, assignedTo and version, or some of them; a status `{status, note, lang}` has the note with which it is sent back.
 * @param {{showSet: any, tag?: string | null, stage: string, mine: Record<string, any>, names: any[]}} edit
 */
export function saveStage({ showSet, tag, stage, mine, names }) {
  return saveShowSetPart({
    showSet,
    tag,
    mine,
    valuesOf: (s) => stageValues(s, stage),
    heading: `${showSet.showSetId} · ${t(`unisync.stage.${stage}`)}`,
    fields: {
      status: { label: t('unisync.status'), show: statusText },
      assignedTo: { label: t('unisync.assignedTo'), show: (id) => (id ? nameOf(names, id) : t('unisync.nobody')) },
      version: { label: t('unisync.version') },
    },
    isOf: (entry, name, now) =>
      entry.action === STAGE_ACTIONS[name] &&
      entry.details.stage === stage &&
      (name !== 'version' || entry.details.version === (now.stages[stage].version ?? '')),
    otherwise: byStage(names, stage),
    write: async ({ status, ...rest }, { tag: seen, data }) => {
      const body = {
        ...rest,
        ...(status ? { status: status.status } : {}),
        ...(status?.note ? { revisionNote: status.note, revisionNoteLang: status.lang } : {}),
      };
      const saved = await sendTagged('PUT', showSetPath(showSet.showSetId, `/stage/${stage}`), body, { tag: seen });
      // Sent back by both: the server keeps the first one's note with it, and this one beside it.
      if (status?.note && data.stages[stage].status === status.status)
        await post(showSetPath(showSet.showSetId, '/notes'), { text: status.note, language: status.lang });
      return saved;
    },
  });
}

/**
 * The same for one of many, without a question: of what another has changed since `showSet` was read, it fails and changes nothing. `change` is what the server is
 * sent: status, perhaps with a note, or assignedTo.
 */
export async function changeStage({ showSet, stage, change }) {
  const path = showSetPath(showSet.showSetId);
  const parts = Object.keys(change).filter((name) => name === 'status' || name === 'assignedTo');
  const of = (s, name) => s.stages[stage][name] ?? null;
  for (let round = 1; ; round++) {
    const { data, tag } = await getTagged(path);
    if (parts.every((name) => of(data, name) === change[name])) return data;
    if (parts.some((name) => of(data, name) !== of(showSet, name)))
      throw changedMeanwhile(t('unisync.bulk.changed', { status: t(`unisync.status.${data.stages[stage].status}`) }));
    try {
      return (await sendTagged('PUT', `${path}/stage/${stage}`, change, { tag })).data;
    } catch (failure) {
      if (failure.status !== 412 || round === ROUNDS_MAX) throw failure;
    }
  }
}

/** Unlocks, and sends stages back. Of a stage that somebody has moved meanwhile, and of a lock that somebody has set anew, the person decides. */
export function saveUnlock({ showSet, tag, stages, names }) {
  const path = showSetPath(showSet.showSetId);
  const status = (stage) => ({ label: t(`unisync.stage.${stage}`), show: (value) => t(`unisync.status.${value}`) });
  let current = showSet;
  return saveShowSetPart({
    showSet,
    tag,
    mine: { locked: null, ...Object.fromEntries(stages.map((stage) => [stage, 'revision_required'])) },
    valuesOf: (s) => {
      current = s;
      return { locked: s.lockedAt ?? null, ...Object.fromEntries(STAGES.map((stage) => [stage, s.stages[stage].status])) };
    },
    fields: {
      locked: {
        label: t('unisync.locked'),
        show: (at) => (at ? t('unisync.lockedBy', { name: nameOf(names, current.lockedBy) }) : t('unisync.unlock')),
      },
      ...Object.fromEntries(STAGES.map((stage) => [stage, status(stage)])),
    },
    isOf: (entry, name) => (name === 'locked' ? entry.action === 'showset_locked' : entry.action === 'status_change' && entry.details.stage === name),
    otherwise: (name, now) => (name === 'locked' ? { who: nameOf(names, now.lockedBy), at: now.lockedAt } : byStage(names, name)(name, now)),
    write: async ({ locked, ...sentBack }, { tag: seen, data }) => {
      // The other's lock is kept, and with it the stages.
      if (data.lockedAt && locked === undefined) return null;
      if (data.lockedAt) return sendTagged('POST', `${path}/unlock`, { stagesToReset: Object.keys(sentBack) }, { tag: seen });
      const entry = (await entriesSince(path, showSet.updatedAt)).find((each) => each.action === 'showset_unlocked');
      throw changedMeanwhile(t('unisync.unlockedBy', { name: entry?.userName ?? t('ui.conflict.somebody') }));
    },
  });
}

/** What a person has to know before the same is tried again; a dialog or form shows it. */
const changedMeanwhile = (text) => Object.assign(new Error(text), { status: 409 });

/** Asks, and deletes what the person saw. If others have changed it meanwhile, it tells who did what and when; to delete it all the same is asked for anew. */
export function deleteShowSet({ showSet, tag }) {
  const id = showSet.showSetId;
  const path = showSetPath(id);
  let seen = { data: showSet, tag };
  return confirmed({
    heading: t('unisync.deleteHeading', { id }),
    text: t('unisync.deleteText', { id }),
    label: t('unisync.delete'),
    act: async () => {
      try {
        await remove(path, seen.tag);
      } catch (failure) {
        if (failure.status !== 412) throw failure;
        const now = await getTagged(path);
        const entries = await entriesSince(path, seen.data.updatedAt);
        const lines = entries.slice(0, TOLD_MAX).map((each) => line(each.userName, each.createdAt, told(each)));
        if (lines.length === 0) lines.push(line(t('ui.conflict.somebody'), now.data.updatedAt, ''));
        seen = now;
        throw changedMeanwhile([t('unisync.changedMeanwhile'), ...lines, ...(entries.length > TOLD_MAX ? ['…'] : [])].join('\n'));
      }
    },
  });
}

const line = (who, at, what) => `${who}, ${ago(Date.parse(at))}${what ? `: ${what}` : ''}`;

const noteValues = (note) => ({ said: { text: note.content[note.originalLang], language: note.originalLang } });

/** The same for a note: its text and files are what the person saw, translations are not. */
export function deleteNote(note) {
  const path = `/notes/${encodeURIComponent(note.noteId)}`;
  const seenOf = (each) => ({ ...noteValues(each), files: each.attachments.map((file) => file.id) });
  let seen = note;
  return confirmed({
    heading: t('unisync.deleteNote'),
    text: t('unisync.deleteNoteText', { name: note.authorName }),
    label: t('unisync.delete'),
    act: async () => {
      for (let round = 1; ; round++) {
        const { data, tag } = await getTagged(path);
        if (Object.keys(changesOf(seenOf(seen), seenOf(data))).length > 0) {
          seen = data;
          const files = data.attachments.map((file) => file.fileName);
          throw changedMeanwhile(
            [t('unisync.changedMeanwhile'), line(data.authorName, data.updatedAt, noteValues(data).said.text), ...files].join('\n'),
          );
        }
        try {
          await remove(path, tag);
          return;
        } catch (failure) {
          if (failure.status !== 412 || round === ROUNDS_MAX) throw failure;
        }
      }
    },
  });
}

/** A text in the reader's language, or in one that it has. */
export const reasonText = (all) => (all ? inLanguage(all) || Object.values(all).find(Boolean) || '' : '');

/** A number; `target` null raises it by one. The reason is shown with it, since it is lost if theirs is taken. */
export function saveVersion({ showSet, tag, type, target, reason, lang, names }) {
  const last = (s) => (s.versionHistory ?? []).findLast((each) => each.versionType === type && each.version === s[type]);
  const lines = (version, why) => [number(version), why].filter(Boolean).join('\n');
  let current = showSet;
  return saveShowSetPart({
    showSet,
    tag,
    mine: { number: { target, reason } },
    valuesOf: (s) => {
      current = s;
      return { number: s[type] };
    },
    fields: {
      number: {
        label: t(`unisync.${type}`),
        show: (value, theirs) => (typeof value === 'number' ? lines(value, reasonText(last(current)?.reason)) : lines(target ?? theirs + 1, reason)),
      },
    },
    isOf: () => false,
    otherwise: (name, now) => last(now) && { who: nameOf(names, last(now).createdBy), at: last(now).createdAt },
    write: (changes, { tag: seen, data }) => {
      if (target === data[type]) throw Object.assign(new Error(t('unisync.sameVersion', { n: target })), { status: 409 });
      return sendTagged(
        'PUT',
        showSetPath(showSet.showSetId, '/version'),
        { versionType: type, language: lang, reason, ...(target === null ? {} : { targetVersion: target }) },
        { tag: seen },
      );
    },
  });
}

/** Only its author edits a note, though perhaps in two windows, or by another program. */
export function saveNote({ note, mine }) {
  const path = `/notes/${encodeURIComponent(note.noteId)}`;
  return saveChanges({
    heading: t('unisync.notes'),
    fields: {
      said: {
        label: t('unisync.text'),
        show: ({ text, language: code }) => `${text}\n(${language(code)})`,
        merge: { text: (said) => said.text, value: (text, said) => ({ ...said, text }) },
      },
    },
    base: { values: noteValues(note), tag: null },
    mine: { said: mine },
    read: async () => {
      const now = await getTagged(path);
      return { values: noteValues(now.data), ...now };
    },
    write: ({ said }, { tag }) => sendTagged('PATCH', path, said, { tag }),
    authors: async (names, now) => ({ said: { who: now.data.authorName, at: now.data.updatedAt } }),
  });
}

const USER_FIELDS = ['name', 'role', 'status', 'preferredLang', 'canEditVersions'];

export function saveUser({ user, mine }) {
  const path = `/users/${encodeURIComponent(user.userId)}`;
  const valuesOf = (each) => Object.fromEntries(USER_FIELDS.map((name) => [name, each[name]]));
  const shown = {
    role: (value) => t(`unisync.role.${value}`),
    status: (value) => t(`unisync.user.${value}`),
    preferredLang: language,
    canEditVersions: (value) => t(value ? 'unisync.yes' : 'unisync.no'),
  };
  const labels = {
    name: 'unisync.name',
    role: 'unisync.role',
    status: 'unisync.status',
    preferredLang: 'unisync.noteLanguage',
    canEditVersions: 'unisync.canEditVersions',
  };
  return saveChanges({
    heading: user.name,
    fields: Object.fromEntries(USER_FIELDS.map((name) => [name, { label: t(labels[name]), ...(shown[name] ? { show: shown[name] } : {}) }])),
    base: { values: valuesOf(user), tag: null },
    mine,
    read: async () => {
      const now = await getTagged(path);
      return { values: valuesOf(now.data), ...now };
    },
    write: (changes, { tag }) => sendTagged('PATCH', path, changes, { tag }),
    authors: (names, now) =>
      authorsOf(path, names, {
        since: user.updatedAt,
        isOf: (entry, name) => entry.action === 'user_changed' && name in entry.details,
        otherwise: () => ({ at: now.data.updatedAt }),
      }),
  });
}
