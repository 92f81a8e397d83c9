// FormKiQ's pages: the library of a site, a document, search, cases, what was deleted, what was done, and the set-up.
import { loadTexts, t } from '/ui/texts.js';
import { call, documentLink, nameOf, places, siteTitle, sites } from './api.js';

export const texts = '/formkiq/texts';

export const routes = [
  { path: '/formkiq', element: 'fk-library', title: 'fk.files', load: () => import('./library.js') },
  { path: '/formkiq/:site?/files/:path*', element: 'fk-library', title: 'fk.files', load: () => import('./library.js') },
  { path: '/formkiq/:site/documents/:id', element: 'fk-document', title: 'fk.document', fresh: true, load: () => import('./document.js') },
  { path: '/formkiq/:site?/search', element: 'fk-search', title: 'fk.search', load: () => import('./search.js') },
  { path: '/formkiq/:site?/queues/:id?', element: 'fk-queues', title: 'fk.queues', load: () => import('./queues.js') },
  { path: '/formkiq/:site?/cases/:id?', element: 'fk-cases', title: 'fk.cases', load: () => import('./cases.js') },
  { path: '/formkiq/:site?/deleted', element: 'fk-deleted', title: 'fk.deleted', load: () => import('./deleted.js') },
  { path: '/formkiq/shared/:key?/:path*', element: 'fk-shared', title: 'fk.shared', load: () => import('./shared.js') },
  { path: '/formkiq/link', element: 'fk-link', title: 'fk.link.page', open: true, load: () => import('./link.js') },
  { path: '/formkiq/:site?/activity', element: 'fk-activity', title: 'fk.activity', load: () => import('./activity.js') },
  { path: '/formkiq/:site?/setup/:part?', element: 'fk-setup', title: 'fk.setup', load: () => import('./setup.js') },
];

export const nav = places;

export const shortcuts = [
  { keys: 'U', text: 'fk.key.upload' },
  { keys: 'E', text: 'fk.key.attributes' },
  { keys: 'T', text: 'fk.key.tags' },
  { keys: 'M', text: 'fk.key.move' },
  { keys: 'F2', text: 'fk.key.rename' },
  { keys: 'Del', text: 'fk.key.delete' },
  { keys: 'Ctrl A', text: 'fk.key.all' },
  { keys: 'A', text: 'fk.key.approve' },
  { keys: 'R', text: 'fk.key.reject' },
  { keys: 'C', text: 'fk.key.comment' },
  { keys: 'J K', text: 'fk.key.nextWaiting' },
];

const FOUND_MAX = 6;

/** Documents of the caller's sites whose name or text has the words, for the field at the top of every page. */
export async function search(text, me, signal) {
  await loadTexts(texts);
  const known = await sites();
  const found = await Promise.all(
    known.map(async (site) => {
      const page = await call('POST', '/search', { siteId: site.siteId, limit: FOUND_MAX }, { query: { text } }, { signal });
      return page.documents.map((each) => ({
        title: nameOf(each),
        kind: known.length > 1 ? siteTitle(site) : t('fk.document'),
        path: documentLink(each),
      }));
    }),
  );
  return found.flat();
}
