import { repeat } from 'lit/directives/repeat.js';
import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { api, icon, part, query, SITE } from './api.js';
import { dateInWords } from './dates.js';
import { draftName, fileCount, statusOf, whyFailed } from './draft-status.js';
import { MemberPage } from './member-page.js';
import '/ui/time.js';

const AGAIN_MS = 400;
const STATUSES = ['ready', 'processing', 'failed', 'pending', 'published'];

/** What was uploaded and is no letter yet: any member may check and publish it. */
class Drafts extends MemberPage {
  static properties = { ...MemberPage.properties, drafts: { state: true }, next: { state: true }, failure: { state: true }, busy: { state: true } };

  constructor() {
    super();
    Object.assign(this, { drafts: null, next: null });
  }

  async opened() {
    this.isOpen = true;
    await this.read();
  }

  willUpdate(changed) {
    if (changed.has('query') && this.isOpen && this.asked !== this.wanted) this.read();
  }

  get wanted() {
    return query({ status: this.query.get('status'), uploader: this.query.get('uploader') });
  }

  async read({ quiet = false } = {}) {
    const { wanted } = this;
    this.asked = wanted;
    if (!quiet) this.drafts = null;
    try {
      const page = await api('GET', `/admin/drafts${wanted}${wanted ? '&' : '?'}limit=50`, undefined, { signal: this.live });
      if (wanted === this.asked) Object.assign(this, { drafts: page.items, next: page.nextCursor, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async more() {
    this.busy = true;
    try {
      const page = await api('GET', `/admin/drafts${this.asked}${this.asked ? '&' : '?'}limit=50&cursor=${part(this.next)}`, undefined, {
        signal: this.live,
      });
      Object.assign(this, { drafts: [...this.drafts, ...page.items], next: page.nextCursor });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  told(type) {
    if (type !== 'draft' && type !== 'reset') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read({ quiet: true }), AGAIN_MS);
  }

  view() {
    const status = this.query.get('status') ?? '';
    const uploader = this.query.get('uploader');
    return html`<div class="htt-drafts"><div class="page-head"><h1>${t('htt.drafts')}</h1><span class="quiet">${t('htt.draftsText')}</span><a class="button primary end" href="${SITE}/upload">${icon('upload')}${t('htt.upload')}</a></div>
      <div class="htt-tabs" role="group" aria-label=${t('htt.draftStatus')}>${['', ...STATUSES].map((each) => html`<button type="button" data-status=${each || 'all'} aria-pressed=${status === each ? 'true' : 'false'} @click=${() => setQuery({ status: each })}>${each ? t(`htt.draft.${each}`) : t('htt.all')}</button>`)}
        <button type="button" class="end" data-act="mine" aria-pressed=${uploader ? 'true' : 'false'} @click=${() => setQuery({ uploader: uploader ? null : this.userId })}>${t('htt.mine')}</button></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : this.list(status)}</div>`;
  }

  list(status) {
    if (!this.drafts) return html`<t-state loading rows="5"></t-state>`;
    if (this.drafts.length === 0) {
      return html`<t-empty heading=${t(status ? 'htt.noDraftsOf' : 'htt.noDrafts')} text=${t('htt.noDraftsText')} .action=${html`<p><a class="button primary" href="${SITE}/upload">${t('htt.uploadLetters')}</a></p>`}></t-empty>`;
    }
    return html`<ul class="htt-draft-list">${repeat(
      this.drafts,
      ({ draftId }) => draftId,
      (
        draft,
      ) => html`<li><a class="htt-draft-row" href="${SITE}/drafts/${part(draft.draftId)}" data-draft=${draft.draftId} data-status=${draft.status}>
        <span class="htt-row-what"><strong class="cut">${draftName(draft)}</strong><span class="quiet">${draft.extractedData?.date ? html`${dateInWords(draft.extractedData.date)} · ` : nothing}${t('htt.pageCount', { n: fileCount(draft) })} · ${draft.uploaderName} · <t-time at=${draft.createdAt}></t-time></span>
          ${draft.status === 'failed' ? html`<span class="htt-wrong">${whyFailed(draft)}</span>` : nothing}</span>
        ${statusOf(draft)}</a></li>`,
    )}</ul>
      ${this.next ? html`<p><button type="button" ?disabled=${this.busy} @click=${this.more}>${t('ui.more')}</button></p>` : nothing}`;
  }
}

define('htt-drafts', Drafts);
