// Dates of letters: "1952-06-15", "1952-06-15-postcard", "1952-06-00" (day unknown), "1952-00-00", "0000-00-00-fragment" (undated).
import { locale, t } from '/ui/texts.js';

const UTC = { timeZone: 'UTC' };
const format = (options) => new Intl.DateTimeFormat(locale, { ...UTC, ...options });
const whole = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const dayOnly = format({ day: 'numeric', month: 'long' });
const monthOnly = format({ month: 'long' });
const monthOfYear = format({ month: 'long', year: 'numeric' });

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})(?:-(.+))?$/;

/** A date's parts; month and day are 0 where they are unknown. Null if it is no date of a letter. */
export function dateOf(text) {
  const found = SHAPE.exec(text ?? '');
  return found ? { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]), slug: found[4] ?? '' } : null;
}

const utc = ({ year, month, day }) => new Date(Date.UTC(year, month - 1, day || 1));

/** The whole date in words: "Sunday, 15 June 1952", "September 1952, day unknown", "1961", "Undated". */
export function dateInWords(text) {
  const date = dateOf(text);
  if (!date) return text ?? '';
  if (date.year === 0) return t('htt.undated');
  if (date.month === 0) return String(date.year);
  if (date.day === 0) return t('htt.dayUnknown', { month: monthOfYear.format(utc(date)) });
  return whole.format(utc(date));
}

/** The date below the heading of its year: "15 June", "September, day unknown". */
export function dayInWords(text) {
  const date = dateOf(text);
  if (!date || date.year === 0) return t('htt.undated');
  if (date.month === 0) return t('htt.monthUnknown');
  if (date.day === 0) return t('htt.dayUnknown', { month: monthOnly.format(utc(date)) });
  return dayOnly.format(utc(date));
}

/** The year as a heading. */
export const yearOf = (text) => String(dateOf(text)?.year || '');

const DAYS_IN_MONTH = (year, month) => new Date(Date.UTC(year || 2000, month, 0)).getUTCDate();

/** Why a date cannot be a letter's; null if it can. */
export function dateProblem(text) {
  const date = dateOf(text);
  if (!date || (date.slug && !/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/.test(date.slug))) return t('htt.dateShape');
  if (date.month > 12) return t('htt.dateNoMonth');
  if (date.month === 0 && date.day !== 0) return t('htt.dateDayWithoutMonth');
  if (date.year === 0 && date.month !== 0) return t('htt.dateNoYear');
  if (date.year === 0 && !date.slug) return t('htt.undatedNeedsName');
  if (date.month > 0 && date.day > DAYS_IN_MONTH(date.year, date.month)) return t('htt.dateNoDay');
  return null;
}
