import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { request } from '/session.js';
import { saveChanges } from '/ui/conflict.js';
import { confirmed } from '/ui/dialog.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import { api, API } from './api.js';
import '/ui/error.js';
import '/ui/field.js';
import '/ui/state.js';

const DAYS = [1, 3650];
const NUMBERS = { appearanceSeconds: [1, 3600], retentionDays: DAYS, exportDays: DAYS, accessLogDays: DAYS };

/** What an organisation decides for itself, for its admin. */
class Settings extends Element {
  static properties = { opened: { state: true }, failure: { state: true }, isBusy: { state: true } };

  constructor() {
    super();
    Object.assign(this, { opened: null, failure: null, isBusy: false });
  }

  connectedCallback() {
    super.connectedCallback();
    this.open();
  }

  async fetch() {
    const answer = await request('GET', `${API}/settings`);
    const all = await answer.json();
    const set = Object.fromEntries([...Object.keys(NUMBERS), 'analyzer'].map((name) => [name, all[name] ?? null]));
    return { values: set, tag: answer.headers.get('etag'), all };
  }

  async open() {
    try {
      this.opened = await this.fetch();
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** Videos that go at once are named before anything is saved. Resolves to whether that is meant. */
  async isMeant(days) {
    if (days === null || days === this.opened.values.retentionDays) return true;
    const outlook = await api('GET', `/retention?days=${days}`);
    if (outlook.over === 0) return true;
    return confirmed({
      heading: t('zv.setting.retentionDays'),
      text: t('zv.retentionEnds', { days, over: outlook.over, soon: outlook.soon, held: outlook.held }),
      label: t('zv.retentionDelete', { n: outlook.over }),
      act: async () => {},
    });
  }

  async save(event) {
    const said = values(event);
    const mine = /** @type {Record<string, any>} */ ({
      ...Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, said[name] === '' ? null : Number(said[name])])),
      analyzer: said.analyzer || null,
    });
    this.isBusy = true;
    try {
      if (!(await this.isMeant(mine.retentionDays))) return;
      const done = await saveChanges({
        heading: t('zv.settings'),
        fields: Object.fromEntries(Object.keys(mine).map((name) => [name, { label: t(`zv.setting.${name}`) }])),
        base: this.opened,
        mine,
        read: () => this.fetch(),
        // What is left out would be as the server has it: all of it is sent.
        write: (changes, seen) => request('PUT', `${API}/settings`, { ...seen.all, ...changes }, { headers: { 'If-Match': seen.tag } }),
      });
      if (done) {
        toast(t('zv.saved'));
        await this.open();
      }
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.isBusy = false;
    }
  }

  render() {
    if (!this.opened) return html`<t-state .failure=${this.failure} .retry=${() => this.open()} ?loading=${!this.failure}></t-state>`;
    const { values: set } = this.opened;
    const number = (name) =>
      html`<t-field label=${t(`zv.setting.${name}`)} hint=${t(`zv.settingText.${name}`)} name=${name} type="number" min=${NUMBERS[name][0]} max=${NUMBERS[name][1]} value=${set[name] ?? ''}></t-field>`;
    const analyzers = ['', 'built-in', 'rekognition', 'outside'].map((each) => [each, t(`zv.analyzer.${each || 'server'}`)]);
    return html`<form class="card stack zv-narrow" @submit=${(event) => this.save(event)}><t-field label=${t('zv.setting.analyzer')} hint=${t('zv.settingText.analyzer')} name="analyzer" type="select" .options=${analyzers} value=${set.analyzer ?? ''}></t-field>
      ${number('appearanceSeconds')}${number('retentionDays')}${number('exportDays')}${number('accessLogDays')}
      ${this.failure ? html`<t-error .failure=${this.failure}></t-error>` : nothing}<div class="row"><button class="primary" data-act="save-settings" ?disabled=${this.isBusy}>${t('zv.save')}</button></div></form>`;
  }
}

define('zv-settings', Settings);
