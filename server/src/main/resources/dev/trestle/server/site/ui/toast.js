import { t } from './texts.js';

const LASTS_MS = 6_000;

function region() {
  let all = document.querySelector('.toasts');
  if (!all) {
    all = document.createElement('div');
    all.className = 'toasts';
    all.setAttribute('role', 'status');
    all.setAttribute('aria-live', 'polite');
    document.body.append(all);
  }
  return all;
}

/** Says something for a moment, aloud too. `undo`, if given, is offered with it. */
export function toast(text, { tone = 'good', undo = null } = {}) {
  const shown = document.createElement('div');
  shown.className = 'toast';
  shown.dataset.tone = tone;
  shown.append(Object.assign(document.createElement('span'), { textContent: text }));
  if (undo) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain', textContent: t('ui.undo') });
    button.addEventListener('click', () => {
      shown.remove();
      undo();
    });
    shown.append(button);
  }
  // In a dialog that is open, or nobody could reach it.
  (document.querySelector('dialog[open]')?.closest('t-dialog') ?? document.body).append(region());
  region().append(shown);
  setTimeout(() => shown.remove(), undo ? 2 * LASTS_MS : LASTS_MS);
}
