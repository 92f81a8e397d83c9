import { define, html, nothing, svg } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { navigate, setQuery } from '/ui/router.js';
import { openInlineMenu } from '/ui/inline-menu.js';
import { isDrafted } from '/ui/draft.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, letterPath, part, SITE, status } from './api.js';
import { dateInWords, yearOf } from './dates.js';
import { between, needsChecking } from './letter-row.js';
import { MemberPage } from './member-page.js';
import { moveLetter } from './move.js';
import './reading.js';
import './scan.js';
import './comments.js';
import './versions.js';
import './edit.js';

const NARROW = '(max-width: 48rem)';
const NO_PAGES = [];
const CROP_WIDTHS = 2.4;
const CROP_HEIGHTS = 2.2;

/** A letter: its scan beside its text, with the same word marked in both, who wrote what when, and what people say about it. */
class LetterPage extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    letter: { state: true },
    place: { state: true },
    pages: { state: true },
    failure: { state: true },
    found: { state: true },
    editing: { state: true },
    word: { state: true },
    changedBy: { state: true },
    withScan: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { letter: null, place: null, pages: null, found: null, editing: false, word: null, changedBy: null });
    this.editWord = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.onKey = (event) => this.key(event);
    document.addEventListener('keydown', this.onKey);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.onKey);
  }

  get path() {
    return `/letters/${part(this.params.date)}`;
  }

  async opened() {
    await Promise.all([this.read(), this.readPages(), this.readPlace()]);
    if (this.letter && (this.query.get('edit') || isDrafted(`htt.letter ${this.letter.date}`))) this.editing = true;
  }

  async read() {
    try {
      const letter = await api('GET', this.path, undefined, { signal: this.live });
      Object.assign(this, { letter, failure: null, changedBy: null });
      document.title = `${letter.title} – Trestle`;
    } catch (failure) {
      const moved = failure.answer?.movedTo;
      if (moved) navigate(letterPath(moved), { replace: true });
      else if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** Which of all letters it is. Without that, nothing is missing that the page needs. */
  async readPlace() {
    try {
      this.place = await api('GET', `${this.path}/place`, undefined, { signal: this.live });
    } catch {
      this.place = null;
    }
  }

  async readPages() {
    try {
      this.pages = (await api('GET', `${this.path}/pages`, undefined, { signal: this.live })).pages;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.pages ??= [];
    }
  }

  /** Another's edit does not move what is read: it is told, and shown when asked for. */
  told(type, data) {
    if (type !== 'letter' || data.date !== this.params.date) return;
    this.refresh();
  }

  async refresh() {
    try {
      const letter = await api('GET', this.path, undefined, { signal: this.live });
      const known = this.letter;
      if (!known) return;
      if (letter.versionCount !== known.versionCount && letter.updatedBy !== this.userId) this.changedBy = letter;
      else if (!this.editing) this.letter = letter;
    } catch (failure) {
      if (failure.name !== 'AbortError' && !this.editing) this.failure = failure;
    }
  }

  get mode() {
    const asked = this.query.get('view');
    if (!this.pages?.length) return 'text';
    if (asked === 'text' || asked === 'scan') return asked;
    return 'both';
  }

  key(event) {
    const typing =
      event.composedPath()[0].closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog[open], t-inline-menu');
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !this.letter) return;
    const { previous, next } = this.letter;
    if (event.key === 'e' && !this.editing) this.edit();
    else if (event.key === 'c' && this.word && !this.editing) this.edit(this.word);
    else if (event.key === 'j' && next && !this.editing) navigate(letterPath(next.date));
    else if (event.key === 'k' && previous && !this.editing) navigate(letterPath(previous.date));
    else if (['p', 'n'].includes(event.key) && this.pages?.length > 1 && !event.target.closest?.('htt-scan')) {
      const scan = this.querySelector('htt-scan');
      scan?.go(scan.at + (event.key === 'n' ? 1 : -1));
    } else return;
    event.preventDefault();
  }

  edit(word = null) {
    Object.assign(this, { editing: true, editWord: word, word: null });
  }

  foundWord({ detail }) {
    this.word = detail;
    this.found = detail?.scanned ?? null;
  }

  clickedScan({ detail: { page, x, y } }) {
    if (this.editing) {
      this.querySelector('htt-edit').find(page, x, y);
      return;
    }
    const text = this.querySelector('htt-text');
    if (!text?.find(page, x, y)) text?.clear();
  }

  async saved() {
    this.editing = false;
    setQuery({ edit: null });
    await this.read();
    toast(t('htt.saved'));
  }

  async checked() {
    try {
      const { content, versionCount } = this.letter;
      this.letter = { ...this.letter, ...(await api('PUT', this.path, { content, versionCount, transcription: 'checked' })) };
      toast(t('htt.nowChecked'));
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async more(event) {
    const anchor = event.currentTarget;
    const { letter } = this;
    const chosen = await openInlineMenu({
      anchor,
      label: t('htt.more'),
      items: [
        { id: 'edit', text: t('htt.edit'), key: 'e' },
        ...(letter.transcription === 'machine' ? [{ id: 'checked', text: t('htt.markChecked') }] : []),
        { id: 'print', text: t('htt.print') },
        ...(this.pages?.length ? [{ id: 'printScan', text: t('htt.printScan') }] : []),
        ...(letter.hasPdf || letter.pdfKey ? [{ id: 'pdf', text: t('htt.downloadPdf') }] : []),
        { id: 'move', text: t('htt.changeDate'), apart: true },
        ...(this.isAdmin ? [{ id: 'delete', text: t('htt.deleteLetter') }] : []),
      ],
    });
    const acts = {
      edit: () => this.edit(),
      checked: () => this.checked(),
      print: () => this.print(false),
      printScan: () => this.print(true),
      pdf: () => this.pdf(),
      move: () => moveLetter(letter),
      delete: () => this.remove(),
    };
    acts[chosen]?.();
  }

  async print(withScan) {
    this.withScan = withScan;
    await this.updateComplete;
    if (withScan) await Promise.allSettled([...this.querySelectorAll('.htt-print-pages img')].map((each) => each.decode()));
    globalThis.print();
  }

  async pdf() {
    try {
      const { downloadUrl, filename } = await api('GET', `${this.path}/pdf`);
      Object.assign(document.createElement('a'), { href: downloadUrl, download: filename ?? '', target: '_blank', rel: 'noopener' }).click();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async remove() {
    const { date, title } = this.letter;
    try {
      await api('DELETE', `/letters/${part(date)}`);
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
      return;
    }
    navigate(`${SITE}/letters`);
    toast(t('htt.letterDeleted', { title }), {
      undo: async () => {
        try {
          await api('POST', `/letters/${part(date)}/restore`);
          navigate(letterPath(date));
        } catch (failure) {
          toast(words(failure), { tone: 'bad' });
        }
      },
    });
  }

  view() {
    if (this.failure) return this.gone();
    if (!this.letter) return html`<div class="htt-alone"><t-state loading rows="10"></t-state></div>`;
    const { mode } = this;
    return html`<div class="htt-letter" data-view=${mode} data-scan=${this.pages?.length ? 'yes' : 'no'}>${this.bar(mode)}
      ${this.pages?.length ? html`<htt-scan .pages=${this.pages} .found=${this.found} .anew=${() => this.readPages()} @scan-click=${this.clickedScan} @scan-open=${() => setQuery({ view: 'scan' })}></htt-scan>` : nothing}
      <article class="htt-article"><div class="htt-measure">${this.editing ? this.editor() : this.text()}</div></article>
      <aside class="htt-letter-side" aria-label=${t('htt.beside')}>${this.aside()}</aside>
      ${this.withScan ? html`<div class="htt-print-pages">${this.pages.map((page) => html`<img src=${page.url} alt=${t('htt.page', { n: page.page })}>`)}</div>` : nothing}</div>`;
  }

  gone() {
    const { failure } = this;
    if (failure.status !== 404) return html`<div class="htt-alone"><t-error .failure=${failure} .retry=${() => this.opened()}></t-error></div>`;
    const isDeleted = failure.code === 'letter-deleted';
    return html`<div class="htt-alone"><t-empty heading=${t(isDeleted ? 'htt.isDeleted' : 'htt.noLetter')} text=${dateInWords(this.params.date)} .action=${html`<p class="row htt-center">
      ${isDeleted && this.isAdmin ? html`<button type="button" class="primary" data-act="restore" @click=${() => this.restore()}>${t('htt.restore')}</button>` : nothing}<a href="${SITE}/letters">${t('htt.allLetters')}</a></p>`}></t-empty></div>`;
  }

  async restore() {
    try {
      await api('POST', `${this.path}/restore`);
      this.failure = null;
      await this.opened();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  bar(mode) {
    const { letter } = this;
    const { previous, next } = letter;
    const year = yearOf(letter.date);
    const step = (to, name, sign) =>
      to
        ? html`<a class="button plain icon" href=${letterPath(to.date)} aria-label=${t(name, { title: to.title })} title=${t(name, { title: to.title })}>${icon(sign)}</a>`
        : html`<span class="button plain icon htt-off" aria-hidden="true">${icon(sign)}</span>`;
    const views = matchMedia(NARROW).matches ? ['text', 'scan'] : ['text', 'both', 'scan'];
    const pressed = (view) => view === mode || (mode === 'both' && views.length === 2 && view === 'text');
    return html`<div class="htt-bar"><a class="button plain" href="${SITE}/letters?at=${year || '0000'}" data-act="back">${icon('left')}${year || t('htt.undated')}</a>
      <span class="htt-wide htt-steps">${step(previous, 'htt.previousLetter', 'up')}${step(next, 'htt.nextLetter', 'down')}${this.place ? html`<span class="quiet number htt-place-of">${t('htt.letterOf', this.place)}</span>` : nothing}</span>
      ${
        this.pages?.length
          ? html`<span class="htt-seg end" role="group" aria-label=${t('htt.viewAs')}>${views.map((view) => html`<button type="button" data-view=${view} aria-pressed=${pressed(view) ? 'true' : 'false'} @click=${() => setQuery({ view: view === 'both' ? null : view })}>${t(`htt.view.${view}`)}</button>`)}</span>`
          : html`<span class="end"></span>`
      }
      <span class="htt-wide row htt-acts">${this.editing ? nothing : html`<button type="button" data-act="edit" @click=${() => this.edit()}>${t('htt.edit')} <kbd>e</kbd></button>`}
        <button type="button" class="icon" data-act="print" aria-label=${t('htt.print')} title=${t('htt.print')} @click=${() => this.print(false)}>${icon('print')}</button>
        ${letter.hasPdf || letter.pdfKey ? html`<button type="button" class="icon" data-act="pdf" aria-label=${t('htt.downloadPdf')} title=${t('htt.downloadPdf')} @click=${this.pdf}>${icon('download')}</button>` : nothing}</span>
      <button type="button" class="plain icon" data-act="more" aria-haspopup="dialog" aria-label=${t('htt.more')} @click=${this.more}>${icon('dots')}</button></div>`;
  }

  editor() {
    return html`<htt-edit .letter=${this.letter} .pages=${this.pages ?? NO_PAGES} .word=${this.editWord} @caret-word=${({ detail }) => {
      this.found = detail;
    }} @saved=${this.saved} @edit-end=${() => {
      this.editing = false;
      setQuery({ edit: null });
    }}></htt-edit>`;
  }

  text() {
    const { letter } = this;
    return html`${
      this.changedBy
        ? html`<div class="row draft-note" role="status"><span>${t('htt.changedBy', { name: this.changedBy.updatedByName ?? '' })}</span><button type="button" class="plain" data-act="show-change" @click=${() => this.read()}>${t('htt.showIt')}</button></div>`
        : nothing
    }
      <header class="htt-head"><h1>${letter.title}</h1><p class="htt-by-line">${between(letter)}<span>${dateInWords(letter.date)}</span>${letter.location ? html`<span>${letter.location}</span>` : nothing}
        ${letter.transcription === 'checked' ? status('good', 'check', t('htt.transcription.checked')) : letter.transcription === 'machine' ? needsChecking() : nothing}</p></header>
      <htt-text .html=${letter.html} .letter=${letter} .pages=${this.pages ?? NO_PAGES} @word-found=${this.foundWord}></htt-text>
      <span class="sr-only" role="status">${this.word ? (this.found ? t('htt.wordOnPage', { word: this.word.text, page: this.found.page + 1 }) : t('htt.wordNowhere', { word: this.word.text })) : ''}</span>
      ${letter.transcription === 'machine' ? html`<p class="htt-check"><button type="button" data-act="mark-checked" @click=${this.checked}>${icon('check')}${t('htt.markChecked')}</button> <span class="quiet">${t('htt.markCheckedHint')}</span></p>` : nothing}
      ${this.neighbours()}`;
  }

  /** Where to read on. */
  neighbours() {
    const { previous, next } = this.letter;
    const link = (to, name, way) =>
      to
        ? html`<a class="htt-neighbour ${way}" rel=${way} href=${letterPath(to.date)}><span class="quiet">${t(name)}</span><span>${to.title}</span></a>`
        : html`<span></span>`;
    return html`<nav class="htt-neighbours" aria-label=${t('htt.otherLetters')}>${link(previous, 'htt.before', 'prev')}
      <span class="quiet number">${this.place ? t('htt.letterOf', this.place) : nothing}</span>${link(next, 'htt.after', 'next')}</nav>`;
  }

  aside() {
    const { letter } = this;
    return html`${this.word && !this.editing ? this.wordCard() : nothing}
      <section><htt-comments item="letters/${letter.date}" type="letter" heading=${letter.title} .userId=${this.userId} ?admin=${this.isAdmin}></htt-comments></section>
      ${letter.description ? html`<section><h2>${t('htt.field.description')}</h2><p class="htt-description">${letter.description}</p></section>` : nothing}
      <section><htt-versions .letter=${letter} @reverted=${() => this.read()}></htt-versions></section>
      ${
        letter.tags?.length
          ? html`<section><h2>${t('htt.tags')}</h2><p class="htt-tags">${letter.tags.map((tag) => html`<a class="htt-tag" href="${SITE}/letters?tag=${part(tag)}">${tag}</a>`)}</p></section>`
          : nothing
      }`;
  }

  /** The marked word as it stands on the page, large, and what it was read as. */
  wordCard() {
    const { word, found } = this;
    const page = found ? this.pages[found.page] : null;
    const isOther = found && found.text.toLowerCase() !== word.text.toLowerCase();
    return html`<section class="htt-word">${page ? this.crop(page, found) : nothing}
      <div><span class="cut">${found ? t(isOther ? 'htt.machineRead' : 'htt.readAs') : t('htt.notInScan')} <b>${isOther ? found.text : word.text}</b></span>
      <button type="button" data-act="correct" @click=${() => this.edit(word)}>${t('htt.correct')} <kbd>c</kbd></button></div></section>`;
  }

  crop({ url, width, height }, { x, y, w, h }) {
    const [bw, bh] = [w * width, h * height];
    const [vw, vh] = [bw * CROP_WIDTHS, bh * CROP_HEIGHTS];
    const box = [x * width - (vw - bw) / 2, y * height - (vh - bh) / 2, vw, vh].map((each) => Math.round(each)).join(' ');
    return svg`<svg viewBox=${box} role="img" aria-label=${t('htt.wordInScan')} preserveAspectRatio="xMidYMid slice"><image href=${url} width=${width} height=${height}/><rect x=${x * width - 3} y=${y * height - 3} width=${bw + 6} height=${bh + 6} rx="3"/></svg>`;
  }
}

define('htt-letter', LetterPage);
