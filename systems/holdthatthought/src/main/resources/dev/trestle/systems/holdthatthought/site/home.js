import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { api, face, icon, letterPath, SITE } from './api.js';
import { dateInWords, yearOf } from './dates.js';
import { between } from './letter-row.js';
import { MemberPage } from './member-page.js';
import { draftLine } from './draft-status.js';
import '/ui/timeline.js';

const AGAIN_MS = 500;
const SHOWN = 5;

/** Where one begins: what happened on this day, what is new, what waits for somebody. */
class Home extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    today: { state: true },
    drafts: { state: true },
    review: { state: true },
    pending: { state: true },
    unread: { state: true },
    newest: { state: true },
    load: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { today: null, drafts: [], review: 0, pending: [], unread: [], newest: null, load: null });
    this.total = null;
  }

  async opened() {
    this.load = (cursor) => this.activity(cursor);
    await this.readWaiting();
  }

  async activity(cursor) {
    const page = await api('GET', `/activity?limit=20${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, undefined, { signal: this.live });
    const entries = page.items.map((each) => ({
      key: `${each.at} ${each.path} ${each.kind}`,
      at: each.at,
      who: each.userName ?? '',
      what:
        each.kind === 'member' ? t('htt.did.member') : html`${t(`htt.did.${each.kind}`)} <a href=${each.path}>${each.title || t('htt.untitled')}</a>`,
    }));
    return { entries, next: page.nextCursor };
  }

  /** Each part stands for itself: what one cannot read leaves the others. */
  async readWaiting() {
    const options = { signal: this.live };
    const asked = {
      today: api('GET', '/onthisday', undefined, options),
      drafts: api('GET', '/admin/drafts?limit=20', undefined, options),
      review: api('GET', '/letters?needs=review&limit=1&order=oldest', undefined, options),
      facets: api('GET', '/letters/facets', undefined, options),
      pending: this.isAdmin ? api('GET', '/admin/users?state=pending&limit=20', undefined, options) : null,
      unread: api('GET', '/messages/conversations?limit=50', undefined, options),
    };
    const names = Object.keys(asked);
    const answers = await Promise.allSettled(Object.values(asked));
    const found = Object.fromEntries(names.map((name, i) => [name, answers[i].status === 'fulfilled' ? answers[i].value : null]));
    Object.assign(this, {
      today: found.today?.items ?? [],
      drafts: (found.drafts?.items ?? [])
        .filter(({ status }) => status === 'ready' || (status !== 'published' && status !== 'pending'))
        .slice(0, SHOWN),
      review: found.review?.items?.[0] ?? null,
      total: found.facets?.total ?? null,
      pending: found.pending?.items ?? [],
      unread: (found.unread?.items ?? []).filter(({ unreadCount }) => unreadCount > 0),
    });
  }

  told(type) {
    if (type === 'ready') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.readWaiting();
      this.querySelector('t-timeline')?.reload();
    }, AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  view() {
    const { profile } = this;
    return html`<div class="htt-home"><div class="page-head"><h1>${t('htt.welcome', { name: profile.displayName })}</h1>
        <span class="end row"><a class="button" href="${SITE}/settings">${t('htt.settings')}</a>${this.isAdmin ? html`<a class="button" href="${SITE}/admin" data-act="admin">${t('htt.admin')}</a>` : nothing}
        <a class="button primary" href="${SITE}/upload">${icon('upload')}${t('htt.uploadLetters')}</a></span></div>
      <div class="htt-home-columns"><div class="stack">${this.onThisDay()}
        <section class="card htt-card"><h2>${t('htt.new')}</h2>${this.load ? html`<t-timeline label=${t('htt.new')} .load=${this.load} .empty=${{ heading: t('htt.nothingNew'), text: t('htt.nothingNewText') }}></t-timeline>` : nothing}</section></div>
        <div class="stack">${this.waiting()}</div></div></div>`;
  }

  onThisDay() {
    if (!this.today) return html`<section class="htt-day"><t-state loading rows="2"></t-state></section>`;
    const [first, ...others] = this.today;
    if (!first) {
      return html`<section class="htt-day"><span class="htt-label">${t('htt.onThisDay')}</span><p class="htt-quote">${this.total === 0 ? t('htt.noLetters') : t('htt.noneToday')}</p>
        <p class="quiet">${this.total === 0 ? html`<a href="${SITE}/upload">${t('htt.uploadFirst')}</a>` : html`<a href="${SITE}/letters">${t('htt.readAny')}</a>`}</p></section>`;
    }
    return html`<section class="htt-day"><a class="htt-today" href=${letterPath(first.date)}><span class="htt-label">${t('htt.onThisDayIn', { year: yearOf(first.date) })}</span>
        <span class="htt-quote">${first.title}</span>${first.description ? html`<span class="htt-row-words">${first.description}</span>` : nothing}
        <span class="quiet">${between(first)} · ${dateInWords(first.date)}</span></a>
      ${others.slice(0, SHOWN).map((letter) => html`<p><a href=${letterPath(letter.date)}>${letter.title}</a> <span class="quiet">${yearOf(letter.date)}</span></p>`)}</section>`;
  }

  waiting() {
    const nothingWaits = !this.drafts.length && !this.pending.length && !this.unread.length && !this.review;
    return html`<section class="card htt-card"><h2>${t('htt.waiting')}</h2>
      ${nothingWaits ? html`<p class="quiet">${t('htt.nothingWaits')}</p>` : nothing}
      ${this.pending.map((each) => html`<a class="htt-wait" href="${SITE}/admin">${face(each.displayName, each.photoUrl)}<span><b>${each.displayName}</b> ${t('htt.asksToJoin')}</span></a>`)}
      ${this.unread.map(
        (each) =>
          html`<a class="htt-wait" href="${SITE}/messages/${encodeURIComponent(each.conversationId)}">${icon('comment')}<span>${t('htt.unreadFrom', { n: each.unreadCount, name: this.partner(each) })}</span></a>`,
      )}
      ${this.review ? html`<a class="htt-wait" href="${SITE}/letters?needs=review">${icon('warn')}<span>${t('htt.lettersNeedCheck')}</span></a>` : nothing}
      ${this.drafts.map((draft) => draftLine(draft))}</section>`;
  }

  partner(conversation) {
    const others = conversation.participants.filter(({ userId }) => userId !== this.userId);
    return conversation.conversationTitle ?? others.map(({ displayName }) => displayName).join(', ');
  }
}

define('htt-home', Home);
