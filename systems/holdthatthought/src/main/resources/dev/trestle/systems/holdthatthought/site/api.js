// What all pages of HoldThatThought share: its API, who the reader is in the family, icons.
import { html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { call, scope } from '/session.js';

export const API = '/holdthatthought/v1';
export const SITE = '/holdthatthought';

/** A request of this system; `path` begins behind the API's base. */
export const api = (method, path, body, options) => call(method, `${API}${path}`, body, options);

/** Part of a path, as an address has it. */
export const part = encodeURIComponent;

/** Where a letter is read. */
export const letterPath = (date) => `${SITE}/letters/${part(date)}`;

export const personPath = (userId) => `${SITE}/people/${part(userId)}`;

/** A query of what is set. */
export function query(values) {
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return set.length ? `?${new URLSearchParams(set)}` : '';
}

/**
 * All pages of a list, up to a number of them: what one person looks through.
 * @param {string} path
 * @param {{signal?: AbortSignal, pagesMax?: number, limit?: number}} [options]
 */
export async function all(path, { signal, pagesMax = 20, limit = 100 } = {}) {
  const items = [];
  let cursor = null;
  for (let page = 0; page < pagesMax; page++) {
    const separator = path.includes('?') ? '&' : '?';
    const answer = await api('GET', `${path}${separator}limit=${limit}${cursor ? `&cursor=${part(cursor)}` : ''}`, undefined, { signal });
    items.push(...answer.items);
    cursor = answer.nextCursor;
    if (!cursor) break;
  }
  return { items, isCut: Boolean(cursor) };
}

let known = { scope: null, profile: null };

/** The reader's own profile: asked once, and again when `anew`. */
export function ownProfile({ anew = false } = {}) {
  const current = scope();
  if (anew || known.scope !== current || !known.profile) {
    const profile = api('GET', '/me');
    known = { scope: current, profile };
    profile.catch(() => {
      if (known.profile === profile) known.profile = null;
    });
  }
  return known.profile;
}

let family = { scope: null, people: null };

/** The members whom everybody sees, as people pickers want them: asked once a session. */
export function members() {
  const current = scope();
  if (family.scope !== current) {
    const people = all('/users').then(({ items }) => items.map(({ userId, displayName }) => ({ id: userId, name: displayName })));
    family = { scope: current, people };
    people.catch(() => {
      if (family.people === people) family = { scope: null, people: null };
    });
  }
  return family.people;
}

/** The server's administrators are administrators of the family too. */
const SERVER_ADMINISTRATORS = 'administrators';

export const isAdmin = (profile, me) => Boolean(profile?.groups?.includes('Admins') || me?.groups?.includes(SERVER_ADMINISTRATORS));

export const isMember = (profile, me) => isAdmin(profile, me) || Boolean(profile?.groups?.includes('ApprovedUsers'));

/** A person: their photo if there is one, else their initials. */
export const face = (name, photoUrl) => (photoUrl ? html`<img class="avatar htt-face" src=${photoUrl} alt="">` : avatar(name || '?'));

const ICONS = {
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  print: 'M7 8V3h10v5M7 17H4v-7h16v7h-3M7 14h10v7H7z',
  download: 'M12 4v11m-4-4 4 4 4-4M5 20h14',
  upload: 'M12 20V8m-4 4 4-4 4 4M5 4h14',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  out: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M21 21l-5-5M8 11h6',
  in: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M21 21l-5-5M8 11h6M11 8v6',
  comment: 'M4 5h16v12H9l-5 4z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  turn: 'M19 12a7 7 0 1 1-3-5.700M19 3v5h-5',
  close: 'M6 6l12 12M18 6L6 18',
  warn: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  check: 'M5 12l5 5 9-10',
  heart: 'M12 20S4 15 4 9.500A4.500 4.500 0 0 1 12 7a4.500 4.500 0 0 1 8 2.500C20 15 12 20 12 20z',
  letter: 'M3 6h18v12H3zM3.500 7l8.500 6.500L20.500 7',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500v.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c1-5 4-6 8-6s7 1 8 6',
  sound: 'M5 9v6h4l5 4V5L9 9zM17 9q2 3 0 6',
  film: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  book: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .500 8 2 2-1.500 5-2 8-2V4c-3 0-6 .500-8 2zM12 6v14',
  page: 'M6 3h9l4 4v14H6zM14 3v5h5',
  send: 'M4 12l16-8-6 16-3-6z',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2',
};

/** A line drawing. The words stand beside it, or are the label of its button. */
export const icon = (name) => html`<svg class="line-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]}/></svg>`;

/** A quiet status: a sign and a word. */
export const status = (tone, sign, text) =>
  html`<span class="htt-status" data-tone=${tone}>${sign ? icon(sign) : nothing}<span>${text}</span></span>`;
