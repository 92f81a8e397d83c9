import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { all, api, icon, part, roles } from './api.js';
import '/ui/dialog.js';
import '/ui/error.js';

const roleOf = (person) => String(person.role ?? '').toLowerCase();

/** The people of the organisation, for its admin: who may do what, and which cameras they see. <zv-members .cameras=${[…]} .self=${id}> */
class Members extends Element {
  static properties = {
    cameras: { attribute: false },
    self: { attribute: false },
    people: { state: true },
    failure: { state: true },
    editing: { state: true },
    saving: { state: true },
    given: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { cameras: [], people: null, failure: null, editing: null, saving: null, given: null });
  }

  connectedCallback() {
    super.connectedCallback();
    this.read();
  }

  async read() {
    try {
      this.people = (await all('/users')).results;
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  edit(person) {
    Object.assign(this, { editing: { person, isLimited: Boolean(person?.cameras) }, saving: null });
  }

  async save(event) {
    const said = values(event);
    const chosen = new FormData(event.target).getAll('cameras');
    const { person, isLimited } = this.editing;
    this.saving = { isBusy: true };
    try {
      const body = { givenName: said.givenName, role: said.role, cameras: isLimited ? chosen : null };
      if (person) await api('PATCH', `/users/${part(person.userId)}`, body);
      else {
        const made = await api('POST', '/users', { ...body, email: said.email });
        this.given = { email: said.email, password: made.oneTimePassword };
      }
      this.editing = null;
      await this.read();
    } catch (failure) {
      this.saving = { failure };
    }
  }

  removeMember(person) {
    confirmed({
      heading: t('zv.removeMember'),
      text: t('zv.removeMemberText', { name: person.givenName || person.email }),
      label: t('zv.removeIt'),
      act: () => api('DELETE', `/users/${part(person.userId)}`),
    }).then((isDone) => isDone && this.read());
  }

  render() {
    if (this.failure && !this.people) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    const columns = [
      {
        title: t('zv.givenName'),
        main: true,
        cell: (each) =>
          html`${each.givenName || each.email}${each.userId === this.self ? html` <span class="quiet">${t('zv.itsYou')}</span>` : nothing}`,
      },
      { title: t('zv.email'), cell: (each) => each.email },
      { title: t('zv.role'), cell: (each) => (roleOf(each) ? t(`zv.role.${roleOf(each)}`) : t('zv.noRole')) },
      { title: t('zv.cameras'), cell: (each) => (each.cameras ? each.cameras.join(', ') || t('zv.none') : t('zv.all')) },
      {
        title: '',
        cell: (each) =>
          html`<span class="row"><button type="button" class="plain" data-act="edit-member" aria-label=${t('zv.editMember', { name: each.givenName || each.email })} @click=${() => this.edit(each)}>${t('zv.edit')}</button><button type="button" class="plain" data-act="remove-member" aria-label=${t('zv.removeMemberOf', { name: each.givenName || each.email })} @click=${() => this.removeMember(each)}>${t('zv.removeIt')}</button></span>`,
      },
    ];
    return html`<div class="row"><button type="button" class="primary" data-act="add-member" @click=${() => this.edit(null)}>${icon('plus')}${t('zv.addMember')}</button></div>
      ${this.given ? html`<div class="card" role="status"><p>${t('zv.oneTimePassword', { email: this.given.email })}</p>${this.given.password ? html`<p><code>${this.given.password}</code></p>` : nothing}<button type="button" @click=${() => (this.given = null)}>${t('ui.close')}</button></div>` : nothing}
      ${rowsTable({ caption: t('zv.members'), columns, rows: this.people, rowKey: ({ userId }) => userId })}
      <t-dialog ?open=${Boolean(this.editing)} heading=${this.editing?.person ? t('zv.editMember', { name: this.editing.person.givenName || this.editing.person.email }) : t('zv.addMember')} .content=${this.form()} @close=${() => (this.editing = null)}></t-dialog>`;
  }

  form() {
    if (!this.editing) return nothing;
    const { person, isLimited } = this.editing;
    const own = [...new Set([...this.cameras, ...(person?.cameras ?? [])])];
    return html`<form class="stack" @submit=${(event) => this.save(event)}>${person ? nothing : html`<t-field label=${t('zv.email')} name="email" type="email" required focused></t-field>`}
      <t-field label=${t('zv.givenName')} name="givenName" value=${person?.givenName ?? ''} maxlength="100" required></t-field>
      <fieldset class="zv-facet"><legend>${t('zv.role')}</legend>${roles.map((each) => html`<label class="zv-check"><input type="radio" name="role" value=${each} .checked=${each === (roleOf(person ?? {}) || 'viewer')}><span><b>${t(`zv.role.${each}`)}</b><br><span class="quiet">${t(`zv.roleText.${each}`)}</span></span></label>`)}</fieldset>
      <fieldset class="zv-facet"><legend>${t('zv.cameras')}</legend><label class="zv-check"><input type="checkbox" name="limited" .checked=${isLimited} @change=${(event) => (this.editing = { ...this.editing, isLimited: event.target.checked })}><span>${t('zv.onlyThese')}</span></label>
        ${isLimited ? own.map((each) => html`<label class="zv-check"><input type="checkbox" name="cameras" value=${each} .checked=${person?.cameras?.includes(each) ?? false}><span>${each}</span></label>`) : nothing}</fieldset>
      ${this.saving?.failure ? html`<p class="problem" role="alert">${words(this.saving.failure)}</p>` : nothing}
      <div class="row"><button class="primary" data-act="save-member" ?disabled=${this.saving?.isBusy}>${t('zv.save')}</button></div></form>`;
  }
}

define('zv-members', Members);
