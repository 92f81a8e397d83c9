// The console's own pages, and the home page. A line in `routes` is a page; a line in `nav` is where the rail shows it.
export const texts = '/console/texts';

export const routes = [
  { path: '/', element: 'console-home', title: 'ui.home', load: () => import('./home.js') },
  { path: '/gallery', element: 'console-gallery', title: 'gallery.title', load: () => import('./gallery.js') },
  { path: '/console/inbox', element: 'console-inbox', title: 'ui.notices', load: () => import('./inbox.js') },
  { path: '/console/account', element: 'console-account', title: 'ui.account', load: () => import('./account.js') },
  { path: '/console/data', element: 'console-systems', title: 'data.title', administrators: true, load: () => import('./systems.js') },
  {
    path: '/console/data/:system',
    element: 'console-data',
    title: 'data.title',
    administrators: true,
    fresh: true,
    load: () => import('./data.js'),
  },
  { path: '/console/data/:system/item', element: 'console-item', title: 'item.title', administrators: true, load: () => import('./item.js') },
  {
    path: '/console/data/:system/new',
    element: 'console-new-item',
    title: 'item.new',
    administrators: true,
    fresh: true,
    load: () => import('./new-item.js'),
  },
  {
    path: '/console/data/:system/unreadable',
    element: 'console-unreadable',
    title: 'unreadable.title',
    administrators: true,
    fresh: true,
    load: () => import('./unreadable.js'),
  },
  {
    path: '/console/model',
    element: 'console-systems',
    title: 'model.title',
    administrators: true,
    fresh: true,
    load: () => import('./systems.js'),
  },
  {
    path: '/console/model/:system',
    element: 'console-model',
    title: 'model.title',
    administrators: true,
    fresh: true,
    load: () => import('./model.js'),
  },
  { path: '/console/jobs', element: 'console-jobs', title: 'ops.jobs', administrators: true, load: () => import('/ops/jobs.js') },
  { path: '/console/people', element: 'console-people', title: 'ops.peopleTitle', administrators: true, load: () => import('/ops/people.js') },
  { path: '/console/tenants', element: 'console-tenants', title: 'ops.tenants', administrators: true, load: () => import('/ops/tenants.js') },
  {
    path: '/console/tenants/:tenant',
    element: 'console-tenant',
    title: 'ops.tenants',
    administrators: true,
    fresh: true,
    load: () => import('/ops/tenants.js'),
  },
  { path: '/console/audit', element: 'console-audit', title: 'ops.audit', administrators: true, load: () => import('/ops/audit.js') },
  { path: '/console/storage', element: 'console-storage', title: 'ops.storage', administrators: true, load: () => import('/ops/storage.js') },
  { path: '/console/buckets', element: 'console-buckets', title: 'ops.buckets', administrators: true, load: () => import('/ops/buckets.js') },
  { path: '/console/metrics', element: 'console-metrics', title: 'ops.metrics', administrators: true, load: () => import('/ops/metrics.js') },
];

export const nav = [
  {
    path: '/console/data',
    text: 'data.title',
    administrators: true,
    icon: 'M4 6c0-2 16-2 16 0v12c0 2-16 2-16 0zM4 6c0 2 16 2 16 0M4 12c0 2 16 2 16 0',
  },
  { path: '/console/model', text: 'model.title', administrators: true, icon: 'M3 4h7v5H3zM14 15h7v5h-7zM6 9v8h8M14 4h7v5h-7zM10 6h4' },
  { path: '/console/jobs', text: 'ops.jobs', administrators: true, icon: 'M4 6h16M4 12h16M4 18h10' },
  {
    path: '/console/people',
    text: 'ops.peopleTitle',
    administrators: true,
    icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M17 4a4 4 0 0 1 0 7M22 21a7 7 0 0 0-4-6',
  },
  { path: '/console/tenants', text: 'ops.tenants', administrators: true, icon: 'M3 21V7l7-4v18M10 9h11v12H3M14 13h3M14 17h3M6 9h1M6 13h1M6 17h1' },
  { path: '/console/audit', text: 'ops.audit', administrators: true, icon: 'M5 3h11l4 4v14H5zM9 9h7M9 13h7M9 17h4' },
  {
    path: '/console/storage',
    text: 'ops.storage',
    administrators: true,
    icon: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0',
  },
  { path: '/console/buckets', text: 'ops.buckets', administrators: true, icon: 'M4 7h16l-2 13H6zM8 7a4 4 0 0 1 8 0' },
  { path: '/console/metrics', text: 'ops.metrics', administrators: true, icon: 'M3 20h18M4 16l5-6 4 3 7-9' },
];

/** Systems by their names, for administrators. */
/** Systems, tables, tenants, and people by the beginning of their address; for administrators. */
export async function search(text, me, signal) {
  if (!(me?.groups ?? []).includes('administrators')) return [];
  const { find } = await import('./find.js');
  return find(text, signal);
}
