import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/time.js';
import { call, encoded, iso } from './api.js';
import { icon } from './kinds.js';

/** Who keeps a document from being changed, and what the caller may do about it: <fk-lock .siteId .documentId ?writes news @changed>. */
class Lock extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    writes: { type: Boolean },
    news: { type: Number },
    lock: { state: true },
    busy: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('documentId') || changed.has('news')) this.read();
  }

  get base() {
    return `/documents/${encoded(this.documentId)}`;
  }

  async read() {
    try {
      this.lock = await call('GET', `/x${this.base}/lock`, { siteId: this.siteId });
    } catch {
      this.lock = null; // the page says what is wrong with the document
    }
  }

  async act(method, path, said) {
    this.busy = true;
    try {
      await call(method, `${this.base}/${path}`, { siteId: this.siteId });
      toast(t(said));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.busy = false;
    await this.read();
    this.dispatchEvent(new CustomEvent('changed'));
  }

  hold() {
    const act = () => this.act('PUT', 'legalHold', 'fk.lock.held');
    return confirmed({ heading: t('fk.lock.holdHeading'), text: t('fk.lock.holdText'), label: t('fk.lock.hold'), act });
  }

  render() {
    const { lock } = this;
    if (!lock) return nothing;
    const button = (name, text, drawing, run) =>
      html`<button type="button" data-act=${name} ?disabled=${this.busy} @click=${run}>${icon(drawing)}${text}</button>`;
    const isFree = !lock.checkedOutBy && !lock.heldBy;
    const checkOut =
      isFree && this.writes ? button('check-out', t('fk.lock.checkOut'), 'lock', () => this.act('PUT', 'checkout', 'fk.lock.checkedOut')) : nothing;
    const checkIn = lock.mayCheckIn
      ? button('check-in', t('fk.lock.checkIn'), 'unlock', () => this.act('DELETE', 'attributes/Checkout', 'fk.lock.checkedIn'))
      : nothing;
    const hold = lock.mayHold
      ? lock.heldBy
        ? button('release', t('fk.lock.release'), 'unlock', () => this.act('DELETE', 'legalHold', 'fk.lock.released'))
        : button('hold', t('fk.lock.hold'), 'lock', () => this.hold())
      : nothing;
    if (isFree && checkOut === nothing && hold === nothing) return nothing;
    return html`<div class="fk-lock" data-state=${lock.heldBy ? 'held' : lock.checkedOutBy ? 'out' : 'free'} role="status">
      ${lock.heldBy ? html`<span><strong>${t('fk.lock.isHeld')}</strong> ${t('fk.lock.by', { name: lock.heldBy })} <t-time at=${iso(lock.heldAt)}></t-time></span>` : nothing}
      ${lock.checkedOutBy ? html`<span><strong>${t('fk.lock.isOut')}</strong> ${lock.mine ? t('fk.lock.byYou') : t('fk.lock.by', { name: lock.checkedOutBy })} <t-time at=${iso(lock.checkedOutAt)}></t-time></span>` : nothing}
      <span class="end"></span>${checkOut}${checkIn}${hold}</div>`;
  }
}

define('fk-lock', Lock);
