// What may be typed into the search: the words of the reader's language and, always, the English ones.
import { hasText, t } from '/ui/texts.js';
import { VALUES } from './filters.js';
import { COLORS } from './values.js';
import { SPANS } from './when.js';

/** A text of words, separated by commas; in English they are the names of the values. */
const list = (key) => (hasText(key) ? t(key).split(/[,，、]/) : []).map((each) => each.trim()).filter(Boolean);

const ENGLISH = { upper: ['top', 'shirt', 'jacket', 'coat', 'upper'], lower: ['trousers', 'pants', 'jeans', 'skirt', 'lower'] };

/** @returns {[string, string, string | null][]} */
export function vocabulary() {
  /** @type {[string, string, string | null][]} */
  const words = [];
  const add = (texts, name, value) => texts.forEach((text) => words.push([text, name, value]));
  for (const color of COLORS) add([color, ...list(`zv.color.${color}`), ...list(`zv.say.color.${color}`)], 'color', color);
  add(['grey'], 'color', 'gray');
  for (const piece of ['upper', 'lower']) add([...ENGLISH[piece], ...list(`zv.say.${piece}`)], piece, null);
  for (const object of VALUES.object) add([object, ...list(`zv.object.${object}`), ...list(`zv.say.object.${object}`)], 'object', object);
  for (const gender of VALUES.gender) add([gender, ...list(`zv.gender.${gender}`), ...list(`zv.say.gender.${gender}`)], 'gender', gender);
  for (const emotion of VALUES.emotion) add([emotion, ...list(`zv.emotion.${emotion}`)], 'emotion', emotion);
  add(list('zv.say.mask.true'), 'mask', 'true');
  add(list('zv.say.mask.false'), 'mask', 'false');
  for (const span of SPANS) add(list(`zv.say.${span}`), 'span', span);
  add(list('zv.say.nothing'), 'skip', null);
  return words;
}
