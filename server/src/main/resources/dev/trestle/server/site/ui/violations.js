// What is wrong with a field, in the reader's language. The server's messages are fixed sentences with numbers in them; each has its text here.
import { hasText, t } from './texts.js';

/** @type {[RegExp, string, string[]][]} */
const KNOWN = [
  [/^(?:is missing|is needed|must not be null)$/, 'missing', []],
  [/^must not be empty$/, 'empty', []],
  [/^must have at least (\d+) characters$/, 'tooShort', ['n']],
  [/^must have at most (\d+) characters$/, 'tooLong', ['n']],
  [/^must have at least (\d+) elements?$/, 'tooFew', ['n']],
  [/^must have at most (\d+) (?:elements|entries)$/, 'tooMany', ['n']],
  [/^must be from (-?\d+) to (-?\d+)$/, 'range', ['from', 'to']],
  [/^must be a whole number$/, 'whole', []],
  [/^must be a number$/, 'number', []],
  [/^must be true or false$/, 'truth', []],
  [/^must be a text$/, 'text', []],
  [/^must be (?:a list|an object)$/, 'shape', []],
  [/^must be one of: (.*)$/, 'oneOf', ['values']],
  [/^(?:is not one of the accepted values|is not valid)$/, 'invalid', []],
  [/^must match .*$/s, 'form', []],
  // A contract's validator has words of its own, which name no value that a person knows.
  [/^(?:Instance|Items?|Property|String) .*$/s, 'form', []],
  [/^is not known here$/, 'unknown', []],
];

/**
 * What is wrong with a field as a person reads it: by its code, which a system gives to its own rules; else by the message of a schema; what has no text stays in
 * the server's words.
 * @param {{message: string, code?: string, values?: Record<string, unknown>}} wrong
 */
export function violation({ message, code, values }) {
  if (code && hasText(`error.${code}`)) return t(`error.${code}`, values);
  for (const [pattern, key, names] of KNOWN) {
    const found = pattern.exec(message);
    if (found && hasText(`violation.${key}`)) return t(`violation.${key}`, Object.fromEntries(names.map((name, i) => [name, found[i + 1]])));
  }
  return message;
}
