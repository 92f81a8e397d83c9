import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { navigate } from '/ui/router.js';
import { values } from '/ui/field.js';
import { foldButton } from '/ui/fold.js';
import { t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { describeSystem } from './api.js';
import './results.js';

const COMPARISONS = ['EQUAL', 'UNEQUAL', 'LESS', 'GREATER', 'BEGINS_WITH', 'CONTAINS', 'EXISTS', 'MISSING'];

/** The data of a system: its access patterns by name, a form for the one that the address names, and what it finds. */
class Data extends Page {
  static properties = {
    ...Page.properties,
    described: { state: true },
    failure: { state: true },
    wanted: { state: true },
    question: { state: true },
    unfolded: { state: true },
  };

  constructor() {
    super();
    this.wanted = '';
    this.question = null;
  }

  willUpdate(changed) {
    if (changed.has('params') && this.params.system && this.loaded !== this.params.system) this.load();
    // Once something is chosen, a phone shows that instead of the list of choices.
    if (changed.has('query')) this.unfolded = this.kind === 'PATTERN' && !this.query.get('pattern');
    if (changed.has('query') || changed.has('described')) this.question = this.asked();
  }

  async load() {
    this.loaded = this.params.system;
    this.failure = null;
    try {
      this.described = await describeSystem(this.params.system, this.live);
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  get table() {
    return this.described?.tables.find((each) => each.name === this.query.get('table')) ?? null;
  }

  /** The restored table that is read in place of the table. */
  get copy() {
    return this.query.get('copy');
  }

  get pattern() {
    return this.table?.patterns.find((each) => each.name === this.query.get('pattern')) ?? null;
  }

  get kind() {
    if (this.query.has('statement') || this.query.get('kind') === 'partiql') return 'PARTIQL';
    if (this.query.has('partition')) return 'COLLECTION';
    return this.query.get('kind') === 'scan' ? 'SCAN' : 'PATTERN';
  }

  /** What the address asks, if it says that it is to be asked. A statement that writes is never asked by an address. */
  asked() {
    const { query } = this;
    if (!this.described || !query.get('run')) return null;
    const common = { kind: this.kind, table: query.get('table') ?? undefined, ...(this.copy ? { copy: this.copy } : {}) };
    if (this.kind === 'PARTIQL')
      return {
        kind: 'PARTIQL',
        statement: query.get('statement'),
        ...(query.get('parameters') ? { parameters: parsed(query.get('parameters')) } : {}),
      };
    if (this.kind === 'COLLECTION')
      return { ...common, partition: parsed(query.get('partition')), ...(query.get('index') ? { index: query.get('index') } : {}) };
    if (this.kind === 'SCAN') return { ...common, ...(query.get('index') ? { index: query.get('index') } : {}), ...this.filter() };
    if (!this.pattern) return null;
    const given = Object.fromEntries(this.pattern.parameters.map((each) => [each.name, query.get(`v.${each.name}`) ?? '']));
    return {
      ...common,
      pattern: this.pattern.name,
      values: given,
      ...(this.pattern.tenant ? { tenant: query.get('tenant') ?? '' } : {}),
      ...(query.get('from') ? { from: query.get('from') } : {}),
      ...(query.get('to') ? { to: query.get('to') } : {}),
    };
  }

  filter() {
    const attribute = this.query.get('attribute');
    if (!attribute) return {};
    const comparison = this.query.get('comparison') ?? 'EQUAL';
    const takes = comparison !== 'EXISTS' && comparison !== 'MISSING';
    return { filter: { attribute, comparison, ...(takes ? { value: { [this.query.get('type') ?? 'S']: this.query.get('value') ?? '' } } : {}) } };
  }

  render() {
    const { system } = this.params;
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/data">${t('data.title')}</a> / ${systemName(system)}</nav><h1>${systemName(system)}</h1>
        <a href="/console/model/${system}">${t('model.title')}</a> <a href="/console/data/${system}/unreadable">${t('unreadable.title')}</a>
        <a class="button end" data-act="new-item" href="/console/data/${system}/new?${new URLSearchParams(this.table ? { table: this.table.name } : {})}">${t('item.new')}</a></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
      <div class="split">${foldButton({
        id: 'data-patterns',
        text: t('data.patterns'),
        open: this.unfolded,
        toggle: () => {
          this.unfolded = !this.unfolded;
        },
      })}<section class="card stack tight side ${this.unfolded ? '' : 'folded'}" id="data-patterns" aria-label=${t('data.patterns')}>${this.described ? this.list() : html`<span class="skeleton"></span><span class="skeleton"></span><span class="skeleton"></span>`}</section>
      <div class="stack">${this.described ? this.chosen() : nothing}</div></div>`;
  }

  href(query) {
    const kept = this.copy && query.table === this.query.get('table') ? { copy: this.copy } : {};
    return `/console/data/${encodeURIComponent(this.params.system)}?${new URLSearchParams({ ...query, ...kept })}`;
  }

  list() {
    const wanted = this.wanted.toLowerCase();
    const current = (holds) => (holds ? 'true' : nothing);
    return html`<t-field label=${t('data.find')} type="search" name="find" @input=${(event) => {
      this.wanted = event.target.value;
    }}></t-field>
      ${this.described.tables.map(
        (table) => html`<h3>${table.name}</h3><ul class="choices">
        ${table.patterns
          .filter((each) => each.name.toLowerCase().includes(wanted))
          .map(
            (each) => html`<li><a aria-current=${current(this.pattern === each)}
          href=${this.href({ table: table.name, pattern: each.name, ...(each.parameters.length || each.range || each.tenant ? {} : { run: '1' }) })}>${each.name}</a></li>`,
          )}
        <li><a class="quiet" aria-current=${current(this.kind === 'SCAN' && this.table === table)} href=${this.href({ kind: 'scan', table: table.name })}>${t('data.scan')}</a></li></ul>`,
      )}
      <h3>${t('data.experts')}</h3><ul class="choices"><li><a aria-current=${current(this.kind === 'PARTIQL')} href=${this.href({ kind: 'partiql' })}>PartiQL</a></li></ul>`;
  }

  chosen() {
    const form = this.form();
    if (!form) return html`<section class="card"><t-empty heading=${t('data.choose')} text=${t('data.chooseText')}></t-empty></section>`;
    return html`${this.copy ? html`<p class="problem" role="status" data-copy>${t('data.copy', { copy: this.copy, table: this.query.get('table') })} <a href="/console/data/${this.params.system}?${new URLSearchParams({ kind: 'scan', table: this.query.get('table') })}">${t('data.toTable')}</a></p>` : nothing}<section class="card stack">${form}</section>
      <console-results .system=${this.params.system} .described=${this.described} .question=${this.question} @statement-place=${(event) => this.showPlace(event.detail)}></console-results>`;
  }

  /** Marks what is wrong in the statement. */
  showPlace({ line, column, length }) {
    const area = this.querySelector('textarea[name=statement]');
    const from =
      area.value
        .split('\n')
        .slice(0, line - 1)
        .reduce((sum, each) => sum + each.length + 1, 0) +
      column -
      1;
    area.focus();
    area.setSelectionRange(from, from + length);
  }

  form() {
    switch (this.kind) {
      case 'PARTIQL':
        return this.statementForm();
      case 'COLLECTION':
        return html`<h2>${t('data.collection')}</h2><p class="mono">${this.query.get('index') ?? this.query.get('table')}: ${this.query.get('partition')}</p>`;
      case 'SCAN':
        return this.table ? this.scanForm() : null;
      default:
        return this.pattern ? this.patternForm() : null;
    }
  }

  patternForm() {
    const { pattern, table, query } = this;
    const fields = [
      ...pattern.parameters.map((each) => this.field(each, `v.${each.name}`, true)),
      ...(pattern.range
        ? ['from', 'to'].map((end) => this.field({ ...pattern.range, name: t(`data.${end}`, { what: pattern.range.name }) }, end, false))
        : []),
    ];
    return html`<div><h2>${pattern.name}</h2>${pattern.about ? html`<p>${pattern.about}</p>` : nothing}
        <p class="quiet">${pattern.entities.join(', ')} · ${pattern.index ?? table.name}${pattern.remarks ? ` · ${pattern.remarks}` : ''}</p><pre>${pattern.condition}</pre></div>
      <form class="grid" @submit=${(event) => this.submit(event, { table: table.name, pattern: pattern.name })}>
        ${pattern.tenant ? html`<t-field label=${table.scope.field} hint=${t('data.tenantHint')} name="tenant" value=${query.get('tenant') ?? ''} required maxlength="64"></t-field>` : nothing}
        ${fields}<div class="row end-aligned"><button type="submit" class="primary">${t('data.run')}</button></div></form>`;
  }

  field(field, name, required) {
    const value = this.query.get(name) ?? '';
    return field.choices.length
      ? html`<t-field label=${field.name} name=${name} type="select" value=${value} .options=${[['', ''], ...field.choices.map((each) => [each, each])]}></t-field>`
      : html`<t-field label=${field.name} name=${name} hint=${field.type === 'text' ? '' : field.format} value=${value} ?required=${required} maxlength="2048"></t-field>`;
  }

  scanForm() {
    const { table, query } = this;
    return html`<div><h2>${t('data.scan')}: ${table.name}</h2><p class="quiet">${t('data.scanHint')}</p></div>
      <form class="grid" @submit=${(event) => this.submit(event, { kind: 'scan', table: table.name })}>
        <t-field label=${t('data.index')} name="index" type="select" value=${query.get('index') ?? ''} .options=${[['', t('data.tableItself')], ...table.indexes.map((each) => [each.name, each.name])]}></t-field>
        <t-field label=${t('data.attribute')} name="attribute" value=${query.get('attribute') ?? ''} maxlength="255"></t-field>
        <t-field label=${t('data.comparison')} name="comparison" type="select" value=${query.get('comparison') ?? 'EQUAL'} .options=${COMPARISONS.map((each) => [each, t(`data.comparison.${each}`)])}></t-field>
        <t-field label=${t('data.type')} name="type" type="select" value=${query.get('type') ?? 'S'} .options=${[
          ['S', t('data.text')],
          ['N', t('data.number')],
        ]}></t-field>
        <t-field label=${t('data.value')} name="value" value=${query.get('value') ?? ''} maxlength="2048"></t-field>
        <div class="row end-aligned"><button type="submit" class="primary">${t('data.run')}</button></div></form>`;
  }

  statementForm() {
    const { query } = this;
    return html`<div><h2>PartiQL</h2><p class="quiet">${t('data.statementHint')}</p></div>
      <form class="stack" @submit=${this.submitStatement}>
        <t-field label=${t('data.statement')} name="statement" type="textarea" rows="4" value=${query.get('statement') ?? `SELECT * FROM "${this.described.tables[0].name}"`} required maxlength="8192"></t-field>
        <t-field label=${t('data.parameters')} hint=${t('data.parametersHint')} name="parameters" mono value=${query.get('parameters') ?? ''} maxlength="4000"></t-field>
        <div class="row"><button type="submit" class="primary">${t('data.run')}</button>
          <label class="row"><input type="checkbox" name="write" value="yes"> ${t('data.write')}</label></div></form>`;
  }

  submit(event, fixed) {
    const given = Object.fromEntries(Object.entries(values(event)).filter(([, value]) => value !== ''));
    this.ask({ ...fixed, ...given, run: '1' });
  }

  /** What may write is asked by this click alone; the address has the statement, without the permission. */
  submitStatement(event) {
    const { statement, parameters, write } = values(event);
    if (write) {
      this.question = { kind: 'PARTIQL', statement, write: true, ...(parameters ? { parameters: parsed(parameters) } : {}) };
    } else {
      this.ask({ kind: 'partiql', statement, ...(parameters ? { parameters } : {}), run: '1' });
    }
  }

  /** The same question again is asked again. */
  ask(query) {
    const address = this.href(query);
    if (address === location.pathname + location.search) this.question = this.asked();
    else navigate(address);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

define('console-data', Data);
