import { admin, q } from './shared.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import '/ui/all.js';

const LOOK_MS = 700;
const BUSY = ['WAITING', 'RUNNING'];

/** What systems clear away by themselves: the last run and what came of it, the next one, and a run now with its progress. */
class Sweeps extends Element {
  static properties = { running: { state: true }, load: { state: true } };

  constructor() {
    super();
    this.running = new Map();
    this.load = async () => ({ rows: (await admin('GET', '/sweeps')).items, next: null });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.left = true;
  }

  reload() {
    this.querySelector('t-table')?.reload();
  }

  async run(sweep) {
    const id = `${sweep.system} ${sweep.name}`;
    try {
      let task = await admin('POST', `/sweeps/${q(sweep.system)}/${q(sweep.name)}/run`);
      while (BUSY.includes(task.state) && !this.left) {
        this.running = new Map(this.running).set(id, task);
        await new Promise((resolve) => {
          setTimeout(resolve, LOOK_MS);
        });
        task = await admin('GET', `/tasks/${q(task.taskId)}`);
      }
      if (task.state === 'FAILED') toast(t('ops.sweep.failed', { why: task.failure }), { tone: 'bad' });
      else toast(t('ops.sweep.done', { looked: task.result.looked, removed: task.result.removed }));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
    this.running = new Map([...this.running].filter(([key]) => key !== id));
    this.reload();
  }

  render() {
    return html`<section class="card stack"><div><h2>${t('ops.sweeps')}</h2><p class="quiet">${t('ops.sweep.hint')}</p></div>
      <t-table caption=${t('ops.sweeps')} .load=${this.load} .rowKey=${(row) => `${row.system} ${row.name}`} .empty=${{ heading: t('ops.sweep.none'), text: t('ops.sweep.noneText') }} .columns=${[
        { title: t('ops.sweep.name'), cell: (row) => html`${t(`ops.sweep.of.${row.name}`)}<div class="quiet">${systemName(row.system)}</div>` },
        { title: t('ops.sweep.last'), cell: (row) => this.last(row.status) },
        { title: t('ops.sweep.next'), cell: (row) => (row.status.nextAt ? html`<t-time at=${row.status.nextAt}></t-time>` : '–') },
        { title: t('ui.actions'), cell: (row) => this.acts(row) },
      ]}></t-table></section>`;
  }

  last({ lastStartedAt, lastEndedAt, lastRemoved, lastFailure }) {
    if (!lastStartedAt) return html`<span class="quiet">${t('ops.sweep.never')}</span>`;
    return html`<t-time at=${lastEndedAt ?? lastStartedAt}></t-time><div class="quiet">${lastFailure ? html`<t-badge tone="bad" text=${t('ops.state.FAILED')}></t-badge> ${lastFailure}` : t('ops.sweep.removed', { n: lastRemoved })}</div>`;
  }

  acts(row) {
    const task = this.running.get(`${row.system} ${row.name}`);
    if (task || row.status.running)
      return html`<t-progress label=${task ? t('ops.sweep.looked', { n: number(task.done) }) : t('ops.job.RUNNING')}></t-progress>`;
    return html`<button type="button" data-act="run-sweep" aria-label="${t('ops.sweep.run')} ${t(`ops.sweep.of.${row.name}`)} ${systemName(row.system)}" @click=${() => this.run(row)}>${t('ops.sweep.run')}</button>${nothing}`;
  }
}

define('console-sweeps', Sweeps);
