import { repeat } from 'lit/directives/repeat.js';
import { define, Element, html, nothing } from './element.js';
import { avatar } from './avatar.js';
import { locale, t } from './texts.js';
import './state.js';
import './time.js';

const day = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const DAY_MS = 86_400_000;

/**
 * @typedef {{key: string, at: string, who: string, what: unknown, object?: unknown, about?: unknown, excerpt?: unknown, href?: string}} Told
 * `what` is the verb and what it was done to, as text or template; `object` stands first and quiet after it, `about` says whom it concerns; `excerpt` is a piece of
 * text that belongs to it, and `href` where to read on.
 */

const startOfDay = (time) => new Date(time).setHours(0, 0, 0, 0);

/** A day in words. @param {number} start of the day @param {number} now */
export function dayName(start, now = Date.now()) {
  const today = startOfDay(now);
  if (start === today) return t('ui.timeline.today');
  return start === startOfDay(today - DAY_MS / 2) ? t('ui.timeline.yesterday') : day.format(start);
}

/** Entries by day, in the reader's zone. @param {Told[]} entries newest first */
export function byDay(entries) {
  const days = new Map();
  for (const entry of entries) {
    const start = startOfDay(entry.at);
    days.set(start, [...(days.get(start) ?? []), entry]);
  }
  return [...days].map(([start, all]) => ({ start, entries: all }));
}

/**
 * What happened, newest first, by day: <t-timeline label="…" .load=${async (cursor) => ({entries, next})} .empty=${{heading, text}} compact>. `load` is asked again whenever
 * it is another function, and with the cursor of the page before for more; what is shown stays until there is something else. reload() reads it anew.
 */
class Timeline extends Element {
  static properties = {
    label: {},
    load: { attribute: false },
    empty: { attribute: false },
    compact: { type: Boolean },
    entries: { state: true },
    next: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.entries = null;
    this.next = null;
    this.busy = false;
  }

  willUpdate(changed) {
    if (changed.has('load') && this.load) this.reload();
  }

  reload() {
    return this.read(null);
  }

  async read(cursor) {
    const asked = this.load;
    const reading = {};
    this.reading = reading;
    this.busy = true;
    this.failure = null;
    try {
      const page = await asked(cursor);
      if (this.reading !== reading) return;
      this.entries = cursor === null ? page.entries : [...this.entries, ...page.entries];
      this.next = page.next ?? null;
    } catch (failure) {
      if (this.reading === reading && failure.name !== 'AbortError') this.failure = failure;
    } finally {
      if (this.reading === reading) this.busy = false;
    }
  }

  render() {
    if (!this.entries) return html`<t-state .failure=${this.failure} .retry=${() => this.reload()} ?loading=${!this.failure} rows="5"></t-state>`;
    if (this.entries.length === 0 && !this.next && !this.failure) return html`<t-state .empty=${this.empty ?? {}}></t-state>`;
    return html`<div class="timeline ${this.compact ? 'compact' : ''}" role="group" aria-label=${this.label} aria-busy=${this.busy ? 'true' : 'false'}>${byDay(
      this.entries,
    ).map(
      ({ start, entries }) => html`<section><h3>${dayName(start)}</h3>
        <ol>${repeat(
          entries,
          ({ key }) => key,
          (entry) => this.entry(entry),
        )}</ol></section>`,
    )}</div>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${this.next ? html`<div class="more"><button type="button" ?disabled=${this.busy} @click=${() => this.read(this.next)}>${this.busy ? t('ui.loading') : t('ui.more')}</button></div>` : nothing}`;
  }

  entry({ key, at, who, what, object, about, excerpt, href }) {
    return html`<li data-key=${key}>${avatar(who)}<div class="timeline-what"><div><strong>${who}</strong> ${what}${object ? html` <span class="timeline-object">${object}</span>` : nothing}${about ? html` <span class="timeline-about">${about}</span>` : nothing}</div>
      ${excerpt ? (href ? html`<a class="timeline-excerpt" href=${href}>${excerpt}</a>` : html`<div class="timeline-excerpt">${excerpt}</div>`) : nothing}</div>
      <time class="quiet" datetime=${at} title=${new Date(at).toLocaleString(locale)}>${clock.format(new Date(at))}</time></li>`;
  }
}

define('t-timeline', Timeline);
