import { define, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { rowsTable } from '/ui/table.js';
import '/ui/badge.js';
import '/ui/dialog.js';
import '/ui/time.js';
import { call, encoded, everything, iso } from './api.js';
import { icon } from './kinds.js';
import { EditingPart } from './setup-editing.js';

/** Groups whose members may do everything in all sites; others read here. */
const ADMINISTRATING = /^(admins|administrators)$/i;

/** The users of the server and their groups. Those who govern a site read them, administrators of all sites change them. */
class SetupUsers extends EditingPart {
  static properties = { ...EditingPart.properties, member: { state: true } };

  async load(options) {
    const [users, groups, { roles }] = await Promise.all([
      everything('/users', {}, 'users', options),
      everything('/groups', {}, 'groups', options),
      call('GET', '/sites', {}, undefined, options),
    ]);
    const writes = roles.some((each) => ADMINISTRATING.test(each));
    Object.assign(this, { writes, removes: writes });
    return { users, groups };
  }

  async saveUser(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const name = String(form.get('name')).trim();
    const user = { username: String(form.get('username')).trim(), ...(name ? { attributes: { name } } : {}) };
    await this.send('POST', '/users', {}, { user });
  }

  async saveGroup(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    await this.send('POST', '/groups', {}, { group: { name: String(form.get('name')).trim(), description: String(form.get('description')).trim() } });
  }

  /** Disables, enables, or sends a link for another password; what is refused stands in a toast, as there is no dialog. */
  async operate({ username }, operation) {
    try {
      await call('PUT', `/users/${encoded(username)}/${operation}`);
      toast(t(`fk.user.done.${operation}`, { name: username }));
      this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async openGroups({ username }) {
    this.member = { username, groups: null, refused: null };
    try {
      const own = await everything(`/users/${encoded(username)}/groups`, {}, 'groups');
      this.member = { username, groups: own.map(({ name }) => name), refused: null };
    } catch (failure) {
      this.member = { ...this.member, refused: failure };
    }
  }

  async toggle(group, isIn) {
    const { username, groups } = this.member;
    const path = `/groups/${encoded(group)}/users`;
    try {
      if (isIn) await call('POST', path, {}, { user: { username } });
      else await call('DELETE', `${path}/${encoded(username)}`);
      this.member = { username, groups: isIn ? [...groups, group] : groups.filter((each) => each !== group), refused: null };
    } catch (failure) {
      this.member = { username, groups: [...groups], refused: failure };
    }
  }

  body() {
    const { users, groups } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.usersText')}</p>${this.beginner('new-user', t('fk.user.new'), () => ({ kind: 'user' }))}</div>
      ${users.length === 0 ? html`<t-empty heading=${t('fk.user.none')} text=${t('fk.user.noneText')}></t-empty>` : this.users(users)}
      <section class="stack"><div class="row"><h2>${t('fk.user.groups')}</h2>${this.beginner('new-group', t('fk.group.new'), () => ({ kind: 'group' }))}</div>
      ${groups.length === 0 ? html`<p class="quiet">${t('fk.group.none')}</p>` : this.groups(groups)}</section></div>
      ${this.edited ? this.form() : nothing}${this.member ? this.memberships() : nothing}`;
  }

  users(users) {
    return rowsTable({
      caption: t('fk.setup.users'),
      rows: users,
      columns: [
        {
          title: t('fk.name'),
          cell: ({ username, attributes }) => html`<strong class="cut">${attributes.name}</strong><div class="quiet cut">${username}</div>`,
        },
        { title: t('fk.webhook.state'), cell: (each) => this.state(each) },
        { title: t('fk.user.since'), cell: ({ insertedDate }) => html`<t-time at=${iso(insertedDate)}></t-time>` },
        {
          title: '',
          cell: (each) =>
            html`<span class="fk-acts"><button type="button" data-act="groups-of" @click=${() => this.openGroups(each)}>${icon('form')}${t('fk.user.groups')}</button>${this.writes ? this.operations(each) : nothing}</span>`,
        },
      ],
    });
  }

  state({ enabled, userStatus }) {
    const [tone, word] = !enabled ? ['warn', 'disabled'] : userStatus === 'CONFIRMED' ? ['good', 'active'] : ['plain', 'invited'];
    return html`<t-badge tone=${tone} text=${t(`fk.user.${word}`)}></t-badge>`;
  }

  operations(each) {
    const { username, enabled } = each;
    const name = each.attributes.name;
    return html`<button type="button" data-act="reset-user" @click=${() => this.operate(each, 'reset-password')}>${icon('replace')}${t('fk.user.reset')}</button>
      <button type="button" data-act=${enabled ? 'disable-user' : 'enable-user'} @click=${() => this.operate(each, enabled ? 'disable' : 'enable')}>${icon(enabled ? 'lock' : 'unlock')}${t(enabled ? 'fk.user.disable' : 'fk.user.enable')}</button>
      <button type="button" class="danger" data-act="drop-user" @click=${() => this.drop(t('fk.user.delete', { name }), t('fk.user.deleteText'), `/users/${encoded(username)}`, {})}>${icon('trash')}${t('fk.delete')}</button>`;
  }

  groups(groups) {
    return rowsTable({
      caption: t('fk.user.groups'),
      rows: groups,
      columns: [
        {
          title: t('fk.name'),
          cell: ({ name, description }) =>
            html`<strong class="cut">${name}</strong>${description ? html`<div class="quiet">${description}</div>` : nothing}`,
        },
        {
          title: '',
          cell: ({ name }) =>
            this.acts({
              name: 'group',
              drop: () => this.drop(t('fk.group.delete', { name }), t('fk.group.deleteText'), `/groups/${encoded(name)}`, {}),
            }),
        },
      ],
    });
  }

  form() {
    if (this.edited.kind === 'group') {
      return this.dialog({
        id: 'fk-group',
        heading: t('fk.group.new'),
        save: (event) => this.saveGroup(event),
        fields: (
          error,
        ) => html`<t-field label=${t('fk.name')} name="name" required maxlength="100" focused hint=${t('fk.group.hint')} error=${error('name')}></t-field>
          <t-field label=${t('fk.mapping.description')} name="description" maxlength="2000" error=${error('description')}></t-field>`,
      });
    }
    return this.dialog({
      id: 'fk-user',
      heading: t('fk.user.new'),
      save: (event) => this.saveUser(event),
      fields: (
        error,
      ) => html`<t-field label=${t('fk.user.address')} name="username" type="email" required maxlength="250" focused hint=${t('fk.user.addressHint')} error=${error('username')}></t-field>
        <t-field label=${t('fk.name')} name="name" maxlength="200" error=${error('name')}></t-field>`,
    });
  }

  /** Each box is a change by itself, done at once. */
  memberships() {
    const { username, groups, refused } = this.member;
    const close = () => {
      this.member = null;
      this.read();
    };
    const known = [...new Set([...this.loaded.groups.map(({ name }) => name), ...(groups ?? [])])];
    const box = (name) =>
      html`<label class="fk-check"><input type="checkbox" name="group" value=${name} .checked=${groups.includes(name)} ?disabled=${!this.writes} @change=${(event) => this.toggle(name, event.target.checked)}>${name}</label>`;
    return html`<t-dialog open heading=${t('fk.user.groupsOf', { name: username })} @close=${close}
      .content=${html`<div class="stack">${groups === null && !refused ? html`<t-state loading rows="3"></t-state>` : nothing}
        ${groups ? html`<fieldset><legend>${t('fk.user.groups')}</legend><div class="stack">${known.map(box)}</div></fieldset>` : nothing}
        ${refused ? html`<p class="problem" role="alert">${words(refused)}</p>` : nothing}</div>`}
      .actions=${html`<button type="button" class="primary" @click=${close}>${t('ui.close')}</button>`}></t-dialog>`;
  }
}

define('fk-setup-users', SetupUsers);
