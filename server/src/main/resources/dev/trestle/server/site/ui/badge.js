import { define, Element, html } from './element.js';

const SIGNS = { good: '✓', warn: '!', bad: '✕', busy: '◌', info: 'i', plain: '•' };

/** A status in a word, with a sign beside it, so that it is never colour alone: <t-badge tone="good" text="ready">. */
class Badge extends Element {
  static properties = { tone: {}, text: {}, sign: {} };

  render() {
    const tone = this.tone ?? 'plain';
    return html`<span class="badge" data-tone=${tone} data-sign=${this.sign ?? SIGNS[tone] ?? SIGNS.plain}>${this.text}</span>`;
  }
}

define('t-badge', Badge);
