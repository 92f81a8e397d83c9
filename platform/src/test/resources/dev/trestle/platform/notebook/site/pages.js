export const texts = '/notebook/texts';

export const routes = [{ path: '/notebook', element: 'notebook-notes', title: 'notebook.notes', load: () => import('./notes.js') }];

export const nav = [];
