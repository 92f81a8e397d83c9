// What is dropped: files, and directories with all that is in them.
import { joined } from './api.js';

export const FILES_MAX = 10_000;

/** What rows of the library are dragged as: their keys, which are ids of documents, or of folders behind a word. */
export const ROWS = 'application/x-formkiq-rows';

const fileOf = (entry) =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

/** A reader gives some hundred entries at a time, and nothing once it gave all. */
async function entriesOf(directory) {
  const reader = directory.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
    if (all.length > FILES_MAX) return all;
  }
}

async function collect(entry, folder, found) {
  if (found.length > FILES_MAX) return;
  if (entry.isFile) found.push({ file: await fileOf(entry), folder });
  else for (const each of await entriesOf(entry)) await collect(each, joined(folder, entry.name), found);
}

/**
 * The files of a drop, each with the folder that it lies in below what was dropped. Has to be called at once: a drop is forgotten when its event ends.
 * @param {DataTransfer} transfer
 * @returns {Promise<{file: File, folder: string}[]>}
 */
export async function droppedFiles(transfer) {
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  const found = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ file: entry, folder: '' });
    else if (entry) await collect(entry, '', found);
  }
  return found;
}

/** The files of an input; those of a directory have their path with them. */
export function chosenFiles(list) {
  return [...list].map((file) => {
    const path = file.webkitRelativePath ?? '';
    return { file, folder: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '' };
  });
}

export const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
