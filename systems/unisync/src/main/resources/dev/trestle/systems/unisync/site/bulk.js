// One change for many ShowSets: each is saved by itself, and what could not be is listed by its id.
import { html, nothing } from '/ui/element.js';
import { language, t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import '/ui/dialog.js';
import '/ui/field.js';
import { LANGUAGES } from './api.js';

const AT_ONCE = 4;

/**
 * Does `act(row)` for each row, some at a time. A failure stops none of the others.
 *
 * @param {object[]} rows
 * @param {(row: object) => Promise<unknown>} act
 * @param {{signal: AbortSignal, onProgress: (done: number) => void}} options once aborted, no further one begins
 * @returns {Promise<{done: object[], failed: {row: object, failure: Error}[], left: object[]}>}
 */
export async function forEachRow(rows, act, { signal, onProgress }) {
  const done = [];
  const failed = [];
  const left = [...rows];
  const work = async () => {
    while (left.length > 0 && !signal.aborted) {
      const row = left.shift();
      try {
        await act(row);
        done.push(row);
      } catch (failure) {
        failed.push({ row, failure });
      }
      onProgress(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  return { done, failed, left };
}

/** A dialog that resolves when it is closed. */
function shown(make) {
  return new Promise((resolve) => {
    const dialog = document.createElement('t-dialog');
    let answer = null;
    const close = (value) => {
      answer = value;
      dialog.querySelector('dialog').close();
    };
    Object.assign(dialog, make(close, dialog.own), { open: true });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
  });
}

/**
 * Asks for a text: what has to be revised, or a note for several ShowSets. Resolves to `{text, lang}`, or to null.
 *
 * @param {{heading: string, label: string, hint?: string, action: string}} texts
 */
export const askText = ({ heading, label, hint, action }) =>
  shown((close, own) => ({
    heading,
    content: html`<form id="${own}n" class="stack" @submit=${(event) => {
      const { note, noteLang } = values(event);
      if (String(note).trim()) close({ text: note, lang: noteLang });
    }}><t-field label=${label} hint=${hint ?? ''} type="textarea" name="note" required maxlength="5000" focused></t-field>
    <t-field label=${t('unisync.noteLanguage')} type="select" name="noteLang" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field></form>`,
    actions: html`<button type="button" @click=${() => close(null)}>${t('ui.cancel')}</button><button type="submit" class="primary" form="${own}n" data-act="send">${action}</button>`,
  }));

/** Tells which rows were not changed, and why. Resolves to whether to try those again. */
export const askAgain = ({ heading, done, failed, left }) =>
  shown((close) => ({
    heading,
    content: html`<p role="status">${t('unisync.bulk.partly', { n: done.length, failed: failed.length + left.length })}</p>
    <table><thead><tr><th scope="col">${t('unisync.showset')}</th><th scope="col">${t('unisync.problem')}</th></tr></thead><tbody>
      ${failed.map(({ row, failure }) => html`<tr data-failed=${row.showSetId}><td class="mono">${row.showSetId}</td><td>${words(failure)}</td></tr>`)}
      ${left.length > 0 ? html`<tr data-left=${left.length}><td class="mono">${left[0].showSetId}${left.length > 1 ? ' …' : nothing}</td><td>${t('unisync.bulk.stopped', { n: left.length })}</td></tr>` : nothing}</tbody></table>`,
    actions: html`<button type="button" @click=${() => close(false)}>${t('ui.close')}</button><button type="button" class="primary" data-act="again" @click=${() => close(true)}>${t('ui.retry')}</button>`,
  }));
