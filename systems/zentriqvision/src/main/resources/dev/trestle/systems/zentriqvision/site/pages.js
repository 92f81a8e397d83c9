// ZentriqVision's pages: finding people in videos, the videos, the persons, and the organisation that they belong to.
import { loadTexts, t } from '/ui/texts.js';
import { api, query, SITE } from './api.js';

export const texts = '/zentriqvision/texts';

export const routes = [
  { path: '/zentriqvision', element: 'zv-search', title: 'zv.search', load: () => import('./search.js') },
  { path: '/zentriqvision/search', element: 'zv-search', title: 'zv.search', load: () => import('./search.js') },
  { path: '/zentriqvision/dashboard', element: 'zv-dashboard', title: 'zv.dashboard', load: () => import('./dashboard.js') },
  { path: '/zentriqvision/videos', element: 'zv-videos', title: 'zv.videos', load: () => import('./videos.js') },
  { path: '/zentriqvision/videos/:id', element: 'zv-video', title: 'zv.video', fresh: true, load: () => import('./video.js') },
  { path: '/zentriqvision/persons', element: 'zv-persons', title: 'zv.persons', load: () => import('./persons.js') },
  { path: '/zentriqvision/persons/:id', element: 'zv-person', title: 'zv.person', fresh: true, load: () => import('./person.js') },
  { path: '/zentriqvision/compare', element: 'zv-compare', title: 'zv.compare', load: () => import('./compare.js') },
  { path: '/zentriqvision/organization', element: 'zv-organization', title: 'zv.organization', load: () => import('./organization.js') },
];

export const nav = [
  { path: '/zentriqvision/dashboard', text: 'zv.dashboard' },
  { path: '/zentriqvision/search', text: 'zv.search' },
  { path: '/zentriqvision/videos', text: 'zv.videos' },
  { path: '/zentriqvision/persons', text: 'zv.persons' },
  { path: '/zentriqvision/organization', text: 'zv.organization' },
];

export const shortcuts = [
  { keys: 'J K', text: 'zv.key.hits' },
  { keys: '← →', text: 'zv.key.seconds' },
  { keys: 'Space', text: 'zv.key.play' },
  { keys: 'B', text: 'zv.key.boxes' },
  { keys: 'S', text: 'zv.key.speed' },
  { keys: 'F', text: 'zv.key.field' },
];

/** Videos that have the words in their names, for the field at the top of every page. */
export async function search(text, me, signal) {
  await loadTexts(texts);
  const found = await api('GET', `/videos${query({ text, limit: 6 })}`, undefined, { signal });
  return found.results.map((each) => ({ title: each.fileName, kind: t('zv.video'), path: `${SITE}/videos/${encodeURIComponent(each.videoId)}` }));
}
