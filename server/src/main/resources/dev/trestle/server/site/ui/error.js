import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';

/** What did not work, in the reader's words, with the way out and the request's id: <t-error .failure=${e} .retry=${() => …}>. */
class Failure extends Element {
  static properties = { failure: { attribute: false }, retry: { attribute: false }, message: {} };

  render() {
    const { failure } = this;
    if (!failure) return nothing;
    const said = this.message ?? words(failure);
    // Of a single field the server's sentence says all.
    const violations = (failure.violations ?? []).filter(({ field, message }) => !said.includes(`${field}: ${message}`));
    return html`<div class="problem stack tight" role="alert">
      <div><strong>${said}</strong></div>
      ${violations.length === 0 ? nothing : html`<ul>${violations.map((each) => html`<li><code>${each.field}</code> ${each.message}</li>`)}</ul>`}
      ${this.retry ? html`<div><button type="button" @click=${this.retry}>${t('ui.retry')}</button></div>` : nothing}
      ${failure.requestId ? html`<div class="quiet mono">${t('ui.request')} ${failure.requestId}</div>` : nothing}
    </div>`;
  }
}

/** A failure in the reader's language where its kind says all; otherwise in the server's words. */
export function words(failure) {
  if (failure.status === 0) return t('ui.unreachable');
  if (failure.status === 403) return t('ui.forbidden');
  if (failure.status === 412) return t('ui.changed');
  if (failure.status === 429) return t('ui.tooMany');
  if (failure.status === 507) return t('ui.diskFull');
  if (failure.status >= 500) return t('ui.broken');
  return failure.message;
}

/** Where nothing is yet: what would be here, and how to make the first one: <t-empty heading="…" text="…">. */
class Empty extends Element {
  static properties = { heading: {}, text: {}, action: { attribute: false } };

  render() {
    return html`<div class="nothing"><h3>${this.heading}</h3><div>${this.text}</div>${this.action ?? nothing}</div>`;
  }
}

define('t-error', Failure);
define('t-empty', Empty);
