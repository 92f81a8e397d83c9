import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { call } from '/session.js';
import '/ui/all.js';

class Start extends Page {
  static properties = { ...Page.properties, work: { state: true }, ended: { state: true } };

  async begin(batch) {
    this.ended = null;
    this.work = await call('POST', '/stamping/v1/batches', { batch });
  }

  render() {
    const path = `/stamping/v1/work/${this.work?.workId}`;
    return html`<div class="page-head"><h1>${t('stamping.start')}</h1></div><section class="card stack">
      <div class="row">${['first', 'second', 'torn'].map((batch) => html`<button type="button" data-batch=${batch} @click=${() => this.begin(batch)}>${t('stamping.stamp')} ${batch}</button>`)}</div>
      ${
        this.work
          ? html`<t-work label=${t('stamping.work')} .work=${this.work} .load=${() => call('GET', path, undefined, { signal: this.live })}
        .cancel=${() => call('POST', `${path}/cancel`)} @work-end=${(event) => {
          this.ended = event.detail;
        }}></t-work>`
          : nothing
      }
      ${this.ended?.result ? html`<p data-result>${this.ended.result.letters}</p>` : nothing}</section>`;
  }
}

define('stamping-start', Start);
