// Markdown in pages. The server renders it and sanitises what it made; nothing that a file holds becomes HTML here.
import { request } from '../session.js';

/**
 * What the server has sanitised, as nodes. A parsed document runs nothing; pictures of others are not asked for, and links of others open beside the page.
 * @param {string} markup
 * @returns {Node[]}
 */
export function harmless(markup) {
  const page = new DOMParser().parseFromString(markup, 'text/html');
  page.querySelectorAll('img').forEach((picture) => picture.replaceWith(picture.alt));
  page.querySelectorAll('a').forEach((link) => Object.assign(link, { target: '_blank', rel: 'nofollow noopener noreferrer' }));
  page.querySelectorAll('input').forEach((box) => {
    box.disabled = true;
    box.setAttribute('aria-label', box.parentElement.textContent.trim().slice(0, 200));
  });
  return [...document.importNode(page.body, true).childNodes];
}

/**
 * A text as readers see it.
 * @param {string} text
 * @param {AbortSignal} [signal]
 */
export async function renderMarkdown(text, signal) {
  if (!text.trim()) return [];
  const answer = await request('POST', '/home/v1/markdown', new Blob([text], { type: 'text/markdown' }), { signal });
  return harmless(await answer.text());
}
