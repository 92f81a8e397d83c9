// What becomes of an upload, in a word and a sign.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { part, SITE, status } from './api.js';
import { failureOf } from './draft-failure.js';

const SIGNS = {
  pending: ['quiet', 'clock'],
  processing: ['busy', 'clock'],
  ready: ['good', 'check'],
  failed: ['bad', 'warn'],
  published: ['quiet', 'check'],
};

export const statusOf = (draft) => {
  const [tone, sign] = SIGNS[draft.status] ?? SIGNS.pending;
  return status(tone, sign, t(`htt.draft.${draft.status}`));
};

/** How many files a draft has; lists tell only the number. */
export const fileCount = (draft) => draft.fileCount ?? draft.files?.length ?? draft.fileKeys?.length ?? 0;

/** What a draft is called: its title, else how many pages came from whom. */
export const draftName = (draft) => draft.extractedData?.title || t('htt.draftOf', { n: fileCount(draft), name: draft.uploaderName ?? '' });

/** How far it is, as a share; null if that is not known. */
export const shareOf = ({ progress }) => (progress?.total > 0 ? progress.done / progress.total : null);

/** Why it failed; a reason that has no text here is shown as it was stored. */
export function whyFailed({ errorMessage }) {
  if (!errorMessage) return t('htt.failedText');
  const { file, reason, text } = failureOf(errorMessage);
  const why = reason ? t(`htt.failure.${reason}`) : html`<span lang="en">${text}</span>`;
  return file ? html`${file}: ${why}` : why;
}

/** A draft as a line beside a list. */
export const draftLine = (draft) => html`<a class="htt-draft-line" href="${SITE}/drafts/${part(draft.draftId)}" data-draft=${draft.draftId}>
  <span class="cut">${draftName(draft)}</span>${statusOf(draft)}
  ${draft.status === 'processing' ? html`<progress max="1" value=${shareOf(draft) ?? nothing} aria-label=${t('htt.draft.processing')}></progress>` : nothing}
  ${draft.status === 'ready' ? html`<span class="quiet">${t('htt.anyMayCheck')}</span>` : nothing}
  ${draft.status === 'failed' ? html`<span class="quiet">${whyFailed(draft)}</span>` : nothing}</a>`;
