// What is searched for, as the address holds it, as the API is asked, and as people type it.
import { AGES, COLORS, EMOTIONS, GENDERS, HAIR, OBJECTS } from './values.js';

/** Of each of these several values may be chosen; one of them is enough. */
export const SEVERAL = ['upperColor', 'lowerColor', 'color', 'object', 'camera', 'gender', 'ageBucket', 'emotion', 'hairColor'];
const SINGLE = ['mask', 'minConfidence', 'start', 'end', 'timeOfDay', 'personId', 'videoId'];
export const VALUES_MAX = 5;

/** What only some analyzers know. The built-in one is not among them. */
export const FURTHER = ['gender', 'ageBucket', 'emotion', 'hairColor', 'mask'];

export const VALUES = {
  upperColor: COLORS,
  lowerColor: COLORS,
  color: COLORS,
  object: OBJECTS,
  gender: GENDERS,
  ageBucket: AGES,
  emotion: EMOTIONS,
  hairColor: HAIR,
};

/**
 * @typedef {Record<string, string[]>} Filters a list of values by name; of a single one, one value
 */

/** @param {URLSearchParams} query @returns {Filters} */
export function readFilters(query) {
  /** @type {Filters} */
  const filters = {};
  for (const name of SEVERAL) {
    const values = [...new Set(query.getAll(name).filter(Boolean))].slice(0, VALUES_MAX);
    if (values.length) filters[name] = values;
  }
  for (const name of SINGLE) {
    const value = query.get(name);
    if (value) filters[name] = [value];
  }
  return filters;
}

/** The same filters with a value added or taken away. */
export function toggled(filters, name, value) {
  const before = filters[name] ?? [];
  if (before.includes(value))
    return withValues(
      filters,
      name,
      before.filter((each) => each !== value),
    );
  return withValues(filters, name, SEVERAL.includes(name) ? [...before, value].slice(-VALUES_MAX) : [value]);
}

/** The same filters with other values of a name; none take it away. */
export function withValues(filters, name, values) {
  const others = Object.fromEntries(Object.entries(filters).filter(([each]) => each !== name));
  return values.length ? { ...others, [name]: values } : others;
}

/** Chips, as they are shown: one a name; the span of time is one of two. */
export function chipsOf(filters) {
  const chips = [...SEVERAL, 'mask', 'personId', 'videoId'].filter((name) => filters[name]).map((name) => ({ name, values: filters[name] }));
  if (filters.start || filters.end) chips.push({ name: 'span', values: [filters.start?.[0] ?? null, filters.end?.[0] ?? null] });
  if (filters.timeOfDay) chips.push({ name: 'timeOfDay', values: filters.timeOfDay });
  if (filters.minConfidence) chips.push({ name: 'minConfidence', values: filters.minConfidence });
  return chips;
}

/** The filters without those of a chip. */
export const withoutChip = (filters, name) =>
  name === 'span' ? withValues(withValues(filters, 'start', []), 'end', []) : withValues(filters, name, []);

/**
 * Reads what people type, such as "red top last night camera 3": the longest words of the vocabulary first.
 * @param {string} text
 * @param {{words: [string, string, string | null][], cameras: string[]}} vocabulary words: what is typed, the name of a filter (or "upper", "lower", "span"), its value
 * @returns {{found: {name: string, value: string}[], rest: string}}
 */
export function understand(text, { words, cameras }) {
  const entries = [
    ...words.map(([word, name, value]) => ({ word: word.toLowerCase(), name, value })),
    ...cameras.map((camera) => ({ word: camera.toLowerCase(), name: 'camera', value: camera })),
  ]
    .filter(({ word }) => word)
    .sort((one, other) => other.word.length - one.word.length);
  let left = withoutMarks(text.toLowerCase());
  const parts = [];
  const rest = [];
  while (left) {
    const hit = entries.find(({ word }) => startsWithWord(left, word));
    if (hit) {
      parts.push(hit);
      left = withoutMarks(left.slice(hit.word.length));
      continue;
    }
    const [word] = /^(?:\p{Script=Han}|[^\s,;，。；、\p{Script=Han}]+)/u.exec(left) ?? [left];
    const camera = cameraOf(word, cameras);
    if (camera) parts.push({ word, name: 'camera', value: camera });
    else rest.push(word);
    left = withoutMarks(left.slice(word.length));
  }
  const found = joined(parts);
  return {
    found: found.filter((each, i) => found.findIndex(({ name, value }) => name === each.name && value === each.value) === i),
    rest: rest.join(' '),
  };
}

/** What is written between words says nothing. */
const withoutMarks = (text) => text.replace(/^[\s,;.，。；、]+/u, '').trimEnd();

/** The only camera that has the word in its name: "gate" for "Gate 2". */
function cameraOf(word, cameras) {
  const fitting = cameras.filter((camera) => camera.toLowerCase().split(/\s+/).includes(word.replace(/\.+$/, '')));
  return fitting.length === 1 ? fitting[0] : null;
}

/** "red" is not the beginning of "reduce"; Chinese has no spaces between words. */
function startsWithWord(text, word) {
  if (!text.startsWith(word)) return false;
  const next = text.slice(word.length, word.length + 1);
  return next === '' || /[\s,;.，。；、]|\p{Script=Han}/u.test(next) || /\p{Script=Han}$/u.test(word);
}

/** A colour belongs to the piece of clothing that is named with it: behind it or, in "top red", before it. */
function joined(parts) {
  const found = [];
  const isPiece = (each) => each?.name === 'upper' || each?.name === 'lower';
  const isColor = (each) => each?.name === 'color';
  for (let i = 0; i < parts.length; i++) {
    const each = parts[i];
    if (each.name === 'skip') continue;
    if (isColor(each) && isPiece(parts[i + 1])) {
      found.push({ name: `${parts[i + 1].name}Color`, value: each.value });
      i++;
    } else if (isPiece(each) && isColor(parts[i + 1])) {
      found.push({ name: `${each.name}Color`, value: parts[i + 1].value });
      i++;
    } else if (!isPiece(each)) found.push({ name: each.name, value: each.value });
  }
  return found;
}
