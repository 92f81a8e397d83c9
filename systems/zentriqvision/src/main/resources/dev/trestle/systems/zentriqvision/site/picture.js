import { define, Element, html, nothing } from '/ui/element.js';
import { request } from '/session.js';
import { API, icon } from './api.js';

const NEAR = '400px';

/**
 * A picture of footage: <zv-picture src="/videos/…/thumbnail?at=1" url="https://…" label="…">. It is fetched when it comes near the window: by `url`, an address that
 * holds by itself, or by `src`, a path of the API. What cannot be fetched, because it was never made, is a quiet drawing.
 */
class Picture extends Element {
  static properties = { src: {}, url: {}, label: {}, sign: {}, shown: { state: true }, isMissing: { state: true } };

  constructor() {
    super();
    this.shown = null;
    this.isMissing = false;
    this.isNear = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    this.watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((each) => each.isIntersecting)) return;
        this.watch.disconnect();
        this.isNear = true;
        this.fetch();
      },
      { rootMargin: NEAR },
    );
    this.watch.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.watch.disconnect();
    this.leaving.abort();
    this.drop();
  }

  drop() {
    if (this.made) URL.revokeObjectURL(this.made);
    this.made = null;
  }

  willUpdate(changed) {
    if ((changed.has('src') || changed.has('url')) && this.isNear) this.fetch();
  }

  async fetch() {
    const asked = `${this.url ?? ''} ${this.src ?? ''}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.isMissing = false;
    if (this.url) {
      this.shown = this.url;
      return;
    }
    await this.fetchByApi(asked);
  }

  async fetchByApi(asked) {
    if (!this.src) {
      this.isMissing = true;
      return;
    }
    try {
      const blob = await (await request('GET', `${API}${this.src}`, undefined, { signal: this.leaving.signal })).blob();
      if (this.asked !== asked || this.leaving.signal.aborted) return;
      this.drop();
      this.made = URL.createObjectURL(blob);
      this.shown = this.made;
    } catch (failure) {
      if (failure.name !== 'AbortError' && this.asked === asked) this.isMissing = true;
    }
  }

  /** An address holds for an hour: a page that is open longer asks again by the path. */
  failed() {
    if (this.shown === this.url && this.src) this.fetchByApi(this.asked);
    else this.isMissing = true;
  }

  render() {
    if (this.isMissing)
      return html`<span class="zv-no-picture" role=${this.label ? 'img' : nothing} aria-label=${this.label || nothing}>${icon(this.sign ?? 'person')}</span>`;
    return this.shown
      ? html`<img src=${this.shown} alt=${this.label ?? ''} draggable="false" @error=${() => this.failed()}>`
      : html`<span class="zv-no-picture" aria-hidden="true"></span>`;
  }
}

define('zv-picture', Picture);

/** Where the crop of an appearance is; nowhere, if nobody told where in the picture the person was. */
export const cropPath = ({ videoId, timestamp, personId, box = null, cropUrl = null }) =>
  box || cropUrl ? `/appearances/${encodeURIComponent(videoId)}/${encodeURIComponent(timestamp)}/${encodeURIComponent(personId)}/crop` : '';
