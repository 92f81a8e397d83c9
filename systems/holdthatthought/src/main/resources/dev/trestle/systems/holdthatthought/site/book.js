import { define, Element, html, nothing } from '/ui/element.js';
import { language, number, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, part } from './api.js';
import '/ui/dialog.js';
import '/ui/field.js';
import '/ui/work.js';

const DECADE = 10;
const LETTERS_MAX = 500;

const decadeOf = ({ year }) => Math.floor(Number(year) / DECADE) * DECADE;

/** The decades in which letters were written, and how many of them. */
export function decades(years) {
  const counts = new Map();
  for (const each of years) counts.set(decadeOf(each), (counts.get(decadeOf(each)) ?? 0) + each.count);
  return [...counts].map(([decade, count]) => ({ decade, count })).sort((one, other) => one.decade - other.decade);
}

/**
 * A book of letters: which ones, how it looks, and the PDF file once it is made. <htt-book ?open=${…} .picked=${dates} .facets=${…} @close @pick>; `pick` asks for
 * letters to be chosen one by one on the page.
 */
class Book extends Element {
  static properties = {
    open: { type: Boolean },
    picked: { attribute: false },
    facets: { attribute: false },
    which: { state: true },
    taken: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { picked: [], facets: null, which: 'all', taken: null, busy: false });
  }

  willUpdate(changed) {
    if (changed.has('open') && this.open && this.picked.length > 0) this.which = 'picked';
  }

  /** What is asked of the server. */
  choice() {
    const value = (name) => /** @type {HTMLInputElement|null} */ (this.querySelector(`[name=${name}]`))?.value ?? '';
    const checked = (name) => this.querySelector(`input[name=${name}]`)?.checked ?? false;
    const which = {
      picked: () => ({ dates: this.picked }),
      decade: () => ({ fromYear: value('decade').padStart(4, '0'), toYear: String(Number(value('decade')) + DECADE - 1).padStart(4, '0') }),
      person: () => ({ person: value('person') }),
      all: () => ({}),
    }[this.which]();
    return { ...which, title: value('title').trim() || undefined, pictures: checked('pictures'), paper: value('paper'), language };
  }

  async begin() {
    this.busy = true;
    try {
      this.taken = await api('POST', '/books', this.choice());
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  async look() {
    this.taken = await api('GET', `/books/${part(this.taken.work.workId)}`);
    return this.taken.work;
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  render() {
    return html`<t-dialog heading=${t('htt.book')} ?open=${this.open} @close=${(event) => {
      event.stopPropagation();
      this.close();
    }} .content=${this.taken ? this.made() : this.form()} .actions=${this.taken ? this.after() : this.before()}></t-dialog>`;
  }

  form() {
    const { facets, which } = this;
    const way = (id, text, more) =>
      html`<div class="htt-book-way"><label class="htt-switch"><input type="radio" name="which" value=${id} .checked=${which === id} @change=${() => {
        this.which = id;
      }}><span>${text}</span></label>${which === id ? more : nothing}</div>`;
    const tens = decades(facets?.years ?? []);
    const people = facets?.authors ?? [];
    return html`<p class="quiet">${t('htt.bookText')}</p>
      <fieldset class="htt-book-which"><legend>${t('htt.bookWhich')}</legend>
        ${way('all', t('htt.bookAll', { n: facets?.total ?? 0 }), nothing)}
        ${tens.length ? way('decade', t('htt.bookDecade'), html`<t-field type="select" label=${t('htt.bookDecade')} name="decade" .options=${tens.map(({ decade, count }) => [String(decade), `${t('htt.decade', { year: String(decade) })} (${number(count)})`])}></t-field>`) : nothing}
        ${people.length ? way('person', t('htt.bookPerson'), html`<t-field type="select" label=${t('htt.person')} name="person" .options=${people.map(({ name }) => [name, name])}></t-field>`) : nothing}
        ${way(
          'picked',
          this.picked.length ? t('htt.bookPicked', { n: this.picked.length }) : t('htt.bookPick'),
          html`<p><button type="button" data-act="pick" @click=${() => this.dispatchEvent(new CustomEvent('pick'))}>${t('htt.bookPickNow')}</button></p>`,
        )}</fieldset>
      <t-field label=${t('htt.bookTitle')} name="title" maxlength="100" hint=${t('htt.bookTitleHint')}></t-field>
      <t-field type="select" label=${t('htt.bookPaper')} name="paper" value="a5" .options=${[
        ['a5', t('htt.bookA5')],
        ['a4', t('htt.bookA4')],
      ]}></t-field>
      <label class="htt-switch"><input type="checkbox" name="pictures" checked><span>${t('htt.bookPictures')}<span class="quiet">${t('htt.bookPicturesHint')}</span></span></label>`;
  }

  before() {
    const isUnfit = (this.which === 'picked' && this.picked.length === 0) || this.picked.length > LETTERS_MAX;
    return html`<button type="button" @click=${() => this.close()}>${t('ui.cancel')}</button>
      <button type="button" class="primary" data-act="make-book" ?disabled=${this.busy || isUnfit} @click=${() => this.begin()}>${t('htt.bookMake')}</button>`;
  }

  made() {
    const { work, downloadUrl, filename } = this.taken;
    const at = `/work/${part(work.workId)}`;
    return html`<t-work label=${t('htt.book')} .work=${work} .load=${() => this.look()} .cancel=${() => api('POST', `${at}/cancel`)}></t-work>
      ${downloadUrl ? this.result(work.result, downloadUrl, filename) : nothing}`;
  }

  result({ letters, pages, missing, missingIn, picturesLeftOut }, url, name) {
    return html`<p role="status">${t('htt.bookMade', { letters: t('htt.lettersN', { n: letters }), pages: t('htt.pageCount', { n: pages }) })}</p>
      ${missing?.length ? html`<div class="htt-book-missing" role="alert"><strong>${t('htt.bookMissing', { n: missingIn })}</strong><p>${missing.join(' ')}</p><p class="quiet">${t('htt.bookMissingHint')}</p></div>` : nothing}
      ${picturesLeftOut ? html`<p>${t('htt.bookLeftOut', { n: picturesLeftOut })}</p>` : nothing}
      <p><a class="button primary" data-act="download-book" href=${url} download=${name ?? ''}>${icon('download')}${t('htt.bookDownload')}</a></p>`;
  }

  after() {
    return html`<button type="button" data-act="another-book" @click=${() => {
      this.taken = null;
    }}>${t('htt.bookAnother')}</button><button type="button" @click=${() => this.close()}>${t('ui.close')}</button>`;
  }
}

define('htt-book', Book);
