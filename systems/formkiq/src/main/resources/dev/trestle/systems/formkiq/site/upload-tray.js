import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { icon } from './kinds.js';
import { uploads, whyFailed } from './uploads.js';
import { lastName } from './api.js';

const SHOWN_MAX = 100;
const TICK_MS = 1_000;
const ORDER = { failed: 0, sending: 1, checking: 1, waiting: 2, done: 3, cancelled: 4 };

/** The files on their way, as lines in a corner: what failed first, then what is under way. */
class UploadTray extends Element {
  static properties = { folded: { type: Boolean, state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.heard = () => this.requestUpdate();
    uploads.addEventListener('change', this.heard);
    this.timer = setInterval(() => {
      if (uploads.isBusy) this.requestUpdate();
    }, TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    uploads.removeEventListener('change', this.heard);
    clearInterval(this.timer);
  }

  render() {
    const { all } = uploads;
    if (all.length === 0) return nothing;
    const wrong = all.filter((each) => each.state === 'failed').length;
    const shown = [...all].sort((one, other) => ORDER[one.state] - ORDER[other.state]).slice(0, SHOWN_MAX);
    const counted = all.filter((each) => each.state !== 'cancelled').length;
    const said = uploads.isBusy
      ? t('fk.up.running', { n: uploads.done, all: counted })
      : wrong > 0
        ? t('fk.up.failed', { n: wrong })
        : t('fk.up.done', { n: uploads.done });
    return html`<section class="fk-tray" aria-label=${t('fk.up.title')}>
      <div class="fk-tray-head"><strong role="status">${said}</strong>
        ${uploads.isBusy && uploads.rate > 0 ? html`<span class="quiet number">${t('fk.up.rate', { rate: bytes(uploads.rate) })}</span>` : nothing}
        <span class="end"></span>
        ${
          uploads.isBusy
            ? html`<button type="button" class="plain" data-act="cancel-all" @click=${() => uploads.cancelAll()}>${t('fk.up.cancelAll')}</button>`
            : html`<button type="button" class="plain" data-act="clear-uploads" @click=${() => uploads.clear()}>${t('ui.close')}</button>`
        }
        <button type="button" class="plain icon" aria-expanded=${this.folded ? 'false' : 'true'} aria-label=${t('fk.up.fold')} @click=${() => {
          this.folded = !this.folded;
        }}>${icon('down')}</button></div>
      ${
        this.folded
          ? nothing
          : html`<ul class="fk-tray-list">${repeat(
              shown,
              (each) => each,
              (each) => this.line(each),
            )}${all.length > shown.length ? html`<li class="quiet">${t('fk.up.more', { n: all.length - shown.length })}</li>` : nothing}</ul>`
      }</section>`;
  }

  line(upload) {
    const name = lastName(upload.path);
    const percent = Math.round(upload.share * 100);
    return html`<li data-upload=${upload.state}><span class="cut" title=${upload.path}>${name}</span>${this.state(upload, name, percent)}
      ${upload.state === 'sending' ? html`<progress max="100" value=${percent} aria-label=${name}></progress>` : nothing}</li>`;
  }

  state(upload, name, percent) {
    const cancel = html`<button type="button" class="plain icon" aria-label=${t('fk.up.cancel', { name })} @click=${() => uploads.cancel(upload)}>${icon('cross')}</button>`;
    if (upload.state === 'waiting') return html`<span class="quiet">${t('fk.up.waiting')}</span>${cancel}`;
    if (upload.state === 'checking') return html`<span class="quiet">${t('fk.up.checking')}</span>${cancel}`;
    if (upload.state === 'sending') return html`<span class="quiet number">${percent} %</span>${cancel}`;
    if (upload.state === 'cancelled') return html`<span class="quiet">${t('fk.up.cancelled')}</span>`;
    if (upload.state === 'done') {
      return upload.gotName
        ? html`<span class="fk-taken">${t('fk.up.taken', { name: upload.gotName })}</span>`
        : html`<t-badge tone="good" text=${t('fk.up.there')}></t-badge>`;
    }
    return html`<span class="fk-wrong">${whyFailed(upload) || t('fk.up.lost')}</span>
      <button type="button" data-act="retry" @click=${() => uploads.retry(upload)}>${t('ui.retry')}</button>`;
  }
}

define('fk-upload-tray', UploadTray);
