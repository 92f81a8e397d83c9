import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { call } from '/session.js';
import { API } from './filing.js';
import '/ui/tree.js';

const TOP = 'top';

/** The folders as nodes of a tree, with the top; without what is below `except`. */
function nodes(folders, except) {
  const out = new Set(except ? [except] : []);
  for (let grown = true; grown && except; ) {
    const more = folders.filter((each) => out.has(each.parentId) && !out.has(each.folderId));
    more.forEach((each) => out.add(each.folderId));
    grown = more.length > 0;
  }
  return [
    { id: TOP, text: t('docs.noFolder'), plain: true },
    ...folders.filter((each) => !out.has(each.folderId)).map((each) => ({ id: each.folderId, text: each.name, parentId: each.parentId })),
  ];
}

/** Asks for a folder: <docstore-move ?open=${…} heading="…" .folders=${…} except="…" @move-to=${(e) => move(e.detail)} @close=${…}>; null is the top. */
class Move extends Element {
  static properties = {
    open: { type: Boolean },
    heading: {},
    folders: { attribute: false },
    except: {},
    chosen: { state: true },
    failure: { attribute: false },
  };

  willUpdate(changed) {
    if (changed.has('open')) this.chosen = TOP;
  }

  async updated(changed) {
    if (!changed.has('open') || !this.open) return;
    await this.querySelector('t-dialog').updateComplete;
    const tree = this.querySelector('t-tree');
    await tree?.updateComplete;
    tree?.querySelector('[tabindex="0"]')?.focus();
  }

  render() {
    return html`<t-dialog ?open=${this.open} heading=${this.heading} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .content=${html`<div class="lib-choose"><t-tree label=${t('docs.folders')} selected=${this.chosen} .nodes=${nodes(this.folders ?? [], this.except)} @node-select=${(
        event,
      ) => {
        this.chosen = event.detail;
      }}></t-tree></div>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}`}
      .actions=${html`<button type="button" class="primary" data-act="move-here" @click=${() => this.dispatchEvent(new CustomEvent('move-to', { detail: this.chosen === TOP ? null : this.chosen }))}>${t('docs.moveHere')}</button>`}></t-dialog>`;
  }
}

define('docstore-move', Move);

/** Makes, renames, moves or deletes a folder: <docstore-folder-dialog .act=${{act, folder}} .folders=${…} @folder-changed=${…} @close=${…}>. */
class FolderDialog extends Element {
  static properties = { act: { attribute: false }, folders: { attribute: false }, failure: { state: true }, busy: { state: true } };

  willUpdate(changed) {
    if (changed.has('act')) this.failure = null;
  }

  async send(method, path, body) {
    const { act, folder } = this.act;
    this.busy = true;
    this.failure = null;
    try {
      const answer = await call(method, `${API}/folders${path}`, body);
      this.dispatchEvent(new CustomEvent('folder-changed', { detail: { folderId: answer?.folderId ?? folder?.folderId, act } }));
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  render() {
    const { act, folder } = this.act ?? {};
    if (!act) return nothing;
    const path = folder ? `/${encodeURIComponent(folder.folderId)}` : '';
    if (act === 'move') {
      return html`<docstore-move open heading=${t('docs.moveFolder', { name: folder.name })} .folders=${this.folders} except=${folder.folderId} .failure=${this.failure} @close=${() => this.close()}
        @move-to=${(event) => this.send('PATCH', path, { parentId: event.detail })}></docstore-move>`;
    }
    return act === 'delete' ? this.deletion(folder, path) : this.naming(act, folder, path);
  }

  deletion(folder, path) {
    const parent = this.folders.find((each) => each.folderId === folder.parentId)?.name ?? t('docs.noFolder');
    return html`<t-dialog open heading=${t('docs.deleteFolder', { name: folder.name })} @close=${() => this.close()} .content=${html`<p>${t('docs.deleteFolderText', { name: parent })}</p>
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}`}
      .actions=${html`<button type="button" @click=${() => this.close()}>${t('ui.cancel')}</button>
        <button type="button" class="danger" data-act="delete-now" ?disabled=${this.busy} @click=${() => this.send('DELETE', `${path}?contents=up`)}>${t('docs.delete')}</button>`}></t-dialog>`;
  }

  naming(act, folder, path) {
    const isNew = act === 'new';
    const heading = isNew ? (folder ? t('docs.newFolderIn', { name: folder.name }) : t('docs.newFolder')) : t('docs.rename');
    const save = (name) =>
      isNew ? this.send('POST', '', { name, ...(folder ? { parentId: folder.folderId } : {}) }) : this.send('PATCH', path, { name });
    return html`<t-dialog open heading=${heading} @close=${() => this.close()} .content=${html`<form class="stack" id="folder" @submit=${(event) => save(values(event).name)}>
        <t-field label=${t('docs.name')} name="name" required maxlength="100" value=${isNew ? '' : folder.name} focused></t-field>
        ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}</form>`}
      .actions=${html`<button type="submit" form="folder" class="primary" ?disabled=${this.busy}>${isNew ? t('docs.create') : t('ui.save')}</button>`}></t-dialog>`;
  }
}

define('docstore-folder-dialog', FolderDialog);
