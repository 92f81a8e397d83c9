import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';

const ROWS_MAX = 3000;
const SIGNS = { removed: '−', added: '+' };

/** Differences in two columns: <doc-diff .rows=${…} left="v1" right="v2">. A sign stands beside each, so that it is never colour alone. */
class Diff extends Element {
  static properties = { rows: { attribute: false }, left: {}, right: {} };

  render() {
    if (!this.rows) return html`<p class="quiet">${t('ui.loading')}</p>`;
    if (!this.rows.some((row) => row.kind !== 'same' && row.kind !== 'skipped')) return html`<p>${t('docs.noDifference')}</p>`;
    return html`<div class="doc-diff" tabindex="0" role="region" aria-label=${t('docs.differences')}><table>
      <thead><tr><th class="n"></th><th class="s"></th><th scope="col">${this.left}</th><th class="n"></th><th class="s"></th><th scope="col">${this.right}</th></tr></thead>
      <tbody>${this.rows.slice(0, ROWS_MAX).map((row) => this.row(row))}</tbody></table></div>
      ${this.rows.length > ROWS_MAX ? html`<p class="quiet">${t('docs.moreRows')}</p>` : nothing}`;
  }

  row({ kind, left, right, skipped }) {
    if (kind === 'skipped') return html`<tr class="gap"><td colspan="6">${t('docs.skipped', { n: skipped })}</td></tr>`;
    const minus = left && kind !== 'same' ? 'minus' : '';
    const plus = right && kind !== 'same' ? 'plus' : '';
    return html`<tr><td class="n">${left?.line}</td><td class="s ${minus}">${minus ? SIGNS.removed : ''}</td><td class=${minus}>${left?.text}</td>
      <td class="n">${right?.line}</td><td class="s ${plus}">${plus ? SIGNS.added : ''}</td><td class=${plus}>${right?.text}</td></tr>`;
  }
}

define('doc-diff', Diff);
