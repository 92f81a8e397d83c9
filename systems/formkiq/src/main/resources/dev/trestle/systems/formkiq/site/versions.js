import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { bytes, t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { openViewer } from '/ui/viewer.js';
import { equalLines } from '/ui/merge.js';
import { toast } from '/ui/toast.js';
import '/ui/state.js';
import '/ui/time.js';
import { call, encoded, everything, iso, nameOf } from './api.js';
import { icon } from './kinds.js';

const LINES_MAX = 2_000;
const TEXT = /^text\/|json|xml/;

/** Rows of two texts side by side: [{one, other, same}]. */
function sideBySide(one, other) {
  const [a, b] = [one.split('\n').slice(0, LINES_MAX), other.split('\n').slice(0, LINES_MAX)];
  const rows = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...equalLines(a, b), [a.length, b.length]]) {
    while (i < x || j < y) rows.push({ one: i < x ? a[i++] : null, other: j < y ? b[j++] : null, same: false });
    if (x < a.length && y < b.length) {
      rows.push({ one: a[i++], other: b[j++], same: true });
    }
  }
  return rows;
}

/** The contents that a document had: who, when, what it was; one can be looked at, compared, made the current one, or deleted. */
class Versions extends Element {
  static properties = {
    document: { attribute: false },
    siteId: { attribute: false },
    news: { type: Number },
    writes: { type: Boolean },
    removes: { type: Boolean },
    rows: { state: true },
    failure: { state: true },
    compared: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('document') || changed.has('news')) this.read();
  }

  get base() {
    return `/documents/${encoded(this.document.documentId)}`;
  }

  async read() {
    try {
      this.rows = await everything(`${this.base}/versions`, { siteId: this.siteId }, 'documents', { signal: this.leaving.signal });
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  view({ versionKey, contentType, contentLength }) {
    const { siteId } = this;
    const url = async () => (await call('GET', `${this.base}/url`, { siteId, versionKey, inline: true })).url;
    const text = () => this.text(versionKey);
    openViewer({
      items: [{ name: nameOf(this.document), type: contentType ?? '', size: contentLength, url, ...(TEXT.test(contentType ?? '') ? { text } : {}) }],
    });
  }

  async text(versionKey) {
    return (await call('GET', `${this.base}/content`, { siteId: this.siteId, versionKey })).content ?? '';
  }

  async compare(row) {
    try {
      const [one, other] = await Promise.all([this.text(row.versionKey), this.text('document')]);
      this.compared = { row, rows: sideBySide(one, other) };
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async promote({ versionKey }) {
    try {
      await call('PUT', `${this.base}/versions`, { siteId: this.siteId }, { versionKey });
      toast(t('fk.version.promoted'));
      this.compared = null;
      await this.read();
      this.dispatchEvent(new CustomEvent('changed'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async drop({ versionKey }) {
    const act = () => call('DELETE', `${this.base}/versions/${encoded(versionKey)}`, { siteId: this.siteId });
    if (await confirmed({ heading: t('fk.version.deleteHeading'), text: t('fk.version.deleteText'), label: t('fk.delete'), act })) this.read();
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.rows) return html`<t-state loading rows="4"></t-state>`;
    return html`<ol class="fk-versions">${this.rows.map((row, i) => this.row(row, i === 0))}</ol>
      ${this.rows.length === 1 ? html`<p class="quiet">${t('fk.version.only')}</p>` : nothing}${this.compared ? this.comparison() : nothing}`;
  }

  row(row, isCurrent) {
    const isText = TEXT.test(row.contentType ?? '');
    const act = (name, text, drawing, run, tone = 'plain') =>
      html`<button type="button" class=${tone} data-act=${name} @click=${run}>${icon(drawing)}${text}</button>`;
    return html`<li data-version=${row.versionKey}><div class="row"><strong><t-time at=${iso(row.insertedDate)}></t-time></strong>${isCurrent ? html`<t-badge tone="good">${t('fk.version.current')}</t-badge>` : nothing}
        <span class="quiet">${row.userId ?? ''} · ${row.contentType ?? ''} ${row.contentLength === undefined ? '' : bytes(row.contentLength)}</span></div>
      <div class="fk-acts">${act('view', t('fk.version.view'), 'open', () => this.view(row))}
        ${
          isCurrent
            ? nothing
            : html`${isText ? act('compare', t('fk.version.compare'), 'replace', () => this.compare(row)) : nothing}
        ${this.writes ? act('promote', t('fk.version.promote'), 'restore', () => this.promote(row)) : nothing}
        ${this.removes ? act('drop-version', t('fk.delete'), 'trash', () => this.drop(row), 'danger') : nothing}`
        }</div></li>`;
  }

  comparison() {
    const close = () => {
      this.compared = null;
    };
    const cell = (text, tone) => html`<td class=${text === null ? 'fk-no-line' : tone}>${text ?? ''}</td>`;
    return html`<t-dialog open wide heading=${t('fk.version.compare')} @close=${close}
      .content=${html`<div class="fk-compared" tabindex="0" role="region" aria-label=${t('fk.version.compare')}><table><thead><tr><th scope="col">${t('fk.version.then')}</th><th scope="col">${t('fk.version.now')}</th></tr></thead>
        <tbody>${this.compared.rows.map(({ one, other, same }) => html`<tr>${cell(one, same ? '' : 'fk-line-gone')}${cell(other, same ? '' : 'fk-line-new')}</tr>`)}</tbody></table></div>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.close')}</button>${this.writes ? html`<button type="button" class="primary" @click=${() => this.promote(this.compared.row)}>${t('fk.version.promote')}</button>` : nothing}`}></t-dialog>`;
  }
}

define('fk-versions', Versions);
