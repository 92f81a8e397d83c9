import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate } from '/ui/router.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, face, icon, part, personPath, SITE } from './api.js';
import { dateInWords } from './dates.js';
import { MemberPage } from './member-page.js';
import { kinName } from './relations.js';
import '/ui/time.js';

/** What a comment is on, where it does not say so itself. */
const itemName = (itemId) => {
  if (itemId.startsWith('letters/')) return `${t('htt.letter')} · ${dateInWords(itemId.slice('letters/'.length))}`;
  return itemId.startsWith('media/') ? t('htt.gallery') : itemId;
};

/** Somebody of the family: who they are, whom they are related to, what they said. */
class Person extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    person: { state: true },
    comments: { state: true },
    next: { state: true },
    failure: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { person: null, comments: null, next: null });
  }

  async opened() {
    try {
      this.person = await api('GET', `/profile/${part(this.params.id)}`, undefined, { signal: this.live });
      document.title = `${this.person.displayName} – Trestle`;
      await this.more();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async more() {
    const page = await api('GET', `/profile/${part(this.params.id)}/comments?limit=20${this.next ? `&cursor=${part(this.next)}` : ''}`, undefined, {
      signal: this.live,
    });
    Object.assign(this, { comments: [...(this.comments ?? []), ...page.items], next: page.nextCursor });
  }

  async write() {
    try {
      const { conversationId } = await api('POST', '/messages/conversations', { participantIds: [this.person.userId] });
      navigate(`${SITE}/messages/${part(conversationId)}`);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  view() {
    if (this.failure) {
      const heading = { 403: 'htt.isPrivate', 404: 'htt.noPerson' }[this.failure.status];
      return heading
        ? html`<t-empty heading=${t(heading)} text=${t('htt.isPrivateText')}></t-empty>`
        : html`<t-error .failure=${this.failure} .retry=${() => this.opened()}></t-error>`;
    }
    const { person } = this;
    if (!person) return html`<t-state loading rows="6"></t-state>`;
    const isOwn = person.userId === this.userId;
    const facts = [
      ['htt.familyRelationship', person.familyRelationship],
      ['htt.generation', person.generation],
      ['htt.familyBranch', person.familyBranch],
      ['htt.email', person.contactEmail || person.email],
    ].filter(([, value]) => value);
    return html`<div class="htt-plain-page htt-person"><header class="htt-person-head">${face(person.displayName, person.photoUrl)}<div><h1>${person.displayName}</h1>
        <p class="quiet">${t('htt.since')} <t-time at=${person.createdAt}></t-time>${person.isProfilePrivate ? html` · ${t('htt.private')}` : nothing}</p></div>
        <span class="end row">${isOwn ? html`<a class="button" href="${SITE}/settings">${t('htt.editProfile')}</a>` : html`<button type="button" data-act="write" @click=${this.write}>${icon('comment')}${t('htt.writeMessage')}</button>`}</span></header>
      ${person.bio ? html`<p class="htt-bio">${person.bio}</p>` : nothing}
      <div class="grid">${facts.length ? html`<section class="card"><dl class="facts">${facts.map(([name, value]) => html`<dt>${t(name)}</dt><dd>${value}</dd>`)}</dl></section>` : nothing}
        ${
          person.familyRelationships?.length
            ? html`<section class="card htt-card"><h2>${t('htt.relations')}</h2><ul class="htt-kin">${person.familyRelationships.map(
                (each) =>
                  html`<li><span class="quiet">${kinName(each)}</span> ${each.userId ? html`<a href=${personPath(each.userId)}>${each.name ?? each.userId}</a>` : each.name}</li>`,
              )}</ul></section>`
            : nothing
        }</div>
      <section><h2>${t('htt.comments')}</h2>${
        this.comments?.length
          ? html`<ul class="htt-said">${this.comments.map((each) => html`<li><p>${each.commentText}</p><span class="quiet">${each.itemId ? html`<a href="${SITE}/${each.itemId}#comment-${each.commentId}">${each.itemTitle ?? itemName(each.itemId)}</a>` : nothing} · <t-time at=${each.createdAt}></t-time></span></li>`)}</ul>`
          : html`<p class="quiet">${t('htt.saidNothing', { name: person.displayName })}</p>`
      }
      ${this.next ? html`<button type="button" @click=${this.more}>${t('ui.more')}</button>` : nothing}</section></div>`;
  }
}

define('htt-person', Person);
