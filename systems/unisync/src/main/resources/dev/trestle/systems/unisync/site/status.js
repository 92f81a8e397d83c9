import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/badge.js';
import { LOOKS } from './api.js';

/** The badge of a stage's status: <unisync-status status="complete">. */
class Status extends Element {
  static properties = { status: {} };

  render() {
    const look = LOOKS[this.status] ?? {};
    return html`<t-badge tone=${look.tone} sign=${look.sign} text=${t(`unisync.status.${this.status}`)}></t-badge>`;
  }
}

define('unisync-status', Status);
