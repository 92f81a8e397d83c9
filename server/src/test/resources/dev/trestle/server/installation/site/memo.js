import { define, html } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { call } from '/session.js';

class Memo extends Page {
  static properties = { ...Page.properties, memo: { state: true }, failure: { state: true } };

  async willUpdate(changed) {
    if (!changed.has('params')) return;
    try {
      this.memo = await call('GET', `/memos/v1/memos/${encodeURIComponent(this.params.id)}`, undefined, { signal: this.live });
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    return this.failure ? html`<t-error .failure=${this.failure}></t-error>` : html`<h1>${this.memo?.text ?? t('ui.loading')}</h1>`;
  }
}

class Start extends Page {
  render() {
    return html`<h1>${t('memos.start')}</h1>`;
  }
}

define('memos-memo', Memo);
define('memos-start', Start);
