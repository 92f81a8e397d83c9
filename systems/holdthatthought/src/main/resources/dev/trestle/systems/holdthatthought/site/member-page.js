import { html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { useSheet } from '/ui/sheet.js';
import { listen } from '/events.js';
import { API, isAdmin, isMember, ownProfile } from './api.js';
import './pending.js';
import '/ui/state.js';

/**
 * A page for members of the family. Who is not approved yet sees what waits for an administrator instead. A subclass has `view()`, may have `opened()`, which is
 * called once the reader is known to be a member, and `told(type, data)` for events of the system.
 */
export class MemberPage extends Page {
  static properties = { ...Page.properties, profile: { state: true }, refusal: { state: true } };

  constructor() {
    super();
    this.profile = null;
    this.refusal = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.styled = useSheet('/holdthatthought/htt.css');
    this.learn();
  }

  async learn(anew = false) {
    const { live } = this;
    try {
      const [profile] = await Promise.all([ownProfile({ anew }), this.styled]);
      if (live.aborted) return;
      Object.assign(this, { profile, refusal: null });
      if (!this.isMember) return;
      await this.updateComplete;
      await this.opened();
      listen(`${API}/events`, {
        signal: live,
        onEvent: ({ type, data }) => {
          if (!live.aborted) this.told(type, data);
        },
      });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refusal = failure;
    }
  }

  get isMember() {
    return isMember(this.profile, this.me);
  }

  get isAdmin() {
    return isAdmin(this.profile, this.me);
  }

  /** The reader's id. */
  get userId() {
    return this.profile?.userId;
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
    return this.isMember ? this.view() : html`<htt-pending .profile=${this.profile} @approved=${() => this.learn(true)}></htt-pending>`;
  }
}
