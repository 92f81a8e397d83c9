// A letter as a row of a list.
import { html, nothing, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { icon, letterPath, status } from './api.js';
import { dateInWords, dayInWords } from './dates.js';

/** Who wrote to whom. */
export function between({ author, recipient }) {
  if (author && recipient) return html`<span><b>${author}</b> ${t('htt.to')} <b>${recipient}</b></span>`;
  if (author) return html`<span><b>${author}</b></span>`;
  return recipient ? html`<span>${t('htt.to')} <b>${recipient}</b></span>` : nothing;
}

const LINES = [14, 22, 30, 38, 46, 54, 62];

/** A sheet of paper, where no picture of the letter is known. */
const sheet = svg`<svg class="htt-thumb" viewBox="0 0 56 76" aria-hidden="true">${LINES.map((y, i) => svg`<path d=${`M8 ${y}h${i === 0 ? 18 : i === LINES.length - 1 ? 22 : 40}`} />`)}</svg>`;

export const thumb = ({ thumbnailUrl, hasPdf }) =>
  thumbnailUrl
    ? html`<img class="htt-thumb" src=${thumbnailUrl} alt="" loading="lazy" width="54" height="66">`
    : html`<span class="htt-sheet ${hasPdf ? '' : 'text-only'}">${sheet}</span>`;

export const needsChecking = () => status('warn', 'warn', t('htt.needsChecking'));

const inside = (letter, isWhole) => html`${thumb(letter)}
  <span class="htt-row-what"><span class="htt-row-title"><strong class="cut">${letter.title}</strong>${letter.transcription === 'machine' ? needsChecking() : nothing}</span>
    ${letter.description ? html`<span class="htt-row-words cut">${letter.description}</span>` : nothing}
    <span class="htt-row-by"><span class="cut">${between(letter)}${letter.author || letter.recipient ? ' · ' : ''}${isWhole ? dateInWords(letter.date) : dayInWords(letter.date)}</span>
      ${letter.location ? html`<span class="cut htt-wide">${letter.location}</span>` : nothing}</span></span>
  <span class="htt-row-end">${letter.pageCount ? html`<span>${t('htt.pageCount', { n: letter.pageCount })}</span>` : letter.hasPdf === false ? html`<span>${t('htt.textOnly')}</span>` : nothing}
    ${letter.commentCount > 0 ? html`<span class="htt-row-count" title=${t('htt.commentCount', { n: letter.commentCount })}>${icon('comment')}<span class="sr-only">${t('htt.commentCount', { n: letter.commentCount })}</span><span aria-hidden="true">${letter.commentCount}</span></span>` : nothing}</span>`;

/**
 * A row: <a> with picture, title, first words, people and place. `isWhole` shows the year too. With `pick`, the row is chosen instead of opened, and `picked` says
 * whether it is.
 * @param {any} letter
 * @param {{isWhole?: boolean, current?: boolean, picked?: boolean, pick?: () => void}} [options]
 */
export function letterRow(letter, { isWhole = false, current = false, picked = false, pick } = {}) {
  if (pick) {
    return html`<label class="htt-row htt-pickable" data-date=${letter.date}><input type="checkbox" .checked=${picked} aria-label=${letter.title} @change=${pick}>${inside(letter, isWhole)}</label>`;
  }
  return html`<a class="htt-row" href=${letterPath(letter.date)} data-date=${letter.date} aria-current=${current ? 'true' : nothing}>${inside(letter, isWhole)}</a>`;
}
