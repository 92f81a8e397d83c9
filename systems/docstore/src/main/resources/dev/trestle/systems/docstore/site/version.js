import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { bytes, t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { useSheet } from '/ui/sheet.js';
import { toast } from '/ui/toast.js';
import { listen } from '/events.js';
import { call, download, request } from '/session.js';
import { confirmRestore, markVersion, nameDialog } from './history.js';
import { headings } from './outline.js';
import './diff.js';
import './preview.js';

const API = '/docstore/v1';

/** An old version of a document, to be read: its text as it was, what differs from now, and the way back to it. */
class VersionPage extends Page {
  static properties = {
    ...Page.properties,
    document: { state: true },
    shown: { state: true },
    text: { state: true },
    failure: { state: true },
    diff: { state: true },
    line: { state: true },
    naming: { state: true },
  };

  get path() {
    return `${API}/documents/${encodeURIComponent(this.params.id)}`;
  }

  get number() {
    return Number(this.params.version);
  }

  get compares() {
    return this.query.get('compare') === 'yes';
  }

  willUpdate(changed) {
    if (changed.has('query') && this.compares && this.document) this.compare();
  }

  async firstUpdated() {
    await useSheet('/docstore/docstore.css');
    await this.open();
    listen(`${API}/events`, {
      signal: this.live,
      onEvent: ({ data }) => {
        if (data?.id === this.params.id) this.refresh();
      },
    });
  }

  async open() {
    this.failure = null;
    try {
      const [content] = await Promise.all([
        request('GET', `${this.path}/versions/${this.number}/content`, undefined, {
          headers: { Accept: 'text/markdown' },
          signal: this.live,
        }),
        this.refresh(),
      ]);
      this.text = (await content.text()).replace(/\r\n?/g, '\n');
      if (this.compares) await this.compare();
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async refresh() {
    [this.document, this.shown] = await Promise.all([
      call('GET', this.path, undefined, { signal: this.live }),
      call('GET', `${this.path}/versions`, undefined, { signal: this.live }),
    ]);
  }

  async compare() {
    this.diff = null;
    try {
      this.diff = await call('GET', `${this.path}/diff?from=${this.number}&to=${this.document.currentVersion}&view=side`, undefined, {
        signal: this.live,
      });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  async restore() {
    const version = this.number;
    const act = () => call('POST', `${this.path}/rollback`, { version }, { headers: { 'If-Match': `"v${this.document.currentVersion}"` } });
    if (await confirmRestore(version, act)) {
      navigate(`/docstore/${encodeURIComponent(this.params.id)}`);
      toast(t('docs.rolledBack', { version }));
    }
  }

  async mark(change) {
    if (await markVersion(this.params.id, this.version, change)) await this.refresh();
  }

  get version() {
    return this.shown?.items.find((each) => each.version === this.number);
  }

  scrolled() {
    this.line = Math.ceil(this.querySelector('doc-preview').topLine);
  }

  render() {
    const back = `/docstore/${encodeURIComponent(this.params.id)}`;
    if (this.failure) {
      return html`<div class="doc-alone"><h1>${t('docs.versionOf', { version: this.number })}</h1><t-error .failure=${this.failure} .retry=${this.failure.status === 404 ? null : () => this.open()}></t-error>
        <p><a href=${back}>${t('docs.backToCurrent')}</a></p></div>`;
    }
    if (!this.document || this.text === undefined)
      return html`<div class="doc-alone"><h1>${t('docs.versionOf', { version: this.number })}</h1><p class="quiet">${t('ui.loading')}</p></div>`;
    return html`<div class="doc-page" data-view=${this.compares ? 'compare' : 'read'}>
      <header class="doc-bar"><h1 class="cut">${this.document.displayName}</h1><t-badge tone="plain" text=${t('docs.state.reading')}></t-badge><span class="end"></span>
        <button type="button" @click=${() => download(`${this.path}/versions/${this.number}/content?download=true`, this.document.fileName)}>${t('docs.download')}</button>
        <a class="button" href=${back} data-act="back-to-current">${t('docs.backToCurrent')}</a></header>
      ${this.banner()}
      <div class="doc-work">
        ${
          this.compares
            ? html`<section class="doc-compare"><h2 class="sr-only">${t('docs.differences')}</h2>
            <doc-diff .rows=${this.diff?.rows} ?truncated=${this.diff?.truncated} left="v${this.number}" right="v${this.document.currentVersion}"></doc-diff></section>`
            : html`<nav class="doc-outline" aria-label=${t('docs.outline')}><h2>${t('docs.outline')}</h2>
            <doc-outline .headings=${headings(this.text)} line=${this.line ?? 0} @jump=${(event) => this.querySelector('doc-preview').goTo(event.detail)}></doc-outline></nav>
          <section class="doc-read"><h2 class="sr-only" id="old-text">${t('docs.versionOf', { version: this.number })}</h2>
            <div class="doc-preview" role="region" aria-labelledby="old-text" tabindex="0" @scroll=${this.scrolled}><doc-preview .text=${this.text} path=${this.path}></doc-preview></div></section>`
        }
        <aside class="doc-versions" aria-label=${t('docs.versions')}><doc-rail .shown=${this.shown} document=${this.params.id} version=${this.number}
          @toggle-history=${() => navigate(`${back}?history=yes`)}></doc-rail></aside>
      </div>
      ${nameDialog(this, this.naming, async (event) => {
        event.preventDefault();
        const name = new FormData(event.target).get('name').trim();
        this.naming = null;
        await this.mark({ name });
      })}</div>`;
  }

  banner() {
    const { version } = this;
    if (!version) return nothing;
    const mayChange = this.document.role !== 'viewer';
    const isCurrent = this.number === this.document.currentVersion;
    return html`<div class="doc-banner" role="status"><div><strong>${version.name ? `v${version.version} · ${version.name}` : t('docs.versionOf', { version: version.version })}</strong>
        <span class="quiet">${version.authorName ?? version.author} · <t-time at=${version.createdAt}></t-time> · ${bytes(version.fileSize)}${version.pinned ? ` · ${t('docs.pinned')}` : ''}</span>
        <div>${isCurrent ? t('docs.isCurrent') : t('docs.isOld')}</div></div>
      <div class="row end">
        ${isCurrent ? nothing : html`<button type="button" data-act="compare" aria-pressed=${this.compares ? 'true' : 'false'} @click=${() => setQuery({ compare: this.compares ? null : 'yes' })}>${t('docs.compareWith', { version: this.document.currentVersion })}</button>`}
        ${
          mayChange
            ? html`<button type="button" data-act="name" @click=${() => {
                this.naming = version;
              }}>${t('docs.nameVersion')}</button>
          <button type="button" data-act="pin" aria-pressed=${version.pinned ? 'true' : 'false'} @click=${() => this.mark({ pinned: !version.pinned })}>${version.pinned ? t('docs.unpin') : t('docs.pin')}</button>
          ${isCurrent ? nothing : html`<button type="button" class="primary" data-act="restore" @click=${this.restore}>${t('docs.rollBack')}</button>`}`
            : nothing
        }</div></div>`;
  }
}

define('docstore-version', VersionPage);
