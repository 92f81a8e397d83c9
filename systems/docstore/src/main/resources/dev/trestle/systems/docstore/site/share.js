import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { avatar } from '/ui/avatar.js';
import { values } from '/ui/field.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import '/ui/people-picker.js';
import { call, request } from '/session.js';

const API = '/docstore/v1';

const isGroup = (text) => text.trim().startsWith('group:');

const somebody = ({ principal, name, email }) => ({ id: principal, name, about: email });

/**
 * Members of the tenant by a part of their name or address, as a people picker wants them.
 *
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<{id: string, name: string, about: string}[]>}
 */
export const findPeople = async (text, signal) =>
  (await call('GET', `${API}/members?text=${encodeURIComponent(text.trim())}`, undefined, { signal })).items.map(somebody);

const findPerson = async (email) => somebody(await call('GET', `${API}/people?email=${encodeURIComponent(email)}`));

/** Who may see and change a document, and who owns it: <doc-share .document=${…} .me=${…} ?open=${…} @close=${…} @shared=${…}>. */
class Share extends Element {
  static properties = {
    document: { attribute: false },
    me: { attribute: false },
    open: { type: Boolean },
    list: { state: true },
    tag: { state: true },
    failure: { state: true },
    busy: { state: true },
    handing: { state: true },
    successor: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('open') && this.open) this.read();
  }

  get path() {
    return `${API}/documents/${encodeURIComponent(this.document.id)}/access`;
  }

  async read() {
    this.failure = null;
    this.handing = false;
    this.successor = null;
    try {
      const answer = await request('GET', this.path);
      this.tag = answer.headers.get('etag');
      this.list = await answer.json();
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** Everybody but the owner, with what they may. */
  get people() {
    return [...this.list.editors.map((who) => [who, 'editor']), ...this.list.viewers.map((who) => [who, 'viewer'])];
  }

  put(people) {
    this.list = {
      ...this.list,
      editors: people.filter(([, role]) => role === 'editor').map(([who]) => who),
      viewers: people.filter(([, role]) => role === 'viewer').map(([who]) => who),
    };
  }

  /** Whom an address, the name of a person or that of a group stands for. Of another issuer's people only the id is known. */
  async found(who) {
    const given = who.trim();
    if (isGroup(given)) return given;
    const people = given.includes('@') ? [await findPerson(given)] : await findPeople(given);
    const named = people.length > 1 ? people.filter((each) => each.name.toLowerCase() === given.toLowerCase()) : people;
    if (named.length > 1 || (people.length > 1 && named.length === 0))
      throw new Error(t('docs.severalPeople', { names: people.map((each) => `${each.name} (${each.about})`).join(', ') }));
    if (named.length === 0) return given;
    return this.named(named[0]);
  }

  /** Members of the tenant; a group by its whole name, since groups are the issuer's and cannot be listed. */
  suggested = async (text, signal) => (isGroup(text) ? [{ id: text.trim(), name: text.trim() }] : findPeople(text, signal));

  async add(event) {
    const { role } = values(event);
    const picker = event.target.querySelector('t-people-picker');
    const typed = picker.input.value.trim();
    this.failure = null;
    if (picker.value.length === 0 && !typed) {
      picker.input.focus();
      return;
    }
    try {
      const principal = picker.value.length === 0 ? await this.found(typed) : this.named(picker.value[0]);
      this.put([...this.people.filter(([each]) => each !== principal), [principal, role]]);
      picker.value = [];
      picker.input.value = '';
      picker.input.focus();
    } catch (failure) {
      this.failure = failure;
    }
  }

  named({ id, name }) {
    this.list = { ...this.list, names: { ...this.list.names, [id]: name } };
    return id;
  }

  async save() {
    this.busy = true;
    this.failure = null;
    try {
      const { owner, editors, viewers } = this.list;
      await call('PUT', this.path, { owner, editors, viewers }, { headers: { 'If-Match': this.tag } });
      toast(t('docs.accessSaved'));
      this.dispatchEvent(new CustomEvent('shared'));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  /** Asks first, and says what follows. */
  async handOver(event) {
    const { owner, other } = values(event);
    this.failure = null;
    try {
      const principal = owner === 'other' ? await this.found(other) : owner;
      const name = this.list.names[principal] ?? principal;
      const done = await confirmed({
        heading: t('docs.handOver'),
        text: t(this.list.owner.startsWith('group:') ? 'docs.handOverGroupText' : 'docs.handOverText', {
          name,
          document: this.document.displayName,
        }),
        label: t('docs.handOver'),
        act: () => call('POST', `${API}/documents/${encodeURIComponent(this.document.id)}/owner`, { owner: principal }),
      });
      if (!done) return;
      toast(t('docs.handedOver', { name }));
      this.dispatchEvent(new CustomEvent('shared'));
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const mine = this.document?.role === 'owner';
    return html`<t-dialog ?open=${this.open} heading=${t('docs.share')} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .content=${this.list ? this.content(mine) : html`<p class="quiet">${t('ui.loading')}</p>`}
      .actions=${mine ? html`<button type="button" class="primary" data-act="save-access" ?disabled=${this.busy} @click=${() => this.save()}>${t('ui.save')}</button>` : null}></t-dialog>`;
  }

  content(mine) {
    const name = (who) => this.list.names[who] ?? who;
    const roles = [
      ['viewer', t('docs.role.viewer')],
      ['editor', t('docs.role.editor')],
    ];
    return html`<p>${t('docs.ownedBy', { name: name(this.list.owner) })}</p>
      ${
        this.people.length === 0
          ? html`<p class="quiet">${t('docs.notShared')}</p>`
          : html`<ul class="doc-people">${this.people.map(
              ([who, role]) => html`<li>
        <span class="row cut">${avatar(name(who))}<span class="cut">${name(who)}</span></span>
        ${
          mine
            ? html`<select aria-label=${t('docs.roleOf', { name: name(who) })} @change=${(event) => this.put(this.people.map(([each, held]) => [each, each === who ? event.target.value : held]))}>
          ${roles.map(([value, text]) => html`<option value=${value} ?selected=${value === role}>${text}</option>`)}</select>
          <button type="button" aria-label=${t('docs.remove', { name: name(who) })} @click=${() => this.put(this.people.filter(([each]) => each !== who))}>✕</button>`
            : html`<t-badge text=${t(`docs.role.${role}`)}></t-badge>`
        }</li>`,
            )}</ul>`
      }
      ${
        mine
          ? html`<form class="row end-aligned doc-adding" @submit=${(event) => this.add(event)}>
        <t-people-picker single label=${t('docs.whom')} placeholder=${t('docs.whomHint')} .find=${this.suggested}></t-people-picker>
        <t-field label=${t('docs.may')} name="role" type="select" value="viewer" .options=${roles}></t-field>
        <button type="submit" data-act="add-person">${t('docs.add')}</button></form>`
          : nothing
      }
      ${mine ? this.owning(name) : nothing}
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}`;
  }

  owning(name) {
    const people = this.people.map(([who]) => who).filter((who) => who !== this.me?.subject);
    return html`<details class="doc-owning" ?open=${this.handing} @toggle=${(event) => {
      this.handing = event.target.open;
    }}><summary data-act="hand-over">${t('docs.handOver')}</summary>
      <form class="stack" @submit=${(event) => this.handOver(event)}><p class="quiet">${t('docs.handOverHint')}</p>
        <t-field label=${t('docs.newOwner')} name="owner" type="select" value=${people[0] ?? 'other'} .options=${[...people.map((who) => [who, name(who)]), ['other', t('docs.somebodyElse')]]}
          @change=${(event) => {
            this.successor = event.target.value;
          }}></t-field>
        ${(this.successor ?? people[0] ?? 'other') === 'other' ? html`<t-field label=${t('docs.otherOwner')} name="other" required maxlength="200" placeholder=${t('docs.whomHint')}></t-field>` : nothing}
        <div><button type="submit" class="danger" data-act="hand-over-now">${t('docs.handOver')}</button></div></form></details>`;
  }
}

define('doc-share', Share);
