import { encoded, names } from './api.js';

/** The page that shows a shared folder, or one below it, to those whom it is shared with. */
export const sharedLink = (shareKey, path) => `/formkiq/shared/${encoded(shareKey)}${path ? `/${names(path).map(encoded).join('/')}` : ''}`;
