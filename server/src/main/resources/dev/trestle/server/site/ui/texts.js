// What the pages say, in the reader's language. Each area has a file per language: <area>/texts/en.json, zh.json, zh-TW.json.
import { asset } from './assets.js';

export const LANGUAGES = [
  ['en', 'English', 'en'],
  ['zh', '简体中文', 'zh-Hans'],
  ['zh-TW', '繁體中文', 'zh-TW'],
];
const KEPT = 'trestle.language';

function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (LANGUAGES.some(([code]) => code === kept)) return kept;
  for (const wanted of navigator.languages ?? []) {
    if (/^zh\b.*(tw|hk|mo|hant)/i.test(wanted)) return 'zh-TW';
    if (/^zh\b/i.test(wanted)) return 'zh';
    if (/^en\b/i.test(wanted)) return 'en';
  }
  return 'en';
}

/** The language of this browser: "en", "zh" or "zh-TW". */
export const language = preferred();

/** The same, as `lang` attributes and Intl want it. */
export const locale = LANGUAGES.find(([code]) => code === language)[2];

document.documentElement.lang = locale;

const texts = new Map();
const loading = new Map();

/** Loads the texts of an area, such as "/unisync/texts", once. */
export function loadTexts(directory) {
  if (!loading.has(directory)) {
    loading.set(
      directory,
      fetch(asset(`${directory}/${language}.json`))
        .then((answer) => answer.json())
        .then((all) => {
          Object.entries(all).forEach(([key, text]) => texts.set(key, text));
        }),
    );
  }
  return loading.get(directory);
}

/** Whether there is a text of this key in what was loaded. */
export const hasText = (key) => texts.has(key);

const plurals = new Intl.PluralRules(locale);

/** A text by its key, with its {placeholders} filled. Of a number `n`, the text of its form is taken where there is one: "key.one" for 1 in English. */
export function t(key, values = {}) {
  const form = typeof values.n === 'number' ? texts.get(`${key}.${plurals.select(values.n)}`) : undefined;
  const text = form ?? texts.get(key);
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** One of several things that have a text in each language: {en, zh, "zh-TW"}. */
export const inLanguage = (all) => all?.[language] ?? all?.en ?? '';

const whole = new Intl.NumberFormat(locale);

/** A number as the reader writes it. */
export const number = (value) => whole.format(value);

const shown = (value) => (typeof value === 'number' ? number(value) : String(value));

/** Bytes, in a unit that people can read. */
export function bytes(value) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
  let unit = 0;
  let rest = value;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit++;
  }
  // Browsers write "byte" in Chinese, too.
  if (unit === 0) return t('ui.bytes', { n: rest });
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[unit],
    unitDisplay: 'short',
    maximumFractionDigits: rest < 10 ? 1 : 0,
  }).format(rest);
}

/** Another language; the page begins anew in it, at the same address. */
export function setLanguage(code) {
  localStorage.setItem(KEPT, code);
  location.reload();
}
