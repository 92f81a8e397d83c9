/** The address that the pages' files are under. It is made of their contents, so that a browser never has to ask for one again. */
const base = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** The address of a file of the pages, such as "/unisync/unisync.css". */
export const asset = (path) => base + path;
