import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';

/** How far something is: <t-progress label="…" .value=${0.4} .cancel=${() => …}>; without a value, that it goes on. */
class Progress extends Element {
  static properties = { label: {}, value: { type: Number }, cancel: { attribute: false } };

  render() {
    const known = typeof this.value === 'number' && !Number.isNaN(this.value);
    return html`<div class="row"><span id=${this.own}>${this.label}</span>
      ${known ? html`<span class="quiet number">${Math.round(this.value * 100)} %</span>` : nothing}
      ${this.cancel ? html`<button type="button" class="plain end" @click=${this.cancel}>${t('ui.cancel')}</button>` : nothing}</div>
      ${known ? html`<progress aria-labelledby=${this.own} max="1" .value=${this.value}></progress>` : html`<progress aria-labelledby=${this.own}></progress>`}`;
  }
}

define('t-progress', Progress);
