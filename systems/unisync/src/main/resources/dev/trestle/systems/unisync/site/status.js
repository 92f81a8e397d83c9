import { define, Element, html, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';

/** Each status has a shape and a tone of its own, so that it is never colour alone. */
const SHAPES = {
  not_started: svg`<circle cx="8" cy="8" r="6" stroke-dasharray="2 2.19"/>`,
  in_progress: svg`<circle cx="8" cy="8" r="6"/><path class="full" d="M8 4.4a3.6 3.6 0 0 1 0 7.2z"/>`,
  complete: svg`<circle class="full" cx="8" cy="8" r="7"/><path class="gap" d="M5 8.3l2.2 2.2L11.2 6"/>`,
  on_hold: svg`<circle cx="8" cy="8" r="6"/><path d="M6.5 6v4M9.5 6v4"/>`,
  client_review: svg`<path d="M8 1.6 14.4 8 8 14.4 1.6 8z"/><circle class="full" cx="8" cy="8" r="1.9"/>`,
  engineer_review: svg`<path d="M8 1.6 14.4 8 8 14.4 1.6 8z"/><path class="full" d="M8 1.6 14.4 8 8 14.4z"/>`,
  revision_required: svg`<path class="full" d="M5 1h6l4 4v6l-4 4H5l-4-4V5z"/><path class="gap" d="M11 8H5.2M7.6 5.4 5 8l2.6 2.6"/>`,
};

/** The shape of a status. Its word stands beside it, or is its cell's label. */
export const glyph = (status) => html`<svg class="us-glyph" data-status=${status} viewBox="0 0 16 16" aria-hidden="true">${SHAPES[status]}</svg>`;

/** A status: shape and word. */
export const statusMark = (status) =>
  html`<span class="us-status" data-status=${status}>${glyph(status)}<span class="cut">${t(`unisync.status.${status}`)}</span></span>`;

/** The same as an element: <unisync-status status="complete">. */
class Status extends Element {
  static properties = { status: {} };

  render() {
    return statusMark(this.status);
  }
}

define('unisync-status', Status);
