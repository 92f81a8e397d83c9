import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';

const ROWS_MAX = 3000;
const SIGNS = { removed: '−', added: '+' };

/** A line with the words that differ marked. */
function marked({ text, changed }, element) {
  if (!changed?.length) return text;
  const parts = [];
  let at = 0;
  for (const { from, to } of changed) {
    parts.push(text.slice(at, from), element === 'del' ? html`<del>${text.slice(from, to)}</del>` : html`<ins>${text.slice(from, to)}</ins>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

/** Differences in two columns: <doc-diff .rows=${…} left="v1" right="v2" ?truncated=${…}>. A sign stands beside each, so that it is never colour alone. */
class Diff extends Element {
  static properties = { rows: { attribute: false }, left: {}, right: {}, truncated: { type: Boolean } };

  render() {
    if (!this.rows) return html`<p class="quiet">${t('ui.loading')}</p>`;
    if (!this.rows.some((row) => row.kind !== 'same' && row.kind !== 'skipped')) return html`<p>${t('docs.noDifference')}</p>`;
    return html`<div class="doc-diff" tabindex="0" role="region" aria-label=${t('docs.differences')}><table>
      <thead><tr><th class="n"><span class="sr-only">${t('docs.line')}</span></th><th class="s"></th><th scope="col">${this.left}</th><th class="n"><span class="sr-only">${t('docs.line')}</span></th><th class="s"></th><th scope="col">${this.right}</th></tr></thead>
      <tbody>${this.rows.slice(0, ROWS_MAX).map((row) => this.row(row))}</tbody></table></div>
      ${this.truncated || this.rows.length > ROWS_MAX ? html`<p class="quiet">${t('docs.moreRows')}</p>` : nothing}`;
  }

  row({ kind, left, right, skipped }) {
    if (kind === 'skipped')
      return html`<tr class="gap"><td colspan="6">${skipped === 1 ? t('docs.skippedOne') : t('docs.skipped', { n: skipped })}</td></tr>`;
    const minus = left && kind !== 'same' ? 'minus' : '';
    const plus = right && kind !== 'same' ? 'plus' : '';
    return html`<tr><td class="n">${left?.line}</td><td class="s ${minus}">${minus ? SIGNS.removed : ''}</td><td class=${minus}>${left ? marked(left, 'del') : nothing}</td>
      <td class="n">${right?.line}</td><td class="s ${plus}">${plus ? SIGNS.added : ''}</td><td class=${plus}>${right ? marked(right, 'ins') : nothing}</td></tr>`;
  }
}

define('doc-diff', Diff);
