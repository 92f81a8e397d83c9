import { admin, pages, q } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { number, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/all.js';
import './sweeps.js';

const STATES = ['PARKED', 'WAITING', 'RUNNING', 'DONE'];
const TONES = { PARKED: 'bad', WAITING: 'plain', RUNNING: 'busy', DONE: 'good' };

const badge = (state) => html`<t-badge tone=${TONES[state] ?? 'plain'} text=${t(`ops.job.${state}`)}></t-badge>`;

/** The systems' jobs. */
class Jobs extends Page {
  static properties = { ...Page.properties, systems: { state: true }, failure: { state: true }, shown: { state: true } };

  constructor() {
    super();
    this.systems = null;
    this.failure = null;
    this.shown = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.overview();
  }

  async overview() {
    this.failure = null;
    try {
      this.systems = (await admin('GET', '/jobs', undefined, { signal: this.live })).items;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  willUpdate() {
    const known = (this.systems ?? []).map((each) => each.system);
    const wanted = this.query.get('system');
    this.system = known.includes(wanted) ? wanted : (this.systems?.find((each) => each.parked > 0)?.system ?? known[0] ?? null);
    this.state = STATES.includes(this.query.get('state')) ? this.query.get('state') : 'PARKED';
    const path = this.system && `/jobs/${q(this.system)}?state=${this.state}&limit=50`;
    if (path !== this.path) {
      this.path = path;
      this.list = path && pages(path, this.live);
    }
  }

  refresh() {
    this.overview();
    this.querySelectorAll('t-table').forEach((table) => table.reload());
  }

  async show(job) {
    try {
      this.shown = await admin('GET', `/jobs/${q(this.system)}/${q(job.jobId)}`);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      this.refresh();
    }
  }

  async retry(job) {
    try {
      await admin('POST', `/jobs/${q(this.system)}/${q(job.jobId)}/retry`);
      toast(t('ops.job.retried', { subject: job.subject }));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.shown = null;
    this.refresh();
  }

  async drop(job) {
    const done = await confirmed({
      heading: t('ops.job.dropTitle', { type: job.type, subject: job.subject }),
      text: t('ops.job.dropText'),
      label: t('ops.job.drop'),
      act: () => admin('DELETE', `/jobs/${q(this.system)}/${q(job.jobId)}`),
    });
    if (!done) return;
    toast(t('ops.job.dropped', { subject: job.subject }));
    this.shown = null;
    this.refresh();
  }

  render() {
    return html`<div class="page-head"><h1>${t('ops.jobs')}</h1><button type="button" class="end" data-act="refresh" @click=${this.refresh}>${t('ops.refresh')}</button></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.overview()}></t-error>` : nothing}
      ${this.systems?.length === 0 ? html`<t-empty heading=${t('ops.job.noSystems')} text=${t('ops.job.noSystemsText')}></t-empty>` : nothing}
      ${this.system ? this.body() : nothing}<console-sweeps></console-sweeps>${this.dialog()}`;
  }

  body() {
    return html`<section class="card stack"><div class="row end-aligned">
        <t-field label=${t('ops.job.system')} type="select" name="system" value=${this.system} .options=${this.systems.map((each) => [
          each.system,
          each.parked
            ? t('ops.job.withParked', { system: systemName(each.system), n: `${number(each.parked)}${each.moreParked ? '+' : ''}` })
            : systemName(each.system),
        ])}
          @change=${(event) => setQuery({ system: event.target.value }, { push: true })}></t-field>
        <t-field label=${t('ops.job.state')} type="select" name="state" value=${this.state} .options=${STATES.map((each) => [each, t(`ops.job.${each}`)])}
          @change=${(event) => setQuery({ state: event.target.value }, { push: true })}></t-field></div>
      <t-table caption=${t('ops.jobs')} .columns=${this.columns()} .load=${this.list} .rowKey=${(job) => job.jobId}
        .empty=${{ heading: t(`ops.job.none.${this.state}`), text: t('ops.job.noneText') }}></t-table></section>`;
  }

  columns() {
    return [
      { title: t('ops.job.type'), cell: (job) => job.type },
      { title: t('ops.job.about'), cell: (job) => html`<span class="cut" title=${job.subject}>${job.subject}</span>` },
      { title: t('ops.job.state'), cell: (job) => badge(job.state) },
      { title: t('ops.job.attempts'), number: true, cell: (job) => number(job.attempts) },
      {
        title: t(this.state === 'DONE' || this.state === 'PARKED' ? 'ops.job.since' : 'ops.job.due'),
        cell: (job) => html`<t-time at=${job.nextAt}></t-time>`,
      },
      {
        title: t('ops.job.last'),
        cell: (job) => (job.work ? this.progress(job) : html`<span class="cut" title=${job.note ?? ''}>${job.note ?? ''}</span>`),
      },
      {
        title: t('ui.actions'),
        cell: (job) => html`<span class="acts">
        <button type="button" class="plain" data-act="show" aria-label="${t('ops.job.show')} ${job.subject}" @click=${() => this.show(job)}>${t('ops.job.show')}</button>${this.acts(job)}</span>`,
      },
    ];
  }

  /** How far long work is; what has begun is looked at again and again. */
  progress(job) {
    const begun =
      job.state === 'RUNNING' || job.work.state === 'CANCELLING'
        ? async () => (await admin('GET', `/jobs/${q(this.system)}/${q(job.jobId)}`, undefined, { signal: this.live })).job.work
        : undefined;
    return html`<t-work compact label=${t('ops.job.progress')} .work=${job.work} .load=${begun} @work-end=${() => this.refresh()}></t-work>`;
  }

  async cancel(job) {
    const done = await confirmed({
      heading: t('ops.job.cancelTitle', { type: job.work.kind, subject: job.subject }),
      text: t('ops.job.cancelText'),
      label: t('ops.job.cancel'),
      act: () => admin('POST', `/jobs/${q(this.system)}/${q(job.jobId)}/cancel`),
    });
    if (!done) return;
    toast(t('ops.job.cancelled', { subject: job.subject }));
    this.shown = null;
    this.refresh();
  }

  acts(job) {
    if (job.work && !job.work.endedAt) return this.workActs(job);
    return html`${job.state === 'PARKED' ? html`<button type="button" data-act="retry" aria-label="${t('ops.job.retry')} ${job.subject}" @click=${() => this.retry(job)}>${t('ops.job.retry')}</button>` : nothing}
      ${job.state === 'RUNNING' ? nothing : html`<button type="button" class="danger" data-act="drop" aria-label="${t('ops.job.drop')} ${job.subject}" @click=${() => this.drop(job)}>${t('ops.job.drop')}</button>`}`;
  }

  workActs(job) {
    return html`${job.state === 'PARKED' ? html`<button type="button" data-act="retry" aria-label="${t('ops.job.retry')} ${job.subject}" @click=${() => this.retry(job)}>${t('ops.job.retry')}</button>` : nothing}
      ${job.work.mayCancel || job.state === 'PARKED' ? html`<button type="button" class="danger" data-act="cancel" aria-label="${t('ops.job.cancel')} ${job.subject}" @click=${() => this.cancel(job)}>${t('ops.job.cancel')}</button>` : nothing}`;
  }

  dialog() {
    const { shown } = this;
    return html`<t-dialog wide heading=${shown ? t('ops.job.heading', { type: shown.job.type, subject: shown.job.subject }) : ''} ?open=${!!shown} @close=${() => {
      this.shown = null;
    }}
      .content=${shown ? this.details(shown) : nothing} .actions=${shown ? this.acts(shown.job) : nothing}></t-dialog>`;
  }

  details({ job, payload, history }) {
    return html`<dl class="facts"><dt>${t('ops.job.id')}</dt><dd><t-id value=${job.jobId}></t-id></dd><dt>${t('ops.job.state')}</dt><dd>${badge(job.state)}</dd>
        <dt>${t('ops.job.attempts')}</dt><dd>${number(job.attempts)}</dd><dt>${t('ops.job.created')}</dt><dd><t-time at=${job.createdAt}></t-time></dd></dl>
      ${job.work ? this.progress(job) : nothing}
      <h3>${t('ops.job.history')}</h3><ol class="history">${history.map((step) => html`<li><t-time at=${step.at}></t-time><span>${badge(step.state)}</span><span>${step.note}</span></li>`)}</ol>
      <h3>${t('ops.job.payload')}</h3><pre tabindex="0">${JSON.stringify(payload, null, 2)}</pre>`;
  }
}

define('console-jobs', Jobs);
