import { define, Element, html, nothing } from '/ui/element.js';
import { bytes, locale, t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { call } from '/session.js';
import { icon } from './toolbar.js';
import './diff.js';

const TONES = { create: 'good', update: 'info', autosave: 'plain' };
const NAME_MAX = 80;
const DAY_MS = 86_400_000;
export const PIN = 'M9 3h6l-1 7 4 3v2H6v-2l4-3zM12 15v6';
const clockTime = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });

/** A time in as few characters as tell it: of today the clock's, of this week the day. */
export function shortTime(at, now = new Date()) {
  const when = new Date(at);
  if (when.toDateString() === now.toDateString()) return clockTime.format(when);
  return now.getTime() - when.getTime() < 6 * DAY_MS ? weekday.format(when) : dayOfYear.format(when);
}

/** The address where a version is read. */
export const versionPath = (id, version) => `/docstore/${encodeURIComponent(id)}/versions/${version}`;

/**
 * Names or pins a version. Resolves to whether it was done; a refusal is told.
 *
 * @param {string} id the document's
 * @param {{version: number, name?: string, pinned: boolean}} version as the history has it
 * @param {{name?: string, pinned?: boolean}} change
 */
export async function markVersion(id, version, change) {
  const { name, pinned } = { name: version.name, pinned: version.pinned, ...change };
  try {
    await call('PUT', `/docstore/v1/documents/${encodeURIComponent(id)}/versions/${version.version}/mark`, { ...(name ? { name } : {}), pinned });
    return true;
  } catch (failure) {
    toast(words(failure), { tone: 'bad' });
    return false;
  }
}

/** How much a version differs in size from the one before, from 1 to 5: what the dots of the rail are as large as. */
function weight(each, older) {
  const changed = Math.abs(each.fileSize - (older?.fileSize ?? 0));
  return Math.min(5, 1 + Math.floor(Math.log10(1 + changed) * 1.2));
}

/** The kept versions, slim: <doc-rail .shown=${history} id="…" version=${3}>. Each leads to where it is read; `version` is the one that is. */
class Rail extends Element {
  static properties = { shown: { attribute: false }, document: {}, version: { type: Number }, open: { type: Boolean } };

  render() {
    const items = this.shown?.items ?? [];
    return html`<h2><button type="button" class="plain" data-act="history" aria-expanded=${this.open ? 'true' : 'false'} title=${t('docs.history')}
        @click=${() => this.dispatchEvent(new CustomEvent('toggle-history'))}>${t('docs.versions')}</button></h2>
      <ol>${items.map(
        (each, i) => html`<li data-rail=${each.version} data-weight=${weight(each, items[i + 1])} class=${each.changeType}>
        <a href=${each.version === this.shown.currentVersion ? `/docstore/${encodeURIComponent(this.document)}` : versionPath(this.document, each.version)}
          aria-current=${each.version === (this.version ?? this.shown.currentVersion) ? 'true' : nothing} title=${[each.name, each.authorName ?? each.author].filter(Boolean).join(' · ')}>
          <i aria-hidden="true"></i><strong>v${each.version}${each.pinned ? html`${icon(PIN)}<span class="sr-only">${t('docs.pinned')}</span>` : nothing}</strong>
          <span class="cut">${each.name ?? (each.changeType === 'autosave' ? t('docs.type.autosave') : (each.authorName ?? each.author).split(' ')[0])}</span>
          <time datetime=${each.createdAt}>${shortTime(each.createdAt)}</time></a></li>`,
      )}</ol>`;
  }
}

/**
 * What became of a document: <doc-history .document=${…} .shown=${history} tag=${'"v3"'} @changed=${…} @rolled-back=${…}>. `shown` is what the API lists;
 * `changed` asks for it to be read again.
 */
class History extends Element {
  static properties = {
    document: { attribute: false },
    shown: { attribute: false },
    tag: {},
    failure: { attribute: false },
    comparing: { state: true },
    diff: { state: true },
    naming: { state: true },
  };

  get path() {
    return `/docstore/v1/documents/${encodeURIComponent(this.document.id)}`;
  }

  again() {
    this.dispatchEvent(new CustomEvent('changed'));
  }

  /** Shows what differs between a version and another, the current one by default. */
  async compare(from, to = this.shown.currentVersion) {
    this.comparing = { from, to };
    this.diff = null;
    try {
      this.diff = await call('GET', `${this.path}/diff?from=${from}&to=${to}&view=side`);
    } catch (failure) {
      this.comparing = null;
      toast(words(failure), { tone: 'bad' });
    }
  }

  async rollBack(version) {
    try {
      await call('POST', `${this.path}/rollback`, { version }, { headers: { 'If-Match': this.tag } });
      this.dispatchEvent(new CustomEvent('rolled-back', { detail: version }));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      this.again();
    }
  }

  async mark(each, change) {
    if (await markVersion(this.document.id, each, change)) this.again();
  }

  async name(event) {
    event.preventDefault();
    const name = new FormData(event.target).get('name').trim();
    const each = this.naming;
    this.naming = null;
    await this.mark(each, { name });
  }

  render() {
    const { shown } = this;
    if (!shown)
      return this.failure
        ? html`<t-error .failure=${this.failure} .retry=${() => this.again()}></t-error>`
        : html`<p class="quiet">${t('ui.loading')}</p>`;
    return html`<p class="quiet">${this.summary()}</p>
      <ol aria-label=${t('docs.versions')}>${shown.items.map((each) => this.entry(each))}</ol>
      ${
        shown.rollbacks.length === 0
          ? nothing
          : html`<h3>${t('docs.rollbacks')}</h3><ol>${shown.rollbacks.map(
              (each) => html`<li>
        <div>v${each.fromVersion} → v${each.toVersion}</div><div class="quiet">${each.rolledBackByName ?? each.rolledBackBy} · <t-time at=${each.rolledBackAt}></t-time></div></li>`,
            )}</ol>`
      }
      <t-dialog wide ?open=${Boolean(this.comparing)} heading=${t('docs.differences')} @close=${() => {
        this.comparing = null;
      }}
        .content=${this.comparing ? html`<doc-diff .rows=${this.diff?.rows} ?truncated=${this.diff?.truncated} left="v${this.comparing.from}" right="v${this.comparing.to}"></doc-diff>` : nothing}></t-dialog>
      ${nameDialog(this, this.naming, (event) => this.name(event))}`;
  }

  summary() {
    const { items, keptMax, pinnedMax } = this.shown;
    return t('docs.keptAndPinned', { n: items.length, max: keptMax, pinned: items.filter((each) => each.pinned).length, pinnedMax });
  }

  entry(each) {
    const { shown } = this;
    const isCurrent = each.version === shown.currentVersion;
    const mayChange = this.document.role !== 'viewer';
    return html`<li aria-current=${isCurrent ? 'true' : nothing} data-version=${each.version}>
      <div class="row"><strong>${isCurrent ? `v${each.version}` : html`<a href=${versionPath(this.document.id, each.version)} data-act="read">v${each.version}</a>`}</strong>
        <t-badge tone=${TONES[each.changeType]} text=${t(`docs.type.${each.changeType}`)}></t-badge>
        ${isCurrent ? html`<t-badge tone="good" text=${t('docs.current')}></t-badge>` : nothing}
        ${each.pinned ? html`<t-badge tone="plain" text=${t('docs.pinned')}></t-badge>` : nothing}</div>
      ${each.name ? html`<div class="doc-name">${each.name}</div>` : nothing}
      <div class="quiet">${each.authorName ?? each.author} · <t-time at=${each.createdAt}></t-time> · ${bytes(each.fileSize)}</div>
      <div class="row tight">
        ${isCurrent ? nothing : html`<button type="button" data-act="compare" @click=${() => this.compare(each.version)}>${t('docs.compare')}</button>`}
        ${mayChange && !isCurrent ? html`<button type="button" data-act="roll-back" @click=${() => this.rollBack(each.version)}>${t('docs.rollBack')}</button>` : nothing}
        ${
          mayChange
            ? html`<button type="button" data-act="pin" aria-pressed=${each.pinned ? 'true' : 'false'} @click=${() => this.mark(each, { pinned: !each.pinned })}>${each.pinned ? t('docs.unpin') : t('docs.pin')}</button>
          <button type="button" data-act="name" @click=${() => {
            this.naming = each;
          }}>${t('docs.nameVersion')}</button>`
            : nothing
        }</div>
    </li>`;
  }
}

/** Asks what a version is called; `naming` is the version, or null. */
export const nameDialog = (
  host,
  naming,
  submit,
) => html`<t-dialog ?open=${Boolean(naming)} heading=${t('docs.nameVersionOf', { version: naming?.version })} @close=${() => {
  host.naming = null;
}}
  .content=${
    naming
      ? html`<form class="stack" id="name-version" @submit=${submit}>
    <t-field label=${t('docs.name')} name="name" maxlength=${NAME_MAX} value=${naming.name ?? ''} hint=${t('docs.nameVersionHint')} focused></t-field></form>`
      : nothing
  }
  .actions=${html`<button type="submit" form="name-version" class="primary">${t('ui.save')}</button>`}></t-dialog>`;

/** Asks before an old version takes the place of the current one, which stays in the history. */
export const confirmRestore = (version, act) =>
  confirmed({ heading: t('docs.restoreVersion', { version }), text: t('docs.restoreVersionText', { version }), label: t('docs.rollBack'), act });

define('doc-rail', Rail);
define('doc-history', History);
