import { keyed } from 'lit/directives/keyed.js';
import { define, Element, html, nothing } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { copy } from '/ui/id.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { call, download } from '/session.js';
import { at, itemPath } from './api.js';
import { cell } from './value.js';
import { namesBeside, namesIn } from './names.js';

const COLUMNS_MAX = 9;

/** What a question finds: rows, what they cost, the request behind them, and a way to take all of it home. */
class Results extends Element {
  static properties = {
    system: {},
    described: { attribute: false },
    question: { attribute: false },
    columns: { state: true },
    cost: { state: true },
    request: { state: true },
    form: { state: true },
    exporting: { state: true },
    load: { state: true },
    state: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    this.form = 'aws';
    this.columns = [];
    this.state = 'loading';
    this.names = new Map();
    this.key = (event) => {
      if (event.key !== 'Escape' || this.state !== 'loading' || !this.running || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      this.cancel();
    };
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', this.key);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.key);
    this.running?.abort();
  }

  willUpdate(changed) {
    if (!changed.has('question')) return;
    const { question } = this;
    this.running?.abort();
    this.state = 'loading';
    this.failure = null;
    this.names = new Map();
    this.cost = { items: 0, capacity: 0, requests: 0 };
    this.request = null;
    this.columns = [
      { title: t('data.key'), cell: () => nothing },
      { title: t('data.entity'), cell: () => nothing },
    ];
    this.load = question ? (cursor) => this.page(question, cursor) : null;
  }

  cancel() {
    this.running?.abort();
  }

  /** A page, or why there is none: whatever comes of it, it is not loading any more. */
  async page(question, cursor) {
    const running = new AbortController();
    this.running = running;
    this.state = 'loading';
    this.failure = null;
    try {
      const result = await call('POST', at(this.system, '/read'), cursor ? { ...question, cursor } : question, { signal: running.signal });
      this.cost = {
        items: this.cost.items + result.read.items,
        capacity: this.cost.capacity + result.read.capacity,
        requests: this.cost.requests + 1,
      };
      this.request = result.request;
      if (cursor === null || this.columns.length <= 2) this.columns = this.columnsOf(result);
      this.name(result.rows, question);
      this.state = 'done';
      return { rows: result.rows, next: result.cursor };
    } catch (failure) {
      if (question !== this.question) throw failure;
      this.state = failure.name === 'AbortError' ? 'cancelled' : 'failed';
      this.failure = failure;
      throw failure.name === 'AbortError' ? Object.assign(new Error(t('data.cancelledText')), { status: 0, code: 'cancelled' }) : failure;
    } finally {
      if (this.running === running) this.running = null;
    }
  }

  /** Names come after the rows, and never move them. */
  async name(rows, question) {
    const names = await namesIn(
      this.system,
      rows.map((row) => row.item),
      question.tenant || rows[0]?.tenant || null,
      this.running?.signal,
    );
    if (question !== this.question || names.size === 0) return;
    this.names = new Map([...this.names, ...names]);
    this.columns = [...this.columns];
  }

  /** Where the database says that a statement is wrong: "… at 1:15:4", line, column and length. */
  get place() {
    const found = / at (\d+):(\d+):(\d+)/.exec(this.failure?.message ?? '');
    if (this.question.kind !== 'PARTIQL' || !found) return null;
    const [line, column, length] = found.slice(1).map(Number);
    const text = this.question.statement.split('\n')[line - 1];
    return text === undefined || column > text.length + 1 ? null : { line, column, length: Math.max(1, length), text };
  }

  wrongPlace() {
    const { place } = this;
    // The database's own message, beside what it means: what this server refuses by itself is said once.
    const ofDatabase = this.failure.violations?.[0]?.field === 'request' || !this.failure.violations?.length;
    const said = this.question.kind === 'PARTIQL' && ofDatabase && this.failure.message && !words(this.failure).includes(this.failure.message);
    if (!place) return said ? html`<p class="mono" lang="en">${this.failure.message}</p>` : nothing;
    const { text, column, length, line } = place;
    return html`<div class="stack tight wrong-place">${said ? html`<p class="mono" lang="en">${this.failure.message}</p>` : nothing}<p class="quiet">${t('data.wrongAt', { line, column })}</p>
      <pre tabindex="0">${text.slice(0, column - 1)}<mark>${text.slice(column - 1, column - 1 + length) || ' '}</mark>${text.slice(column - 1 + length)}</pre>
      <div><button type="button" data-act="to-place" @click=${() => this.dispatchEvent(new CustomEvent('statement-place', { detail: place }))}>${t('data.toPlace')}</button></div></div>`;
  }

  status() {
    const { cost } = this;
    if (this.state === 'failed') return t('data.failed');
    if (this.state === 'cancelled') return t('data.cancelled');
    return cost.requests ? t('data.cost', { items: number(cost.items), capacity: number(cost.capacity), requests: cost.requests }) : t('ui.loading');
  }

  /** The item's key, what it is, and the attributes that most of these rows have. */
  columnsOf({ table, rows }) {
    const model = this.described.tables.find((each) => each.name === table);
    const keys = new Set([model.partition, model.sort]);
    const counts = new Map();
    rows.forEach((row) =>
      Object.keys(row.item)
        .filter((name) => !keys.has(name))
        .forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1)),
    );
    const index = new Set(model.indexes.flatMap((each) => [each.partition, each.sort]));
    const named = [...counts.keys()]
      .sort((a, b) => Number(index.has(a)) - Number(index.has(b)) || counts.get(b) - counts.get(a))
      .slice(0, COLUMNS_MAX);
    return [
      { title: t('data.key'), cell: (row) => this.keyOf(model, row) },
      {
        title: t('data.entity'),
        cell: (row) =>
          row.entity ? html`<t-badge tone="info" sign="▪" text=${row.entity}></t-badge>` : html`<span class="quiet">${t('data.unknown')}</span>`,
      },
      ...named.map((name) => ({
        title: name,
        number: rows.every((row) => !row.item[name] || row.item[name].N !== undefined),
        cell: (row) => html`${cell(row.item[name])}${namesBeside(this.system, name, row.item[name], this.names)}`,
      })),
    ];
  }

  keyOf(model, row) {
    const parts = [model.partition, model.sort].filter((name) => row.key[name]).map((name) => Object.values(row.key[name])[0]);
    const whole = parts.length === (model.sort ? 2 : 1);
    return whole
      ? html`<a class="mono cut" href=${itemPath(this.system, model.name, row.key, this.question.copy)}>${parts.join(' · ')}</a>`
      : html`<span class="quiet">${t('data.noKey')}</span>`;
  }

  async save(format) {
    this.exporting = new AbortController();
    try {
      await download(at(this.system, '/export'), `${this.system}.${format}`, {
        method: 'POST',
        body: { question: this.question, format },
        signal: this.exporting.signal,
      });
      toast(t('data.exported'));
    } catch (failure) {
      if (failure.name !== 'AbortError') toast(words(failure), { tone: 'bad' });
    } finally {
      this.exporting = null;
    }
  }

  render() {
    if (!this.question) return nothing;
    return html`<section class="card stack" aria-label=${t('data.found')}>
      <div class="row"><span class="quiet" data-cost role="status">${this.status()}</span>
        ${this.state === 'loading' ? html`<button type="button" class="plain" data-act="cancel" @click=${() => this.cancel()}>${t('ui.cancel')} <kbd>Esc</kbd></button>` : nothing}
        ${
          this.question.write
            ? nothing
            : html`<span class="row end"><button type="button" ?disabled=${this.exporting} @click=${() => this.save('json')}>${t('data.export', { format: 'JSON' })}</button>
          <button type="button" ?disabled=${this.exporting} @click=${() => this.save('csv')}>${t('data.export', { format: 'CSV' })}</button></span>`
        }</div>
      ${this.exporting ? html`<t-progress label=${t('data.exporting')} .cancel=${() => this.exporting.abort()}></t-progress>` : nothing}
      ${this.state === 'failed' ? this.wrongPlace() : nothing}
      ${keyed(this.question, html`<t-table caption=${t('data.found')} .columns=${this.columns} .load=${this.load} .empty=${{ heading: t(this.question.write ? 'data.done' : 'data.none'), text: this.question.write ? '' : t('data.noneText') }}></t-table>`)}
    </section>${this.request ? this.shown() : nothing}`;
  }

  shown() {
    const text = { aws: this.request.aws, java: this.request.java, json: JSON.stringify(this.request.json, null, 2) };
    const tab = (id, title) => ({
      id,
      text: title,
      content: () =>
        html`<div class="stack tight"><pre data-form=${id}>${text[id]}</pre><div><button type="button" @click=${() => copy(text[id])}>${t('ui.copyShort')}</button></div></div>`,
    });
    return html`<details class="card"><summary>${t('data.request', { operation: this.request.operation })}</summary>
      <t-tabs label=${t('data.requestAs')} selected=${this.form} .tabs=${[tab('aws', 'aws'), tab('java', 'Java'), tab('json', 'JSON')]} @tab-select=${(
        event,
      ) => {
        this.form = event.detail;
      }}></t-tabs></details>`;
  }
}

define('console-results', Results);
