// What kind of file something is, for the eye, and drawings of lines.
import { html, svg } from '/ui/element.js';
import { nameOf } from './api.js';

/** @type {[RegExp, string, string][]} */
const BY_TYPE = [
  [/pdf/, 'PDF', 'pdf'],
  [/spreadsheet|excel/, 'XLS', 'sheet'],
  [/csv/, 'CSV', 'sheet'],
  [/wordprocessing|msword|opendocument\.text/, 'DOC', 'text'],
  [/presentation|powerpoint/, 'PPT', 'pdf'],
  [/^image\/jpeg/, 'JPG', 'picture'],
  [/^image\/svg/, 'SVG', 'picture'],
  [/^image\//, 'IMG', 'picture'],
  [/^video\//, 'VID', 'picture'],
  [/^audio\//, 'SND', 'picture'],
  [/markdown/, 'MD', 'plain'],
  [/json/, 'JSON', 'plain'],
  [/zip|compressed|tar/, 'ZIP', 'plain'],
  [/html/, 'HTML', 'plain'],
  [/^text\//, 'TXT', 'plain'],
];

/** A word of up to four letters, and the tone that it has. */
export function kindOfFile(document) {
  const known = BY_TYPE.find(([type]) => type.test(document.contentType ?? ''));
  if (known) return { word: known[1], tone: known[2] };
  const end = /\.([a-z0-9]{1,4})$/i.exec(nameOf(document));
  return { word: end ? end[1].toUpperCase() : '—', tone: 'plain' };
}

export function kindBadge(document) {
  const { word, tone } = kindOfFile(document);
  return html`<span class="fk-kind" data-tone=${tone} aria-hidden="true">${word}</span>`;
}

const PATHS = {
  folder: 'M3 6h6l2 2h10v11H3z',
  upload: 'M12 16V5M7 9l5-5 5 5M5 19h14',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  unlock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 7-2.6',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  move: 'M3 6h6l2 2h10v11H3zM9 13.5h6M13 11l2.5 2.5L13 16',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  open: 'M8 12h9M13 8l4 4-4 4M11 4H5v16h6',
  tag: 'M4 4h7l9 9-7 7-9-9zM8 8h.01',
  form: 'M5 4h14v16H5zM8 9h8M8 13h8M8 17h4',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  replace: 'M4 12a8 8 0 0 1 14-5l2 2M20 5v4h-4M20 12a8 8 0 0 1-14 5l-2-2M4 19v-4h4',
  restore: 'M4 12a8 8 0 1 0 3-6.2M4 4v5h5',
  down: 'M6 9l6 6 6-6',
  cross: 'M6 6l12 12M18 6L6 18',
};

/** A drawing of lines that says nothing by itself. */
export const icon = (name) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${PATHS[name]}/>`}</svg>`;
