import { html, nothing } from './element.js';
import { t } from './texts.js';
import { mergeLines } from './merge.js';
import './dialog.js';
import './time.js';

const ROUNDS_MAX = 10;
const LONG_CHARACTERS = 300;

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What of `mine` differs from `base`, by name. */
export const changesOf = (base, mine) => Object.fromEntries(Object.entries(mine).filter(([name, value]) => !same(value, base[name])));

/**
 * @typedef {object} Edit
 * @property {string} heading
 * @property {Record<string, {label: string, show?: (value: any, theirs: any) => string, merge?: boolean | {text: (value: any) => string, value: (text: string, mine: any) => any}}>} fields
 * @property {{values: Record<string, any>, tag: string | null, data?: any}} base
 * @property {Record<string, any>} mine
 * @property {() => Promise<any>} read
 * @property {(changes: any, seen: any) => Promise<any>} write
 * @property {(names: string[], now: any) => Promise<Record<string, {who?: string, at?: string}>>} [authors]
 */

/**
 * Saves what a person changed of something that others may have changed since it was opened: a merge of three versions, field by field.
 *
 * `base` is what was opened, `{values, tag}` with values by field, and `mine` has the values that are wanted. Only what differs is sent, by
 * `write(changes, {values, tag, …})` with If-Match. If the version is another one by now (412), or `base` has no tag, `read()` gives
 * `{values, tag, …}` as it is now. What only one of the two changed is taken from that one. Of what both changed, the person decides:
 * `fields` has `{label, show, merge}` for each name, `show(value, theirs)` gives text; `authors(names, now)` gives `{name: {who, at}}`. A field with `merge` is a
 * text that both may keep: `true`, or `{text(value), value(text, mine)}` where its value is more than the text.
 *
 * Resolves to `{saved, now}`: `saved` is what `write` gave, null if nothing is left to be sent. Resolves to null if the person went back.
 * @param {Edit} edit
 */
export async function saveChanges({ heading, fields, base, mine, read, write, authors = async () => ({}) }) {
  const wanted = changesOf(base.values, mine);
  let seen = base;
  let conflict = null;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (Object.keys(wanted).length === 0) return { saved: null, now: seen };
    if (seen.tag) {
      try {
        return { saved: await write(wanted, seen), now: seen };
      } catch (failure) {
        if (failure.status !== 412) throw failure;
        conflict = failure;
      }
    }
    const now = await read();
    const theirs = Object.keys(wanted).filter((name) => !same(now.values[name], seen.values[name]));
    const both = theirs.filter((name) => !same(now.values[name], wanted[name]));
    theirs
      .filter((name) => !both.includes(name))
      .forEach((name) => {
        delete wanted[name];
      });
    if (both.length > 0) {
      const set = await authors(both, now).catch(() => ({}));
      const kept = await resolveConflict({
        heading,
        rows: both.map((name) => row(name, fields[name], { base: base.values[name], theirs: now.values[name], mine: wanted[name] }, set[name])),
      });
      if (!kept) return null;
      both
        .filter((name) => !kept.has(name))
        .forEach((name) => {
          delete wanted[name];
        });
      [...kept]
        .filter(([, merged]) => merged !== undefined)
        .forEach(([name, merged]) => {
          wanted[name] = textOf(fields[name]).value(merged, wanted[name]);
        });
    }
    seen = now;
  }
  throw conflict;
}

/**
 * How a value that is merged becomes a text, and the other way round.
 * @param {{merge?: any}} field
 */
const textOf = ({ merge }) => (merge === true ? { text: (value) => value ?? '', value: (text) => text } : merge);

function row(name, field, { base, theirs, mine }, set) {
  const { label, show = (value) => value, merge } = field;
  const text = merge ? textOf(field).text : null;
  return {
    name,
    label,
    theirs: show(theirs, theirs),
    mine: show(mine, theirs),
    who: set?.who,
    at: set?.at,
    both: text ? mergeLines(text(base), text(theirs), text(mine)) : null,
  };
}

/**
 * Asks, for each field that two people changed, whose value is kept: `rows` of `{name, label, theirs, mine, who, at, both}`. Nothing is chosen
 * beforehand. `both`, `{text, isClean}` as mergeLines gives it, is a third choice: both texts in one, which can be edited. Resolves to a map of the names whose own value
 * is kept, each with the merged text if that was chosen, or to null if the person went back.
 */
export function resolveConflict({ heading, rows }) {
  return new Promise((resolve) => {
    const dialog = document.createElement('t-dialog');
    const id = dialog.own;
    const close = () => dialog.querySelector('dialog').close();
    let kept = null;
    const submit = (event) => {
      event.preventDefault();
      const chosen = new FormData(event.target);
      kept = new Map(
        rows
          .map(({ name }) => name)
          .filter((name) => chosen.get(name) !== 'theirs')
          .map((name) => [name, chosen.get(name) === 'both' ? chosen.get(`${name}.both`).replaceAll('\r\n', '\n') : undefined]),
      );
      close();
    };
    const all = (side) =>
      dialog.querySelectorAll(`input[value=${side}]`).forEach((each) => {
        each.checked = true;
      });
    const choice = (
      each,
      i,
      side,
      whose,
    ) => html`<div class="choice"><label class="row" for="${id}${side}${i}"><input type="radio" id="${id}${side}${i}" name=${each.name} value=${side} required
      aria-describedby="${id}${side}${i}v"><strong>${t(`ui.conflict.${side}`)}</strong>${whose}</label>
      <div class="value" id="${id}${side}${i}v" tabindex=${(each[side] ?? '').length > LONG_CHARACTERS ? 0 : nothing}>${each[side] || html`<span class="quiet">${t('ui.conflict.empty')}</span>`}</div></div>`;
    const merged = (
      each,
      i,
    ) => html`<div class="choice both"><label class="row" for="${id}both${i}"><input type="radio" id="${id}both${i}" name=${each.name} value="both" required><strong>${t('ui.conflict.both')}</strong>
      <span class="quiet">${t(each.both.isClean ? 'ui.conflict.clean' : 'ui.conflict.overlap')}</span></label>
      <textarea name="${each.name}.both" rows=${Math.min(10, each.both.text.split('\n').length + 1)} aria-label="${each.label}: ${t('ui.conflict.both')}" .value=${each.both.text}
        @input=${(event) => {
          event.target.closest('.choice').querySelector('[type=radio]').checked = true;
        }}></textarea></div>`;
    dialog.content = html`<p>${t('ui.conflict.text')}</p>
      ${
        rows.length > 1
          ? html`<div class="row"><button type="button" data-act="all-theirs" @click=${() => all('theirs')}>${t('ui.conflict.allTheirs')}</button>
        <button type="button" data-act="all-mine" @click=${() => all('mine')}>${t('ui.conflict.allMine')}</button></div>`
          : nothing
      }
      <form id="${id}f" class="stack conflict" @submit=${submit}>${rows.map(
        (each, i) => html`<fieldset data-field=${each.name}><legend>${each.label}</legend>
        ${choice(each, i, 'theirs', html`<span class="quiet">${each.who ?? t('ui.conflict.somebody')}${each.at ? html` · <t-time at=${each.at}></t-time>` : nothing}</span>`)}
        ${choice(each, i, 'mine', html`<span class="quiet">${t('ui.conflict.you')}</span>`)}${each.both ? merged(each, i) : nothing}</fieldset>`,
      )}</form>`;
    dialog.actions = html`<button type="button" data-act="back" @click=${close}>${t('ui.conflict.back')}</button>
      <button type="submit" class="primary" form="${id}f" data-act="save-resolved">${t('ui.save')}</button>`;
    dialog.heading = t('ui.conflict.heading', { what: heading });
    dialog.open = true;
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(kept);
    });
    document.body.append(dialog);
  });
}
