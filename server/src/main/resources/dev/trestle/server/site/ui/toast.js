import { t } from './texts.js';

const LASTS_MS = 6_000;
const UNDO_LASTS_MS = 12_000;
const TICK_MS = 100;
const SHOWN_MAX = 4;

/** @type {HTMLElement | null} */
let region = null;
let timer = 0;
/** Those that are shown, the newest last: `{element, leftMs, act}`. */
const shown = [];

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Beside everything; inside of a dialog while one is open, since nothing outside of it can be reached. */
function place() {
  const dialogs = document.querySelectorAll('dialog[open]');
  const home = dialogs[dialogs.length - 1] ?? document.body;
  if (!region) {
    region = make('div', { className: 'toasts' });
    region.setAttribute('role', 'status');
    region.setAttribute('aria-live', 'polite');
  }
  if (region.parentNode !== home) home.append(region);
}

/** Time goes on for those that nobody points at or has the focus in. */
function tick() {
  place();
  for (const each of [...shown]) {
    if (each.element.matches(':hover, :focus-within')) continue;
    each.leftMs -= TICK_MS;
    each.element.querySelector('progress')?.setAttribute('value', String(Math.max(0, each.leftMs)));
    if (each.leftMs <= 0) end(each);
  }
}

function end(each) {
  const hadFocus = each.element.contains(document.activeElement);
  each.element.remove();
  shown.splice(shown.indexOf(each), 1);
  if (hadFocus && each.opener?.isConnected) each.opener.focus();
  if (shown.length === 0) {
    clearInterval(timer);
    timer = 0;
  }
}

function act(each) {
  end(each);
  each.act();
}

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.defaultPrevented) return;
  if (/** @type {Element} */ (event.composedPath()[0]).closest?.('input, textarea, select, [contenteditable], .cm-editor')) return;
  const last = shown.findLast((each) => each.act);
  if (!last) return;
  event.preventDefault();
  act(last);
});

/**
 * Says something for a moment, aloud too. `undo`, if given, is offered with it for a while that is shown; Ctrl+Z does it too. `action` is another thing to offer. Time
 * stands still while somebody points at it or has the focus in it.
 * @param {string} text
 * @param {{tone?: 'good' | 'bad' | 'warn', undo?: (() => void) | null, action?: {label: string, act: () => void} | null}} [how]
 */
export function toast(text, { tone = 'good', undo = null, action = undo ? { label: t('ui.undo'), act: undo } : null } = {}) {
  const element = make('div', { className: 'toast' }, make('span', { textContent: text, className: 'toast-text' }));
  element.dataset.tone = tone;
  const lastsMs = action ? UNDO_LASTS_MS : LASTS_MS;
  const each = { element, leftMs: lastsMs, act: action?.act ?? null, opener: document.activeElement };
  if (action) {
    const button = make('button', { type: 'button', textContent: action.label });
    if (undo) button.append(make('kbd', { textContent: 'Ctrl Z', ariaHidden: 'true' }));
    button.dataset.act = 'toast-action';
    button.addEventListener('click', () => act(each));
    const left = make('progress', { max: lastsMs, value: lastsMs });
    left.setAttribute('aria-hidden', 'true');
    element.append(button, left);
  }
  const close = make('button', { type: 'button', className: 'plain icon', textContent: '✕', ariaLabel: t('ui.close') });
  close.addEventListener('click', () => end(each));
  element.append(close);
  place();
  while (shown.length >= SHOWN_MAX) end(shown[0]);
  shown.push(each);
  region.append(element);
  timer ||= setInterval(tick, TICK_MS);
}
