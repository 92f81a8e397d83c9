import { html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { useSheet } from '/ui/sheet.js';
import { listen } from '/events.js';
import { t } from '/ui/texts.js';
import { API, may, ownPlace } from './api.js';
import '/ui/state.js';
import '/ui/badge.js';

/**
 * A page for members of an organisation. A subclass has `view()`, may have `needs`, the least role that it is for, `opened()`, which is called once the reader is
 * known and allowed, and `told(type, data)` for events of the system.
 */
export class ZvPage extends Page {
  static properties = { ...Page.properties, profile: { state: true }, organization: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    this.profile = null;
    this.organization = null;
    this.refusal = null;
    this.needs = 'viewer';
  }

  connectedCallback() {
    super.connectedCallback();
    this.styled = useSheet('/zentriqvision/zv.css');
    this.learn();
  }

  async learn(anew = false) {
    const { live } = this;
    try {
      const [place] = await Promise.all([ownPlace({ anew }), this.styled]);
      if (live.aborted) return;
      Object.assign(this, { ...place, refusal: null });
      if (!this.may(this.needs)) return;
      await this.updateComplete;
      listen(`${API}/events`, {
        signal: live,
        onEvent: ({ type, data }) => {
          if (!live.aborted) this.told(type, data);
        },
      });
      await this.opened();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refusal = failure;
    }
  }

  /** Whether the reader's role is at least another. */
  may(role) {
    return may(this.profile, role);
  }

  /** Cameras that the reader may see. */
  get cameras() {
    return (this.organization?.cameras ?? []).map((each) => each.name);
  }

  async opened() {}

  /**
   * @param {string} type
   * @param {any} data
   */
  // eslint-disable-next-line no-unused-vars
  told(type, data) {}

  view() {
    return html``;
  }

  render() {
    if (this.refusal) return html`<t-error .failure=${this.refusal} .retry=${() => this.learn(true)}></t-error>`;
    if (!this.profile) return html`<t-state loading rows="6"></t-state>`;
    if (!this.may(this.needs)) return this.notForRole();
    return this.view();
  }

  notForRole() {
    return html`<t-empty heading=${t('zv.notForRole')} text=${t('zv.notForRoleText', { role: t(`zv.role.${this.profile.role}`), needs: t(`zv.role.${this.needs}`) })} .action=${html`<p><a href="/zentriqvision/videos">${t('zv.videos')}</a></p>`}></t-empty>`;
  }
}
