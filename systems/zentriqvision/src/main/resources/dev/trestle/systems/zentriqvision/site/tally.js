// What the appearances that a page has read amount to: by time, and by what people look like. It knows nothing of those that were not read.
import { SEVERAL } from './filters.js';

/** From fine to coarse; every one divides the next larger part of a clock or calendar, so that bars begin where people expect it. */
const UNITS = /** @type {[string, number][]} */ ([
  ['second', 1],
  ['second', 5],
  ['second', 15],
  ['minute', 1],
  ['minute', 5],
  ['minute', 15],
  ['hour', 1],
  ['hour', 6],
  ['day', 1],
  ['week', 1],
  ['month', 1],
  ['month', 3],
  ['year', 1],
  ['year', 10],
]);

/** The begin of the unit that a time is in, or of the one so many later, by the reader's clock: days of 23 and 25 hours are days. */
function begin(at, [unit, size], later = 0) {
  const date = new Date(at);
  const [year, month, day, hour, minute] = [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), date.getMinutes()];
  const second = date.getSeconds();
  if (unit === 'second') return new Date(year, month, day, hour, minute, second - (second % size) + later * size);
  if (unit === 'minute') return new Date(year, month, day, hour, minute - (minute % size) + later * size);
  if (unit === 'hour') return new Date(year, month, day, hour - (hour % size) + later * size);
  if (unit === 'day') return new Date(year, month, day + later);
  if (unit === 'week') return new Date(year, month, day - ((date.getDay() + 6) % 7) + 7 * later);
  if (unit === 'month') return new Date(year, month - (month % size) + later * size, 1);
  return new Date(year - (year % size) + later * size, 0, 1);
}

/** The begins of the units from a time to another, and the end of the last; null if they are more than `most`. */
function begins(from, to, unit, most) {
  const all = [begin(from, unit)];
  for (let later = 1; all.length <= most + 1; later++) {
    all.push(begin(from, unit, later));
    if (all[later].getTime() > to) return all.length - 1 <= most ? all : null;
  }
  return null;
}

/**
 * How many appearances are in each second, minute, hour, day or longer: in the finest unit of which `most` cover all of them. Those in which nobody was seen are there too.
 * @param {{timestamp: string}[]} rows
 * @param {number} most
 * @returns {{unit: string, start: Date, end: Date, count: number}[]}
 */
export function overTime(rows, most) {
  const times = rows.map(({ timestamp }) => Date.parse(timestamp)).filter(Number.isFinite);
  if (times.length === 0) return [];
  const from = times.reduce((one, other) => Math.min(one, other));
  const to = times.reduce((one, other) => Math.max(one, other));
  for (const unit of UNITS) {
    const edges = begins(from, to, unit, most);
    if (!edges) continue;
    const bars = edges.slice(0, -1).map((start, i) => ({ unit: unit[0], start, end: edges[i + 1], count: 0 }));
    for (const time of times) bars[bars.findLastIndex(({ start }) => start.getTime() <= time)].count++;
    return bars;
  }
  return [];
}

const valuesOf = (row, name) => {
  if (name === 'camera') return [row.camera];
  const { attributes } = row;
  if (name === 'object') return attributes?.objects ?? [];
  return name === 'color' ? [attributes?.upperColor, attributes?.lowerColor] : [attributes?.[name]];
};

/** How many appearances have each value of each filter. @returns {Record<string, Map<string, number>>} */
export function byValue(rows) {
  /** @type {Record<string, Map<string, number>>} */
  const counts = Object.fromEntries(SEVERAL.map((name) => [name, new Map()]));
  for (const row of rows) {
    for (const name of SEVERAL) {
      for (const value of new Set(valuesOf(row, name).filter(Boolean))) counts[name].set(value, (counts[name].get(value) ?? 0) + 1);
    }
  }
  return counts;
}
