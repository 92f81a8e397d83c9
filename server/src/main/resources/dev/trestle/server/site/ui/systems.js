// The names of systems: one for each, in the rail, on cards and in the console.
import { hasText, inLanguage, t } from './texts.js';

/** @type {Map<string, Record<string, string>>} */
const titles = new Map();

/** Takes the titles of the systems that bring pages, as the server lists them. */
export function knowSystems(pages) {
  pages.forEach(({ name, title }) => titles.set(name, title));
}

/** What people call a system: as its pages say; one without pages has a text of ours, or its id. */
export function systemName(name) {
  const title = titles.get(name);
  if (title) return inLanguage(title);
  const key = `ui.system.${name}`;
  return hasText(key) ? t(key) : name;
}
