// The console's own pages, and the home page. A line in `routes` is a page; a line in `nav` is where the rail shows it.
export const texts = '/console/texts';

export const routes = [
  { path: '/', element: 'console-home', title: 'ui.home', load: () => import('./home.js') },
  { path: '/gallery', element: 'console-gallery', title: 'gallery.title', load: () => import('./gallery.js') },
  { path: '/console/account', element: 'console-account', title: 'ui.account', load: () => import('./account.js') },
];

export const nav = [];
