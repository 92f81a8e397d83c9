import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { copyLink, downloadDocument, downloadZip } from './acts.js';
import { documentLink, folderLink } from './api.js';
import { icon } from './kinds.js';

const ZIP_MAX = 100;

/**
 * What can be done with the rows that are selected in a list: <fk-selection .siteId .rows ?writes ?removes ?isLibrary>. In the library there are keys for
 * it, and a new name can be given. "act" tells what the list has to do: attributes, tags, move, rename, delete or clear; links and downloads are given at once.
 */
class Selection extends Element {
  static properties = {
    siteId: { attribute: false },
    rows: { attribute: false },
    writes: { type: Boolean },
    removes: { type: Boolean },
    isLibrary: { type: Boolean },
  };

  constructor() {
    super();
    this.rows = [];
  }

  tell(act) {
    this.dispatchEvent(new CustomEvent('act', { detail: act }));
  }

  button(act, text, drawing, key, run = () => this.tell(act)) {
    return html`<button type="button" class="plain" data-act=${act} title=${text} aria-label=${text} @click=${run}>${icon(drawing)}<span class="fk-wide" aria-hidden="true">${text}</span>${key && this.isLibrary ? html`<kbd class="fk-wide" aria-hidden="true">${key}</kbd>` : nothing}</button>`;
  }

  render() {
    const { rows, siteId } = this;
    const documents = rows.filter((row) => !row.folder);
    const single = rows.length === 1 ? rows[0] : null;
    const edits = this.writes && documents.length > 0;
    return html`<div class="fk-selection" role="toolbar" aria-label=${t('fk.selection')}><strong class="number" role="status">${t('fk.selected', { n: rows.length })}</strong>
      ${edits ? this.button('attributes', t('fk.attributes'), 'form', 'e') : nothing}
      ${edits ? this.button('tags', t('fk.tags'), 'tag', 't') : nothing}
      ${this.writes ? this.button('move', t('fk.move'), 'move', 'm') : nothing}
      ${this.writes && this.isLibrary && single ? this.button('rename', t('fk.rename'), 'pencil', 'F2') : nothing}
      ${single && !single.folder ? this.button('download', t('fk.download'), 'download', '', () => downloadDocument(siteId, single)) : nothing}
      ${documents.length > 1 && documents.length <= ZIP_MAX ? this.button('zip', t('fk.zip'), 'download', '', () => downloadZip(siteId, documents)) : nothing}
      ${single ? this.button('link', t('fk.copyLink'), 'link', '', () => copyLink(single.folder ? folderLink(siteId, single.at) : documentLink({ ...single, siteId }))) : nothing}
      ${this.removes ? this.button('delete', t('fk.delete'), 'trash', '') : nothing}
      <span class="end"></span><button type="button" class="plain" data-act="clear" @click=${() => this.tell('clear')}>${t('fk.clear')}<kbd class="fk-wide" aria-hidden="true">Esc</kbd></button></div>`;
  }
}

define('fk-selection', Selection);
