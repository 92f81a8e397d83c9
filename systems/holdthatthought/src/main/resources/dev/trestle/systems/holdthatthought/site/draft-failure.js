// Why a draft failed, as its stored message says it, in the reader's language.

/**
 * The stored messages are English sentences; what each of them means to somebody who uploaded pages.
 *
 * @type {[RegExp, string][]}
 */
const REASONS = [
  [/^The (?:PDF file|picture|file) cannot be read|^The file is no picture|^The PDF file has no pages|^Page \d+ cannot be shown/, 'damaged'],
  [/protected by a password/, 'locked'],
  [/^There are more than|has more than|bytes together|pixels|bytes/, 'tooLarge'],
  [/^The file is gone/, 'gone'],
  [/not processed within a day/, 'tooLate'],
  [/could not be processed/, 'again'],
];

/**
 * @param {string} message such as "scan.pdf (file 2): The PDF file cannot be read."
 * @returns {{ file: string | null, reason: string | null, text: string }} the file's name, if it is about one, and the reason; null for one that is not known here
 */
export function failureOf(message) {
  const parts = /^(?:(.+) \(file \d+\)|File \d+ \((.+)\)): (.*)$/s.exec(message);
  const text = parts ? parts[3] : message;
  return { file: parts ? (parts[1] ?? parts[2]) : null, reason: REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? null, text };
}
