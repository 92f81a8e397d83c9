export const texts = '/memos/texts';

export const routes = [
  { path: '/memos', element: 'memos-start', title: 'memos.start', load: () => import('./memo.js') },
  { path: '/memos/:id', element: 'memos-memo', title: 'memos.memo', load: () => import('./memo.js') },
];

export const nav = [{ path: '/memos/sample', text: 'memos.memo' }];
