import { define, Element, html } from './element.js';
import { t } from './texts.js';
import { toast } from './toast.js';

/** Copies a text, and says so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('ui.copied'));
  } catch {
    toast(t('ui.notCopied'), { tone: 'bad' });
  }
}

/** An id in monospace, with one click to copy it: <t-id value="SS-311">. */
class Id extends Element {
  static properties = { value: {} };

  render() {
    return html`<code title=${this.value}>${this.value}</code><button type="button" aria-label=${t('ui.copy', { what: this.value })}
      title=${t('ui.copyShort')} @click=${(event) => {
        event.stopPropagation();
        copy(this.value);
      }}
      ><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h11v11H9zM5 15H4V4h11v1"/></svg></button>`;
  }
}

define('t-id', Id);
