import { define, Element, html, nothing } from './element.js';
import { t } from './texts.js';

const WIDTH_MIN = 288;
const WIDTH = 368;
const SHARE_MAX = 0.6;
const STEP = 16;
const LEAP = 64;

const KEPT = 'trestle.panel';

/**
 * A panel that stands beside what it is about, and takes room of its own: nothing is hidden under it. Its edge is moved by mouse or by arrow keys, and the
 * width is remembered by `name`; on a phone it is a sheet as high as the screen. Escape closes it, unless `unsaved` says that something would be lost. The
 * focus goes back to where it was when the panel came.
 *
 * A subclass has `body()`; <t-side-panel name label .content @close> is given what it shows. A grid with the columns "minmax(0, 1fr) auto" around it is all
 * that it needs.
 */
export class SidePanel extends Element {
  static properties = { name: {}, label: {}, unsaved: { type: Boolean }, width: { state: true }, warned: { state: true } };

  constructor() {
    super();
    this.name = 'side';
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    /** @type {HTMLElement | null} */
    this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
    this.classList.add('side-panel');
    this.setAttribute('role', 'region');
    this.escape = (event) => this.keyed(event);
    this.fit = () => this.resize(this.chosenWidth, false);
    this.addEventListener('keydown', this.escape);
    addEventListener('resize', this.fit);
    this.fit();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.escape);
    removeEventListener('resize', this.fit);
  }

  updated() {
    this.setAttribute('aria-label', this.label ?? t('ui.panel'));
  }

  /** What the person chose; a smaller window may leave less room for it. */
  get chosenWidth() {
    return Number(localStorage.getItem(`${KEPT}.${this.name}`)) || WIDTH;
  }

  get widest() {
    return Math.max(WIDTH_MIN, Math.round(innerWidth * SHARE_MAX));
  }

  /** @param {number} width @param {boolean} keep whether the person chose it */
  resize(width, keep = true) {
    this.width = Math.round(Math.min(this.widest, Math.max(WIDTH_MIN, width)));
    this.style.setProperty('--panel-width', `${this.width}px`);
    if (keep) localStorage.setItem(`${KEPT}.${this.name}`, String(this.width));
  }

  /** The focus goes back to what opened the panel, if that is still there. */
  returnFocus() {
    if (this.opener?.isConnected && this.opener !== document.body) this.opener.focus();
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  keyed(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.stopPropagation();
    if (this.unsaved) this.warned = true;
    else this.close();
  }

  keyedOnEdge(event) {
    const step = event.shiftKey ? LEAP : STEP;
    const to = { ArrowLeft: this.width + step, ArrowRight: this.width - step, Home: WIDTH_MIN, End: this.widest, Enter: WIDTH }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.resize(to);
  }

  grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const edge = event.currentTarget;
    const { right } = this.getBoundingClientRect();
    const move = ({ clientX }) => this.resize(right - clientX);
    edge.setPointerCapture(event.pointerId);
    edge.classList.add('held');
    edge.addEventListener('pointermove', move);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.classList.remove('held');
        edge.removeEventListener('pointermove', move);
      },
      { once: true },
    );
  }

  render() {
    return html`<div class="panel-edge" role="separator" tabindex="0" aria-orientation="vertical" aria-label=${t('ui.panel.resize')} aria-controls=${this.own} aria-valuemin=${WIDTH_MIN}
        aria-valuemax=${this.widest} aria-valuenow=${this.width} @keydown=${this.keyedOnEdge} @pointerdown=${this.grab} @dblclick=${() => this.resize(WIDTH)}></div>
      <div class="panel-body" id=${this.own}>${this.warned && this.unsaved ? html`<p class="problem" role="alert">${t('ui.panel.unsaved')}</p>` : nothing}${this.body()}</div>`;
  }

  /** What it shows. @returns {unknown} */
  body() {
    return nothing;
  }
}

class PlainSidePanel extends SidePanel {
  static properties = { ...SidePanel.properties, heading: {}, content: { attribute: false } };

  body() {
    return html`<div class="head"><h2 tabindex="-1">${this.heading}</h2><button type="button" class="plain icon" data-act="close-panel" aria-label=${t('ui.close')} @click=${this.close}>✕</button></div>
      ${this.content}`;
  }
}

define('t-side-panel', PlainSidePanel);
