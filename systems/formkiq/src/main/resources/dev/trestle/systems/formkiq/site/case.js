import { define, Element, html, nothing } from '/ui/element.js';
import { confirmed } from '/ui/dialog.js';
import { words } from '/ui/error.js';
import { values } from '/ui/field.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/error.js';
import '/ui/state.js';
import './case-part.js';
import './case-library.js';
import { call, encoded, everything } from './api.js';
import { icon } from './kinds.js';

/** The parts of a case: where they are, what they are called in answers, and the field that a new one is made of. */
const KINDS = [
  { kind: 'task', list: 'tasks', id: 'taskId', field: 'description' },
  { kind: 'nigo', list: 'nigos', id: 'nigoId', field: 'name' },
];

/** One case: what is known of it, its documents, its tasks and its nigos, and the library to drag documents from. */
class CaseView extends Element {
  static properties = {
    siteId: { attribute: false },
    caseId: { attribute: false },
    back: {},
    writes: { type: Boolean },
    removes: { type: Boolean },
    news: { type: Number },
    loaded: { state: true },
    failure: { state: true },
    isOpen: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('caseId') || changed.has('siteId')) Object.assign(this, { loaded: null, failure: null });
    if (changed.has('caseId') || changed.has('siteId') || changed.has('news')) this.read();
  }

  get path() {
    return `/cases/${encoded(this.caseId)}`;
  }

  /** Reads it anew; what is shown stays until there is something else. */
  async read() {
    const asked = Symbol('reading');
    this.asked = asked;
    const { siteId } = this;
    try {
      const [one, ...parts] = await Promise.all([
        call('GET', this.path, { siteId }),
        ...KINDS.map(({ list }) => everything(`${this.path}/${list}`, { siteId }, list)),
      ]);
      if (asked !== this.asked) return;
      this.loaded = { item: one.case, tasks: parts[0], nigos: parts[1] };
      this.failure = null;
    } catch (failure) {
      if (asked === this.asked) this.failure = failure;
    }
  }

  async deleteCase() {
    const { item, tasks, nigos } = this.loaded;
    const act = () => call('DELETE', this.path, { siteId: this.siteId });
    const text = t('fk.case.deleteText', { tasks: tasks.length, nigos: nigos.length });
    if (await confirmed({ heading: t('fk.case.delete', { name: item.name }), text, label: t('fk.delete'), act }))
      this.dispatchEvent(new CustomEvent('case-gone'));
  }

  async deletePart({ kind, list, id }, item) {
    const act = () => call('DELETE', `${this.path}/${list}/${encoded(item[id])}`, { siteId: this.siteId });
    const name = item.name ?? item.description ?? '';
    if (await confirmed({ heading: t(`fk.${kind}.delete`, { name }), text: t('fk.case.partText'), label: t('fk.delete'), act })) this.read();
  }

  async addPart({ kind, list, field }, event) {
    const text = values(event)[field].trim();
    if (text === '' || this.adding) return;
    const form = event.target;
    this.adding = true;
    try {
      await call('POST', `${this.path}/${list}`, { siteId: this.siteId }, { [kind]: { [field]: text } });
      form.reset();
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.adding = false;
    }
  }

  render() {
    const { loaded, failure } = this;
    if (failure && !loaded)
      return failure.status === 404
        ? html`<t-empty heading=${t('fk.case.gone')} text=${failure.message} .action=${html`<a class="button" href=${this.back}>${t('fk.cases')}</a>`}></t-empty>`
        : html`<t-error .failure=${failure} .retry=${() => this.read()}></t-error>`;
    if (!loaded) return html`<t-state loading rows="6"></t-state>`;
    const { item } = loaded;
    return html`<div class="fk-case ${this.isOpen ? 'open' : ''}"><div class="fk-case-main stack">
      <nav class="fk-case-back"><a href=${this.back}>${t('fk.cases')}</a> / <span class="mono">${item.caseNumber ?? ''}</span>${item.documentNumber ? html` <span class="quiet mono">${item.documentNumber}</span>` : nothing}
        <span class="end"></span>
        ${
          this.writes
            ? html`<button type="button" class="fk-wide" data-act="case-library" aria-expanded=${this.isOpen ? 'true' : 'false'} @click=${() => {
                this.isOpen = !this.isOpen;
              }}>${icon('folder')}${t('fk.case.library')}</button>`
            : nothing
        }
        ${this.removes ? html`<button type="button" class="danger" data-act="delete-case" @click=${() => this.deleteCase()}>${icon('trash')}${t('fk.delete')}</button>` : nothing}</nav>
      ${failure?.status === 404 ? html`<p class="problem" role="alert">${t('fk.case.gone')}</p>` : nothing}
      <fk-case-part kind="case" .siteId=${this.siteId} .path=${this.path} .item=${item} ?writes=${this.writes} ?removes=${this.removes} news=${this.news} @part-change=${() => this.read()}></fk-case-part>
      ${KINDS.map((each) => this.parts(each))}</div>
      ${this.isOpen && this.writes ? html`<fk-case-library class="fk-case-library fk-wide" .siteId=${this.siteId}></fk-case-library>` : nothing}</div>`;
  }

  parts(each) {
    const { kind, list, id, field } = each;
    const all = this.loaded[list];
    return html`<section class="stack tight" aria-label=${t(`fk.${list}`)}><div class="fk-section"><h2>${t(`fk.${list}`)} <span class="quiet number">${all.length}</span></h2></div>
      ${all.map(
        (item) =>
          html`<fk-case-part data-key=${item[id]} kind=${kind} .siteId=${this.siteId} .path=${`${this.path}/${list}/${encoded(item[id])}`} .item=${item} ?writes=${this.writes} ?removes=${this.removes} news=${this.news}
            @part-change=${() => this.read()} @part-delete=${() => this.deletePart(each, item)}></fk-case-part>`,
      )}
      ${all.length === 0 ? html`<p class="quiet">${t(`fk.${kind}.none`)}</p>` : nothing}
      ${
        this.writes
          ? html`<form class="fk-case-add" @submit=${(event) => this.addPart(each, event)}><t-field label=${t(`fk.${kind}.new`)} name=${field} maxlength="500"></t-field>
        <button type="submit" data-act="add-${kind}">${icon('plus')}${t('fk.case.add')}</button></form>`
          : nothing
      }</section>`;
  }
}

define('fk-case', CaseView);
