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
  { path: '/zentriqvision/live', element: 'zv-live', title: 'zv.live', load: () => import('./live.js') },
  { path: '/zentriqvision/alerts', element: 'zv-alerts', title: 'zv.alerts', load: () => import('./alerts.js') },
  { path: '/zentriqvision/exports', element: 'zv-exports', title: 'zv.exports', load: () => import('./exports.js') },
  { path: '/zentriqvision/organization', element: 'zv-organization', title: 'zv.organization', load: () => import('./organization.js') },
];

export const nav = [
  { path: '/zentriqvision/dashboard', text: 'zv.dashboard', icon: 'M4 20V10M10 20V4M16 20v-7M21 20H3' },
  { path: '/zentriqvision/search', text: 'zv.search', icon: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5' },
  { path: '/zentriqvision/videos', text: 'zv.videos', icon: 'M3 6h12v12H3zM15 11l6-4v10l-6-4' },
  {
    path: '/zentriqvision/persons',
    text: 'zv.persons',
    icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M17 4a4 4 0 0 1 0 7M22 21a7 7 0 0 0-4-6',
  },
  { path: '/zentriqvision/live', text: 'zv.live', icon: 'M3 12h4l3-7 4 14 3-7h4' },
  { path: '/zentriqvision/alerts', text: 'zv.alerts', icon: 'M6 16v-5a6 6 0 0 1 12 0v5l2 2H4zM10 21h4' },
  { path: '/zentriqvision/exports', text: 'zv.exports', icon: 'M12 4v11m-4-4 4 4 4-4M5 20h14' },
  { path: '/zentriqvision/organization', text: 'zv.organization', icon: 'M3 21V7l7-4v18M10 9h11v12H3M14 13h3M14 17h3' },
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
