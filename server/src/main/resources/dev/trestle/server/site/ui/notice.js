// Notices and things of systems as lists show them. Both hold the code of a text and its parameters; the text is the system's, in the reader's language.
import { html, nothing, svg } from './element.js';
import { avatar } from './avatar.js';
import { hasText, inLanguage, loadTexts, t } from './texts.js';
import './time.js';

/** What each kind looks like: never colour alone. */
const SHAPES = {
  ASSIGNED: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7a5 5 0 0 1 0 10z',
  MENTIONED: 'M4 5h16v11H10l-5 4v-4H4z',
  SENT_BACK: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM16 12H8M11 9l-3 3 3 3',
  SHARED: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M19 8v6M16 11h6',
  ALERT: 'M12 3L2 20h20zM12 10v4M12 17v.5',
  APPROVAL: 'M12 3l9 9-9 9-9-9zM12 10v4',
};

/** Loads the texts of all systems that the items are of; one that has none shows codes. */
export const loadTextsOf = (items) =>
  Promise.all([...new Set(items.map((each) => each.system))].map((system) => loadTexts(`/${system}/texts`).catch(() => {})));

/** What an item says: `area` is "notice" or "home". */
export function sentence(item, area) {
  const words = Object.fromEntries(Object.entries(item.words ?? {}).map(([name, key]) => [name, t(key)]));
  const key = `${item.system}.${area}.${item.code}`;
  return hasText(key) ? t(key, { by: item.by ?? '', ...item.values, ...words }) : '';
}

/** The sign and the word of a kind. */
export const kindOf = (kind) =>
  html`<span class="notice-kind" data-kind=${kind}>${svg`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SHAPES[kind] ?? SHAPES.ALERT}/></svg>`}<span>${t(`ui.notice.${kind}`)}</span></span>`;

/** A system's tile; `pages` are those that the server knows. */
export function tile(pages, name) {
  const system = pages.find((each) => each.name === name);
  return system
    ? html`<span class="tile" data-system=${name} title=${inLanguage(system.title)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${system.icon}/></svg></span>`
    : html`<span class="tile"></span>`;
}

/**
 * One line: <a> that leads to what it is about. `open` is called with the item before that.
 *
 * @param {{item: any, area: string, pages: any[], open?: (item: any) => void}} options
 */
export function noticeRow({ item, area, pages, open = () => {} }) {
  const unread = area === 'notice' && !item.read;
  return html`<a class="notice ${unread ? 'unread' : ''}" href=${item.link} data-id=${item.noticeId ?? nothing} @click=${() => open(item)}>
    <span class="dot">${unread ? html`<span class="sr-only">${t('ui.notices.unreadMark')}</span>` : nothing}</span>${tile(pages, item.system)}${item.kind ? kindOf(item.kind) : nothing}
    <span class="what cut"><strong>${item.title}</strong> <span class="quiet">${sentence(item, area)}</span></span>
    ${item.by ? html`<span title=${item.by}>${avatar(item.by)}</span>` : html`<span></span>`}<t-time class="quiet" at=${item.at}></t-time></a>`;
}
