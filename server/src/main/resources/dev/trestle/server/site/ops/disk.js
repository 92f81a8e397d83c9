import { admin } from './shared.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import '/ui/badge.js';

const TONES = { ample: 'good', low: 'warn', full: 'bad', failed: 'bad' };

/** The room of the data directory's disk, for administrators: <console-disk>; with `warning`, only where there is too little. */
class Disk extends Element {
  static properties = { warning: { type: Boolean }, disk: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    try {
      this.disk = await admin('GET', '/storage/disk');
    } catch {
      this.disk = null; // Nothing is kept on this machine, or the page says what is wrong.
    }
  }

  render() {
    const { disk } = this;
    if (!disk || (this.warning && disk.state === 'ample')) return nothing;
    const text = t(['full', 'failed'].includes(disk.state) ? 'ops.disk.fullText' : 'ops.disk.text', {
      free: bytes(disk.freeBytes),
      stop: bytes(disk.stopBytes),
    });
    return html`<t-badge tone=${TONES[disk.state]} text=${t(`ops.disk.${disk.state}`)}></t-badge> <span class="quiet">${text}</span>`;
  }
}

define('console-disk', Disk);
