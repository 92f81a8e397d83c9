// The Document Store's pages: the library, and a document.
import { call } from '/session.js';
import { loadTexts, t } from '/ui/texts.js';

export const texts = '/docstore/texts';

export const routes = [
  { path: '/docstore', element: 'docstore-library', title: 'docs.title', load: () => import('./library.js') },
  { path: '/docstore/:id/versions/:version', element: 'docstore-version', title: 'docs.version', fresh: true, load: () => import('./version.js') },
  { path: '/docstore/:id', element: 'docstore-document', title: 'docs.document', fresh: true, load: () => import('./document.js') },
];

export const nav = [
  { path: '/docstore', text: 'docs.mine', icon: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6' },
  { path: '/docstore?view=shared', text: 'docs.shared', icon: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 14 0M19 8v6M16 11h6' },
];

export const shortcuts = [
  { keys: 'T', text: 'docs.tagSelected' },
  { keys: 'M', text: 'docs.moveSelected' },
  { keys: 'Ctrl Enter', text: 'docs.sendComment' },
  { keys: 'Ctrl S', text: 'docs.saveNow' },
  { keys: 'Ctrl F', text: 'docs.findInText' },
  { keys: 'Ctrl B', text: 'docs.format.bold' },
  { keys: 'Ctrl I', text: 'docs.format.italic' },
  { keys: 'Ctrl E', text: 'docs.format.code' },
  { keys: 'Ctrl K', text: 'docs.format.link' },
  { keys: 'Ctrl Shift 7', text: 'docs.format.ordered' },
  { keys: 'Ctrl Shift 8', text: 'docs.format.list' },
  { keys: 'Ctrl Shift 9', text: 'docs.format.task' },
  { keys: 'Ctrl Shift .', text: 'docs.format.quote' },
  { keys: 'Ctrl Alt 1…4', text: 'docs.format.heading' },
  { keys: 'Esc Tab', text: 'docs.leaveEditor' },
];

const FOUND_MAX = 6;
const PEOPLE_MAX = 2;

/** Documents of the caller and shared with them, by name and content, and members with what they own. */
export async function search(text, me, signal) {
  if (!me?.tenant) return [];
  await loadTexts(texts);
  const asked = encodeURIComponent(text);
  const [mine, shared, members] = await Promise.all([
    ...['mine', 'shared'].map((view) => call('GET', `/docstore/v1/documents?view=${view}&limit=20&text=${asked}`, undefined, { signal })),
    call('GET', `/docstore/v1/members?limit=${PEOPLE_MAX}&text=${asked}`, undefined, { signal }),
  ]);
  const people = members.items.slice(0, PEOPLE_MAX);
  return [
    ...[...mine.items, ...shared.items]
      .slice(0, FOUND_MAX - people.length)
      .map((each) => ({ title: each.displayName, kind: t('docs.document'), path: `/docstore/${encodeURIComponent(each.id)}` })),
    ...people.map((each) => ({
      title: each.name,
      kind: t('docs.owner'),
      path: `/docstore?view=all&ownedBy=${encodeURIComponent(each.principal)}`,
    })),
  ];
}
