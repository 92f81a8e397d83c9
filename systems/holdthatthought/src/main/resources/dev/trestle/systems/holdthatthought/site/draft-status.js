// What becomes of an upload, in a word and a sign.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { part, SITE, status } from './api.js';

const SIGNS = { pending: ['quiet', 'clock'], processing: ['busy', 'clock'], ready: ['good', 'check'], failed: ['bad', 'warn'], published: ['quiet', 'check'] };

export const statusOf = (draft) => {
  const [tone, sign] = SIGNS[draft.status] ?? SIGNS.pending;
  return status(tone, sign, t(`htt.draft.${draft.status}`));
};

/** What a draft is called: its title, else how many pages came from whom. */
export const draftName = (draft) => draft.extractedData?.title || t('htt.draftOf', { n: draft.files?.length ?? draft.fileKeys?.length ?? 0, name: draft.uploaderName ?? '' });

const progressOf = ({ progress }) => (typeof progress === 'number' ? progress : (progress?.share ?? null));

/** A draft as a line beside a list. */
export const draftLine = (draft) => html`<a class="htt-draft-line" href="${SITE}/drafts/${part(draft.draftId)}" data-draft=${draft.draftId}>
  <span class="cut">${draftName(draft)}</span>${statusOf(draft)}
  ${draft.status === 'processing' ? html`<progress max="1" value=${progressOf(draft) ?? nothing} aria-label=${t('htt.draft.processing')}></progress>` : nothing}
  ${draft.status === 'ready' ? html`<span class="quiet">${t('htt.anyMayCheck')}</span>` : nothing}
  ${draft.status === 'failed' ? html`<span class="quiet">${draft.errorMessage ?? ''}</span>` : nothing}</a>`;
