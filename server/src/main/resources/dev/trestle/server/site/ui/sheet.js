import { asset } from './assets.js';

/** Has a style sheet of this server, such as "/unisync/board.css", hold in the page; once. Resolves when it does. */
export function useSheet(path) {
  const address = asset(path);
  const there = document.querySelector(`link[href="${address}"]`);
  if (there) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address, onload: resolve, onerror: reject });
    document.head.append(link);
  });
}
