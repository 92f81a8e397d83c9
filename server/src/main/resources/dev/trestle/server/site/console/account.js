import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { copy } from '/ui/id.js';
import { toast } from '/ui/toast.js';
import { values } from '/ui/field.js';
import { call, tenancy, tenantName } from '/session.js';
import { sessionTable } from '/console/sessions.js';

/** Who is signed in, and their keys for programs. */
class Account extends Page {
  static properties = { ...Page.properties, made: { state: true }, failure: { state: true }, list: { state: true }, nameFailure: { state: true } };

  constructor() {
    super();
    this.list = () => this.keys();
    this.sessions = async () => ({ rows: (await call('GET', '/auth/v1/sessions', undefined, { signal: this.live })).items, next: null });
  }

  async keys() {
    const keys = await call('GET', '/auth/v1/api-keys', undefined, { signal: this.live });
    return { rows: keys.items ?? keys, next: null };
  }

  async rename(event) {
    const { name } = values(event);
    this.nameFailure = null;
    try {
      const { name: changed } = await call('PATCH', '/auth/v1/me', { name });
      this.me.name = changed;
      document.querySelector('t-person-menu')?.requestUpdate();
      toast(t('account.renamed'));
    } catch (failure) {
      this.nameFailure = failure;
    }
  }

  async end(session) {
    const done = await confirmed({
      heading: t('sessions.endTitle'),
      text: t(session.current ? 'sessions.endOwnText' : 'sessions.endText'),
      label: t('sessions.end'),
      act: () => call('DELETE', `/auth/v1/sessions/${encodeURIComponent(session.sessionId)}`),
    });
    if (!done) return;
    toast(t('sessions.ended'));
    this.querySelector('#sessions t-table').reload();
  }

  async make(event) {
    const given = values(event);
    this.failure = null;
    try {
      this.made = await call('POST', '/auth/v1/api-keys', { name: given.name, groups: this.me.groups, days: Number(given.days) });
      this.querySelector('#keys t-table').reload();
    } catch (failure) {
      this.failure = failure;
    }
  }

  async revoke(key) {
    const done = await confirmed({
      heading: t('account.revokeTitle', { name: key.name }),
      text: t('account.revokeText'),
      label: t('account.revoke'),
      act: () => call('DELETE', `/auth/v1/api-keys/${encodeURIComponent(key.keyId)}`),
    });
    if (!done) return;
    toast(t('account.revoked', { name: key.name }));
    this.querySelector('#keys t-table').reload();
  }

  render() {
    const { tenant } = tenancy();
    return html`<div class="page-head"><h1>${t('ui.account')}</h1></div><div class="stack">
      <section class="card stack"><dl class="facts">
        <dt>${t('account.name')}</dt><dd>${this.me.name ?? '–'}</dd>
        <dt>${t('signIn.email')}</dt><dd>${this.me.email ?? '–'}</dd>
        <dt>${t('account.groups')}</dt><dd>${(this.me.groups ?? []).join(', ') || t('ui.noGroups')}</dd>
        <dt>${t('ui.tenant')}</dt><dd>${tenantName() ?? t('account.noTenant')}${tenant && tenant !== tenantName() ? html` <span class="quiet mono">${tenant}</span>` : nothing}</dd>
        <dt>${t('account.id')}</dt><dd><t-id value=${this.me.subject}></t-id></dd></dl>
        ${this.nameFailure ? html`<t-error .failure=${this.nameFailure}></t-error>` : nothing}
        <form class="row end-aligned" id="own-name" @submit=${this.rename}>
          <t-field label=${t('account.ownName')} name="name" value=${this.me.name ?? ''} required maxlength="200" autocomplete="name"></t-field>
          <button type="submit">${t('ui.save')}</button></form></section>
      <section class="card stack" id="sessions"><h2>${t('sessions.title')}</h2><p class="quiet">${t('sessions.hint')}</p>
        ${sessionTable(this.sessions, (session) => this.end(session))}</section>
      <section class="card stack" id="keys"><h2>${t('account.keys')}</h2><p class="quiet">${t('account.keysHint')}</p>
        ${
          this.made
            ? html`<div class="problem stack tight" role="status"><strong>${t('account.made')}</strong><code class="mono" id="key">${this.made.key}</code>
          <div><button type="button" @click=${() => copy(this.made.key)}>${t('ui.copyShort')}</button></div></div>`
            : nothing
        }
        <t-table caption=${t('account.keys')} .columns=${this.columns()} .load=${this.list} .empty=${{ heading: t('account.noKeys'), text: t('account.noKeysText') }}></t-table>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}
        <form class="row end-aligned" @submit=${this.make}>
          <t-field label=${t('account.name')} name="name" required maxlength="100"></t-field>
          <t-field label=${t('account.days')} name="days" type="number" min="1" max="365" value="90" required></t-field>
          <button type="submit">${t('account.make')}</button></form></section></div>`;
  }

  columns() {
    return [
      { title: t('account.name'), cell: (key) => key.name },
      { title: t('account.begins'), cell: (key) => html`<span class="mono">${key.shown}…</span>` },
      { title: t('ui.tenant'), cell: (key) => key.tenant ?? '–' },
      { title: t('account.ends'), cell: (key) => (key.expiresAt ? html`<t-time at=${key.expiresAt}></t-time>` : t('account.never')) },
      {
        title: t('ui.actions'),
        cell: (key) =>
          html`<button type="button" class="danger" aria-label="${t('account.revoke')} ${key.name}" @click=${() => this.revoke(key)}>${t('account.revoke')}</button>`,
      },
    ];
  }
}

define('console-account', Account);
