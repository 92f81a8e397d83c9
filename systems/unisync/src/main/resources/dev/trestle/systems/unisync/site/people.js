import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { dropDraft } from '/ui/draft.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/dialog.js';
import '/ui/table.js';
import '/ui/badge.js';
import '/ui/error.js';
import { get, isAdmin, LANGUAGES, page, post, ROLES } from './api.js';
import { saveUser, typed } from './edits.js';

/** Users, for administrators: made, changed, deactivated. Everybody else sees who there is. */
class People extends Page {
  static properties = {
    ...Page.properties,
    user: { state: true },
    editing: { state: true },
    failure: { state: true },
    formFailure: { state: true },
    password: { state: true },
    read: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.begin();
  }

  async begin() {
    try {
      this.user = await get('/me', { signal: this.live });
      this.reload();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  reload() {
    this.read = async (cursor) => {
      if (!isAdmin(this.user)) return { rows: await get('/users/names'), next: null };
      const answer = await page(`/users?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
      return { rows: answer.data, next: answer.next };
    };
  }

  /** Under which what is typed of a user is kept until it is saved. */
  get draft() {
    return `unisync.user.${this.editing.userId ?? 'new'}`;
  }

  async save(event) {
    const form = values(event);
    const wanted = {
      name: typed(form.name, this.editing.name ?? ''),
      role: form.role,
      preferredLang: form.preferredLang,
      canEditVersions: form.canEditVersions === 'on',
    };
    try {
      if (this.editing.userId) {
        const answer = await saveUser({ user: this.editing, mine: { ...wanted, status: form.status } });
        if (!answer) return;
        if (answer.saved) toast(t('unisync.saved'));
      } else {
        const { user, oneTimePassword } = await post('/users', { ...wanted, email: form.email });
        this.password = { name: user.name, oneTimePassword };
      }
      dropDraft(this.draft);
      this.editing = null;
      this.reload();
    } catch (failure) {
      this.formFailure = failure;
    }
  }

  async reset(user) {
    /** @type {{oneTimePassword: string}} */
    let made = null;
    await confirmed({
      heading: t('unisync.reset'),
      text: t('unisync.resetText', { name: user.name }),
      label: t('unisync.reset'),
      act: async () => {
        made = await post(`/users/${user.userId}/reset-password`);
      },
    });
    if (made) this.password = { name: user.name, oneTimePassword: made.oneTimePassword };
  }

  render() {
    const admin = isAdmin(this.user);
    const columns = [
      { title: t('unisync.name'), cell: (row) => row.name },
      ...(admin ? [{ title: t('unisync.email'), cell: (row) => html`<span class="mono">${row.email}</span>` }] : []),
      { title: t('unisync.role'), cell: (row) => t(`unisync.role.${row.role}`) },
      ...(admin
        ? [
            { title: t('unisync.canEditVersions'), cell: (row) => (row.canEditVersions ? '✓' : '–') },
            {
              title: t('unisync.status'),
              cell: (row) => html`<t-badge tone=${row.status === 'active' ? 'good' : 'plain'} text=${t(`unisync.user.${row.status}`)}></t-badge>`,
            },
            {
              title: t('ui.actions'),
              cell: (row) => html`<div class="row"><button type="button" aria-label="${t('unisync.edit')} ${row.name}" @click=${() => {
                this.formFailure = null;
                this.editing = row;
              }}>${t('unisync.edit')}</button>
          <button type="button" aria-label="${t('unisync.reset')} ${row.name}" @click=${() => this.reset(row)}>${t('unisync.reset')}</button></div>`,
            },
          ]
        : []),
    ];
    return html`<div class="page-head"><h1>${t('unisync.people')}</h1>${
      admin
        ? html`<button type="button" class="primary end" data-act="add-user" @click=${() => {
            this.formFailure = null;
            this.editing = {};
          }}>${t('unisync.addUser')}</button>`
        : nothing
    }</div>
      ${this.failure ? html`<t-error .failure=${this.failure} message=${this.failure.status === 403 ? t('unisync.noUser') : nothing}></t-error>` : nothing}
      ${this.read ? html`<div class="card"><t-table caption=${t('unisync.people')} .load=${this.read} .columns=${columns} .rowKey=${(row) => row.userId}></t-table></div>` : nothing}
      ${
        this.editing
          ? html`<t-dialog open heading=${this.editing.name ?? t('unisync.addUser')} draft=${this.draft} .content=${this.form()} @close=${() => {
              this.editing = null;
            }}
        .actions=${html`<button type="submit" class="primary" form="${this.own}f" data-act="save-user">${t('ui.save')}</button>`}></t-dialog>`
          : nothing
      }
      ${
        this.password
          ? html`<t-dialog open heading=${this.password.name} @close=${() => {
              this.password = null;
            }} .content=${
              this.password.oneTimePassword
                ? html`<p>${t('unisync.oneTime')}</p><p class="mono" data-password>${this.password.oneTimePassword}</p>`
                : html`<p>${t('unisync.hasAccount')}</p>`
            }></t-dialog>`
          : nothing
      }`;
  }

  form() {
    const user = this.editing;
    return html`<form id="${this.own}f" class="stack" @submit=${(event) => this.save(event)}>
      ${user.userId ? nothing : html`<t-field label=${t('unisync.email')} name="email" type="email" required focused></t-field>`}
      <t-field label=${t('unisync.name')} name="name" required maxlength="200" value=${user.name ?? ''}></t-field>
      <t-field label=${t('unisync.role')} type="select" name="role" value=${user.role ?? '3d_modeller'} .options=${ROLES.map((each) => [each, t(`unisync.role.${each}`)])}></t-field>
      <t-field label=${t('unisync.noteLanguage')} type="select" name="preferredLang" value=${user.preferredLang ?? 'en'} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
      <label class="row"><input type="checkbox" name="canEditVersions" ?checked=${user.canEditVersions}> ${t('unisync.canEditVersions')}</label>
      ${user.userId ? html`<t-field label=${t('unisync.status')} type="select" name="status" value=${user.status} .options=${['active', 'deactivated'].map((each) => [each, t(`unisync.user.${each}`)])}></t-field>` : nothing}
      <t-error .failure=${this.formFailure}></t-error></form>`;
  }
}

define('unisync-people', People);
