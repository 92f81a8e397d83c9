// The values of an attribute, as the API writes them and as a form holds them.
import { number } from '/ui/texts.js';

/** What a form holds: texts, of numbers too, so that what was typed stays. */
export function valuesOf(attribute) {
  if (attribute.stringValues) return [...attribute.stringValues];
  if (attribute.stringValue !== undefined) return [attribute.stringValue];
  if (attribute.numberValues) return attribute.numberValues.map(String);
  if (attribute.numberValue !== undefined) return [String(attribute.numberValue)];
  if (attribute.booleanValue !== undefined) return [String(attribute.booleanValue)];
  return [];
}

export const sameValues = (one, other) => one.length === other.length && one.every((each, i) => each === other[i]);

const isNumber = (text) => /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text.trim()) && Number.isFinite(Number(text));

/** What is wrong with a value before it is sent: the key of a text, or null. */
export function wrongValue(dataType, values) {
  if (dataType === 'NUMBER' && values.some((each) => !isNumber(each))) return 'fk.value.noNumber';
  if (dataType === 'STRING' && values.some((each) => each === '')) return 'fk.value.empty';
  if (dataType !== 'KEY_ONLY' && values.length === 0) return 'fk.value.empty';
  return null;
}

/** What the API takes. */
export function asAttribute(key, dataType, values) {
  if (dataType === 'NUMBER') {
    const numbers = values.map(Number);
    return numbers.length === 1 ? { key, numberValue: numbers[0] } : { key, numberValues: numbers };
  }
  if (dataType === 'BOOLEAN') return { key, booleanValue: values[0] === 'true' };
  if (dataType === 'STRING') return values.length === 1 ? { key, stringValue: values[0] } : { key, stringValues: values };
  return { key };
}

/** A value for the eye. */
export function shownValue(dataType, value) {
  return dataType === 'NUMBER' && isNumber(value) ? number(Number(value)) : value;
}

/** The data type of a value that a document has; the kinds that a form does not edit have their own. */
export const dataTypeOf = ({ valueType }) => valueType;

export const EDITED = ['STRING', 'NUMBER', 'BOOLEAN', 'KEY_ONLY'];
