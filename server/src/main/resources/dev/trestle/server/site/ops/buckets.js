import { harmless } from '/ui/markdown.js';
import { admin, q } from './shared.js';
import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { systemName } from '/ui/systems.js';
import { setQuery } from '/ui/router.js';
import { confirmed } from '/ui/dialog.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { download, request } from '/session.js';
import '/ui/all.js';

const SHOWN_MAX = 20 * 1024 * 1024;
const PICTURES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
};

const nameOf = (key) => key.split('/').at(-1) || key;

/** The type under which a picture is shown: one that browsers only draw, whatever the object says. */
function pictureType({ key, contentType }) {
  const known = Object.values(PICTURES);
  return known.includes(contentType) ? contentType : (PICTURES[key.split('.').at(-1).toLowerCase()] ?? 'image/png');
}

/** Buckets, the objects in them by prefix, and what an object holds. */
class Buckets extends Page {
  static properties = {
    ...Page.properties,
    buckets: { state: true },
    failure: { state: true },
    shown: { state: true },
    preview: { state: true },
    previewFailure: { state: true },
  };

  constructor() {
    super();
    this.buckets = null;
    this.failure = null;
    this.shown = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.release();
  }

  async load() {
    this.failure = null;
    try {
      this.buckets = (await admin('GET', '/storage/buckets', undefined, { signal: this.live })).items;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  get bucket() {
    return this.query.get('bucket');
  }

  get prefix() {
    return this.query.get('prefix') ?? '';
  }

  path(what, rest = '') {
    return `/storage/buckets/${q(this.bucket)}/${what}${rest}`;
  }

  willUpdate(changed) {
    if (!changed.has('query')) return;
    const place = `${this.bucket} ${this.prefix}`;
    if (place !== this.place) {
      this.place = place;
      this.list = this.bucket ? (cursor) => this.page(cursor) : null;
    }
    const key = this.query.get('key');
    if (key !== (this.opened ?? null)) {
      this.opened = key;
      this.open(key);
    }
  }

  async page(cursor) {
    const page = await admin('GET', this.path('objects', `?limit=50&prefix=${q(this.prefix)}${cursor ? `&cursor=${q(cursor)}` : ''}`), undefined, {
      signal: this.live,
    });
    return { rows: page.items, next: page.next ?? null };
  }

  release() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = null;
  }

  async open(key) {
    this.release();
    this.shown = null;
    this.preview = null;
    this.previewFailure = null;
    if (!key || !this.bucket) return;
    try {
      const shown = await admin('GET', this.path('object', `?key=${q(key)}`), undefined, { signal: this.live });
      if (this.opened !== key) return;
      this.shown = shown;
      this.preview = await this.look(shown);
    } catch (failure) {
      if (failure.name === 'AbortError' || this.opened !== key) return;
      if (this.shown) this.previewFailure = failure;
      else {
        toast(words(failure), { tone: 'bad' });
        setQuery({ key: null });
      }
    }
  }

  /** What of an object can be shown. Bytes become a picture or a document of a type that runs nothing; all else is text. */
  async look(shown) {
    const { kind, key, bytes: size } = shown;
    if (kind === 'other') return { kind };
    if (kind === 'image' || kind === 'pdf') {
      if (size > SHOWN_MAX) return { kind: 'large' };
      const answer = await request('GET', `/admin/v1${this.path('content', `?key=${q(key)}`)}`, undefined, { signal: this.live });
      const content = await answer.arrayBuffer();
      if (this.opened !== key) return null;
      this.address = URL.createObjectURL(new Blob([content], { type: kind === 'pdf' ? 'application/pdf' : pictureType(shown) }));
      return { kind, address: this.address };
    }
    return { ...(await admin('GET', this.path('preview', `?key=${q(key)}`), undefined, { signal: this.live })), json: kind === 'json' };
  }

  async save({ key }) {
    try {
      await download(`/admin/v1${this.path('content', `?key=${q(key)}`)}`, nameOf(key));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove({ key, etag }) {
    const owner = this.buckets.find((each) => each.bucket === this.bucket)?.system;
    const done = await confirmed({
      heading: t('ops.object.deleteTitle', { name: key }),
      text: owner ? t('ops.object.deleteOwned', { system: systemName(owner) }) : t('ops.object.deleteText'),
      label: t('ops.delete'),
      act: () => admin('DELETE', this.path('object', `?key=${q(key)}&etag=${q(etag)}`)),
    });
    if (!done) return;
    toast(t('ops.object.deleted', { name: key }));
    setQuery({ key: null });
    this.querySelector('t-table')?.reload();
  }

  render() {
    return html`<div class="page-head"><h1>${t('ops.buckets')}</h1></div>
      ${this.failure ? html`<t-error .failure=${this.failure} .retry=${() => this.load()}></t-error>` : nothing}
      ${this.buckets?.length === 0 ? html`<section class="card"><t-empty heading=${t('ops.bucket.none')} text=${t('ops.bucket.noneText')}></t-empty></section>` : nothing}
      ${
        this.buckets?.length
          ? html`<div class="split"><section class="card stack tight side" aria-label=${t('ops.buckets')}>${this.bucketList()}</section><div class="stack">${
              this.bucket
                ? this.objects()
                : html`<section class="card"><t-empty heading=${t('ops.bucket.choose')} text=${t('ops.bucket.chooseText')}></t-empty></section>`
            }</div></div>`
          : nothing
      }${this.dialog()}`;
  }

  href(query) {
    return `/console/buckets?${new URLSearchParams(query)}`;
  }

  bucketList() {
    return html`<ul class="choices">${this.buckets.map(
      (
        each,
      ) => html`<li><a href=${this.href({ bucket: each.bucket })} aria-current=${each.bucket === this.bucket ? 'true' : nothing}>${each.bucket}</a>
      ${each.system ? html`<span class="quiet">${systemName(each.system)}</span>` : nothing}</li>`,
    )}</ul>`;
  }

  /** The way down: the bucket, and each prefix on the way. */
  crumbs() {
    const parts = this.prefix.split('/').slice(0, -1);
    const link = (text, prefix, current) =>
      current
        ? html`<span aria-current="page">${text}</span>`
        : html`<a href=${this.href({ bucket: this.bucket, ...(prefix ? { prefix } : {}) })}>${text}</a>`;
    return html`<nav class="crumbs" aria-label=${t('ops.object.place')}>${link(this.bucket, '', parts.length === 0)}${parts.map((part, i) => html` / ${link(part || '∅', `${parts.slice(0, i + 1).join('/')}/`, i === parts.length - 1)}`)}</nav>`;
  }

  objects() {
    return html`<section class="card stack">${this.crumbs()}
      <t-table caption=${t('ops.objects')} .load=${this.list} .rowKey=${(row) => row.name} .empty=${{ heading: t('ops.object.none'), text: t('ops.object.noneText') }} .columns=${[
        {
          title: t('ops.object.name'),
          cell: (row) =>
            row.isPrefix
              ? html`<a class="mono" data-prefix=${row.name} href=${this.href({ bucket: this.bucket, prefix: row.name })}>${row.name.slice(this.prefix.length)}</a>`
              : html`<a class="mono cut" data-object=${row.name} href=${this.href({ bucket: this.bucket, ...(this.prefix ? { prefix: this.prefix } : {}), key: row.name })}>${row.name.slice(this.prefix.length) || row.name}</a>`,
        },
        { title: t('ops.table.size'), number: true, cell: (row) => (row.isPrefix ? '' : bytes(row.bytes)) },
        { title: t('ops.object.changed'), cell: (row) => (row.isPrefix ? '' : html`<t-time at=${row.changedAt}></t-time>`) },
      ]}></t-table></section>`;
  }

  dialog() {
    const { shown } = this;
    return html`<t-dialog wide heading=${shown ? nameOf(shown.key) : ''} ?open=${!!shown} .content=${shown ? this.details(shown) : nothing} @close=${() => setQuery({ key: null })}
      .actions=${
        shown
          ? html`<button type="button" class="danger" data-act="delete-object" @click=${() => this.remove(shown)}>${t('ops.delete')}</button>
        <button type="button" class="primary" data-act="download" @click=${() => this.save(shown)}>${t('ops.object.download')}</button>`
          : nothing
      }></t-dialog>`;
  }

  details(shown) {
    return html`<dl class="facts"><dt>${t('ops.object.key')}</dt><dd><t-id value=${shown.key}></t-id></dd><dt>${t('ops.table.size')}</dt><dd>${bytes(shown.bytes)}</dd>
        <dt>${t('ops.object.type')}</dt><dd class="mono">${shown.contentType ?? '–'}</dd><dt>${t('ops.object.changed')}</dt><dd><t-time at=${shown.changedAt}></t-time></dd><dt>ETag</dt><dd class="mono">${shown.etag}</dd>
        ${Object.entries(shown.metadata).map(([name, value]) => html`<dt class="mono">${name}</dt><dd class="mono">${value}</dd>`)}</dl>
      <section aria-label=${t('ops.object.preview')} data-preview>${this.previewFailure ? html`<t-error .failure=${this.previewFailure}></t-error>` : this.preview ? this.content(shown) : html`<span class="skeleton"></span>`}</section>`;
  }

  content(shown) {
    const { kind, address, text, html: rendered, cut, json } = this.preview;
    if (kind === 'other' || kind === 'large') return html`<p class="quiet">${t(kind === 'large' ? 'ops.object.large' : 'ops.object.noPreview')}</p>`;
    if (kind === 'image') return html`<img class="object-picture" src=${address} alt=${nameOf(shown.key)}>`;
    if (kind === 'pdf') return html`<iframe class="object-document" src=${address} title=${nameOf(shown.key)}></iframe>`;
    const note = cut ? html`<p class="quiet">${t('ops.object.cut')}</p>` : nothing;
    if (rendered) return html`${note}<div class="object-markdown prose">${harmless(rendered)}</div>`;
    return html`${note}<pre tabindex="0">${json && !cut ? indented(text) : text}</pre>`;
  }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

define('console-buckets', Buckets);
