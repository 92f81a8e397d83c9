import { define, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import '/ui/tree.js';
import { call, encoded, everything, folderLink } from './api.js';
import { FolderTree, nodeId, pathOf } from './folder-tree.js';
import { icon } from './kinds.js';
import { sharedLink } from './share-link.js';
import { copyLink } from './acts.js';
import { SetupPart } from './setup-part.js';

const RIGHTS = ['READ', 'WRITE', 'DELETE'];

/** The folders of a site that are shared with groups whose members need no rights in the site. */
class SetupShares extends SetupPart {
  static properties = { ...SetupPart.properties, siteName: {}, making: { state: true }, path: { state: true }, refused: { state: true } };

  load(options) {
    return everything('/x/shares', { siteId: this.siteId }, 'shares', options);
  }

  async begin() {
    this.tree = new FolderTree(this.siteId, this.siteName, this.leaving.signal, () => this.requestUpdate());
    Object.assign(this, { making: true, path: '', refused: null });
    await this.tree.open('').catch((failure) => {
      this.refused = failure;
    });
  }

  async add(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const share = { group: String(form.get('group')).trim(), permissions: form.getAll('permission') };
    try {
      if (this.path === '') throw new Error(t('fk.share.chooseFolder'));
      await this.tree.reach(this.path);
      await call('POST', `/shares/folders/${encoded(this.tree.folder(this.path).indexKey)}`, { siteId: this.siteId }, { share });
      this.making = false;
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async drop({ group, path, shareKey }) {
    const act = () => call('DELETE', `/shares/${encoded(shareKey)}`);
    if (await confirmed({ heading: t('fk.share.endHeading', { path, group }), text: t('fk.share.endText'), label: t('fk.share.end'), act }))
      this.read();
  }

  body() {
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.sharesText')}</p><button type="button" class="end" data-act="new-share" @click=${() => this.begin()}>${icon('plus')}${t('fk.share.new')}</button></div>
      ${
        this.loaded.length === 0
          ? html`<t-empty heading=${t('fk.share.none')} text=${t('fk.share.noneText')}></t-empty>`
          : rowsTable({
              caption: t('fk.setup.shares'),
              rows: this.loaded,
              columns: [
                { title: t('fk.folder'), cell: ({ path }) => html`<a class="cut" href=${folderLink(this.siteId, path)}>${path}</a>` },
                { title: t('fk.share.group'), cell: ({ group }) => html`<strong class="cut">${group}</strong>` },
                { title: t('fk.share.may'), cell: ({ permissions }) => permissions.map((each) => t(`fk.permission.${each}`)).join(', ') },
                { title: t('fk.share.by'), cell: ({ userId }) => html`<span class="quiet cut">${userId}</span>` },
                {
                  title: '',
                  cell: (each) =>
                    html`<span class="fk-acts"><button type="button" data-act="copy-share" @click=${() => copyLink(sharedLink(each.shareKey, each.path))}>${icon('link')}${t('fk.copyLink')}</button><button type="button" class="danger" data-act="end-share" @click=${() => this.drop(each)}>${icon('trash')}${t('fk.share.end')}</button></span>`,
                },
              ],
            })
      }</div>${this.making ? this.dialog() : nothing}`;
  }

  dialog() {
    const close = () => {
      this.making = false;
    };
    return html`<t-dialog open heading=${t('fk.share.new')} @close=${close}
      .content=${html`<form id="fk-share" class="stack" @submit=${(event) => this.add(event)}>
        <div class="card fk-choose"><t-tree label=${t('fk.share.folder')} .nodes=${this.tree.nodes} selected=${nodeId(this.path)}
          @node-select=${(event) => {
            this.path = pathOf(event.detail);
          }} @node-open=${(event) => this.tree.open(pathOf(event.detail)).catch(() => {})}></t-tree></div>
        <p role="status">${this.path === '' ? t('fk.share.chooseFolder') : this.path}</p>
        <t-field label=${t('fk.share.group')} name="group" required maxlength="128" hint=${t('fk.share.groupHint')}></t-field>
        <fieldset><legend>${t('fk.share.may')}</legend><div class="row">${RIGHTS.map((each) => html`<label class="fk-check"><input type="checkbox" name="permission" value=${each} ?checked=${each === 'READ'}>${t(`fk.permission.${each}`)}</label>`)}</div></fieldset>
        ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-share" class="primary">${t('fk.share.new')}</button>`}></t-dialog>`;
  }
}

define('fk-setup-shares', SetupShares);
