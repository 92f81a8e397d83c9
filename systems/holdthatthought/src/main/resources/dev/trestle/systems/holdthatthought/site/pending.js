import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { icon, ownProfile, SITE } from './api.js';

const AGAIN_MS = 15_000;

/** What somebody sees who is not approved yet: what waits, for whom, and what can be done meanwhile. It looks again by itself. */
class Pending extends Element {
  static properties = { profile: { attribute: false }, looked: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    // The rail has it too, though events are refused.
    this.dispatchEvent(new CustomEvent('opened', { bubbles: true, detail: ['holdthatthought'] }));
    this.timer = setInterval(() => this.look(), AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  async look() {
    try {
      const profile = await ownProfile({ anew: true });
      this.looked = true;
      if (profile.groups.length > 0) this.dispatchEvent(new CustomEvent('approved'));
    } catch {
      // Asked again after a while.
    }
  }

  render() {
    return html`<div class="htt-pending"><span class="htt-pending-icon">${icon('letter')}</span><h1>${t('htt.pendingTitle', { name: this.profile?.displayName ?? '' })}</h1>
      <p>${t('htt.pendingText')}</p><p class="quiet">${t('htt.pendingMeanwhile')}</p>
      <p class="row"><a class="button primary" href="${SITE}/settings">${t('htt.yourProfile')}</a><button type="button" data-act="look-again" @click=${this.look}>${t('htt.lookAgain')}</button></p>
      <p class="quiet" role="status">${this.looked ? t('htt.stillPending') : nothing}</p></div>`;
  }
}

define('htt-pending', Pending);
