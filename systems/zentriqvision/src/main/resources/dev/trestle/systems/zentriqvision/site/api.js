// What all pages of ZentriqVision share: its API, who the reader is in the organisation, what their role may do, icons.
import { html } from '/ui/element.js';
import { call, scope } from '/session.js';
import { t } from '/ui/texts.js';

export const API = '/zentriqvision/v1';
export const SITE = '/zentriqvision';

/** How far before a moment the player begins. */
export const LEAD_SECONDS = 2;

/** A request of this system; `path` begins behind the API's base. */
export const api = (method, path, body, options) => call(method, `${API}${path}`, body, options);

/** Part of a path, as an address has it. */
export const part = encodeURIComponent;

/** A query of what is set; of a list, one parameter each. */
export function query(values) {
  const set = Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((each) => each !== null && each !== undefined && each !== '').map((each) => [name, each]),
  );
  return set.length ? `?${new URLSearchParams(set)}` : '';
}

/**
 * All results of a list, up to a number of pages: what one person looks through.
 * @param {string} path
 * @param {{signal?: AbortSignal, pagesMax?: number}} [options]
 */
export async function all(path, { signal, pagesMax = 10 } = {}) {
  const results = [];
  let cursor = null;
  for (let page = 0; page < pagesMax; page++) {
    const answer = await api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor ? `&cursor=${part(cursor)}` : ''}`, undefined, {
      signal,
    });
    results.push(...answer.results);
    cursor = answer.nextToken;
    if (!cursor) break;
  }
  return { results, isCut: Boolean(cursor) };
}

const ROLES = ['viewer', 'operator', 'investigator', 'admin'];

/** Whether a profile's role is at least another. */
export const may = (profile, role) => ROLES.indexOf(String(profile?.role ?? '').toLowerCase()) >= ROLES.indexOf(role);

export const roles = ROLES;

let known = { scope: null, asked: null };

/** Who the reader is and what their organisation is: asked once, and again when `anew`. */
export function ownPlace({ anew = false } = {}) {
  const current = scope();
  if (anew || known.scope !== current || !known.asked) {
    const asked = Promise.all([api('GET', '/user'), api('GET', '/organization')]).then(([profile, organization]) => ({ profile, organization }));
    known = { scope: current, asked };
    asked.catch(() => {
      if (known.asked === asked) known.asked = null;
    });
  }
  return known.asked;
}

export const videoPath = (videoId, values = {}) => `${SITE}/videos/${part(videoId)}${query(values)}`;

export const personPath = (personId) => `${SITE}/persons/${part(personId)}`;

const ICONS = {
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  filter: 'M4 6h16M7 12h10M10 18h4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  upload: 'M12 20V8m-4 4 4-4 4 4M5 4h14',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  back: 'M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  forward: 'M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  film: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c1-5 4-6 8-6s7 1 8 6',
  box: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z',
  check: 'M5 12l5 5 9-10',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  again: 'M19 12a7 7 0 1 1-3-5.700M19 3v5h-5',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  open: 'M14 4h6v6M20 4l-9 9M10 5H4v15h15v-6',
};

/** The moment of an alert in the search, which plays it. */
export const momentPath = ({ videoId, timestamp, personId }) => `${SITE}/search${query({ videoId, hit: [videoId, timestamp, personId].join('~') })}`;

/** A line drawing. The words stand beside it, or are the label of its button. */
export const icon = (name) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}/></svg>`;

const STATUS = {
  UPLOADING: ['info', 'zv.status.uploading'],
  PROCESSING: ['busy', 'zv.status.processing'],
  PROCESSED: ['good', 'zv.status.processed'],
  ERROR: ['bad', 'zv.status.error'],
};

/** What a video's status is: a sign and a word. */
export function statusBadge(status) {
  const [tone, text] = STATUS[status] ?? ['plain', null];
  return html`<t-badge tone=${tone} text=${text ? t(text) : status}></t-badge>`;
}

export const statuses = Object.keys(STATUS);
export const statusText = (status) => (STATUS[status] ? t(STATUS[status][1]) : status);

/** One person is often several: said where it matters. */
export const caveat = () => html`<p class="zv-caveat quiet">${t('zv.caveat')}</p>`;
