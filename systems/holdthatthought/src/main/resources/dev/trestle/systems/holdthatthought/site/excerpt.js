/**
 * A piece of a letter as a line of a list shows it: without markdown's signs of emphasis, headings and code, which say nothing there.
 *
 * @param {string} text
 */
export const plainPiece = (text) =>
  text
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/gm, '')
    .replace(/\*\*|~~|`/g, '')
    .replace(/(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '');
