import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';
import './progress.js';
import { about } from '/session.js';

const LOOK_MS = 1_000;

/** How far the sample data of a demo is loaded, until it is: <t-sample-data .server=${…} @loaded=${…}>. The event "status" tells each look. */
class SampleData extends Element {
  static properties = { server: { attribute: false }, status: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.look(this.server?.sampleData);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  look(status) {
    if (this.status?.state === 'loading' && status?.state === 'loaded') this.dispatchEvent(new CustomEvent('loaded'));
    this.status = status;
    this.dispatchEvent(new CustomEvent('status', { detail: status }));
    if (status?.state !== 'loading') return;
    this.timer = setTimeout(async () => {
      let next = status;
      try {
        next = (await about()).sampleData;
      } catch {
        // Looked at again.
      }
      if (this.isConnected) this.look(next);
    }, LOOK_MS);
  }

  render() {
    if (this.status?.state === 'failed') return html`<p class="problem" role="alert">${t('ui.sampleData.failed')}</p>`;
    if (this.status?.state !== 'loading') return nothing;
    return html`<div role="status"><t-progress label=${t('ui.sampleData.loading')} .value=${this.status.percent / 100}></t-progress></div>`;
  }
}

define('t-sample-data', SampleData);
