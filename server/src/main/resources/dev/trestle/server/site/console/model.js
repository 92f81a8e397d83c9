import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { setQuery } from '/ui/router.js';
import { rowsTable } from '/ui/table.js';
import { t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { download } from '/session.js';
import { at, describeSystem } from './api.js';
import './diagram.js';

const SEVERITIES = ['ERROR', 'WARNING', 'NOTE'];
const TONES = { ERROR: 'bad', WARNING: 'warn', NOTE: 'info' };

/** A system's model: access patterns, entities, the diagram, and what the verifier finds. */
class ModelPage extends Page {
  static properties = { ...Page.properties, described: { state: true }, failure: { state: true } };

  willUpdate(changed) {
    if (changed.has('params') && this.params.system && this.loaded !== this.params.system) this.load();
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

  async save(format, name) {
    try {
      await download(at(this.params.system, `/document?format=${format}`), name);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  render() {
    const { system } = this.params;
    return html`<div class="page-head"><nav class="crumbs" aria-label=${t('data.crumbs')}><a href="/console/model">${t('model.title')}</a> / ${systemName(system)}</nav><h1>${systemName(system)}</h1><a href="/console/data/${system}">${t('data.title')}</a>
        <span class="row end"><button type="button" @click=${() => this.save('markdown', `${system}.md`)}>Markdown</button><button type="button" @click=${() => this.save('cloudformation', `${system}.yaml`)}>CloudFormation</button></span></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
      ${this.described ? this.tabs() : this.failure ? nothing : html`<div class="card"><span class="skeleton"></span></div>`}`;
  }

  tabs() {
    const { tables, findings } = this.described;
    const open = findings.filter((each) => each.accepted === null).length;
    return html`<section class="card"><t-tabs label=${t('model.title')} selected=${this.query.get('tab') ?? 'patterns'} @tab-select=${(event) => setQuery({ tab: event.detail })} .tabs=${[
      {
        id: 'patterns',
        text: t('data.patterns'),
        content: () => html`<div class="stack">${tables.map((table) => this.patterns(table))}</div>`,
      },
      {
        id: 'entities',
        text: t('model.entities'),
        content: () => html`<div class="stack">${tables.map((table) => this.entities(table))}</div>`,
      },
      { id: 'diagram', text: t('model.diagram'), content: () => html`<console-diagram .tables=${tables}></console-diagram>` },
      { id: 'findings', text: t('model.findings', { n: open }), content: () => this.findings(findings) },
    ]}></t-tabs></section>`;
  }

  patterns(table) {
    return html`<div class="stack tight"><h2>${table.name}</h2>${table.about ? html`<p class="quiet">${table.about}</p>` : nothing}
      ${table.scope ? html`<p class="quiet">${t('model.scope', { field: table.scope.field })}</p>` : nothing}
      ${
        table.patterns.length === 0
          ? html`<p class="quiet">${t('model.noPatterns')}</p>`
          : html`<div class="scroll" tabindex="0" role="region" aria-label="${t('data.patterns')}: ${table.name}">${rowsTable({
              caption: `${t('data.patterns')}: ${table.name}`,
              rows: table.patterns,
              columns: [
                {
                  title: t('model.pattern'),
                  cell: (each) =>
                    html`<a href="/console/data/${this.params.system}?${new URLSearchParams({ table: table.name, pattern: each.name })}">${each.name}</a>`,
                },
                { title: t('data.index'), cell: (each) => html`<span class="mono">${each.index ?? t('data.tableItself')}</span>` },
                { title: t('model.keysUsed'), cell: (each) => html`<span class="mono">${each.keysUsed}</span>` },
                {
                  title: t('model.query'),
                  cell: (each) =>
                    html`<span class="mono">${each.condition}${each.remarks ? html`<span class="quiet">, ${each.remarks}</span>` : nothing}</span>`,
                },
              ],
            })}</div>`
      }</div>`;
  }

  entities(table) {
    return html`<div class="stack tight"><h2>${table.name}</h2>${table.entities.map(
      (entity) => html`<details><summary><strong>${entity.name}</strong> <span class="quiet">${entity.about}</span></summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${entity.name}>${rowsTable({
        caption: `${entity.name}: ${t('data.index')}`,
        rows: entity.keys,
        columns: [
          { title: t('data.index'), cell: (key) => key.index ?? t('data.tableItself') },
          { title: t('model.partition'), cell: (key) => html`<span class="mono">${key.partition}</span>` },
          { title: t('model.sort'), cell: (key) => html`<span class="mono">${key.sort ?? '–'}</span>` },
          { title: t('model.when'), cell: (key) => html`<span class="mono">${key.when || '–'}</span>` },
        ],
      })}${rowsTable({
        caption: `${entity.name}: ${t('data.attribute')}`,
        rows: entity.attributes,
        columns: [
          { title: t('data.attribute'), cell: (each) => html`<span class="mono">${each.name}</span>` },
          { title: t('data.type'), cell: (each) => each.type },
          { title: t('model.required'), cell: (each) => t(`model.required.${each.required}`) },
        ],
      })}</div></details>`,
    )}</div>`;
  }

  /** The open ones by severity, the worst first; what is accepted is folded, with its reasons. */
  findings(findings) {
    if (findings.length === 0) return html`<t-empty heading=${t('model.sound')} text=${t('model.soundText')}></t-empty>`;
    const open = findings.filter((each) => each.accepted === null);
    const accepted = findings.filter((each) => each.accepted !== null);
    const group = (severity, all) =>
      html`<section class="stack tight" data-severity=${severity}><h3><t-badge tone=${TONES[severity]} text=${t(`model.severity.${severity}`)}></t-badge> <span class="quiet">${all.length}</span></h3>${this.findingList(all)}</section>`;
    return html`<div class="stack">${open.length === 0 ? html`<t-empty heading=${t('model.noOpen')} text=${t('model.noOpenText')}></t-empty>` : nothing}
      ${SEVERITIES.map((severity) => [severity, open.filter((each) => each.severity === severity)])
        .filter(([, all]) => all.length > 0)
        .map(([severity, all]) => group(severity, all))}
      ${
        accepted.length > 0
          ? html`<details class="accepted"><summary>${t('model.acceptedCount', { n: accepted.length })}</summary>
        ${SEVERITIES.map((severity) => [severity, accepted.filter((each) => each.severity === severity)])
          .filter(([, all]) => all.length > 0)
          .map(([severity, all]) => group(severity, all))}</details>`
          : nothing
      }</div>`;
  }

  findingList(findings) {
    return html`<ul class="findings">${findings.map(
      (each) => html`<li><div><span class="mono">${each.code}</span> <span class="quiet">${each.place}</span></div><div>${each.reason}</div>
      <div class="quiet">${each.accepted === null ? t('model.remedy', { what: each.remedy }) : t('model.because', { why: each.accepted })}</div></li>`,
    )}</ul>`;
  }
}

define('console-model', ModelPage);
