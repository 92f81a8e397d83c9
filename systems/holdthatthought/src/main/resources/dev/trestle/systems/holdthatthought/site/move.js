// Another date for a letter. Everything that belongs to it goes with it, and links to the old date lead on.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { words } from '/ui/error.js';
import { toast } from '/ui/toast.js';
import { api, letterPath, part } from './api.js';
import { dateInWords, dateProblem } from './dates.js';
import '/ui/dialog.js';
import '/ui/field.js';

/** Asks for the date, and moves the letter to it. */
export function moveLetter(letter) {
  const dialog = document.createElement('t-dialog');
  const close = () => dialog.querySelector('dialog').close();
  const show = (date, { failure = null, problem = '', busy = false } = {}) => {
    const suggestion = failure?.answer?.suggestion;
    dialog.content = html`<p>${t('htt.moveText')}</p>
      <form id="${dialog.own}f" class="stack" @submit=${(event) => {
        event.preventDefault();
        move(new FormData(event.target).get('date').trim());
      }}><t-field name="date" label=${t('htt.field.date')} hint=${t('htt.dateHint')} .value=${date} error=${problem} required mono focused></t-field></form>
      ${failure ? html`<p class="problem" role="alert">${words(failure)}</p>` : nothing}
      ${suggestion ? html`<p><button type="button" data-act="take-suggestion" @click=${() => move(suggestion)}>${t('htt.useDate', { date: suggestion })}</button></p>` : nothing}`;
    dialog.actions = html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" class="primary" form="${dialog.own}f" data-act="move-letter" ?disabled=${busy}>${t('htt.changeDateNow')}</button>`;
  };
  const move = async (date) => {
    const problem = dateProblem(date);
    if (problem || date === letter.date) {
      show(date, { problem: problem ?? t('htt.sameDate') });
      return;
    }
    show(date, { busy: true });
    try {
      await api('PUT', `/letters/${part(letter.date)}`, { content: letter.content, versionCount: letter.versionCount, date });
      close();
      navigate(letterPath(date));
      toast(t('htt.moved', { date: dateInWords(date) }));
    } catch (failure) {
      show(date, { failure });
    }
  };
  dialog.heading = t('htt.changeDate');
  dialog.open = true;
  dialog.addEventListener('close', () => dialog.remove());
  show(letter.date);
  document.body.append(dialog);
}
