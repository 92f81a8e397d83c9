// Merging and splitting persons: at once, and taken back with a click or Ctrl+Z.
import { words } from '/ui/error.js';
import { navigate } from '/ui/router.js';
import { toast } from '/ui/toast.js';
import { t } from '/ui/texts.js';
import { api, part, personPath } from './api.js';
import { personName } from './looks.js';

const WAIT_MS = 700;
const TRIES_MAX = 8;

/** Another change of the same person may be under way for a moment. */
async function patiently(send) {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (failure) {
      if (failure.code !== 'person-busy' || tries >= TRIES_MAX) throw failure;
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_MS * tries);
      });
    }
  }
}

/** Undoes a merge or split. Resolves to the person who is there again; to null if it was refused, which is told. */
export async function undo(mergeId) {
  try {
    const person = await patiently(() => api('POST', `/merges/${part(mergeId)}/undo`));
    toast(t('zv.undone'));
    return person;
  } catch (failure) {
    toast(words(failure), { tone: 'bad' });
    return null;
  }
}

/**
 * Merges persons into one, and offers to undo it. Resolves to the one; to null if a merge was refused, which is told.
 * @param {any} into
 * @param {any[]} others
 * @param {(person: any) => void} [undone] told of the person of the last merge that was undone
 */
export async function merge(into, others, undone = (person) => navigate(personPath(person.personId))) {
  const done = [];
  let person = into;
  try {
    for (const other of others) {
      person = await patiently(() => api('POST', `/persons/${part(into.personId)}/merge`, { from: other.personId }));
      done.push(person.mergeId);
    }
  } catch (failure) {
    toast(words(failure), { tone: 'bad' });
    if (done.length === 0) return null;
  }
  toast(t('zv.merged', { n: done.length, name: personName(person) }), {
    undo: async () => {
      let last = null;
      for (const mergeId of done.reverse()) last = (await undo(mergeId)) ?? last;
      if (last) undone(last);
    },
  });
  return person;
}

/** Makes a new person of some appearances, and offers to undo it. Resolves to the new one; throws what the server refuses. */
export async function split(personId, rows, undone) {
  const made = await patiently(() =>
    api('POST', `/persons/${part(personId)}/split`, { appearances: rows.map(({ videoId, timestamp }) => ({ videoId, timestamp })) }),
  );
  toast(t('zv.wasSplit', { n: rows.length, name: personName(made) }), {
    undo: async () => {
      const back = await undo(made.mergeId);
      if (back) undone(back);
    },
    // Both would be offered: the way back is what cannot wait.
  });
  return made;
}
