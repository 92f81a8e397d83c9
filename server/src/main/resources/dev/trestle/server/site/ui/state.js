import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import './error.js';

const ROWS = 3;

/**
 * What stands where something is not shown: <t-state .failure .retry loading rows="5" .empty=${{heading, text, action}}>. A failure first, then lines of the real
 * height while it loads (they come after a moment, so that nothing flickers), then that there is nothing yet and what the first step is.
 */
class State extends Element {
  static properties = {
    failure: { attribute: false },
    retry: { attribute: false },
    message: {},
    loading: { type: Boolean },
    rows: { type: Number },
    empty: { attribute: false },
  };

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${this.retry} message=${this.message ?? nothing}></t-error>`;
    if (this.loading) {
      return html`<div class="state-loading" role="status"><span class="sr-only">${t('ui.loading')}</span>${Array.from({ length: this.rows ?? ROWS }, () => html`<div class="state-row" aria-hidden="true"><span class="skeleton"></span></div>`)}</div>`;
    }
    return this.empty
      ? html`<t-empty heading=${this.empty.heading ?? t('ui.nothing')} text=${this.empty.text ?? ''} .action=${this.empty.action}></t-empty>`
      : nothing;
  }
}

define('t-state', State);
