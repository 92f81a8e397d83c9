import { define, Element, html } from '/ui/element.js';
import { t } from '/ui/texts.js';
import '/ui/dialog.js';
import '/ui/tree.js';
import { FolderTree, nodeId, pathOf } from './folder-tree.js';
import { nameOf } from './api.js';

/** Asks into which folder something goes: "move-to" tells its path. */
class MoveDialog extends Element {
  static properties = {
    siteId: { attribute: false },
    siteName: { attribute: false },
    rows: { attribute: false },
    from: { attribute: false },
    chosen: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate() {
    if (this.tree) return;
    this.tree = new FolderTree(this.siteId, this.siteName, this.leaving.signal, () => this.requestUpdate());
    this.chosen = this.from ?? '';
    this.tree.reach(this.chosen).catch(() => {});
  }

  render() {
    const [first] = this.rows;
    const name = first.folder ? first.name : nameOf(first);
    // A folder cannot go into itself.
    const isOpen =
      this.chosen !== this.from && !this.rows.some((row) => row.folder && (this.chosen === row.at || this.chosen.startsWith(`${row.at}/`)));
    return html`<t-dialog open heading=${this.rows.length === 1 ? t('fk.move.one', { name }) : t('fk.move.many', { n: this.rows.length })} @close=${() => this.dispatchEvent(new CustomEvent('close'))}
      .content=${html`<div class="fk-choose"><t-tree label=${t('fk.folders')} .nodes=${this.tree.nodes} selected=${nodeId(this.chosen)} @node-select=${(
        event,
      ) => {
        this.chosen = pathOf(event.detail);
      }} @node-open=${(event) => this.tree.open(pathOf(event.detail)).catch(() => {})}></t-tree></div>`}
      .actions=${html`<button type="button" @click=${() => this.dispatchEvent(new CustomEvent('close'))}>${t('ui.cancel')}</button>
        <button type="button" class="primary" data-act="move-here" ?disabled=${!isOpen} @click=${() => this.dispatchEvent(new CustomEvent('move-to', { detail: this.chosen }))}>${t('fk.move.here')}</button>`}></t-dialog>`;
  }
}

define('fk-move-dialog', MoveDialog);
