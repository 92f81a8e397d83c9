import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { all, api, part } from './api.js';
import '/ui/time.js';

const SHOWN = 4;

/** A line with what differs marked. */
function marked({ text, changed }, name) {
  if (!changed?.length) return text;
  const parts = [];
  let at = 0;
  for (const { from, to } of changed) {
    parts.push(text.slice(at, from), name === 'del' ? html`<del>${text.slice(from, to)}</del>` : html`<ins>${text.slice(from, to)}</ins>`);
    at = to;
  }
  return [...parts, text.slice(at)];
}

/** What differs, as text to be read: what went, and below it what came. A sign stands before each. */
export const prose = (rows) =>
  html`<div class="htt-diff" tabindex="0" role="region" aria-label=${t('htt.differences')}>${rows.map(({ kind, left, right, skipped }) => {
    if (kind === 'skipped') return html`<p class="quiet htt-skipped">${t('htt.skipped', { n: skipped })}</p>`;
    if (kind === 'same') return html`<p>${left.text}</p>`;
    return html`${left ? html`<p class="minus"><span class="sr-only">${t('htt.removed')}: </span>${marked(left, 'del')}</p>` : nothing}
    ${right ? html`<p class="plus"><span class="sr-only">${t('htt.added')}: </span>${marked(right, 'ins')}</p>` : nothing}`;
  })}</div>`;

/**
 * Who wrote what of a letter when: <htt-versions .letter=${…} @reverted=${…}>. A version is compared with the one that came after it, or with the present text, and
 * the letter can be taken back to it.
 */
class Versions extends Element {
  static properties = {
    letter: { attribute: false },
    versions: { state: true },
    failure: { state: true },
    open: { state: true },
    shown: { state: true },
    rows: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { versions: null, open: false, shown: null, rows: null });
  }

  willUpdate(changed) {
    const now = this.letter && `${this.letter.date} ${this.letter.versionCount} ${this.letter.updatedAt}`;
    if (changed.has('letter') && now !== this.known) {
      this.known = now;
      this.read();
    }
  }

  async read() {
    if (!this.letter.versionCount) {
      this.versions = [];
      return;
    }
    const { known } = this;
    try {
      const { items } = await all(`/letters/${part(this.letter.date)}/versions`, { pagesMax: 5 });
      if (known === this.known) Object.assign(this, { versions: items, failure: null });
    } catch (failure) {
      this.failure = failure;
    }
  }

  /**
   * Shows what differs between a version and a later one.
   * @param {any} version
   * @param {any} to
   */
  async compare(version, to = 'current') {
    const toNumber = to === 'current' ? 'current' : to.versionNumber;
    Object.assign(this, { shown: { version, to }, rows: null });
    try {
      this.rows = (await api('GET', `/letters/${part(this.letter.date)}/diff?from=${version.versionNumber}&to=${toNumber}`)).rows;
    } catch (failure) {
      this.shown = null;
      toast(words(failure), { tone: 'bad' });
    }
  }

  async revert(version) {
    const done = await confirmed({
      heading: t('htt.revertTo', { n: version.versionNumber }),
      text: t('htt.revertText', { name: version.updatedByName ?? '', n: this.letter.versionCount + 1 }),
      label: t('htt.revert'),
      act: () => api('POST', `/letters/${part(this.letter.date)}/revert`, { timestamp: version.timestamp }),
    });
    if (!done) return;
    this.shown = null;
    toast(t('htt.reverted', { n: version.versionNumber }));
    this.dispatchEvent(new CustomEvent('reverted'));
  }

  render() {
    const { letter } = this;
    const versions = this.versions ?? [];
    const listed = this.open ? versions : versions.slice(0, SHOWN);
    return html`<h2>${t('htt.versions')}</h2>
      <ol class="htt-versions"><li aria-current="true"><span>${t(versions.length || letter.versionCount ? 'htt.editedBy' : 'htt.addedBy')} <b>${letter.updatedByName ?? letter.updatedBy ?? ''}</b></span>
          <span class="quiet"><t-time at=${letter.updatedAt}></t-time>${letter.transcription ? html` · ${t(`htt.transcription.${letter.transcription}`)}` : nothing}</span>
          ${versions[0] ? html`<button type="button" class="plain" data-act="compare-last" @click=${() => this.compare(versions[0])}>${t('htt.compare')}</button>` : nothing}</li>
        ${listed.map(
          (
            version,
            i,
          ) => html`<li data-version=${version.versionNumber}><span>${t(version.versionNumber === 1 ? 'htt.addedBy' : 'htt.editedBy')} <b>${version.updatedByName ?? version.updatedBy ?? ''}</b></span>
          <span class="quiet"><t-time at=${version.editedAt ?? version.timestamp}></t-time></span>
          <span class="htt-version-acts"><button type="button" class="plain" data-act="compare" @click=${() => this.compare(version)}>${t('htt.compareNow')}</button>
          ${versions[i + 1] ? html`<button type="button" class="plain" data-act="compare-before" @click=${() => this.compare(versions[i + 1], version)}>${t('htt.compare')}</button>` : nothing}
          <button type="button" class="plain" data-act="revert" @click=${() => this.revert(version)}>${t('htt.revert')}</button></span></li>`,
        )}</ol>
      ${
        versions.length > SHOWN
          ? html`<button type="button" class="plain" aria-expanded=${this.open ? 'true' : 'false'} @click=${() => {
              this.open = !this.open;
            }}>${this.open ? t('htt.fewer') : t('htt.allVersions', { n: versions.length })}</button>`
          : nothing
      }
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      <t-dialog wide heading=${this.shown ? this.heading() : ''} ?open=${Boolean(this.shown)} @close=${() => {
        this.shown = null;
      }} .content=${this.shown ? this.difference() : nothing} .actions=${this.shown ? html`<button type="button" data-act="revert-shown" @click=${() => this.revert(this.shown.version)}>${t('htt.revertTo', { n: this.shown.version.versionNumber })}</button>` : nothing}></t-dialog>`;
  }

  heading() {
    const { version, to } = this.shown;
    return t('htt.comparing', { from: String(version.versionNumber), to: to === 'current' ? t('htt.now') : String(to.versionNumber) });
  }

  difference() {
    if (!this.rows) return html`<t-state loading rows="6"></t-state>`;
    return this.rows.some(({ kind }) => kind !== 'same' && kind !== 'skipped') ? prose(this.rows) : html`<p>${t('htt.noDifference')}</p>`;
  }
}

define('htt-versions', Versions);
