import { pages, q } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { hasText, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { values } from '/ui/field.js';
import { foldButton } from '/ui/fold.js';
import { download } from '/session.js';
import '/ui/all.js';

const AREAS = ['PERSON', 'TENANT', 'KEY', 'SESSION', 'SETTING', 'BACKUP', 'JOB', 'ITEM'];
const FILTERS = ['person', 'area', 'target', 'from', 'to'];

/** What was done, in the reader's language where there is a text for it. */
const did = (entry) => (hasText(`audit.act.${entry.act}`) ? t(`audit.act.${entry.act}`) : entry.act);

/** Who did what, when and from where. Nothing here changes it. */
class Audit extends Page {
  static properties = { ...Page.properties, failure: { state: true }, unfolded: { state: true } };

  willUpdate() {
    const asked = this.asked().toString();
    if (asked !== this.listed) {
      this.listed = asked;
      this.list = pages(`/audit?limit=50${asked ? `&${asked}` : ''}`, this.live);
    }
  }

  asked() {
    const asked = new URLSearchParams();
    FILTERS.forEach((name) => {
      if (this.query.get(name)) asked.set(name, this.query.get(name));
    });
    return asked;
  }

  search(event) {
    const given = values(event);
    setQuery(Object.fromEntries(FILTERS.map((name) => [name, String(given[name] ?? '').trim()])));
  }

  async save(format) {
    this.failure = null;
    try {
      const asked = this.asked();
      asked.set('format', format);
      await download(`/admin/v1/audit/export?${asked}`, `audit.${format}`, { signal: this.live });
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const given = (name) => this.query.get(name) ?? '';
    const filters = FILTERS.filter(given).length;
    return html`<div class="page-head"><h1>${t('ops.audit')}</h1>
        <span class="acts end"><button type="button" data-act="csv" @click=${() => this.save('csv')}>CSV</button><button type="button" data-act="jsonl" @click=${() => this.save('jsonl')}>JSONL</button></span></div>
      <section class="card stack">${foldButton({
        id: 'audit-search',
        text: filters === 0 ? t('ui.filter') : t('ui.filters', { n: filters }),
        open: !!this.unfolded,
        toggle: () => {
          this.unfolded = !this.unfolded;
        },
      })}<form class="row end-aligned ${this.unfolded ? '' : 'folded'}" id="audit-search" role="search" @submit=${(event) => this.search(event)}>
          <t-field label=${t('audit.person')} name="person" value=${given('person')} maxlength="254" hint=${t('audit.personHint')}></t-field>
          <t-field label=${t('audit.area')} name="area" type="select" value=${given('area')} .options=${[['', t('audit.all')], ...AREAS.map((each) => [each, t(`audit.area.${each}`)])]}></t-field>
          <t-field label=${t('audit.target')} name="target" value=${given('target')} maxlength="500" hint=${t('audit.targetHint')}></t-field>
          <t-field label=${t('audit.from')} name="from" type="date" value=${given('from')}></t-field>
          <t-field label=${t('audit.to')} name="to" type="date" value=${given('to')}></t-field>
          <button type="submit" class="primary">${t('ui.search')}</button></form>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
        <t-table caption=${t('ops.audit')} .load=${this.list} .rowKey=${(entry) => entry.entryId} .empty=${{ heading: t('audit.none'), text: t('audit.noneText') }} .columns=${[
          { title: t('audit.at'), cell: (entry) => html`<t-time at=${entry.at}></t-time>` },
          {
            title: t('audit.who'),
            cell: (entry) =>
              entry.actor === 'server' ? t('audit.server') : html`<a href="?person=${q(entry.actor)}" title=${entry.actor}>${entry.actorName}</a>`,
          },
          { title: t('audit.what'), main: true, cell: (entry) => html`<span data-act=${entry.act}>${did(entry)}</span>` },
          {
            title: t('audit.target'),
            cell: (entry) => html`<a class="cut" href="?target=${q(entry.target)}" title=${entry.target}>${entry.label}</a>`,
          },
          { title: t('audit.change'), cell: (entry) => this.change(entry) },
          { title: t('sessions.address'), cell: (entry) => html`<span class="mono">${entry.address || '–'}</span>` },
        ]}></t-table></section>`;
  }

  change(entry) {
    if (!entry.before && !entry.after) return '–';
    return html`<details><summary>${t('audit.show')}</summary>
      ${entry.before ? html`<div class="quiet">${t('audit.before')}</div><pre class="mono wrap">${entry.before}</pre>` : nothing}
      ${entry.after ? html`<div class="quiet">${t('audit.after')}</div><pre class="mono wrap">${entry.after}</pre>` : nothing}</details>`;
  }
}

define('console-audit', Audit);
