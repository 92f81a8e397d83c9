// Where people are in a video: boxes four times a second, by person. Between two of them a box is moved along; where a track ends, nothing is drawn.

/** Two boxes that are further apart are not of one stretch. */
const GAP_SECONDS = 1.2;

/** How long a box is drawn before its first and behind its last moment. */
const EDGE_SECONDS = 0.2;

/** @typedef {{personId: string, t: number, x: number, y: number, w: number, h: number}} Box */

/** Boxes of each person in the order of time. @param {Box[]} boxes @returns {Map<string, Box[]>} */
export function byPerson(boxes) {
  const persons = new Map();
  for (const box of boxes) {
    if (!persons.has(box.personId)) persons.set(box.personId, []);
    persons.get(box.personId).push(box);
  }
  for (const all of persons.values()) all.sort((one, other) => one.t - other.t);
  return persons;
}

/** The index of the last box at or before a time; -1 if none is. */
function lastBefore(boxes, t) {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[middle].t <= t) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const between = (one, other, share) => one + (other - one) * share;

/** Where each person is at a time. @param {Map<string, Box[]>} persons @returns {Box[]} */
export function boxesAt(persons, t) {
  const shown = [];
  for (const boxes of persons.values()) {
    const at = lastBefore(boxes, t);
    const [before, after] = [boxes[at], boxes[at + 1]];
    if (before && after && after.t - before.t <= GAP_SECONDS) {
      const share = (t - before.t) / (after.t - before.t || 1);
      shown.push({
        personId: before.personId,
        t,
        x: between(before.x, after.x, share),
        y: between(before.y, after.y, share),
        w: between(before.w, after.w, share),
        h: between(before.h, after.h, share),
      });
    } else if (before && t - before.t <= EDGE_SECONDS) shown.push(before);
    else if (after && after.t - t <= EDGE_SECONDS) shown.push(after);
  }
  return shown;
}

/** When each person is in view: [{personId, spans: [[from, to], …]}], first seen first. @param {Map<string, Box[]>} persons */
export function lanesOf(persons) {
  const lanes = [];
  for (const [personId, boxes] of persons) {
    const spans = [];
    for (const { t } of boxes) {
      const last = spans.at(-1);
      if (last && t - last[1] <= GAP_SECONDS) last[1] = t;
      else spans.push([t, t]);
    }
    lanes.push({ personId, spans });
  }
  return lanes.sort((one, other) => one.spans[0][0] - other.spans[0][0]);
}

/** A part of a video that is loaded and shown at once: all of a short one. */
export const WINDOW_SECONDS = 240;

/** The window that a time lies in: [from, to]. */
export function windowOf(t, duration) {
  if (duration <= WINDOW_SECONDS * 1.5) return [0, duration];
  const from = Math.max(0, Math.min(Math.floor(t / (WINDOW_SECONDS / 2)) * (WINDOW_SECONDS / 2) - WINDOW_SECONDS / 4, duration - WINDOW_SECONDS));
  return [from, Math.min(duration, from + WINDOW_SECONDS)];
}
