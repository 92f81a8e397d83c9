import { admin, groupsOf, pages, q } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { rowsTable } from '/ui/table.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { values } from '/ui/field.js';
import '/ui/all.js';

const status = (tenant) => html`<t-badge tone=${tenant.status === 'ACTIVE' ? 'good' : 'bad'} text=${t(`ops.tenant.${tenant.status}`)}></t-badge>`;

/** All tenants, and the way to make one. */
class Tenants extends Page {
  static properties = { ...Page.properties, adding: { state: true }, failure: { state: true } };

  constructor() {
    super();
    this.list = (cursor) => pages('/tenants?limit=50', this.live)(cursor);
  }

  async add(event) {
    const given = values(event);
    this.failure = null;
    try {
      const made = await admin('POST', '/tenants', { tenant: given.tenant.trim(), name: given.name });
      this.adding = false;
      toast(t('ops.tenant.made', { name: made.name }));
      this.querySelector('t-table').reload();
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const form = html`<form class="stack" id="add-tenant" @submit=${(event) => this.add(event)}>
      <t-field label=${t('ops.tenant.id')} name="tenant" required maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" hint=${t('ops.tenant.idHint')} focused mono></t-field>
      <t-field label=${t('ops.tenant.name')} name="name" maxlength="200"></t-field>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      <div><button type="submit" class="primary">${t('ops.tenant.make')}</button></div></form>`;
    return html`<div class="page-head"><h1>${t('ops.tenants')}</h1>
        <button type="button" class="primary end" data-act="add-tenant" @click=${() => {
          this.failure = null;
          this.adding = true;
        }}>${t('ops.tenant.make')}</button></div>
      <section class="card stack"><p class="quiet">${t('ops.tenant.hint')}</p>
        <t-table caption=${t('ops.tenants')} .load=${this.list} .rowKey=${(tenant) => tenant.tenant} .empty=${{ heading: t('ops.tenant.none'), text: t('ops.tenant.noneText') }} .columns=${[
          { title: t('ops.tenant.name'), cell: (tenant) => html`<a href="/console/tenants/${q(tenant.tenant)}">${tenant.name}</a>` },
          { title: t('ops.tenant.id'), cell: (tenant) => html`<span class="mono">${tenant.tenant}</span>` },
          { title: t('ops.person.status'), cell: status },
          { title: t('ops.person.since'), cell: (tenant) => html`<t-time at=${tenant.createdAt}></t-time>` },
        ]}></t-table></section>
      <t-dialog heading=${t('ops.tenant.make')} ?open=${this.adding} .content=${form} @close=${() => {
        this.adding = false;
      }}></t-dialog>`;
  }
}

/** One tenant: its name and status, its groups and its people. */
class Tenant extends Page {
  static properties = { ...Page.properties, whole: { state: true }, failure: { state: true }, moving: { state: true } };

  firstUpdated() {
    this.members = pages(`/tenants/${q(this.params.tenant)}/members?limit=50`, this.live);
    this.load();
  }

  get path() {
    return `/tenants/${q(this.params.tenant)}`;
  }

  async load() {
    this.failure = null;
    try {
      this.whole = await admin('GET', this.path, undefined, { signal: this.live });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async act(what, said) {
    this.failure = null;
    try {
      const answer = await what();
      toast(said);
      await this.load();
      this.querySelector('t-table')?.reload();
      return answer ?? true;
    } catch (failure) {
      this.failure = failure;
      return null;
    }
  }

  change(patch, said) {
    return this.act(() => admin('PATCH', this.path, patch), said);
  }

  /** Everybody in it is refused from the next request on, so that it asks. */
  async suspend() {
    const { tenant } = this.whole;
    const done = await confirmed({
      heading: t('ops.tenant.suspendTitle', { name: tenant.name }),
      text: t('ops.tenant.suspendText'),
      label: t('ops.tenant.suspend'),
      act: () => admin('PATCH', this.path, { status: 'SUSPENDED' }),
    });
    if (!done) return;
    toast(t('ops.tenant.suspended', { name: tenant.name }));
    await this.load();
  }

  /** A person who is there joins; one who is not is invited or gets a one-time password on the page of people. */
  async join(event) {
    const given = values(event);
    const form = event.target;
    const joined = await this.act(
      async () => {
        const found = (await admin('GET', `/people?limit=2&email=${q(given.email.trim().toLowerCase())}`)).items.find(
          (each) => each.email === given.email.trim().toLowerCase(),
        );
        if (!found) throw new Error(t('ops.tenant.nobody', { email: given.email }));
        return admin('PUT', `/people/${q(found.personId)}/tenants/${q(this.params.tenant)}`, { groups: groupsOf(given.groups) });
      },
      t('ops.tenant.joined', { email: given.email }),
    );
    if (joined) form.reset();
  }

  async saveGroup(event) {
    const given = values(event);
    const form = event.target;
    if (
      await this.act(
        () => admin('PUT', `${this.path}/groups/${q(given.group.trim())}`, { about: given.about }),
        t('ops.tenant.groupSaved', { group: given.group }),
      )
    )
      form.reset();
  }

  async move(event) {
    const given = new FormData(event.target);
    event.preventDefault();
    const { moving } = this;
    const named = this.whole.groups.map((each) => each.group);
    const kept = moving.groups.filter((each) => !named.includes(each));
    const moved = await this.act(
      () => admin('PUT', `/people/${q(moving.personId)}/tenants/${q(this.params.tenant)}`, { groups: [...kept, ...given.getAll('group')] }),
      t('ops.person.changed'),
    );
    if (moved) this.moving = null;
  }

  render() {
    const tenant = this.whole?.tenant;
    const suspended = tenant?.status === 'SUSPENDED';
    return html`<div class="page-head"><a href="/console/tenants">${t('ops.tenants')}</a><h1>${tenant?.name ?? this.params?.tenant}</h1>${tenant ? status(tenant) : nothing}
        ${tenant ? html`<button type="button" class="end ${suspended ? '' : 'danger'}" data-act="tenant-status" @click=${() => (suspended ? this.change({ status: 'ACTIVE' }, t('ops.tenant.resumed', { name: tenant.name })) : this.suspend())}>${t(suspended ? 'ops.tenant.resume' : 'ops.tenant.suspend')}</button>` : nothing}</div>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
      ${
        tenant
          ? html`<div class="stack">
        ${suspended ? html`<div class="problem" role="status"><strong>${t('ops.tenant.isSuspended')}</strong></div>` : nothing}
        <section class="card stack"><form class="row end-aligned" id="rename-tenant" @submit=${(event) => {
          this.change({ name: values(event).name }, t('ops.person.changed'));
        }}>
          <t-field label=${t('ops.tenant.name')} name="name" value=${tenant.name} required maxlength="200"></t-field>
          <button type="submit">${t('ui.save')}</button><span class="quiet mono">${tenant.tenant}</span>
          <a class="end" href="/console/audit?target=${q(tenant.tenant)}">${t('ops.person.history')}</a></form></section>
        ${this.groupsCard()}${this.membersCard()}</div>`
          : nothing
      }
      ${this.moveDialog()}`;
  }

  groupsCard() {
    const { groups } = this.whole;
    return html`<section class="card stack"><h2>${t('ops.groups')}</h2><p class="quiet">${t('ops.tenant.groupsHint')}</p>
      ${
        groups.length === 0
          ? nothing
          : rowsTable({
              caption: t('ops.groups'),
              rows: groups,
              rowKey: (each) => each.group,
              columns: [
                { title: t('ops.group.name'), cell: (each) => each.group },
                { title: t('ops.tenant.about'), cell: (each) => each.about },
                {
                  title: t('ui.actions'),
                  cell: (each) =>
                    html`<button type="button" class="danger" aria-label="${t('ops.tenant.deleteGroup')} ${each.group}" @click=${() => this.act(() => admin('DELETE', `${this.path}/groups/${q(each.group)}`), t('ops.tenant.groupDeleted', { group: each.group }))}>${t('ops.tenant.deleteGroup')}</button>`,
                },
              ],
            })
      }
      <form class="row end-aligned" id="add-group" @submit=${(event) => this.saveGroup(event)}>
        <t-field label=${t('ops.group.name')} name="group" required maxlength="100"></t-field>
        <t-field label=${t('ops.tenant.about')} name="about" maxlength="500"></t-field>
        <button type="submit">${t('ops.tenant.addGroup')}</button></form></section>`;
  }

  membersCard() {
    return html`<section class="card stack"><h2>${t('ops.people')}</h2>
      <t-table caption=${t('ops.people')} .load=${this.members} .rowKey=${(member) => member.email} .empty=${{ heading: t('ops.tenant.nobodyIn'), text: t('ops.tenant.nobodyInText') }} .columns=${[
        { title: t('ops.person.name'), cell: (member) => member.name },
        { title: t('signIn.email'), cell: (member) => html`<span class="cut">${member.email}</span>` },
        { title: t('ops.groups'), cell: (member) => member.groups.join(', ') || '–' },
        { title: t('ops.person.since'), cell: (member) => html`<t-time at=${member.since}></t-time>` },
        {
          title: t('ui.actions'),
          cell: (member) => html`<span class="acts"><button type="button" aria-label="${t('ops.tenant.roles')} ${member.email}" @click=${() => {
            this.moving = member;
          }}>${t('ops.tenant.roles')}</button>
          <button type="button" class="danger" aria-label="${t('ops.person.leave')} ${member.email}" @click=${() => this.act(() => admin('DELETE', `/people/${q(member.personId)}/tenants/${q(this.params.tenant)}`), t('ops.person.left', { tenant: this.params.tenant }))}>${t('ops.person.leave')}</button></span>`,
        },
      ]}></t-table>
      <form class="row end-aligned" id="add-member" @submit=${(event) => this.join(event)}>
        <t-field label=${t('signIn.email')} name="email" type="email" required maxlength="254"></t-field>
        <t-field label=${t('ops.person.tenantGroups')} name="groups" hint=${t('ops.group.typed')}></t-field>
        <button type="submit">${t('ops.person.join')}</button><a class="end" href="/console/people">${t('ops.tenant.inviteNew')}</a></form></section>`;
  }

  moveDialog() {
    const { moving } = this;
    const content = moving
      ? html`<form class="stack" @submit=${(event) => this.move(event)}>
      ${this.whole.groups.length === 0 ? html`<p>${t('ops.tenant.noGroups')}</p>` : this.whole.groups.map((each) => html`<label class="row"><input type="checkbox" name="group" value=${each.group} ?checked=${moving.groups.includes(each.group)}> ${each.group} <span class="quiet">${each.about}</span></label>`)}
      <div><button type="submit" class="primary">${t('ui.save')}</button></div></form>`
      : nothing;
    return html`<t-dialog heading=${moving ? t('ops.tenant.rolesOf', { name: moving.name }) : ''} ?open=${!!moving} .content=${content} @close=${() => {
      this.moving = null;
    }}></t-dialog>`;
  }
}

define('console-tenants', Tenants);
define('console-tenant', Tenant);
