// How far the analysis of a video is, in words.
import { html, nothing } from '/ui/element.js';
import { hasText, t } from '/ui/texts.js';
import { length } from './when.js';

const phaseText = (phase) => (hasText(`zv.phase.${phase}`) ? t(`zv.phase.${phase}`) : t('zv.phase.ANALYZING'));

/** In a row: a bar and what it is at. */
export function analysisOf({ status, progress, errorMessage, duration }) {
  if (status === 'ERROR') return errorMessage ? html`<span class="zv-why" title=${errorMessage}>${errorMessage}</span>` : nothing;
  if (status !== 'PROCESSING' || !progress) return nothing;
  const { phase, done, position, message } = progress;
  if (phase === 'WAITING') return html`<span class="quiet">${message ?? phaseText(phase)}</span>`;
  const words = typeof position === 'number' && duration ? t('zv.analyzedOf', { at: length(position), length: length(duration) }) : phaseText(phase);
  return html`<span class="zv-progress"><progress max="1" .value=${done ?? 0} aria-label=${phaseText(phase)}></progress><span class="quiet">${words}</span></span>`;
}

/** What is done with a video right now. */
export function phaseOf({ progress, duration }) {
  if (!progress) return t('zv.phase.WAITING');
  const { phase, position } = progress;
  return typeof position === 'number' && duration && phase !== 'WAITING'
    ? `${phaseText(phase)} ${t('zv.analyzedOf', { at: length(position), length: length(duration) })}`
    : phaseText(phase);
}

/** What can be done about a video that could not be processed. */
export function wayOut(message = '') {
  /** @type {[RegExp, string][]} */
  const known = [
    [/did not arrive/i, 'zv.way.arrive'],
    [/cancel/i, 'zv.way.again'],
    [/FFmpeg|weights|analy/i, 'zv.way.admin'],
    [/picture stream|not a video|damaged|cannot be read/i, 'zv.way.file'],
    [/larger|longer|pixel|hours/i, 'zv.way.smaller'],
  ];
  return t(known.find(([pattern]) => pattern.test(message))?.[1] ?? 'zv.way.again');
}
