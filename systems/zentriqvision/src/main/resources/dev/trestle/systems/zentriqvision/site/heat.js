import { define, Element, html, nothing, svg } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { api, icon, part } from './api.js';
import './picture.js';
import '/ui/error.js';

/** Where people stand in a camera's picture: <zv-heat .videoId=${…}>, over the video's picture, read when it is asked for. */
class Heat extends Element {
  static properties = { videoId: { attribute: false }, map: { state: true }, failure: { state: true }, isOpen: { state: true } };

  constructor() {
    super();
    Object.assign(this, { videoId: null, map: null, failure: null, isOpen: false });
  }

  async open() {
    this.isOpen = !this.isOpen;
    if (!this.isOpen || this.map) return;
    try {
      this.map = await api('GET', `/videos/${part(this.videoId)}/heatmap`);
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    return html`<section class="card"><div class="zv-card-head"><h2>${t('zv.heat')}</h2><button type="button" class="end" data-act="heat" aria-expanded=${this.isOpen ? 'true' : 'false'} @click=${() => this.open()}>${icon('person')}${t(this.isOpen ? 'zv.hide' : 'zv.show')}</button></div>
      ${this.isOpen ? this.body() : nothing}</section>`;
  }

  body() {
    if (this.failure)
      return html`<t-error .failure=${this.failure} .retry=${() => {
        this.isOpen = false;
        this.open();
      }}></t-error>`;
    const { map } = this;
    if (!map) return html`<t-state loading rows="3"></t-state>`;
    if (map.boxes === 0) return html`<p class="quiet">${t('zv.heatNobody')}</p>`;
    const cells = map.counts.flatMap((row, y) => row.map((count, x) => ({ x, y, count }))).filter(({ count }) => count > 0);
    return html`<div class="zv-heat"><zv-picture src="/videos/${part(this.videoId)}/thumbnail" sign="film"></zv-picture><svg viewBox="0 0 ${map.columns} ${map.rows}" preserveAspectRatio="none" role="img" aria-label=${t('zv.heatOf', { n: map.boxes })}>${cells.map(({ x, y, count }) => svg`<rect x=${x} y=${y} width="1" height="1" fill-opacity=${(0.2 + (0.7 * count) / map.most).toFixed(2)}><title>${number(count)}</title></rect>`)}</svg></div>
      <p class="quiet">${t('zv.heatText', { n: map.most })}</p>`;
  }
}

define('zv-heat', Heat);
