import { html } from './element.js';

const ADDRESS = /https?:\/\/[^\s<>"'`（）【】「」，。；]+/g;
/** What ends a sentence, or closes a bracket, and is no part of an address. */
const END = /[.,;:!?)\]}]+$/;

/**
 * A text with its web addresses as links, and with the names that are mentioned in it marked. Nothing of the text is ever taken for HTML, and only http and
 * https addresses become links; they open in a new tab that knows nothing of this one.
 * @param {string} text
 * @param {string[]} [names] of those who can be mentioned
 */
export function linked(text, names = []) {
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(ADDRESS)) {
    const address = found[0].replace(END, '');
    if (!isAddress(address)) continue;
    pieces.push(...mentioned(text.slice(at, found.index), names), html`<a href=${address} target="_blank" rel="noopener noreferrer">${address}</a>`);
    at = found.index + address.length;
  }
  return [...pieces, ...mentioned(text.slice(at), names)];
}

function isAddress(address) {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** The longest name after an at sign is meant, in whatever case. */
function mentioned(text, names) {
  const pieces = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const rest = text.slice(at + 1).toLowerCase();
    const name = names.filter((each) => each && rest.startsWith(each.toLowerCase())).sort((one, other) => other.length - one.length)[0];
    if (!name) continue;
    pieces.push(text.slice(from, at), html`<span class="mentioned">${text.slice(at, at + 1 + name.length)}</span>`);
    from = at + 1 + name.length;
  }
  return [...pieces, text.slice(from)];
}
