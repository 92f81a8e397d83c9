// What is done to documents and folders, wherever they are listed. Each tells what became of it, and what can be undone is offered back.
import { html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { confirmed } from '/ui/dialog.js';
import { call, encoded, eachOf, joined, lastName, nameOf, parentOf } from './api.js';

const AT_ONCE = 8;
const BELOW_MAX = 5_000;
const ZIP_TRIES = 60;
const ZIP_PAUSE_MS = 500;

const bad = (failure) => toast(words(failure), { tone: 'bad' });

/** Does something to each of many, and tells of those that were refused. Returns those that were not. */
export async function doAll(all, act) {
  const done = [];
  const refused = [];
  await eachOf(all, AT_ONCE, async (each) => {
    try {
      await act(each);
      done.push(each);
    } catch (failure) {
      refused.push(failure);
    }
  });
  if (refused.length === 1) bad(refused[0]);
  else if (refused.length > 1) toast(`${t('fk.refused', { n: refused.length })} ${words(refused[0])}`, { tone: 'bad' });
  return done;
}

const documentPath = (row) => `/documents/${encoded(row.documentId)}`;

/** All documents below a folder, and the folders, the deepest first. */
async function below(siteId, folder) {
  const documents = [];
  const folders = [folder];
  for (const each of folders) {
    for (let next = null, isFirst = true; isFirst || next; isFirst = false) {
      const page = await call('GET', '/folders', { siteId, path: each.at, limit: 1000, next });
      documents.push(...page.documents.filter((item) => !item.folder));
      folders.push(...page.documents.filter((item) => item.folder).map((item) => ({ ...item, at: joined(each.at, item.path) })));
      if (documents.length > BELOW_MAX || folders.length > BELOW_MAX) throw new Error(t('fk.folder.tooMany', { n: BELOW_MAX }));
      next = page.next;
    }
  }
  return { documents, folders: folders.reverse() };
}

/** What is in folders is asked about before it goes with them. Returns null if the answer is no. */
async function withBelow(siteId, rows) {
  const documents = rows.filter((row) => !row.folder);
  const folders = [];
  for (const row of rows.filter((each) => each.folder)) {
    const inside = await below(siteId, row);
    const { length } = inside.documents;
    const text = t('fk.folder.deleteText', { n: length });
    const isMeant =
      length === 0 ||
      (await confirmed({ heading: t('fk.folder.delete', { name: lastName(row.at) }), text, label: t('fk.delete'), act: async () => {} }));
    if (!isMeant) return null;
    documents.push(...inside.documents);
    folders.push(...inside.folders);
  }
  return { documents, folders };
}

/** Deletes documents softly, and folders with what is in them. What was deleted softly can be brought back at once, folders with it. */
export async function deleteRows(siteId, rows) {
  const all = await withBelow(siteId, rows).catch(bad);
  if (!all) return;
  const done = await doAll(all.documents, (row) => call('DELETE', documentPath(row), { siteId, softDelete: true }));
  let gone = 0;
  // One after another: a folder is empty once those in it are gone.
  for (const folder of done.length === all.documents.length ? all.folders : []) {
    gone += (await doAll([folder], () => call('DELETE', `/folders/${encoded(folder.indexKey)}`, { siteId }))).length;
  }
  if (done.length > 0) {
    const said = done.length === 1 ? t('fk.deletedOne', { name: nameOf(done[0]) }) : t('fk.deletedMany', { n: done.length });
    toast(said, { undo: () => doAll(done, (row) => call('PUT', `${documentPath(row)}/restore`, { siteId })) });
  } else if (gone > 0) toast(t('fk.folderDeleted', { n: gone }));
}

/** Moves documents and folders into a folder. */
export async function moveRows(siteId, rows, folder) {
  const done = await doAll(rows, (row) => {
    const target = row.folder ? joined(folder, lastName(row.at)) : `${folder}/`;
    return row.folder && parentOf(row.at) === folder
      ? Promise.resolve()
      : call('POST', '/indices/folder/move', { siteId }, { source: row.folder ? `${row.at}/` : row.at, target });
  });
  if (done.length > 0) toast(t('fk.moved', { n: done.length, name: lastName(folder) || t('fk.root') }));
}

/** Gives a document or a folder another name in its folder. Returns the name that it got. */
export async function rename(siteId, row, name) {
  const folder = parentOf(row.at);
  if (row.folder) {
    await call('POST', '/indices/folder/move', { siteId }, { source: `${row.at}/`, target: joined(folder, name) });
    return name;
  }
  await call('PATCH', documentPath(row), { siteId }, { path: joined(folder, name) });
  const got = nameOf(await call('GET', documentPath(row), { siteId }));
  if (got !== name) toast(t('fk.up.taken', { name: got }), { tone: 'warn' });
  return got;
}

/** Has the browser save what is at an address. */
function save(url) {
  const link = Object.assign(document.createElement('a'), { href: url, rel: 'noopener', download: '' });
  document.body.append(link);
  link.click();
  link.remove();
}

export async function downloadDocument(siteId, row) {
  try {
    save((await call('GET', `${documentPath(row)}/url`, { siteId })).url);
  } catch (failure) {
    bad(failure);
  }
}

/** Several documents in one archive, which is made in the background and is there when its address answers. */
export async function downloadZip(siteId, rows) {
  try {
    toast(t('fk.zip.made', { n: rows.length }));
    const { downloadUrl } = await call('POST', '/documents/compress', { siteId }, { documentIds: rows.map(({ documentId }) => documentId) });
    for (let i = 0; i < ZIP_TRIES; i++) {
      // The address is signed for GET alone: the first byte says whether it is there.
      const answer = await fetch(downloadUrl, { headers: { Range: 'bytes=0-0' } });
      if (answer.ok) {
        save(downloadUrl);
        return;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, ZIP_PAUSE_MS);
      });
    }
    toast(t('fk.zip.late'), { tone: 'bad' });
  } catch (failure) {
    bad(failure);
  }
}

export async function copyLink(path) {
  await navigator.clipboard.writeText(new URL(path, location.href).href);
  toast(t('fk.linkCopied'));
}

/** Deletes for good, once the name was typed. */
export function deleteForGood(siteId, row, { purge = false } = {}) {
  const name = nameOf(row);
  return confirmed({
    heading: t(purge ? 'fk.purge.heading' : 'fk.forGood.heading', { name }),
    text: html`<span>${t(purge ? 'fk.purge.text' : 'fk.forGood.text')}</span><br><label class="fk-confirm">${t('fk.forGood.type', { name })}<input name="confirm" autocomplete="off"></label>`,
    label: t(purge ? 'fk.purge' : 'fk.forGood'),
    act: async () => {
      const typed = /** @type {HTMLInputElement | null} */ (document.querySelector('dialog[open] input[name="confirm"]'));
      if (typed?.value.trim() !== name) throw new Error(t('fk.forGood.differs'));
      await call('DELETE', purge ? `${documentPath(row)}/purge` : documentPath(row), { siteId });
    },
  });
}
