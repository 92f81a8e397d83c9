import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import { listen } from '/events.js';
import { call } from '/session.js';

const API = '/docstore/v1';
const ADMINISTRATORS = 'tenant-administrators';

const pathOf = (document) => `/docstore/${encodeURIComponent(document.id)}`;

/** The library: what is mine, what is shared with me, the tenant's, and what was deleted. */
class Library extends Page {
  static properties = { ...Page.properties, making: { state: true }, failure: { state: true }, busy: { state: true }, load: { state: true } };

  willUpdate(changed) {
    if (changed.has('query')) this.again();
  }

  firstUpdated() {
    // Also when the events begin: what changed since the list was read is not told.
    if (this.me?.tenant) listen(`${API}/events`, { signal: this.live, onEvent: () => this.again() });
  }

  get view() {
    return this.query.get('view') ?? 'mine';
  }

  /** Rows stay where they are until there are others. */
  again() {
    const { view } = this;
    const text = this.query.get('text') ?? '';
    this.load = async (cursor) => {
      const page = await call('GET', `${API}/documents?view=${view}&limit=50${text ? `&text=${encodeURIComponent(text)}` : ''}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        undefined, { signal: this.live });
      return { rows: page.items, next: page.next };
    };
  }

  async make(event) {
    const { name, text } = values(event);
    this.busy = true;
    this.failure = null;
    try {
      const made = await call('POST', `${API}/documents`, { displayName: name, fileName: `${name}.md`, fileType: 'text/markdown', content: text.trim() ? text : `# ${name}\n` });
      this.making = false;
      navigate(pathOf(made));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async restore(document) {
    try {
      await call('POST', `${API}/documents/${encodeURIComponent(document.id)}/restore`);
      toast(t('docs.restored', { name: document.displayName }));
      this.again();
    } catch (failure) {
      toast(failure.message, { tone: 'bad' });
    }
  }

  get columns() {
    const deleted = this.view === 'deleted';
    return [
      { title: t('docs.name'), cell: (each) => (deleted || !each.role ? each.displayName : html`<a class="cut" href=${pathOf(each)}>${each.displayName}</a>`) },
      { title: t('docs.owner'), cell: (each) => (each.owner === this.me?.subject ? t('docs.me') : each.ownerName ?? each.owner) },
      { title: t('docs.sharing'), cell: (each) => this.sharing(each) },
      { title: t('docs.version'), number: true, cell: (each) => `v${each.currentVersion}` },
      { title: t('docs.size'), number: true, cell: (each) => bytes(each.size) },
      { title: deleted ? t('docs.deletedAt') : t('docs.changed'), cell: (each) => html`<t-time at=${deleted ? each.deletedAt : each.lastModified}></t-time>` },
      ...(deleted ? [{ title: t('ui.actions'), cell: (each) => html`<button type="button" @click=${() => this.restore(each)}>${t('docs.restore')}</button>` }] : []),
    ];
  }

  sharing(each) {
    if (each.role && each.role !== 'owner') return html`<t-badge tone=${each.role === 'editor' ? 'info' : 'plain'} text=${t(`docs.role.${each.role}`)}></t-badge>`;
    const count = each.editors.length + each.viewers.length;
    return count === 0 ? html`<span class="quiet">${t('docs.private')}</span>` : html`<t-badge tone="info" text=${t('docs.sharedWith', { n: count })}></t-badge>`;
  }

  render() {
    if (!this.me?.tenant) return html`<h1>${t('docs.title')}</h1><t-empty heading=${t('docs.noTenant')} text=${t('docs.noTenantText')}></t-empty>`;
    const views = ['mine', 'shared', ...(this.me.groups.includes(ADMINISTRATORS) ? ['tenant'] : []), 'deleted'];
    return html`<div class="page-head"><h1>${t('docs.title')}</h1>
        <button type="button" class="primary end" data-act="new" @click=${() => { this.making = true; }}>${t('docs.new')}</button></div>
      <div class="stack">
        <form class="row end-aligned" role="search" @submit=${(event) => setQuery({ text: values(event).find })}>
          <t-field label=${t('docs.find')} name="find" type="search" value=${this.query.get('text') ?? ''} maxlength="200"></t-field>
          <button type="submit">${t('ui.search')}</button>
          ${this.query.get('text') ? html`<button type="button" class="plain" @click=${() => setQuery({ text: null })}>${t('docs.all')}</button>` : nothing}</form>
        <t-tabs label=${t('docs.lists')} selected=${this.view} .tabs=${views.map((id) => ({ id, text: t(`docs.${id}`), content: () => this.list() }))}
          @tab-select=${(event) => setQuery({ view: event.detail }, { push: true })}></t-tabs>
      </div>${this.dialog()}`;
  }

  list() {
    return html`<t-table caption=${t(`docs.${this.view}`)} .columns=${this.columns} .load=${this.load} .rowKey=${(row) => row.id}
      .empty=${{ heading: t(`docs.empty.${this.view}`), text: t(`docs.emptyText.${this.view}`) }}></t-table>`;
  }

  dialog() {
    return html`<t-dialog ?open=${this.making} heading=${t('docs.new')} @close=${() => { this.making = false; }} .content=${html`
      <form class="stack" id="new-document" @submit=${(event) => this.make(event)}>
        <t-field label=${t('docs.name')} name="name" required maxlength="190" focused></t-field>
        <t-field label=${t('docs.firstText')} name="text" type="textarea" rows="8" hint=${t('docs.markdownHint')}></t-field>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}</form>`}
      .actions=${html`<button type="submit" form="new-document" class="primary" ?disabled=${this.busy}>${t('docs.create')}</button>`}></t-dialog>`;
  }
}

define('docstore-library', Library);
