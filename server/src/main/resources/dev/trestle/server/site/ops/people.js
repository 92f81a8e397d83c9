import { admin, groupsOf, pages, q, secret } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { rowsTable } from '/ui/table.js';
import { language, LANGUAGES, number, t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { sessionTable } from '/console/sessions.js';
import '/ui/all.js';

const status = (person) => html`<t-badge tone=${person.status === 'ACTIVE' ? 'good' : 'bad'} text=${t(`ops.person.${person.status}`)}></t-badge>`;

/** People, their groups, and programs' keys. */
class People extends Page {
  static properties = {
    ...Page.properties,
    adding: { state: true },
    shown: { state: true },
    made: { state: true },
    failure: { state: true },
    groups: { state: true },
  };

  constructor() {
    super();
    this.clear();
    this.groups = null;
    this.keys = (cursor) => pages('/keys?people=50', this.live)(cursor);
  }

  clear() {
    this.adding = null;
    this.shown = null;
    this.made = null;
    this.failure = null;
  }

  willUpdate() {
    const asked = ['text', 'email'].filter((name) => this.query.get(name)).map((name) => `&${name}=${q(this.query.get(name))}`);
    const path = `/people?limit=50${asked.join('')}`;
    if (path !== this.path) {
      this.path = path;
      this.list = pages(path, this.live);
    }
  }

  reload() {
    this.querySelectorAll('t-table').forEach((table) => table.reload());
  }

  /** Runs something of a dialog: its failure is shown in it. */
  async act(what, said) {
    this.failure = null;
    try {
      const answer = await what();
      if (said) toast(said);
      this.reload();
      return answer ?? true;
    } catch (failure) {
      this.failure = failure;
      return null;
    }
  }

  async open(personId) {
    const found = await this.act(() => admin('GET', `/people/${q(personId)}`));
    if (found) {
      this.shown = found;
      this.sessions = pages(`/people/${q(personId)}/sessions`, this.live);
    }
    if (!found) toast(words(this.failure), { tone: 'bad' });
  }

  async add(event) {
    const given = values(event);
    const tenant = String(given.tenant ?? '').trim();
    const invite = given.how === 'mail';
    const body = {
      email: given.email,
      name: given.name,
      groups: groupsOf(given.groups),
      ...(tenant ? { tenant, tenantGroups: groupsOf(given.tenantGroups) } : {}),
      ...(invite ? { invite, language: given.language } : {}),
    };
    const added = await this.act(() => admin('POST', '/people', body));
    if (added?.invited) {
      this.clear();
      toast(t('ops.person.invited', { email: added.person.email }));
    } else if (added) this.made = { label: t('ops.person.added', { email: added.person.email }), value: added.oneTimePassword };
  }

  async makeKey(event) {
    const given = values(event);
    const body = { name: given.name, groups: groupsOf(given.groups), ...(given.days ? { days: Number(given.days) } : {}) };
    const made = await this.act(() => admin('POST', '/keys', body));
    if (made) this.made = { label: t('ops.key.made', { name: made.apiKey.name }), value: made.key };
  }

  async change(patch, said) {
    const { personId } = this.shown.person;
    if (await this.act(() => admin('PATCH', `/people/${q(personId)}`, patch), said)) await this.open(personId);
  }

  async post(path, said) {
    return this.act(() => admin('POST', `/people/${q(this.shown.person.personId)}${path}`), said);
  }

  async reset() {
    const { email } = this.shown.person;
    const answer = await this.post('/reset-password');
    if (answer) this.made = { label: t('ops.person.newPassword', { email }), value: answer.oneTimePassword };
  }

  async code() {
    const { email } = this.shown.person;
    const answer = await this.post('/reset-code');
    if (answer) this.made = { label: t('ops.person.code', { email }), value: answer.code };
  }

  async join(event) {
    const given = values(event);
    const { personId } = this.shown.person;
    const joined = await this.act(
      () => admin('PUT', `/people/${q(personId)}/tenants/${q(given.tenant)}`, { groups: groupsOf(given.groups) }),
      t('ops.person.joined', { tenant: given.tenant }),
    );
    if (joined) {
      event.target.reset();
      await this.open(personId);
    }
  }

  async leave(tenant) {
    const { personId } = this.shown.person;
    if (await this.act(() => admin('DELETE', `/people/${q(personId)}/tenants/${q(tenant)}`), t('ops.person.left', { tenant })))
      await this.open(personId);
  }

  async revoke(key) {
    const done = await confirmed({
      heading: t('ops.key.revokeTitle', { name: key.name }),
      text: t('ops.key.revokeText', { email: key.email }),
      label: t('ops.key.revoke'),
      act: () => admin('DELETE', `/people/${q(key.personId)}/keys/${q(key.keyId)}`),
    });
    if (done) {
      toast(t('ops.key.revoked', { name: key.name }));
      this.reload();
    }
  }

  async loadGroups() {
    this.failure = null;
    try {
      this.groups = await admin('GET', '/groups', undefined, { signal: this.live });
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const tabs = [
      { id: 'people', text: t('ops.people'), content: () => this.peopleTab() },
      { id: 'groups', text: t('ops.groups'), content: () => this.groupsTab() },
      { id: 'keys', text: t('ops.keys'), content: () => this.keysTab() },
    ];
    return html`<div class="page-head"><h1>${t('ops.peopleTitle')}</h1></div>
      <section class="card"><t-tabs label=${t('ops.peopleTitle')} .tabs=${tabs} selected=${this.query.get('tab') ?? 'people'} @tab-select=${(
        event,
      ) => {
        this.groups = null;
        setQuery({ tab: event.detail });
      }}></t-tabs></section>
      ${this.addDialog()}${this.personDialog()}${this.keyDialog()}`;
  }

  peopleTab() {
    return html`<div class="stack"><div class="row end-aligned">
        <t-field label=${t('ops.person.find')} name="text" type="search" value=${this.query.get('text') ?? this.query.get('email') ?? ''} maxlength="254" @input=${(event) => setQuery({ text: event.target.value.trim(), email: null })}></t-field>
        <button type="button" class="primary end" data-act="add" @click=${() => {
          this.clear();
          this.adding = 'person';
        }}>${t('ops.person.add')}</button></div>
      <t-table caption=${t('ops.people')} .load=${this.list} .rowKey=${(person) => person.email} .empty=${{ heading: t('ops.person.none'), text: t('ops.person.noneText') }} .columns=${[
        { title: t('signIn.email'), cell: (person) => html`<span class="cut">${person.email}</span>` },
        { title: t('ops.person.name'), cell: (person) => person.name },
        { title: t('ops.person.status'), cell: status },
        { title: t('ops.groups'), cell: (person) => person.groups.join(', ') },
        { title: t('ops.person.since'), cell: (person) => html`<t-time at=${person.createdAt}></t-time>` },
        {
          title: t('ui.actions'),
          cell: (person) =>
            html`<button type="button" data-act="open" aria-label="${t('ops.person.open')} ${person.email}" @click=${() => {
              this.clear();
              this.open(person.personId);
            }}>${t('ops.person.open')}</button>`,
        },
      ]}></t-table></div>`;
  }

  groupsTab() {
    if (!this.groups && !this.failure) this.loadGroups();
    if (this.failure && !this.groups) return html`<t-error .failure=${this.failure} .retry=${() => this.loadGroups()}></t-error>`;
    if (!this.groups) return html`<p>${t('ui.loading')}</p>`;
    return html`<div class="stack"><p class="quiet">${t('ops.group.hint')}</p>${this.groups.complete ? nothing : html`<p class="quiet">${t('ops.group.some')}</p>`}
      <table><caption class="sr-only">${t('ops.groups')}</caption><thead><tr><th scope="col">${t('ops.group.name')}</th><th scope="col" class="number">${t('ops.people')}</th></tr></thead>
      <tbody>${this.groups.items.map((each) => html`<tr><td>${each.group}</td><td class="number">${number(each.people)}</td></tr>`)}</tbody></table></div>`;
  }

  keysTab() {
    return html`<div class="stack"><div class="row"><p class="quiet">${t('ops.key.hint')}</p>
        <button type="button" class="primary end" data-act="make-key" @click=${() => {
          this.clear();
          this.adding = 'key';
        }}>${t('ops.key.make')}</button></div>
      <t-table caption=${t('ops.keys')} .load=${this.keys} .rowKey=${(key) => key.keyId} .empty=${{ heading: t('ops.key.none'), text: t('ops.key.noneText') }} .columns=${[
        { title: t('ops.key.name'), cell: (key) => key.name },
        { title: t('ops.key.begins'), cell: (key) => html`<span class="mono">${key.shown}…</span>` },
        { title: t('ops.key.for'), cell: (key) => html`<span class="cut">${key.email}</span>` },
        { title: t('ops.groups'), cell: (key) => key.groups.join(', ') },
        { title: t('ops.key.ends'), cell: (key) => (key.expiresAt ? html`<t-time at=${key.expiresAt}></t-time>` : t('ops.key.never')) },
        {
          title: t('ui.actions'),
          cell: (key) =>
            html`<button type="button" class="danger" data-act="revoke" aria-label="${t('ops.key.revoke')} ${key.name}" @click=${() => this.revoke(key)}>${t('ops.key.revoke')}</button>`,
        },
      ]}></t-table></div>`;
  }

  problem() {
    return this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing;
  }

  addDialog() {
    const content = this.made
      ? secret(this.made.label, this.made.value)
      : html`<form class="stack" id="add-person" @submit=${(event) => this.add(event)}>
      <t-field label=${t('signIn.email')} name="email" type="email" required maxlength="254" focused></t-field>
      <t-field label=${t('ops.person.name')} name="name" required maxlength="200"></t-field>
      <t-field label=${t('ops.groups')} name="groups" hint=${t('ops.group.typed')}></t-field>
      <t-field label=${t('ops.person.inTenant')} name="tenant" maxlength="64" hint=${t('ops.person.inTenantHint')}></t-field>
      <t-field label=${t('ops.person.tenantGroups')} name="tenantGroups" hint=${t('ops.group.typed')}></t-field>${this.how()}${this.problem()}
      <div><button type="submit" class="primary">${t('ops.person.add')}</button></div></form>`;
    return html`<t-dialog heading=${t('ops.person.add')} ?open=${this.adding === 'person'} .content=${content} @close=${() => this.clear()}></t-dialog>`;
  }

  /** How somebody new gets a password: by mail where mail can be sent. */
  how() {
    if (!this.server?.mail) return html`<p class="quiet">${t('ops.person.noMail')}</p>`;
    return html`<t-field label=${t('ops.person.how')} name="how" type="select" value="mail" .options=${['mail', 'code'].map((each) => [each, t(`ops.person.how.${each}`)])}></t-field>
      <t-field label=${t('ops.person.mailLanguage')} name="language" type="select" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>`;
  }

  /** Sends a link to the person that is shown. */
  mail(path, said) {
    return this.act(() => admin('POST', `/people/${q(this.shown.person.personId)}${path}`, { language }), said);
  }

  async endSession(session) {
    const { personId } = this.shown.person;
    if (await this.act(() => admin('DELETE', `/people/${q(personId)}/sessions/${q(session.sessionId)}`), t('sessions.ended')))
      this.querySelector('#persons-sessions t-table')?.reload();
  }

  keyDialog() {
    const content = this.made
      ? secret(this.made.label, this.made.value)
      : html`<form class="stack" @submit=${(event) => this.makeKey(event)}>
      <t-field label=${t('ops.key.name')} name="name" required maxlength="200" focused></t-field>
      <t-field label=${t('ops.groups')} name="groups" value=${(this.me?.groups ?? []).join(', ')} hint=${t('ops.key.groupsHint')}></t-field>
      <t-field label=${t('ops.key.days')} name="days" type="number" min="1" max="3650" value="90"></t-field>${this.problem()}
      <div><button type="submit" class="primary">${t('ops.key.make')}</button></div></form>`;
    return html`<t-dialog heading=${t('ops.key.make')} ?open=${this.adding === 'key'} .content=${content} @close=${() => this.clear()}></t-dialog>`;
  }

  personDialog() {
    const { shown } = this;
    return html`<t-dialog wide heading=${shown?.person.email ?? ''} ?open=${!!shown} .content=${shown ? this.personContent(shown) : nothing} @close=${() => this.clear()}></t-dialog>`;
  }

  personContent({ person, tenants }) {
    const active = person.status === 'ACTIVE';
    return html`${this.made ? secret(this.made.label, this.made.value) : nothing}${this.problem()}
      <div class="row">${status(person)}<t-id value=${person.personId}></t-id></div>
      <form class="row end-aligned" @submit=${(event) => {
        const given = values(event);
        this.change({ name: given.name, groups: groupsOf(given.groups) }, t('ops.person.changed'));
      }}>
        <t-field label=${t('ops.person.name')} name="name" value=${person.name} required maxlength="200"></t-field>
        <t-field label=${t('ops.groups')} name="groups" value=${person.groups.join(', ')} hint=${t('ops.group.typed')}></t-field>
        <button type="submit" data-act="save">${t('ui.save')}</button></form>
      <h3>${t('ops.person.tenants')}</h3>
      ${
        tenants.length === 0
          ? html`<p class="quiet">${t('ops.person.noTenants')}</p>`
          : rowsTable({
              caption: t('ops.person.tenants'),
              rows: tenants,
              columns: [
                { title: t('ui.tenant'), cell: (each) => html`<a href="/console/tenants/${q(each.tenant)}">${each.tenant}</a>` },
                { title: t('ops.groups'), cell: (each) => each.groups.join(', ') },
                {
                  title: t('ui.actions'),
                  cell: (each) =>
                    html`<button type="button" class="danger" aria-label="${t('ops.person.leave')} ${each.tenant}" @click=${() => this.leave(each.tenant)}>${t('ops.person.leave')}</button>`,
                },
              ],
            })
      }
      <form class="row end-aligned" @submit=${(event) => this.join(event)}>
        <t-field label=${t('ui.tenant')} name="tenant" required maxlength="64"></t-field>
        <t-field label=${t('ops.person.tenantGroups')} name="groups" hint=${t('ops.group.typed')}></t-field>
        <button type="submit">${t('ops.person.join')}</button></form>
      <h3>${t('ops.person.access')}</h3>
      <div class="row"><button type="button" data-act="reset" @click=${() => this.reset()}>${t('ops.person.reset')}</button>
        ${
          this.server?.mail
            ? html`<button type="button" data-act="invite" @click=${() => this.mail('/invite', t('ops.person.invited', { email: person.email }))}>${t('ops.person.invite')}</button>
        <button type="button" data-act="reset-link" @click=${() => this.mail('/reset-link', t('ops.person.resetSent', { email: person.email }))}>${t('ops.person.sendReset')}</button>`
            : nothing
        }
        <button type="button" data-act="code" @click=${() => this.code()}>${t('ops.person.makeCode')}</button>
        <button type="button" data-act="unlock" @click=${() => this.post('/unlock', t('ops.person.unlocked'))}>${t('ops.person.unlock')}</button>
        <button type="button" data-act="sign-out-person" @click=${() => this.post('/sign-out', t('ops.person.signedOut'))}>${t('ops.person.signOut')}</button>
        <button type="button" class=${active ? 'danger' : ''} data-act="status" @click=${() => this.change({ status: active ? 'DISABLED' : 'ACTIVE' }, t(active ? 'ops.person.disabled' : 'ops.person.enabled'))}>${t(active ? 'ops.person.disable' : 'ops.person.enable')}</button></div>
      <h3>${t('sessions.title')}</h3>
      <div id="persons-sessions">${sessionTable(this.sessions, (session) => this.endSession(session))}</div>
      <div><a href="/console/audit?target=${q(person.email)}">${t('ops.person.history')}</a></div>`;
  }
}

define('console-people', People);
