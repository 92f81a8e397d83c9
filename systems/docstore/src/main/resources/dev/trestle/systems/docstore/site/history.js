import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { call } from '/session.js';
import './diff.js';

const TONES = { create: 'good', update: 'info', autosave: 'plain' };

/** What became of a document: <doc-history .document=${…} .tag=${'"v3"'} @rolled-back=${…}>. `changed` asks it to read again. */
class History extends Element {
  static properties = { document: { attribute: false }, tag: {}, shown: { state: true }, failure: { state: true }, comparing: { state: true }, rows: { state: true } };

  willUpdate(changed) {
    if (changed.has('document') && this.document) this.read();
  }

  get path() {
    return `/docstore/v1/documents/${encodeURIComponent(this.document.id)}`;
  }

  async read() {
    try {
      this.shown = await call('GET', `${this.path}/versions`);
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  async compare(version) {
    this.comparing = version;
    this.rows = null;
    try {
      this.rows = (await call('GET', `${this.path}/diff?from=${version}&to=${this.shown.currentVersion}&view=side`)).rows;
    } catch (failure) {
      this.failure = failure;
      this.comparing = null;
    }
  }

  async rollBack(version) {
    try {
      await call('POST', `${this.path}/rollback`, { version }, { headers: { 'If-Match': this.tag } });
      this.dispatchEvent(new CustomEvent('rolled-back', { detail: version }));
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const { shown } = this;
    if (!shown) return this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : html`<p class="quiet">${t('ui.loading')}</p>`;
    const mayChange = this.document.role !== 'viewer';
    return html`${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <ol aria-label=${t('docs.versions')}>${shown.items.map((each) => html`<li aria-current=${each.version === shown.currentVersion ? 'true' : nothing} data-version=${each.version}>
        <div class="row"><strong>v${each.version}</strong><t-badge tone=${TONES[each.changeType]} text=${t(`docs.type.${each.changeType}`)}></t-badge>
          ${each.version === shown.currentVersion ? html`<t-badge tone="good" text=${t('docs.current')}></t-badge>` : nothing}</div>
        <div class="quiet">${each.authorName ?? each.author} · <t-time at=${each.createdAt}></t-time> · ${bytes(each.fileSize)}</div>
        ${each.version === shown.currentVersion ? nothing : html`<div class="row">
          <button type="button" data-act="compare" @click=${() => this.compare(each.version)}>${t('docs.compare')}</button>
          ${mayChange ? html`<button type="button" data-act="roll-back" @click=${() => this.rollBack(each.version)}>${t('docs.rollBack')}</button>` : nothing}</div>`}
      </li>`)}</ol>
      ${shown.rollbacks.length === 0 ? nothing : html`<h3>${t('docs.rollbacks')}</h3><ol>${shown.rollbacks.map((each) => html`<li>
        <div>v${each.fromVersion} → v${each.toVersion}</div><div class="quiet">${each.rolledBackByName ?? each.rolledBackBy} · <t-time at=${each.rolledBackAt}></t-time></div></li>`)}</ol>`}
      <t-dialog wide ?open=${this.comparing !== null && this.comparing !== undefined} heading=${t('docs.differences')} @close=${() => { this.comparing = null; }}
        .content=${html`<doc-diff .rows=${this.rows} left="v${this.comparing}" right="v${shown.currentVersion}"></doc-diff>`}></t-dialog>`;
  }
}

define('doc-history', History);
