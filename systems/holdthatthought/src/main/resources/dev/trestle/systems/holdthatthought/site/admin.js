import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { linked } from '/ui/linked.js';
import { all, api, face, part, personPath, SITE } from './api.js';
import { dateInWords } from './dates.js';
import { MemberPage } from './member-page.js';
import './import.js';
import '/ui/tabs.js';
import '/ui/id.js';
import '/ui/time.js';
import '/ui/field.js';

const TABS = ['people', 'deleted', 'contact', 'import'];

/** For administrators of the family: who is let in, what was deleted, what strangers wrote, letters from files. */
class Admin extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    pending: { state: true },
    members: { state: true },
    gone: { state: true },
    deleted: { state: true },
    contact: { state: true },
    failure: { state: true },
    invited: { state: true },
    inviting: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { pending: null, members: null, gone: [], deleted: null, contact: null, invited: null, inviting: false });
  }

  async opened() {
    if (this.isAdmin) await this.read();
  }

  async read() {
    const list = (path) => all(path, { signal: this.live, pagesMax: 5 }).then(({ items }) => items);
    const asked = [
      list('/admin/users?state=pending'),
      list('/admin/users?state=active'),
      list('/admin/users?state=inactive'),
      list('/admin/letters/deleted'),
      list('/admin/contact'),
    ];
    const [pending, members, gone, deleted, contact] = await Promise.allSettled(asked);
    const value = (answer) => (answer.status === 'fulfilled' ? answer.value : []);
    this.failure = pending.status === 'rejected' && pending.reason.name !== 'AbortError' ? pending.reason : null;
    Object.assign(this, { pending: value(pending), members: value(members), gone: value(gone), deleted: value(deleted), contact: value(contact) });
  }

  told(type) {
    if (!['profile', 'letter', 'reset'].includes(type) || !this.isAdmin) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), 400);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  async change(person, changes, said, undo) {
    try {
      await api('PATCH', `/admin/users/${part(person.userId)}`, changes);
      toast(said, undo ? { undo: () => this.change(person, undo, t('htt.undone')) } : {});
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  approve(person) {
    return this.change(person, { groups: ['ApprovedUsers'] }, t('htt.approved', { name: person.displayName }), { groups: [] });
  }

  async suspend(person) {
    await confirmed({
      heading: t('htt.suspendTitle', { name: person.displayName }),
      text: t('htt.suspendText'),
      label: t('htt.suspend'),
      act: async () => {
        await api('PATCH', `/admin/users/${part(person.userId)}`, { status: 'inactive' });
        await this.read();
      },
    });
  }

  async invite(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    this.wrong = null;
    try {
      const answer = await api('POST', '/admin/users', {
        email: form.get('email').trim(),
        ...(form.get('displayName').trim() ? { displayName: form.get('displayName').trim() } : {}),
        groups: form.get('admin') ? ['Admins', 'ApprovedUsers'] : ['ApprovedUsers'],
      });
      this.invited = { ...answer, email: form.get('email').trim() };
      this.inviting = false;
      await this.read();
    } catch (failure) {
      this.wrong = failure;
    }
  }

  async restore(letter) {
    try {
      await api('POST', `/letters/${part(letter.date)}/restore`);
      toast(t('htt.letterRestored', { title: letter.title }));
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async dismiss(message) {
    await confirmed({
      heading: t('htt.deleteContact'),
      text: t('htt.deleteContactText', { name: message.name ?? message.email }),
      label: t('htt.delete'),
      act: async () => {
        await api('DELETE', `/admin/contact/${part(message.contactId ?? message.messageId ?? message.id)}`);
        await this.read();
      },
    });
  }

  view() {
    if (!this.isAdmin) return html`<t-empty heading=${t('ui.notAllowed')} text=${t('htt.adminsOnly')}></t-empty>`;
    const selected = TABS.includes(this.query.get('tab')) ? this.query.get('tab') : 'people';
    const count = (list) => (list?.length ? ` (${list.length})` : '');
    return html`<div class="htt-plain-page"><div class="page-head"><h1>${t('htt.admin')}</h1><button type="button" class="primary end" data-act="invite" @click=${() => {
      Object.assign(this, { inviting: true, wrong: null, invited: null });
    }}>${t('htt.invite')}</button></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>` : nothing}
      ${this.invited ? this.password() : nothing}
      <t-tabs label=${t('htt.admin')} selected=${selected} @tab-select=${({ detail }) => setQuery({ tab: detail === 'people' ? null : detail })} .tabs=${[
        { id: 'people', text: t('htt.people') + count(this.pending), content: () => this.peopleTab() },
        { id: 'deleted', text: t('htt.deletedLetters') + count(this.deleted), content: () => this.deletedTab() },
        { id: 'contact', text: t('htt.contact') + count(this.contact), content: () => this.contactTab() },
        { id: 'import', text: t('htt.import'), content: () => html`<htt-import></htt-import>`, keep: true },
      ]}></t-tabs>
      <t-dialog heading=${t('htt.invite')} ?open=${this.inviting} draft="htt.invite" @close=${() => {
        this.inviting = false;
      }} .content=${html`<form id="htt-invite" class="stack" @submit=${(event) => this.invite(event)}><p>${t('htt.inviteText')}</p>
        <t-field name="email" type="email" label=${t('htt.email')} required focused error=${this.wrong?.of?.('email') ?? ''}></t-field><t-field name="displayName" label=${t('htt.displayName')} maxlength="100"></t-field>
        <label class="htt-switch"><input type="checkbox" name="admin"><span>${t('htt.asAdmin')}<span class="quiet">${t('htt.asAdminHint')}</span></span></label>
        ${this.wrong ? html`<p class="problem" role="alert">${words(this.wrong)}</p>` : nothing}</form>`} .actions=${html`<button type="submit" form="htt-invite" class="primary" data-act="send-invite">${t('htt.inviteNow')}</button>`}></t-dialog></div>`;
  }

  password() {
    const { email, oneTimePassword } = this.invited;
    return html`<div class="card stack tight htt-invited" role="status"><strong>${t('htt.isInvited', { email })}</strong>
      ${oneTimePassword ? html`<p>${t('htt.oneTimePassword')} <t-id value=${oneTimePassword}></t-id></p>` : html`<p>${t('htt.hasAccount')}</p>`}</div>`;
  }

  peopleTab() {
    if (!this.pending) return html`<t-state loading rows="4"></t-state>`;
    return html`<h2>${t('htt.asking')}</h2>${
      this.pending.length
        ? html`<ul class="htt-people">${this.pending.map(
            (
              each,
            ) => html`<li data-user=${each.userId}>${face(each.displayName, each.photoUrl)}<span class="htt-row-what"><strong>${each.displayName}</strong><span class="quiet">${each.email} · <t-time at=${each.createdAt}></t-time></span>${each.bio ? html`<span>${each.bio}</span>` : nothing}</span>
          <span class="row end"><button type="button" class="primary" data-act="approve" @click=${() => this.approve(each)}>${t('htt.approve')}</button><button type="button" data-act="refuse" @click=${() => this.suspend(each)}>${t('htt.refuse')}</button></span></li>`,
          )}</ul>`
        : html`<p class="quiet">${t('htt.nobodyAsks')}</p>`
    }
      <h2>${t('htt.members')}</h2><ul class="htt-people">${(this.members ?? []).map((each) => this.member(each))}</ul>
      ${
        this.gone.length
          ? html`<h2>${t('htt.suspended')}</h2><ul class="htt-people">${this.gone.map(
              (
                each,
              ) => html`<li data-user=${each.userId}>${face(each.displayName, each.photoUrl)}<span class="htt-row-what"><strong>${each.displayName}</strong><span class="quiet">${each.email}</span></span>
          <button type="button" class="end" data-act="readmit" @click=${() => this.change(each, { status: 'active' }, t('htt.readmitted', { name: each.displayName }))}>${t('htt.readmit')}</button></li>`,
            )}</ul>`
          : nothing
      }`;
  }

  member(each) {
    const isAdminToo = each.groups.includes('Admins');
    const groups = isAdminToo ? ['ApprovedUsers'] : ['Admins', 'ApprovedUsers'];
    return html`<li data-user=${each.userId}>${face(each.displayName, each.photoUrl)}<span class="htt-row-what"><a href=${personPath(each.userId)}><strong>${each.displayName}</strong></a><span class="quiet">${each.email}${each.isProfilePrivate ? ` · ${t('htt.private')}` : ''}</span></span>
      ${isAdminToo ? html`<t-badge tone="info" text=${t('htt.administrator')}></t-badge>` : nothing}
      <span class="row end"><button type="button" data-act="groups" @click=${() => this.change(each, { groups }, t(isAdminToo ? 'htt.noAdminNow' : 'htt.adminNow', { name: each.displayName }), { groups: each.groups })}>${t(isAdminToo ? 'htt.takeAdmin' : 'htt.makeAdmin')}</button>
        ${each.userId === this.userId ? nothing : html`<button type="button" data-act="suspend" @click=${() => this.suspend(each)}>${t('htt.suspend')}</button>`}</span></li>`;
  }

  deletedTab() {
    if (!this.deleted) return html`<t-state loading rows="3"></t-state>`;
    if (this.deleted.length === 0) return html`<t-empty heading=${t('htt.noDeleted')} text=${t('htt.noDeletedText')}></t-empty>`;
    return html`<ul class="htt-people">${this.deleted.map(
      (
        each,
      ) => html`<li data-date=${each.date}><span class="htt-row-what"><strong>${each.title}</strong><span class="quiet">${dateInWords(each.date)} · ${t('htt.deletedBy', { name: each.deletedByName ?? '' })} <t-time at=${each.deletedAt}></t-time> · ${t('htt.purgedAt')} <t-time at=${each.purgeAt}></t-time></span></span>
      <button type="button" class="end" data-act="restore-letter" @click=${() => this.restore(each)}>${t('htt.restore')}</button></li>`,
    )}</ul>`;
  }

  contactTab() {
    if (!this.contact) return html`<t-state loading rows="3"></t-state>`;
    const form = html`<p class="quiet">${t('htt.contactAt')} <a href="${SITE}/contact" target="_blank" rel="noopener">${location.origin}${SITE}/contact</a></p>`;
    if (this.contact.length === 0) return html`<t-empty heading=${t('htt.noContact')} text=${t('htt.noContactText')} .action=${form}></t-empty>`;
    return html`${form}<ul class="htt-people">${this.contact.map(
      (
        each,
      ) => html`<li><span class="htt-row-what"><strong>${each.name ?? each.email}</strong><span class="quiet">${each.email} · <t-time at=${each.createdAt ?? each.sentAt}></t-time></span><p class="htt-contact">${linked(each.message ?? each.text ?? '')}</p></span>
      <span class="row end"><a class="button" href="mailto:${each.email}">${t('htt.answer')}</a><button type="button" data-act="delete-contact" @click=${() => this.dismiss(each)}>${t('htt.delete')}</button></span></li>`,
    )}</ul>`;
  }
}

define('htt-admin', Admin);
