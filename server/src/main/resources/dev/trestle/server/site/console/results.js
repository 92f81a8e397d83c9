import { define, Element, html, nothing } from '/ui/element.js';
import { number, t } from '/ui/texts.js';
import { copy } from '/ui/id.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { call, download } from '/session.js';
import { at, itemPath } from './api.js';
import { cell } from './value.js';

const COLUMNS_MAX = 9;

/** What a question finds: rows, what they cost, the request behind them, and a way to take all of it home. */
class Results extends Element {
  static properties = { system: {}, described: { attribute: false }, question: { attribute: false }, columns: { state: true }, cost: { state: true },
    request: { state: true }, form: { state: true }, exporting: { state: true }, load: { state: true } };

  constructor() {
    super();
    this.form = 'aws';
    this.columns = [];
  }

  willUpdate(changed) {
    if (!changed.has('question')) return;
    const { question } = this;
    this.cost = { items: 0, capacity: 0, requests: 0 };
    this.request = null;
    this.columns = [{ title: t('data.key'), cell: () => nothing }, { title: t('data.entity'), cell: () => nothing }];
    this.load = question ? (cursor) => this.page(question, cursor) : null;
  }

  async page(question, cursor) {
    const result = await call('POST', at(this.system, '/read'), cursor ? { ...question, cursor } : question);
    this.cost = { items: this.cost.items + result.read.items, capacity: this.cost.capacity + result.read.capacity, requests: this.cost.requests + 1 };
    this.request = result.request;
    if (cursor === null || this.columns.length <= 2) this.columns = this.columnsOf(result);
    return { rows: result.rows, next: result.cursor };
  }

  /** The item's key, what it is, and the attributes that most of these rows have. */
  columnsOf({ table, rows }) {
    const model = this.described.tables.find((each) => each.name === table);
    const keys = new Set([model.partition, model.sort]);
    const counts = new Map();
    rows.forEach((row) => Object.keys(row.item).filter((name) => !keys.has(name)).forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1)));
    const index = new Set(model.indexes.flatMap((each) => [each.partition, each.sort]));
    const named = [...counts.keys()].sort((a, b) => index.has(a) - index.has(b) || counts.get(b) - counts.get(a)).slice(0, COLUMNS_MAX);
    return [
      { title: t('data.key'), cell: (row) => this.keyOf(model, row) },
      { title: t('data.entity'), cell: (row) => (row.entity ? html`<t-badge tone="info" sign="▪" text=${row.entity}></t-badge>` : html`<span class="quiet">${t('data.unknown')}</span>`) },
      ...named.map((name) => ({ title: name, number: rows.every((row) => !row.item[name] || row.item[name].N !== undefined), cell: (row) => cell(row.item[name]) })),
    ];
  }

  keyOf(model, row) {
    const parts = [model.partition, model.sort].filter((name) => row.key[name]).map((name) => Object.values(row.key[name])[0]);
    const whole = parts.length === (model.sort ? 2 : 1);
    return whole ? html`<a class="mono cut" href=${itemPath(this.system, model.name, row.key)}>${parts.join(' · ')}</a>` : html`<span class="quiet">${t('data.noKey')}</span>`;
  }

  async save(format) {
    this.exporting = new AbortController();
    try {
      await download(at(this.system, '/export'), `${this.system}.${format}`, { method: 'POST', body: { question: this.question, format }, signal: this.exporting.signal });
      toast(t('data.exported'));
    } catch (failure) {
      if (failure.name !== 'AbortError') toast(words(failure), { tone: 'bad' });
    } finally {
      this.exporting = null;
    }
  }

  render() {
    if (!this.question) return nothing;
    const { cost } = this;
    return html`<section class="card stack" aria-label=${t('data.found')}>
      <div class="row"><span class="quiet" data-cost role="status">${cost.requests ? t('data.cost', { items: number(cost.items), capacity: number(cost.capacity), requests: cost.requests }) : t('ui.loading')}</span>
        ${this.question.write ? nothing : html`<span class="row end"><button type="button" ?disabled=${this.exporting} @click=${() => this.save('json')}>${t('data.export', { format: 'JSON' })}</button>
          <button type="button" ?disabled=${this.exporting} @click=${() => this.save('csv')}>${t('data.export', { format: 'CSV' })}</button></span>`}</div>
      ${this.exporting ? html`<t-progress label=${t('data.exporting')} .cancel=${() => this.exporting.abort()}></t-progress>` : nothing}
      <t-table caption=${t('data.found')} .columns=${this.columns} .load=${this.load} .empty=${{ heading: t(this.question.write ? 'data.done' : 'data.none'), text: this.question.write ? '' : t('data.noneText') }}></t-table>
    </section>${this.request ? this.shown() : nothing}`;
  }

  shown() {
    const text = { aws: this.request.aws, java: this.request.java, json: JSON.stringify(this.request.json, null, 2) };
    const tab = (id, title) => ({ id, text: title, content: () => html`<div class="stack tight"><pre data-form=${id}>${text[id]}</pre><div><button type="button" @click=${() => copy(text[id])}>${t('ui.copyShort')}</button></div></div>` });
    return html`<details class="card"><summary>${t('data.request', { operation: this.request.operation })}</summary>
      <t-tabs label=${t('data.requestAs')} selected=${this.form} .tabs=${[tab('aws', 'aws'), tab('java', 'Java'), tab('json', 'JSON')]} @tab-select=${(event) => { this.form = event.detail; }}></t-tabs></details>`;
  }
}

define('console-results', Results);
