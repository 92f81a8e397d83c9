// The Document Store's pages: the library, and a document.
import { call } from '/session.js';
import { loadTexts, t } from '/ui/texts.js';

export const texts = '/docstore/texts';

export const routes = [
  { path: '/docstore', element: 'docstore-library', title: 'docs.title', load: () => import('./library.js') },
  { path: '/docstore/:id', element: 'docstore-document', title: 'docs.document', fresh: true, load: () => import('./document.js') },
];

export const nav = [
  { path: '/docstore', text: 'docs.mine' },
  { path: '/docstore?view=shared', text: 'docs.shared' },
];

export const shortcuts = [
  { keys: 'T', text: 'docs.tagSelected' },
  { keys: 'M', text: 'docs.moveSelected' },
  { keys: 'Ctrl Enter', text: 'docs.sendComment' },
  { keys: 'Ctrl S', text: 'docs.saveNow' },
  { keys: 'Ctrl F', text: 'docs.findInText' },
  { keys: 'Esc Tab', text: 'docs.leaveEditor' },
];

/** Documents of the caller and shared with them, by name and content. */
export async function search(text, me, signal) {
  if (!me?.tenant) return [];
  await loadTexts(texts);
  const pages = await Promise.all(['mine', 'shared'].map((view) => call('GET', `/docstore/v1/documents?view=${view}&limit=20&text=${encodeURIComponent(text)}`, undefined, { signal })));
  return pages.flatMap((page) => page.items).map((each) => ({ title: each.displayName, kind: t('docs.document'), path: `/docstore/${encodeURIComponent(each.id)}` }));
}
