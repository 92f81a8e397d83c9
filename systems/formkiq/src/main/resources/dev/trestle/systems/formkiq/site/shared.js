import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { rowsTable } from '/ui/table.js';
import { useSheet } from '/ui/sheet.js';
import { putFile, typeOf } from '/ui/files.js';
import '/ui/error.js';
import '/ui/state.js';
import '/ui/time.js';
import { call, encoded, everything, iso, joined, lastName, nameOf, names } from './api.js';
import { icon, kindBadge } from './kinds.js';
import { sharedLink } from './share-link.js';

/** The folders that are shared with the caller's groups, and what is in one of them. */
class Shared extends Page {
  static properties = { ...Page.properties, shares: { state: true }, rows: { state: true }, failure: { state: true }, sending: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    useSheet('/formkiq/formkiq.css');
  }

  willUpdate(changed) {
    if (changed.has('params')) this.read();
  }

  get path() {
    const { path } = this.params;
    return Array.isArray(path) ? path.join('/') : (path ?? '');
  }

  async read() {
    const asked = Symbol('folder');
    this.asked = asked;
    this.rows = null;
    try {
      const options = { signal: this.live };
      const shares = await everything('/shares', {}, 'shares', options);
      const { key } = this.params;
      const rows = key ? await everything('/folders', { shareKey: key, path: this.path }, 'documents', options) : [];
      if (asked === this.asked) Object.assign(this, { shares, rows, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.asked) this.failure = failure;
    }
  }

  get share() {
    return this.shares?.find(({ shareKey }) => shareKey === this.params.key);
  }

  async download(row) {
    try {
      const { url } = await call('GET', `/documents/${encoded(row.documentId)}/url`, { shareKey: this.params.key });
      Object.assign(document.createElement('a'), { href: url, rel: 'noopener', download: '' }).click();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async upload(event) {
    const files = [...event.target.files];
    event.target.value = '';
    for (const file of files) {
      this.sending = file.name;
      try {
        const type = typeOf(file);
        const parameters = { shareKey: this.params.key, contentLength: file.size };
        const { url, headers } = await call('POST', '/documents/upload', parameters, {
          path: joined(this.path, file.name),
          ...(type ? { contentType: type } : {}),
        });
        await putFile(url, { headers: type ? { ...headers, 'Content-Type': type } : headers, file, signal: this.live, onProgress: () => {} });
      } catch (failure) {
        if (failure.name !== 'AbortError') toast(failure.status === 0 ? t('fk.up.lost') : words(failure), { tone: 'bad' });
      }
    }
    this.sending = null;
    this.read();
  }

  render() {
    const head = html`<div class="page-head"><h1>${t('fk.shared')}</h1></div>`;
    if (this.failure)
      return html`${head}<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error><p><a href="/formkiq/shared">${t('fk.shared')}</a></p>`;
    if (!this.rows) return html`${head}<t-state loading rows="5"></t-state>`;
    return html`${head}${this.params.key ? this.folder() : this.all()}`;
  }

  all() {
    if (this.shares.length === 0) return html`<t-empty heading=${t('fk.shared.none')} text=${t('fk.shared.noneText')}></t-empty>`;
    return rowsTable({
      caption: t('fk.shared'),
      rows: this.shares,
      columns: [
        {
          title: t('fk.folder'),
          cell: ({ shareKey, path }) => html`<a class="cut" href=${sharedLink(shareKey, path)}>${icon('folder')}${lastName(path)}</a>`,
        },
        { title: t('fk.site'), cell: ({ siteId }) => siteId },
        { title: t('fk.share.group'), cell: ({ group }) => group },
        { title: t('fk.share.may'), cell: ({ permissions }) => permissions.map((each) => t(`fk.permission.${each}`)).join(', ') },
      ],
    });
  }

  /** From the shared folder on: what is above it is not the caller's to see. */
  crumbs() {
    const from = names(this.share?.path ?? this.path).length;
    const all = names(this.path);
    return all.slice(from - 1).map((name, i) => ({ name, path: all.slice(0, from + i).join('/') }));
  }

  folder() {
    const { key } = this.params;
    const writes = this.share?.permissions.includes('WRITE');
    return html`<div class="stack"><div class="row"><nav aria-label=${t('fk.path')}><ol class="fk-crumb-list"><li><a href="/formkiq/shared">${t('fk.shared')}</a></li>
      ${this.crumbs().map(({ name, path }) => html`<li><a class="cut" href=${sharedLink(key, path)}>${name}</a></li>`)}</ol></nav><span class="end"></span>
      ${
        writes
          ? html`<button type="button" data-act="upload-shared" ?disabled=${Boolean(this.sending)} @click=${() => this.querySelector('#fk-shared-file').click()}>${icon('upload')}${this.sending ?? t('fk.upload')}</button><input id="fk-shared-file" type="file" multiple hidden tabindex="-1" @change=${this.upload}>`
          : nothing
      }</div>
      ${
        this.rows.length === 0
          ? html`<t-empty heading=${t('fk.shared.empty')} text=${t('fk.shared.emptyText')}></t-empty>`
          : rowsTable({
              caption: lastName(this.path),
              rows: this.rows,
              columns: [
                { title: t('fk.name'), cell: (row) => this.nameCell(row, key) },
                { title: t('fk.shared.size'), cell: (row) => (row.contentLength === undefined ? nothing : bytes(row.contentLength)) },
                { title: t('fk.shared.changed'), cell: (row) => html`<t-time at=${iso(row.lastModifiedDate ?? row.insertedDate)}></t-time>` },
                {
                  title: '',
                  cell: (row) =>
                    row.folder
                      ? nothing
                      : html`<span class="fk-acts"><button type="button" data-act="download-shared" @click=${() => this.download(row)}>${icon('download')}${t('fk.download')}</button></span>`,
                },
              ],
            })
      }</div>`;
  }

  nameCell(row, key) {
    return row.folder
      ? html`<a class="cut" href=${sharedLink(key, joined(this.path, row.path))}>${icon('folder')}${row.path}</a>`
      : html`<span class="cut">${kindBadge(row)} ${nameOf(row)}</span>`;
  }
}

define('fk-shared', Shared);
