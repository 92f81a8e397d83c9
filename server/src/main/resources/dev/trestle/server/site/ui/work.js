import { define, Element, html, nothing } from './element.js';
import { locale, number, t } from './texts.js';
import './badge.js';
import './error.js';
import './progress.js';
import { isBefore } from './time.js';

const LOOK_MS = 1_000;
const LOOK_MS_MAX = 5_000;
const SAMPLES_MS = 30_000;
const SAID_EVERY = 25;
const TONES = { WAITING: 'plain', RUNNING: 'busy', CANCELLING: 'warn', DONE: 'good', FAILED: 'bad', CANCELLED: 'plain' };

/** The order in which work has its states. */
const ORDER = ['WAITING', 'RUNNING', 'CANCELLING', 'CANCELLED', 'FAILED', 'DONE'];

/** Whether one account of work is older than another of the same. */
const isStale = (one, other) =>
  one.workId === other.workId &&
  (isBefore(one.updatedAt, other.updatedAt) || (one.updatedAt === other.updatedAt && ORDER.indexOf(one.state) < ORDER.indexOf(other.state)));

export const isEnded = (work) => ['DONE', 'FAILED', 'CANCELLED'].includes(work.state);

/** A duration in the reader's words: seconds up to two minutes, then minutes, then hours. */
export function lasting(seconds) {
  const [unit, value] = seconds < 120 ? ['second', seconds] : seconds < 7_200 ? ['minute', seconds / 60] : ['hour', seconds / 3_600];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 }).format(Math.max(1, Math.round(value)));
}

/**
 * Long work as it goes on: <t-work label="…" .work=${view} .load=${() => call('GET', …)} .cancel=${() => call('POST', …)}>. It asks `load`
 * again while the work has not ended, and sends `work-end` with the work when it has. Without `load` it shows what it is given; what it is
 * given again, and has newer itself, it does not go back to. `cancel` is
 * offered while the caller may; `kept` is what is said of cancelled work whose output stays. What a screen reader hears are changes of the state, and each quarter.
 */
class Work extends Element {
  static properties = {
    label: {},
    work: { attribute: false },
    load: { attribute: false },
    cancel: { attribute: false },
    compact: { type: Boolean },
    kept: {},
    now: { state: true },
    failure: { state: true },
    asked: { state: true },
    said: { state: true },
  };

  constructor() {
    super();
    this.work = null;
    this.now = null;
    this.failure = null;
    this.asked = false;
    this.said = '';
    this.samples = [];
    this.wait = LOOK_MS;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.now) this.plan();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  willUpdate(changed) {
    if (changed.has('work') && this.work && !(this.now && isStale(this.work, this.now))) this.now = this.work;
    if (!changed.has('now') || !this.now) return;
    const before = changed.get('now');
    if (before?.workId !== this.now.workId) {
      this.samples = [];
      this.asked = false;
      this.quarter = 0;
    }
    this.measure();
    this.say(before);
    this.plan();
  }

  /** The next look: sooner while something moves. */
  plan() {
    clearTimeout(this.timer);
    if (this.load && !isEnded(this.now)) this.timer = setTimeout(() => this.look(), this.wait);
  }

  async look() {
    const before = this.now;
    try {
      const now = await this.load();
      if (!this.isConnected || before.workId !== this.now.workId) return;
      this.failure = null;
      this.wait = now.updatedAt === before.updatedAt && now.state === before.state ? Math.min(LOOK_MS_MAX, this.wait * 1.5) : LOOK_MS;
      this.now = now;
      if (isEnded(now)) this.dispatchEvent(new CustomEvent('work-end', { detail: now }));
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      this.failure = failure;
      this.wait = LOOK_MS_MAX;
      if (failure.status !== 404) this.plan();
    }
  }

  async stop() {
    this.asked = true;
    try {
      const now = await this.cancel();
      if (now && !isStale(now, this.now)) this.now = now;
      this.wait = LOOK_MS;
      this.plan();
    } catch (failure) {
      this.asked = false;
      this.failure = failure;
    }
  }

  /** What was done when, of the last half minute: how fast it is now, whatever it was at first. */
  measure() {
    const { done, state } = this.now;
    const at = Date.now();
    if (state !== 'RUNNING' || this.samples.at(-1)?.done > done) this.samples = [];
    if (state !== 'RUNNING') return;
    this.samples = [...this.samples.filter((each) => at - each.at < SAMPLES_MS), { at, done }];
  }

  get rate() {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    return first && last.at - first.at >= LOOK_MS / 2 ? ((last.done - first.done) * 1_000) / (last.at - first.at) : 0;
  }

  get value() {
    const { done, total } = this.now;
    return total > 0 ? Math.min(1, done / total) : undefined;
  }

  say(before) {
    const { state } = this.now;
    if (before?.workId === this.now.workId && before.state !== state) {
      this.said = `${this.label}: ${t(`ui.work.${state}`)}`;
      return;
    }
    const quarter = Math.floor(((this.value ?? 0) * 100) / SAID_EVERY) * SAID_EVERY;
    if (state === 'RUNNING' && quarter > (this.quarter ?? 0)) this.said = t('ui.work.percent', { label: this.label, n: quarter });
    this.quarter = quarter;
  }

  render() {
    const { now: work } = this;
    if (!work) return nothing;
    const live = html`<span class="sr-only" role="status" aria-live="polite">${this.said}</span>`;
    const goesOn = !isEnded(work);
    const state = html`<t-badge tone=${TONES[work.state]} text=${t(`ui.work.${work.state}`)}></t-badge>`;
    if (!goesOn) return html`${live}<div class="row"><strong>${this.label}</strong>${state}</div>${this.outcome()}`;
    const stop = this.cancel && work.mayCancel && !this.asked ? () => this.stop() : undefined;
    return html`${live}<t-progress label=${this.label} .value=${work.state === 'WAITING' ? undefined : this.value} .cancel=${stop}></t-progress>
      <div class="row work-facts">${state}${work.text && !this.compact ? html`<span>${t(work.text, { done: work.done, total: work.total })}</span>` : nothing}<span class="quiet number">${this.facts()}</span></div>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}`;
  }

  facts() {
    const { done, total, state } = this.now;
    const facts = [];
    if (total > 0) facts.push(t('ui.work.of', { done, total }));
    else if (done > 0) facts.push(t('ui.work.count', { done }));
    const { rate } = this;
    if (state === 'RUNNING' && rate > 0 && !this.compact) facts.push(t('ui.work.rate', { n: number(Math.round(rate * 10) / 10) }));
    if (state === 'RUNNING' && rate > 0 && total > done) facts.push(t('ui.work.left', { time: lasting((total - done) / rate) }));
    return facts.join(' · ');
  }

  outcome() {
    const { now: work } = this;
    if (work.state === 'CANCELLED') return html`<p class="quiet">${this.kept ?? t('ui.work.undone')}</p>`;
    if (work.state !== 'FAILED') return nothing;
    return html`<div class="problem stack tight" role="alert"><strong>${work.message ?? t('ui.work.FAILED')}</strong>
      ${work.code ? html`<span class="quiet">${t('ui.work.code')} <code>${work.code}</code></span>` : nothing}</div>`;
  }
}

define('t-work', Work);
