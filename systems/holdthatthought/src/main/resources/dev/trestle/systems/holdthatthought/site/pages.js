// HoldThatThought's pages: a family's letters, how they get in, and the family.
import { call } from '/session.js';
import { loadTexts, t } from '/ui/texts.js';
import { API } from './api.js';

export const texts = '/holdthatthought/texts';

export const routes = [
  { path: '/holdthatthought', element: 'htt-home', title: 'htt.home', load: () => import('./home.js') },
  { path: '/holdthatthought/letters', element: 'htt-letters', title: 'htt.letters', load: () => import('./letters.js') },
  { path: '/holdthatthought/letters/:date', element: 'htt-letter', title: 'htt.letter', fresh: true, load: () => import('./letter.js') },
  { path: '/holdthatthought/upload', element: 'htt-upload', title: 'htt.upload', load: () => import('./upload.js') },
  { path: '/holdthatthought/drafts', element: 'htt-drafts', title: 'htt.drafts', load: () => import('./drafts.js') },
  { path: '/holdthatthought/drafts/:id', element: 'htt-draft', title: 'htt.draft', fresh: true, load: () => import('./draft.js') },
  { path: '/holdthatthought/search', element: 'htt-search', title: 'htt.search', load: () => import('./search.js') },
  { path: '/holdthatthought/people/:id', element: 'htt-person', title: 'htt.person', fresh: true, load: () => import('./person.js') },
  { path: '/holdthatthought/settings', element: 'htt-settings', title: 'htt.settings', load: () => import('./settings.js') },
  { path: '/holdthatthought/admin', element: 'htt-admin', title: 'htt.admin', load: () => import('./admin.js') },
  { path: '/holdthatthought/messages/:id?', element: 'htt-messages', title: 'htt.messages', load: () => import('./messages.js') },
  { path: '/holdthatthought/gallery', element: 'htt-gallery', title: 'htt.gallery', load: () => import('./gallery.js') },
  { path: '/holdthatthought/media/:id', element: 'htt-gallery', title: 'htt.gallery', load: () => import('./gallery.js') },
  { path: '/holdthatthought/family', element: 'htt-family', title: 'htt.family', load: () => import('./family.js') },
  { path: '/holdthatthought/contact', element: 'htt-contact', title: 'htt.contactForm', open: true, load: () => import('./contact.js') },
  { path: '/holdthatthought/unsubscribe', element: 'htt-unsubscribe', title: 'htt.unsubscribe', open: true, load: () => import('./unsubscribe.js') },
];

/** On a phone the first ones are tabs at the bottom: what all of the family uses. */
export const nav = [
  { path: '/holdthatthought', text: 'htt.home', icon: 'M3 11l9-7 9 7M6 10v10h12V10' },
  { path: '/holdthatthought/letters', text: 'htt.letters', icon: 'M3 6h18v12H3zM3 7l9 7 9-7' },
  { path: '/holdthatthought/gallery', text: 'htt.gallery', icon: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4' },
  { path: '/holdthatthought/messages', text: 'htt.messages', icon: 'M4 5h16v11H10l-5 4v-4H4z' },
  { path: '/holdthatthought/drafts', text: 'htt.drafts', icon: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3' },
  {
    path: '/holdthatthought/family',
    text: 'htt.family',
    icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M17 4a4 4 0 0 1 0 7M22 21a7 7 0 0 0-4-6',
  },
];

export const shortcuts = [
  { keys: 'J K', text: 'htt.key.steps' },
  { keys: 'E', text: 'htt.key.edit' },
  { keys: '← →', text: 'htt.key.words' },
  { keys: 'P N', text: 'htt.key.pages' },
  { keys: '+ − 0', text: 'htt.key.zoom' },
  { keys: 'Alt ← →', text: 'htt.key.order' },
  { keys: 'R', text: 'htt.key.turn' },
  { keys: 'Ctrl S', text: 'htt.key.save' },
  { keys: 'Ctrl Enter', text: 'htt.key.send' },
];

/** Letters, comments, pictures that have the words, for the field at the top of every page. */
export async function search(text, me, signal) {
  await loadTexts(texts);
  const found = await call('GET', `${API}/search?limit=6&q=${encodeURIComponent(text)}`, undefined, { signal });
  return found.items.map((each) => ({ title: each.title, kind: t(`htt.found.${each.type}`), path: each.path }));
}
