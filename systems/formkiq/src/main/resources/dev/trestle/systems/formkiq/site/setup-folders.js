import { define, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import '/ui/tree.js';
import { call, encoded } from './api.js';
import { FolderTree, nodeId, pathOf } from './folder-tree.js';
import { icon } from './kinds.js';
import { SetupPart } from './setup-part.js';

const RIGHTS = ['READ', 'WRITE', 'DELETE'];
const ROLES_MAX = 100;

/** Who may do what below a folder. The nearest rule decides alone, so the page says whether a folder has one of its own. */
class SetupFolders extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    siteName: {},
    path: { state: true },
    roles: { state: true },
    refused: { state: true },
    edited: { state: true },
  };

  async load({ signal }) {
    this.tree = new FolderTree(this.siteId, this.siteName, signal, () => this.requestUpdate());
    await this.tree.open('');
    Object.assign(this, { path: '', roles: null, edited: false });
    return this.tree;
  }

  async choose(path) {
    Object.assign(this, { path, roles: null, refused: null, edited: false });
    if (path === '') return;
    try {
      await this.tree.reach(path);
      const folder = this.tree.folder(path);
      const { roles } = await call('GET', `/folders/${encoded(folder.indexKey)}/permissions`, { siteId: this.siteId });
      if (path === this.path) this.roles = roles.map((each) => ({ ...each }));
    } catch (failure) {
      if (path === this.path) this.refused = failure;
    }
  }

  change(roles) {
    Object.assign(this, { roles, edited: true, refused: null });
  }

  set(i, change) {
    this.change(this.roles.map((each, at) => (at === i ? { ...each, ...change } : each)));
  }

  async save(event) {
    event.preventDefault();
    try {
      await call('PUT', '/folders/permissions', { siteId: this.siteId }, { path: this.path, roles: this.roles });
      this.edited = false;
      toast(t('fk.saved'));
    } catch (failure) {
      this.refused = failure;
    }
  }

  body() {
    return html`<p class="quiet">${t('fk.setup.foldersText')}</p><div class="split"><div class="card fk-choose"><t-tree label=${t('fk.folders')} .nodes=${this.tree.nodes} selected=${nodeId(this.path)}
        @node-select=${(event) => this.choose(pathOf(event.detail))} @node-open=${(event) => this.tree.open(pathOf(event.detail)).catch(() => {})}></t-tree></div>
      <div class="card">${this.rule()}</div></div>`;
  }

  rule() {
    if (this.path === '') return html`<t-empty heading=${t('fk.rule.choose')} text=${t('fk.rule.chooseText')}></t-empty>`;
    if (!this.roles)
      return this.refused
        ? html`<t-error .failure=${this.refused} .retry=${() => this.choose(this.path)}></t-error>`
        : html`<t-state loading rows="3"></t-state>`;
    return html`<form class="stack" @submit=${this.save}><h2>${this.path}</h2>
      ${this.roles.length === 0 ? html`<p class="quiet">${t('fk.rule.none')}</p>` : html`<p class="quiet">${t('fk.rule.own')}</p>`}
      ${this.roles.map((each, i) => this.roleLine(each, i))}
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}
      <div class="row">${
        this.roles.length < ROLES_MAX
          ? html`<button type="button" data-act="add-role" @click=${() => this.change([...this.roles, { roleName: '', permissions: ['READ'] }])}>${icon('plus')}${t('fk.rule.add')}</button>`
          : nothing
      }<span class="end"></span>
      ${this.edited ? html`<button type="button" @click=${() => this.choose(this.path)}>${t('fk.discard')}</button><button type="submit" class="primary">${t('fk.save')}</button>` : nothing}</div></form>`;
  }

  roleLine({ roleName, permissions }, i) {
    return html`<fieldset class="fk-role"><legend class="sr-only">${t('fk.rule.role', { n: i + 1 })}</legend>
      <input type="text" aria-label=${t('fk.rule.group')} placeholder=${t('fk.rule.group')} required maxlength="128" .value=${roleName} @input=${(event) => this.set(i, { roleName: event.target.value })}>
      ${RIGHTS.map(
        (right) =>
          html`<label class="fk-check"><input type="checkbox" .checked=${permissions.includes(right)} @change=${(event) =>
            this.set(i, {
              permissions: RIGHTS.filter((each) => (each === right ? event.target.checked : permissions.includes(each))),
            })}>${t(`fk.permission.${right}`)}</label>`,
      )}
      <button type="button" class="plain icon" aria-label=${t('fk.rule.remove', { name: roleName })} @click=${() => this.change(this.roles.filter((_, at) => at !== i))}>${icon('cross')}</button></fieldset>`;
  }
}

define('fk-setup-folders', SetupFolders);
