// Times and days, in the reader's zone.
import { locale } from '/ui/texts.js';

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const short = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const thisYear = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const both = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const clockTime = (at) => clock.format(new Date(at));
export const shortTime = (at) => short.format(new Date(at));
export const dayAndTime = (at) => both.format(new Date(at));
export const fullTime = (at) => full.format(new Date(at));

export function dayName(at) {
  const date = new Date(at);
  return (date.getFullYear() === new Date().getFullYear() ? thisYear : day).format(date);
}

/** A day as a key: the same for all times of it where the reader is. */
export function dayKey(at) {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const two = (value) => String(value).padStart(2, '0');

/** A time as a field of type datetime-local has it. */
export function localField(at) {
  if (!at) return '';
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : `${dayKey(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Such a field's value as the server has times, whole seconds. */
export function fromField(value) {
  const date = value ? new Date(value) : null;
  return date && !Number.isNaN(date.getTime()) ? wholeSeconds(date) : null;
}

export const wholeSeconds = (date) => `${new Date(date).toISOString().slice(0, 19)}Z`;

/** Seconds as a player shows them: 0:07, 12:30, 1:02:03. */
export function length(seconds) {
  const all = Math.max(0, Math.floor(Number(seconds) || 0));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

const NIGHT_FROM = 20;
const NIGHT_TO = 6;

/**
 * Spans of time that people ask for, from `now` on back: {start, end}, both inclusive.
 * @param {string} name
 * @param {Date} [now]
 */
export function span(name, now = new Date()) {
  const midnight = (back) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
  const at = (back, hour) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, hour);
  const before = (date) => new Date(date.getTime() - 1000);
  const spans = {
    hour: () => [new Date(now.getTime() - 3_600_000), null],
    today: () => [midnight(0), null],
    // After midnight the night that is still going on, until six.
    night: () => [at(1, NIGHT_FROM), at(0, NIGHT_TO)],
    yesterday: () => [midnight(1), before(midnight(0))],
    week: () => [midnight(6), null],
  };
  const [start, end] = spans[name]();
  return { start: wholeSeconds(start), end: end ? wholeSeconds(end) : null };
}

export const SPANS = ['hour', 'today', 'night', 'yesterday', 'week'];

/** A span in words: as short as it can be said. */
export function spanText(start, end) {
  if (start && end) return dayKey(start) === dayKey(end) ? `${dayAndTime(start)} – ${shortTime(end)}` : `${dayAndTime(start)} – ${dayAndTime(end)}`;
  return start ? `${dayAndTime(start)} –` : `– ${dayAndTime(end)}`;
}
