import { html } from './element.js';

/**
 * A button that only phones show: it unfolds what has the id `id` and, while it is not `open`, the class "folded".
 *
 * @param {{id: string, text: string, open: boolean, toggle: () => void}} options
 */
export const foldButton = ({ id, text, open, toggle }) =>
  html`<button type="button" class="fold-button" aria-expanded=${open ? 'true' : 'false'} aria-controls=${id} @click=${toggle}>${text}</button>`;
