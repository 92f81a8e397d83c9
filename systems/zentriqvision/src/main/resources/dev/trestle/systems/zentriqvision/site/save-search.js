import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { api, part } from './api.js';
import { chipValue } from './builder.js';
import { chipsOf } from './filters.js';
import { zone } from './when.js';
import '/ui/dialog.js';
import '/ui/error.js';
import '/ui/field.js';
import '/ui/id.js';

const EVERY_MINUTES = 5;
const SINGLE = ['mask', 'minConfidence', 'start', 'end', 'timeOfDay', 'tz'];

/** Filters as the page has them: a list of values each. */
export const asFilters = (filters) =>
  Object.fromEntries(
    Object.entries(filters ?? {})
      .filter(([name]) => name !== 'tz')
      .map(([name, value]) => [name, (Array.isArray(value) ? value : [value]).map(String)]),
  );

/** Filters as a saved search has them. */
export function asSaved(filters) {
  const saved = Object.fromEntries(Object.entries(filters).map(([name, list]) => [name, SINGLE.includes(name) ? list[0] : list]));
  if (saved.mask !== undefined) saved.mask = saved.mask === 'true';
  if (saved.minConfidence !== undefined) saved.minConfidence = Number(saved.minConfidence);
  if (saved.timeOfDay !== undefined) saved.tz ??= zone;
  return saved;
}

/** What a saved search looks for, as chips that are read. */
export function filterTags(filters) {
  const chips = chipsOf(filters);
  if (chips.length === 0) return html`<span class="quiet">${t('zv.everybody')}</span>`;
  return chips.map(
    ({ name, values: list }) => html`<span class="zv-tag"><span class="quiet">${t(`zv.filter.${name}`)}</span> ${chipValue(name, list)}</span>`,
  );
}

/**
 * Keeps a search, or changes one that is kept: <zv-save-search ?open=${…} .filters=${…} .search=${saved or null}>. It tells "search-saved" with what was stored, and "close".
 */
class SaveSearch extends Element {
  static properties = {
    open: { type: Boolean },
    filters: { attribute: false },
    search: { attribute: false },
    saving: { state: true },
    told: { state: true },
    isHooked: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { open: false, filters: {}, search: null, saving: null, told: null, isHooked: null });
  }

  willUpdate(changed) {
    if (changed.has('open') && this.open) Object.assign(this, { saving: null, told: null, isHooked: null });
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  async save(event) {
    const said = values(event);
    const body = {
      name: said.name,
      filters: asSaved(this.filters),
      alert: Boolean(said.alert),
      everyMinutes: Number(said.everyMinutes) || EVERY_MINUTES,
      mail: Boolean(said.mail),
      language: document.documentElement.lang || 'en',
      ...(said.hook && said.url ? { webhook: { url: said.url.trim(), newSecret: Boolean(said.newSecret) } } : {}),
    };
    if (!['en', 'zh', 'zh-TW'].includes(body.language)) body.language = 'en';
    this.saving = { isBusy: true };
    try {
      const { search } = this;
      const saved = search ? await api('PUT', `/searches/${part(search.searchId)}`, body) : await api('POST', '/searches', body);
      this.saving = null;
      this.dispatchEvent(new CustomEvent('search-saved', { detail: saved }));
      if (saved.webhookSecret) this.told = saved.webhookSecret;
      else this.close();
    } catch (failure) {
      this.saving = { failure };
    }
  }

  render() {
    return html`<t-dialog ?open=${this.open} heading=${t(this.told ? 'zv.webhookSecret' : this.search ? 'zv.changeSearch' : 'zv.saveSearch')} .content=${this.open ? (this.told ? this.secret() : this.form()) : nothing} @close=${() => this.close()}></t-dialog>`;
  }

  secret() {
    return html`<p>${t('zv.webhookSecretText')}</p><p><t-id value=${this.told}></t-id></p><div class="row"><button type="button" class="primary" data-act="secret-kept" @click=${() => this.close()}>${t('zv.secretKept')}</button></div>`;
  }

  form() {
    const { search } = this;
    const isHooked = this.isHooked ?? Boolean(search?.webhook);
    return html`<form class="stack" @submit=${(event) => this.save(event)}><div class="zv-tags">${filterTags(this.filters)}</div>
      <t-field label=${t('zv.searchName')} name="name" value=${search?.name ?? ''} maxlength="100" required focused></t-field>
      <label class="zv-check"><input type="checkbox" name="alert" value="true" .checked=${search?.alert ?? true}><span><b>${t('zv.alertMe')}</b><br><span class="quiet">${t('zv.alertMeText')}</span></span></label>
      <t-field label=${t('zv.everyMinutes')} hint=${t('zv.everyMinutesText')} name="everyMinutes" type="number" min="1" max="1440" value=${search?.everyMinutes ?? EVERY_MINUTES} required></t-field>
      <label class="zv-check"><input type="checkbox" name="mail" value="true" .checked=${search?.mail ?? false}><span>${t('zv.alsoMail')}</span></label>
      <label class="zv-check"><input type="checkbox" name="hook" value="true" .checked=${isHooked} @change=${(event) => (this.isHooked = event.target.checked)}><span>${t('zv.alsoWebhook')}</span></label>
      ${isHooked ? html`<t-field label=${t('zv.webhookUrl')} hint=${t('zv.webhookUrlText')} name="url" type="url" value=${search?.webhook?.url ?? ''} maxlength="2000" placeholder="https://" required></t-field>` : nothing}
      ${isHooked && search?.webhook ? html`<label class="zv-check"><input type="checkbox" name="newSecret" value="true"><span>${t('zv.newSecret')}</span></label>` : nothing}
      ${this.saving?.failure ? html`<t-error .failure=${this.saving.failure}></t-error>` : nothing}
      <div class="row"><button class="primary" data-act="keep-search" ?disabled=${this.saving?.isBusy}>${t('zv.save')}</button></div></form>`;
  }
}

define('zv-save-search', SaveSearch);
