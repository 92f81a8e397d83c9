// UniSync's pages: the board, what waits for me, what was done, and people for administrators.
import { get } from './api.js';

export const texts = '/unisync/texts';

export const routes = [
  { path: '/unisync', element: 'unisync-board', title: 'unisync.board', load: () => import('./board.js') },
  { path: '/unisync/work', element: 'unisync-work', title: 'unisync.work', load: () => import('./work.js') },
  { path: '/unisync/activity', element: 'unisync-activity', title: 'unisync.activity', load: () => import('./activity.js') },
  { path: '/unisync/people', element: 'unisync-people', title: 'unisync.people', load: () => import('./people.js') },
];

export const nav = [
  { path: '/unisync', text: 'unisync.board' },
  { path: '/unisync/work', text: 'unisync.work' },
  { path: '/unisync/activity', text: 'unisync.activity' },
  { path: '/unisync/people', text: 'unisync.people' },
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

/** ShowSets by text, for the search field. Whoever is no user of UniSync finds none. */
export async function search(text, me, signal) {
  try {
    const rows = await get(`/showsets?text=${encodeURIComponent(text)}&limit=1000`, { signal });
    return rows.slice(0, 8).map((row) => ({
      title: `${row.showSetId} · ${row.scene}`,
      kind: 'ShowSet',
      path: `/unisync?showset=${encodeURIComponent(row.showSetId)}`,
    }));
  } catch {
    return [];
  }
}
