// What becomes of a text that somebody else changed too: a three-way merge by the server, and a question where both changed the same.
import { html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { call, request } from '/session.js';
import '/ui/dialog.js';

const LONG_CHARACTERS = 300;
const SHOWN_CHARACTERS = 5_000;
const TOO_LARGE = 413;

const oneKindOfLines = (text) => text.replace(/\r\n?/g, '\n');

/** What they made of the text: what was merged, without what I did. */
const theirsOf = (pieces) => pieces.map(({ kind, text, base, theirs }) => (kind === 'mine' ? base : kind === 'conflict' ? theirs : text)).join('');

/** The names of those who changed it, as a sentence has them. */
export const names = (people) => people.map((each) => each.authorName ?? each.author).join(', ');

/**
 * Merges a text with the current one of a document.
 *
 * @param {string} path the document's, in the API
 * @param {{tag: string, base: string, text: string}} mine the tag and text of the version that was started from, and what was made of it
 * @returns {Promise<{tag: string, theirs: string, pieces: object[], conflicts: number, changedBy: object[]}>}
 */
export async function mergeWithCurrent(path, { tag, base, text }) {
  try {
    const merged = await call('POST', `${path}/merge`, { baseVersion: Number(/\d+/.exec(tag)?.[0] ?? 0), base, text });
    return { ...merged, tag: `"v${merged.version}"`, theirs: theirsOf(merged.pieces) };
  } catch (failure) {
    if (failure.status !== TOO_LARGE) throw failure;
    // Too large to be merged: one text or the other.
    const content = await request('GET', `${path}/content`, undefined, { headers: { Accept: 'text/markdown' } });
    const theirs = oneKindOfLines(await content.text());
    return { tag: content.headers.get('etag'), theirs, conflicts: 1, changedBy: [], pieces: [{ kind: 'conflict', base, theirs, mine: text }] };
  }
}

/** The pieces as one text, with what was chosen for each conflict: "theirs", "mine" or "both". */
export function joined(pieces, choices = []) {
  let conflict = 0;
  return pieces
    .map((piece) => {
      if (piece.kind !== 'conflict') return piece.text;
      const choice = choices[conflict++] ?? 'both';
      if (choice !== 'both') return piece[choice];
      return piece.theirs + (piece.theirs && piece.mine && !piece.theirs.endsWith('\n') ? '\n' : '') + piece.mine;
    })
    .join('');
}

const shortened = (text) => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

/**
 * Asks, for each place that two people changed, what is kept: theirs, mine or both; the result can be edited. Resolves to the merged text, or to null if the
 * person went back.
 */
export function resolveText({ pieces, changedBy }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('t-dialog');
    const id = dialog.own;
    const conflicts = pieces.filter((piece) => piece.kind === 'conflict');
    const choices = conflicts.map(() => 'both');
    const close = () => dialog.querySelector('dialog').close();
    const result = () => dialog.querySelector(`#${id}m`);
    const who = names(changedBy);
    let text = null;
    const choose = (i, side) => {
      choices[i] = side;
      result().value = joined(pieces, choices);
    };
    const all = (side) => {
      conflicts.forEach((piece, i) => {
        choices[i] = side;
      });
      dialog.querySelectorAll(`input[value=${side}]`).forEach((each) => {
        each.checked = true;
      });
      result().value = joined(pieces, choices);
    };
    const choice = (
      piece,
      i,
      side,
      label,
    ) => html`<div class="choice"><label class="row" for="${id}${side}${i}"><input type="radio" id="${id}${side}${i}" name="conflict${i}" value=${side}
        ?checked=${side === 'both'} @change=${() => choose(i, side)}><strong>${label}</strong></label>
      ${side === 'both' ? nothing : html`<div class="value" tabindex=${piece[side].length > LONG_CHARACTERS ? 0 : nothing}>${shortened(piece[side]) || html`<span class="quiet">${t('docs.deletedHere')}</span>`}</div>`}</div>`;
    dialog.content = html`<p>${who ? t('docs.conflictBy', { names: who, n: conflicts.length }) : t('docs.conflictText')}</p>
      ${
        conflicts.length > 1
          ? html`<div class="row"><button type="button" data-act="all-theirs" @click=${() => all('theirs')}>${t('docs.takeTheirs')}</button>
        <button type="button" data-act="all-mine" @click=${() => all('mine')}>${t('docs.keepMine')}</button></div>`
          : nothing
      }
      <div class="stack conflict">${conflicts.map(
        (piece, i) => html`<fieldset data-conflict=${i}><legend>${t('docs.conflictPlace', { n: i + 1, of: conflicts.length })}</legend>
        ${choice(piece, i, 'theirs', who ? t('docs.theirsOf', { names: who }) : t('docs.theirs'))}${choice(piece, i, 'mine', t('docs.yours'))}${choice(piece, i, 'both', t('docs.keepBoth'))}</fieldset>`,
      )}</div>
      <div class="doc-merge"><label for="${id}m"><strong>${t('docs.merged')}</strong></label><p class="quiet">${t('docs.mergeByHand')}</p>
        <textarea id="${id}m" name="merged" .value=${joined(pieces, choices)}></textarea></div>`;
    dialog.actions = html`<button type="button" data-act="back" @click=${close}>${t('docs.later')}</button>
      <button type="button" class="primary" data-act="save-merged" @click=${() => {
        text = result().value;
        close();
      }}>${t('docs.saveMerged')}</button>`;
    dialog.heading = t('docs.conflict');
    dialog.wide = true;
    dialog.open = true;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(text);
    });
    document.body.append(dialog);
  });
}
