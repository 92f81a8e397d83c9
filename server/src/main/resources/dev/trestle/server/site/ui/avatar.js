import { html } from './element.js';

const HUES = 5;

/** Two letters for a name: those of the first and the last word. */
export function initials(name) {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [...words[0]][0] + [...words.at(-1)][0] : [...(words[0] ?? '?')].slice(0, 2).join('');
  return letters.toUpperCase();
}

/** A person as a small disc, always of the same colour. The name stands beside it or is its title. */
export function avatar(name) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 0) % HUES;
  return html`<span class="avatar" data-hue=${hue} aria-hidden="true">${initials(name)}</span>`;
}
