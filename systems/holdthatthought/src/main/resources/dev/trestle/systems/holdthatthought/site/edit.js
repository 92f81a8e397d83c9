// Saving what was changed of a letter: what somebody else saved meanwhile is merged, and asked about where both changed the same.
import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { changesOf, saveChanges } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { Draft, dropDraft } from '/ui/draft.js';
import { scope } from '/session.js';
import { api, part } from './api.js';
import { Beside, keyOf, wordsOf } from './align.js';
import '/ui/field.js';
import '/ui/error.js';

const CONFLICT = 409;
const STALE = 412;
export const FIELDS = ['title', 'author', 'recipient', 'location', 'description', 'tags', 'content', 'transcription'];

const tagsOf = (text) => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/** A letter as a form has it: everything is text. */
export const valuesOf = (letter) => ({
  title: letter.title ?? '',
  author: letter.author ?? '',
  recipient: letter.recipient ?? '',
  location: letter.location ?? '',
  description: letter.description ?? '',
  tags: (letter.tags ?? []).join(', '),
  content: letter.content ?? '',
  transcription: letter.transcription ?? '',
});

/** The same as a request has it: what is empty is cleared. */
const bodyOf = (values) => ({ ...values, tags: tagsOf(values.tags), transcription: values.transcription || null });

const baseName = (date) => `trestle.htt.base ${scope() ?? ''} ${date}`;

/** What an edit began with: kept with what was typed, or a reload would take another's changes for this one's deletions. */
const keptBase = (date) => {
  try {
    return JSON.parse(sessionStorage.getItem(baseName(date)));
  } catch {
    return null;
  }
};

/** Where the nth occurrence of a word is in a text; null if there is none. */
export function placeOf(text, word, nth) {
  const all = wordsOf(text).filter((each) => keyOf(each.text) === keyOf(word));
  return all[nth] ?? all.at(-1) ?? null;
}

/**
 * A letter being edited: <htt-edit .letter=${…} .pages=${…} .word=${{text, nth}} @caret-word=${…} @saved=${({detail}) => …} @edit-end=${…}>. `word` is marked at the start. What is typed survives a
 * reload; Ctrl S saves.
 */
class Edit extends Element {
  static properties = {
    letter: { attribute: false },
    pages: { attribute: false },
    word: { attribute: false },
    failure: { state: true },
    busy: { state: true },
    restored: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('pages')) this.beside = new Beside(this.pages);
    if (!changed.has('letter') || this.base) return;
    const kept = new Draft(this.key);
    const base = keptBase(this.letter.date);
    this.kept = kept;
    this.restored = kept.isRestored;
    this.base = kept.isRestored && base ? base : { values: valuesOf(this.letter), tag: String(this.letter.versionCount ?? 0) };
  }

  get key() {
    return `htt.letter ${this.letter.date}`;
  }

  async firstUpdated() {
    await Promise.all([...this.querySelectorAll('t-field')].map((each) => each.updateComplete));
    await this.kept.restore(this);
    const area = this.querySelector('[name=content] textarea, textarea[name=content]');
    this.grow(area);
    const place = this.word ? placeOf(area.value, this.word.text, this.word.nth) : null;
    area.focus({ preventScroll: Boolean(place) });
    if (!place) {
      area.setSelectionRange(0, 0);
      return;
    }
    area.setSelectionRange(place.start, place.end);
    this.scrollTo(area, place.start);
  }

  /** As high as what it holds: only the page scrolls. */
  grow(area) {
    area.style.setProperty('height', 'auto');
    area.style.setProperty('height', `${area.scrollHeight + 4}px`);
  }

  scrollTo(area, offset) {
    const share = offset / Math.max(1, area.value.length);
    const frame = this.closest('.htt-article');
    if (frame) frame.scrollTop = area.offsetTop + area.offsetHeight * share - frame.clientHeight / 3;
  }

  /** The word at the caret is shown in the scan. */
  caret(event) {
    if (event.target.name !== 'content') return;
    const scanned = this.beside?.scannedAt(event.target.value, event.target.selectionStart) ?? null;
    this.dispatchEvent(new CustomEvent('caret-word', { detail: scanned }));
  }

  /** Marks the word of a place of the scan. */
  find(page, x, y) {
    const area = this.querySelector('textarea[name=content]');
    const place = this.beside?.placeIn(area.value, page, x, y);
    if (!place) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(place.start, place.end);
    this.scrollTo(area, place.start);
    this.caret({ target: area });
  }

  typed(event) {
    if (event.target.name === 'content') this.grow(event.target);
    this.kept.keep(this);
    sessionStorage.setItem(baseName(this.letter.date), JSON.stringify(this.base));
  }

  forget() {
    dropDraft(this.key);
    sessionStorage.removeItem(baseName(this.letter.date));
  }

  discard() {
    this.forget();
    this.dispatchEvent(new CustomEvent('edit-end'));
  }

  async leave() {
    if (Object.keys(changesOf(this.base.values, this.values)).length === 0) this.discard();
    else
      await confirmed({
        heading: t('htt.discardTitle'),
        text: t('htt.discardText', { title: this.letter.title }),
        label: t('htt.discard'),
        act: async () => this.discard(),
      });
  }

  get values() {
    const form = new FormData(this.querySelector('form'));
    return Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name) ?? '').replaceAll('\r\n', '\n')]));
  }

  async save(event) {
    event?.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.failure = null;
    const path = `/letters/${part(this.letter.date)}`;
    try {
      const done = await saveChanges({
        heading: this.letter.title,
        base: this.base,
        mine: this.values,
        fields: Object.fromEntries(
          FIELDS.map((name) => [name, { label: t(`htt.field.${name}`), merge: name === 'content' || name === 'description' }]),
        ),
        read: async () => {
          const letter = await api('GET', path);
          return { values: valuesOf(letter), tag: String(letter.versionCount ?? 0), letter };
        },
        write: (changes, seen) => this.write(path, { ...seen.values, ...changes }, Number(seen.tag)),
        authors: async (names, now) => Object.fromEntries(names.map((name) => [name, { who: now.letter?.updatedByName, at: now.letter?.updatedAt }])),
      });
      if (!done) return;
      this.forget();
      this.dispatchEvent(new CustomEvent('saved', { detail: done.saved }));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async write(path, values, versionCount) {
    try {
      return await api('PUT', path, { ...bodyOf(values), versionCount });
    } catch (failure) {
      // A conflict is told by another status here than by systems with entity tags.
      if (failure.status === CONFLICT && failure.current) failure.status = STALE;
      throw failure;
    }
  }

  keyed(event) {
    if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.save();
    }
  }

  render() {
    const { values } = this.base;
    const wrong = (name) => this.failure?.of?.(name) ?? '';
    const field = (name, more) =>
      html`<t-field name=${name} label=${t(`htt.field.${name}`)} .value=${values[name]} error=${wrong(name)} hint=${more?.hint ?? nothing} maxlength=${more?.max ?? 200} ?required=${more?.required}></t-field>`;
    return html`<form class="htt-edit" @submit=${this.save} @input=${this.typed} @change=${this.typed} @keydown=${this.keyed} @keyup=${this.caret} @click=${this.caret}>
      ${this.restored ? html`<div class="row draft-note" role="status"><span>${t('ui.draft.restored')}</span><button type="button" class="plain" data-act="discard-draft" @click=${this.discard}>${t('ui.draft.discard')}</button></div>` : nothing}
      ${field('title', { required: true })}
      <div class="htt-pair">${field('author')}${field('recipient')}</div>
      <div class="htt-pair">${field('location')}${field('tags', { hint: t('htt.tagsHint'), max: 1000 })}</div>
      <t-field type="textarea" rows="2" name="description" label=${t('htt.field.description')} hint=${t('htt.descriptionHint')} .value=${values.description} maxlength="2000"></t-field>
      <t-field class="htt-content" type="textarea" rows="14" name="content" label=${t('htt.field.content')} hint=${t('htt.contentHint')} .value=${values.content} error=${wrong('content')} required></t-field>
      <t-field type="select" name="transcription" label=${t('htt.field.transcription')} .value=${values.transcription}
        .options=${[
          ['', t('htt.transcription.none')],
          ['machine', t('htt.transcription.machine')],
          ['checked', t('htt.transcription.checked')],
        ]}></t-field>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <div class="htt-edit-acts"><button type="submit" class="primary" data-act="save-letter" ?disabled=${this.busy}>${this.busy ? t('htt.saving') : t('ui.save')} <kbd class="htt-wide">Ctrl S</kbd></button>
        <button type="button" data-act="cancel-edit" @click=${this.leave}>${t('ui.cancel')}</button></div></form>`;
  }
}

define('htt-edit', Edit);
