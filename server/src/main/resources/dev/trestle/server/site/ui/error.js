import { define, Element, html, nothing } from './element.js';
import { hasText, language, t } from './texts.js';

/** What did not work, in the reader's words, with the way out and the request's id: <t-error .failure=${e} .retry=${() => …}>. */
class Failure extends Element {
  static properties = { failure: { attribute: false }, retry: { attribute: false }, message: {} };

  render() {
    const { failure } = this;
    if (!failure) return nothing;
    const said = this.message ?? words(failure);
    // Of a single field the server's sentence may say all.
    const violations = (failure.violations ?? []).filter(({ field, message }) => message !== said && !said.includes(`${field}: ${message}`));
    return html`<div class="problem stack tight" role="alert">
      <div><strong>${said}</strong></div>
      ${violations.length === 0 ? nothing : html`<ul>${violations.map((each) => html`<li><code>${each.field}</code> ${each.message}</li>`)}</ul>`}
      ${this.retry ? html`<div><button type="button" @click=${this.retry}>${t('ui.retry')}</button></div>` : nothing}
      ${failure.requestId ? html`<div class="quiet mono">${t('ui.request')} ${failure.requestId}</div>` : nothing}
    </div>`;
  }
}

/** Codes of kinds of failures, of which the server says more in English than its code does. */
const SAID_BY_SERVER = new Set(['conflict', 'gone', 'invalid', 'not-found', 'too-large', 'unprocessable', 'unsupported-media-type']);

/** The code of a failure that came without one, such as a proxy's. */
const BY_STATUS = {
  0: 'unreachable',
  403: 'forbidden',
  412: 'precondition-failed',
  429: 'rate-limited',
  503: 'unavailable',
  504: 'timed-out',
  507: 'insufficient-storage',
};

/** A failure in the reader's language, by its code; in the server's words where there is no other text. */
export function words(failure) {
  const code = failure.code ?? BY_STATUS[failure.status] ?? '';
  const key = `error.${code}`;
  const saysMore = SAID_BY_SERVER.has(code) && language === 'en' && !failure.violations?.length;
  const said = hasText(key) && !saysMore ? t(key, failure.violations?.length === 1 ? failure.violations[0].values : {}) : null;
  // A shape of errors without room for values leaves places in the text empty.
  if (said && !/\{\w+\}/.test(said)) return said;
  return failure.status >= 500 ? t('error.internal') : failure.message;
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
