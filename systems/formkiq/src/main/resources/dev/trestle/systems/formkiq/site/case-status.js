// The states of cases, tasks and nigos, whether something is overdue, and formats of numbers.
export const STATUSES = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'ON_HOLD', 'ESCALATED', 'UNDER_REVIEW', 'AWAITING_CLIENT_RESPONSE', 'RESOLVED', 'CLOSED'];

const DONE = new Set(['RESOLVED', 'CLOSED']);

/** Those of which something is still to be done. */
export const OPEN = STATUSES.filter((each) => !DONE.has(each));

/**
 * Whether the day or time that something was due is over.
 * @param {{dueDate?: string, status: string}} item
 * @param {Date} [now]
 */
export function isOverdue({ dueDate, status }, now = new Date()) {
  if (!dueDate || DONE.has(status)) return false;
  if (dueDate.length === 10) {
    // A day is over when it is past where the reader is.
    const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    return dueDate < day;
  }
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(dueDate) ? dueDate.replace(/([+-]\d\d)(\d\d)$/, '$1:$2') : `${dueDate}Z`;
  return Date.parse(zoned) < now.getTime();
}

const PART = /\{(date|0+)\}/;

/**
 * A format of numbers as people write it: text, {date} for the day, {000} for the count with as many digits at least.
 * @param {string} text
 */
export function numberFormat(text) {
  return text
    .split(/(\{date\}|\{0+\})/)
    .filter(Boolean)
    .map((each) => {
      const part = PART.exec(each)?.[1];
      if (part === 'date') return { type: 'DATE_YYYYMMDD' };
      return part ? { type: 'AUTO_INCREMENT', padding: part.length } : { type: 'STATIC', staticValue: each };
    });
}
