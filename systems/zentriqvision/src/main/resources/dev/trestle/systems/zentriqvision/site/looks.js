// What people look like in a video: the words that analyzers use, and how they are shown. What an analyzer does not know is absent.
import { html, nothing } from '/ui/element.js';
import { hasText, t } from '/ui/texts.js';
import { COLORS } from './values.js';

/** A value in the reader's language, if it is one that the pages know; another analyzer may say anything. */
export function valueText(name, value) {
  const group = { upperColor: 'color', lowerColor: 'color', hairColor: 'hair', ageBucket: 'age' }[name] ?? name;
  const key = `zv.${group}.${value}`;
  return hasText(key) ? t(key) : value;
}

/** A colour as a square. The word stands beside it. */
export const swatch = (color) => html`<span class="zv-swatch" data-color=${COLORS.includes(color) ? color : 'other'} aria-hidden="true"></span>`;

/** All that is known of how somebody looks: the colours first, then the rest. */
export function looks(attributes = {}) {
  const { upperColor, lowerColor, gender, ageBucket, hairColor, emotion, mask, objects } = attributes ?? {};
  const tag = (content) => html`<span class="zv-tag">${content}</span>`;
  return html`${upperColor ? tag(html`${swatch(upperColor)}${t('zv.upperIs', { color: valueText('upperColor', upperColor) })}`) : nothing}${
    lowerColor ? tag(html`${swatch(lowerColor)}${t('zv.lowerIs', { color: valueText('lowerColor', lowerColor) })}`) : nothing
  }${(objects ?? []).map((each) => tag(valueText('object', each)))}${gender ? tag(valueText('gender', gender)) : nothing}${ageBucket ? tag(valueText('ageBucket', ageBucket)) : nothing}${
    hairColor ? tag(t('zv.hairIs', { color: valueText('hairColor', hairColor) })) : nothing
  }${emotion ? tag(valueText('emotion', emotion)) : nothing}${mask === true || mask === false ? tag(t(mask ? 'zv.mask.true' : 'zv.mask.false')) : nothing}`;
}

/** The same in words, for labels: "red top, black trousers, bag". */
export function looksText(attributes = {}) {
  const { upperColor, lowerColor, objects } = attributes ?? {};
  return [
    upperColor ? t('zv.upperIs', { color: valueText('upperColor', upperColor) }) : '',
    lowerColor ? t('zv.lowerIs', { color: valueText('lowerColor', lowerColor) }) : '',
    ...(objects ?? []).map((each) => valueText('object', each)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** An id that other programs gave may be short enough to be read; of others the end is enough to tell two apart. */
const ID_MAX = 12;
const shortId = (id) => (id.length <= ID_MAX ? id : id.slice(-4));

/** A person's name if somebody gave one, else what tells them from others. */
export const personName = (person) => person?.name || t('zv.personN', { id: shortId(String(person?.personId ?? '')) });

export const confidence = (value) => (typeof value === 'number' ? value.toFixed(2) : '');
