// UniSync's pages: the board, what waits for me, what was done, and people for administrators.
import { t } from '/ui/texts.js';
import { get } from './api.js';

export const texts = '/unisync/texts';

export const routes = [
  { path: '/unisync', element: 'unisync-board', title: 'unisync.board', load: () => import('./board.js') },
  { path: '/unisync/work', element: 'unisync-work', title: 'unisync.work', load: () => import('./work.js') },
  { path: '/unisync/activity', element: 'unisync-activity', title: 'unisync.activity', load: () => import('./activity.js') },
  { path: '/unisync/people', element: 'unisync-people', title: 'unisync.people', load: () => import('./people.js') },
];

export const nav = [
  { path: '/unisync', text: 'unisync.board', icon: 'M4 5h16v14H4zM4 10h16M10 10v9' },
  { path: '/unisync/work', text: 'unisync.work', icon: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5' },
  { path: '/unisync/activity', text: 'unisync.activity', icon: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2' },
  {
    path: '/unisync/people',
    text: 'unisync.people',
    icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M17 4a4 4 0 0 1 0 7M22 21a7 7 0 0 0-4-6',
  },
];

export const shortcuts = [
  { keys: 'f', text: 'unisync.shortcut.filter' },
  { keys: 'n', text: 'unisync.shortcut.new' },
  { keys: 'Enter', text: 'unisync.shortcut.stage' },
  { keys: '1–7', text: 'unisync.shortcut.status' },
  { keys: 'Space', text: 'unisync.shortcut.select' },
  { keys: 's a', text: 'unisync.shortcut.picked' },
  { keys: 'Esc', text: 'unisync.shortcut.close' },
];

const FOUND_MAX = 6;
const PEOPLE_MAX = 2;

/** ShowSets by text, and users by name with what they did, for the search field. Whoever is no user of UniSync is refused. */
export async function search(text, me, signal) {
  const wanted = text.toLowerCase();
  const [rows, users] = await Promise.all([
    get(`/showsets?text=${encodeURIComponent(text)}&limit=1000`, { signal }),
    get('/users/names', { signal }),
  ]);
  const people = users.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, PEOPLE_MAX);
  return [
    ...rows.slice(0, FOUND_MAX - people.length).map((row) => ({
      title: `${row.showSetId} · ${row.scene}`,
      kind: 'ShowSet',
      path: `/unisync?showset=${encodeURIComponent(row.showSetId)}`,
    })),
    ...people.map(({ userId, name }) => ({
      title: name,
      kind: t('unisync.filter.person'),
      path: `/unisync/activity?person=${encodeURIComponent(userId)}`,
    })),
  ];
}
