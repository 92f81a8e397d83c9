import { define, html, nothing } from '/ui/element.js';
import { navigate, setQuery } from '/ui/router.js';
import { bytes, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { openViewer } from '/ui/viewer.js';
import { putFile, typeOf } from '/ui/files.js';
import '/ui/progress.js';
import '/ui/tabs.js';
import '/ui/time.js';
import './actions.js';
import './attributes.js';
import './classifications.js';
import './document-record.js';
import './document-workflows.js';
import './facts.js';
import './links.js';
import './lock.js';
import './malware.js';
import './move-dialog.js';
import './name-dialog.js';
import './preview.js';
import './tags.js';
import './text.js';
import './versions.js';
import { copyLink, deleteRows, downloadDocument, moveRows } from './acts.js';
import { call, documentLink, encoded, folderLink, iso, nameOf, names, parentOf, permissions, siteTitle } from './api.js';
import { icon, kindBadge } from './kinds.js';
import { SitePage } from './site-page.js';

/** One document: its content, and beside it its attributes, tags, metadata, relations and children. */
class DocumentPage extends SitePage {
  static properties = {
    ...SitePage.properties,
    shown: { state: true },
    rights: { state: true },
    refused: { state: true },
    naming: { state: true },
    moving: { state: true },
    sending: { state: true },
    news: { state: true },
  };

  constructor() {
    super();
    this.rights = new Set();
    this.news = 0;
  }

  get page() {
    return 'files';
  }

  entered() {
    if (this.shown?.documentId !== this.params.id) this.read();
  }

  told({ type, data }) {
    if (type !== 'reset' && data.documentId !== this.params.id) return;
    this.later(() => {
      if (type === 'values' || type === 'queue') this.news++;
      else this.read();
    });
  }

  async read() {
    const { siteId } = this.site;
    try {
      const document = await call('GET', `/documents/${encoded(this.params.id)}`, { siteId }, undefined, { signal: this.live });
      this.rights = await permissions(siteId, document.path ?? '', { signal: this.live });
      this.shown = { ...document, siteId };
      this.refused = null;
      globalThis.document.title = `${nameOf(document)} – Trestle`;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.refused = failure;
    }
  }

  get row() {
    return { ...this.shown, name: nameOf(this.shown), at: this.shown.path };
  }

  async deleteShown() {
    const { siteId } = this.site;
    const folder = parentOf(this.shown.path);
    await deleteRows(siteId, [this.row]);
    navigate(folderLink(siteId, folder));
  }

  /** Another content for the same document, with its checksum. */
  async replace(event) {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    const { siteId } = this.site;
    this.sending = { name: file.name, share: 0, leaving: new AbortController() };
    try {
      const { url, headers } = await call('GET', `/documents/${encoded(this.params.id)}/upload`, { siteId, contentLength: file.size });
      const type = typeOf(file);
      await putFile(url, {
        headers: type ? { ...headers, 'Content-Type': type } : headers,
        file,
        signal: this.sending.leaving.signal,
        onProgress: (share) => {
          this.sending = { ...this.sending, share };
        },
      });
      toast(t('fk.replaced'));
      await this.read();
    } catch (failure) {
      if (failure.name !== 'AbortError') toast(failure.status === 0 ? t('fk.up.lost') : words(failure), { tone: 'bad' });
    } finally {
      this.sending = null;
    }
  }

  body() {
    const { shown } = this;
    if (this.refused?.status === 404) {
      return html`<div class="fk-alone"><t-empty heading=${t('fk.noDocument')} text=${t('fk.noDocumentText')} .action=${html`<a class="button" href=${folderLink(this.site.siteId, '')}>${t('fk.files')}</a> <a class="button" href="/formkiq/${encoded(this.site.siteId)}/deleted">${t('fk.deleted')}</a>`}></t-empty></div>`;
    }
    if (this.refused)
      return html`<div class="fk-alone"><t-error .failure=${this.refused} .retry=${() => this.read()}></t-error><p><a href=${folderLink(this.site.siteId, '')}>${t('fk.files')}</a></p></div>`;
    if (!shown) return html`<div class="fk-alone"><t-state loading rows="8"></t-state></div>`;
    const name = nameOf(shown);
    return html`<div class="fk-document">${this.head(shown, name)}
      <div class="fk-notes">
      ${
        this.sending
          ? html`<div class="fk-sending"><t-progress label=${t('fk.replacing', { name: this.sending.name })} .value=${this.sending.share} .cancel=${() => this.sending.leaving.abort()}></t-progress></div>`
          : nothing
      }
      <fk-lock .siteId=${this.site.siteId} .documentId=${shown.documentId} ?writes=${this.rights.has('WRITE')} news=${this.news} @changed=${() => this.read()}></fk-lock>
      <fk-malware .document=${shown} .siteId=${this.site.siteId} ?writes=${this.rights.has('WRITE')} ?governs=${this.rights.has('GOVERN') || this.rights.has('ADMIN')} news=${this.news}></fk-malware></div>
      <section class="fk-stage" aria-label=${t('fk.preview')}><fk-preview .document=${shown}></fk-preview></section>
      <aside class="fk-aside" aria-label=${t('fk.details')}>${this.tabs(shown)}</aside></div>
      ${
        this.naming
          ? html`<fk-name-dialog .siteId=${this.site.siteId} .row=${this.row} @close=${() => {
              this.naming = false;
            }} @named=${() => {
              this.naming = false;
              this.read();
            }}></fk-name-dialog>`
          : nothing
      }${this.moving ? this.moveDialog() : nothing}`;
  }

  moveDialog() {
    const { siteId } = this.site;
    return html`<fk-move-dialog .siteId=${siteId} .siteName=${siteTitle(this.site)} .rows=${[this.row]} .from=${parentOf(this.shown.path)} @close=${() => {
      this.moving = false;
    }} @move-to=${async (event) => {
      this.moving = false;
      await moveRows(siteId, [this.row], event.detail);
      this.read();
    }}></fk-move-dialog>`;
  }

  head(shown, name) {
    const { siteId } = this.site;
    const writes = this.rights.has('WRITE');
    const above = names(parentOf(shown.path));
    return html`<header class="fk-head"><nav aria-label=${t('fk.path')}><ol class="fk-crumb-list"><li><a href=${folderLink(siteId, '')}>${siteTitle(this.site)}</a></li>
        ${shown.belongsToDocumentId ? html`<li><a href=${documentLink({ siteId, documentId: shown.belongsToDocumentId })}>${t('fk.parent')}</a></li>` : above.map((each, i) => html`<li><a class="cut" href=${folderLink(siteId, above.slice(0, i + 1).join('/'))}>${each}</a></li>`)}</ol></nav>
      <div class="fk-title">${kindBadge(shown)}<h1 class="cut" title=${name}>${name}</h1>
        <span class="quiet fk-wide">${shown.contentLength === undefined ? nothing : bytes(shown.contentLength)} <t-time at=${iso(shown.lastModifiedDate ?? shown.insertedDate)}></t-time></span><span class="end"></span>
        ${this.act('viewer', t('fk.fullScreen'), 'open', () => this.view(shown, name))}
        ${this.act('download', t('fk.download'), 'download', () => downloadDocument(siteId, shown))}
        ${this.act('link', t('fk.copyLink'), 'link', () => copyLink(documentLink(shown)))}
        ${
          writes && shown.path && !shown.belongsToDocumentId
            ? html`${this.act('rename', t('fk.rename'), 'pencil', () => {
                this.naming = true;
              })}${this.act('move', t('fk.move'), 'move', () => {
                this.moving = true;
              })}`
            : nothing
        }
        ${writes && !shown.deepLinkPath ? html`${this.act('replace', t('fk.replace'), 'replace', () => this.querySelector('#fk-replace').click())}<input id="fk-replace" type="file" hidden tabindex="-1" @change=${this.replace}>` : nothing}
        ${this.rights.has('DELETE') && !shown.belongsToDocumentId ? this.act('delete', t('fk.delete'), 'trash', () => this.deleteShown()) : nothing}</div></header>`;
  }

  act(name, text, drawing, run) {
    return html`<button type="button" data-act=${name} title=${text} aria-label=${text} @click=${run}>${icon(drawing)}<span class="fk-roomy">${text}</span></button>`;
  }

  async view(shown, name) {
    const { siteId, documentId } = shown;
    const path = `/documents/${encoded(documentId)}`;
    const url = async () => (await call('GET', `${path}/url`, { siteId, inline: true })).url;
    const text = async () => (await call('GET', `${path}/content`, { siteId })).content ?? '';
    const isText = /^text\/|json/.test(shown.contentType ?? '');
    openViewer({ items: [{ name, type: shown.contentType ?? '', size: shown.contentLength, url, ...(isText ? { text } : {}) }] });
  }

  tabs(shown) {
    const { siteId, documentId } = shown;
    const writes = this.rights.has('WRITE');
    const removes = this.rights.has('DELETE');
    const children = shown.documents ?? [];
    const tabs = [
      {
        id: 'attributes',
        text: t('fk.attributes'),
        keep: true,
        content: () =>
          html`<fk-attributes .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes} ?removes=${removes} ?governs=${this.rights.has('GOVERN') || this.rights.has('ADMIN')}></fk-attributes>`,
      },
      {
        id: 'tags',
        text: t('fk.tags'),
        content: () => html`<fk-tags .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes} ?removes=${removes}></fk-tags>`,
      },
      { id: 'about', text: t('fk.about'), content: () => html`<fk-facts .document=${shown} .siteId=${siteId} ?writes=${writes}></fk-facts>` },
      {
        id: 'text',
        text: t('fk.text'),
        content: () => html`<fk-text .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes} ?removes=${removes}></fk-text>`,
      },
      ...(shown.deepLinkPath
        ? []
        : [
            {
              id: 'versions',
              text: t('fk.versions'),
              content: () =>
                html`<fk-versions .document=${shown} .siteId=${siteId} news=${this.news} ?writes=${writes} ?removes=${removes} @changed=${() => this.read()}></fk-versions>`,
            },
          ]),
      ...(shown.belongsToDocumentId
        ? []
        : [
            {
              id: 'workflows',
              text: t('fk.workflows'),
              content: () =>
                html`<fk-document-workflows .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes}></fk-document-workflows>`,
            },
          ]),
      {
        id: 'classified',
        text: t('fk.classified'),
        content: () =>
          html`<fk-classifications .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes}></fk-classifications>`,
      },
      {
        id: 'actions',
        text: t('fk.actions'),
        content: () => html`<fk-actions .siteId=${siteId} .documentId=${documentId} news=${this.news} ?writes=${writes}></fk-actions>`,
      },
      {
        id: 'activity',
        text: t('fk.activity'),
        content: () =>
          html`<fk-document-record .siteId=${siteId} .documentId=${documentId} news=${this.news} ?governs=${this.rights.has('GOVERN') || this.rights.has('ADMIN')}></fk-document-record>`,
      },
      ...(writes && !shown.belongsToDocumentId
        ? [{ id: 'links', text: t('fk.links'), content: () => html`<fk-links .siteId=${siteId} .documentId=${documentId}></fk-links>` }]
        : []),
      ...(children.length > 0 ? [{ id: 'children', text: t('fk.children', { n: children.length }), content: () => this.below(children) }] : []),
    ];
    return html`<t-tabs label=${t('fk.details')} .tabs=${tabs} selected=${this.query.get('tab') ?? 'attributes'} @tab-select=${(event) => setQuery({ tab: event.detail === 'attributes' ? null : event.detail })}></t-tabs>`;
  }

  below(children) {
    return html`<ul class="fk-related">${children.map(
      (
        each,
      ) => html`<li>${kindBadge(each)}<a class="cut" href=${documentLink({ siteId: this.site.siteId, documentId: each.documentId })}>${nameOf(each)}</a>
      <span class="quiet">${each.contentLength === undefined ? '' : bytes(each.contentLength)}</span></li>`,
    )}</ul>`;
  }
}

define('fk-document', DocumentPage);
