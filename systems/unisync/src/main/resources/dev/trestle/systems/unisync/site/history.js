import { define, Element, html, nothing } from '/ui/element.js';
import { inLanguage, language, number, t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import '/ui/table.js';
import '/ui/time.js';
import { LANGUAGES, mayVersions, page, put, showSetPath } from './api.js';
import { told } from './told.js';

const TYPES = ['screenVersion', 'revitVersion', 'drawingVersion'];

/** The three numbers of a ShowSet, and why they changed: <unisync-versions .showSet .user .names @changed>. */
class Versions extends Element {
  static properties = { showSet: { attribute: false }, user: { attribute: false }, names: { attribute: false }, failure: { state: true } };

  name(userId) {
    return this.names.find((each) => each.userId === userId)?.name ?? userId;
  }

  async save(event) {
    const form = values(event);
    try {
      const body = { versionType: form.versionType, language: form.language, reason: form.reason };
      if (form.target) body.targetVersion = Number(form.target);
      const after = await put(showSetPath(this.showSet.showSetId, '/version'), body);
      this.failure = null;
      toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('changed', { detail: after }));
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const s = this.showSet;
    const history = [...(s.versionHistory ?? [])].reverse();
    return html`<dl class="facts">${TYPES.map((type) => html`<dt>${t(`unisync.${type}`)}</dt><dd class="number">${number(s[type])}</dd>`)}</dl>
      ${mayVersions(this.user) ? html`<form class="stack tight card" @submit=${this.save}>
        <t-field label=${t('unisync.number')} type="select" name="versionType" value="screenVersion" .options=${TYPES.map((type) => [type, t(`unisync.${type}`)])}></t-field>
        <t-field label=${t('unisync.target')} hint=${t('unisync.targetHint')} name="target" type="number" min="1" max="1000000"></t-field>
        <t-field label=${t('unisync.reason')} name="reason" maxlength="500"></t-field>
        <t-field label=${t('unisync.noteLanguage')} type="select" name="language" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
        <t-error .failure=${this.failure}></t-error><div><button type="submit" class="primary">${t('unisync.setVersion')}</button></div></form>` : nothing}
      ${history.length === 0 ? html`<t-empty heading=${t('unisync.noVersions')} text=${t('unisync.noVersionsText')}></t-empty>` : html`<table><caption class="sr-only">${t('unisync.versions')}</caption>
        <thead><tr><th scope="col">${t('unisync.number')}</th><th scope="col" class="number">${t('unisync.version')}</th><th scope="col">${t('unisync.reason')}</th><th scope="col">${t('unisync.when')}</th></tr></thead>
        <tbody>${history.map((each) => html`<tr><td>${t(`unisync.${each.versionType}`)}</td><td class="number">${number(each.version)}</td><td>${reason(each.reason)}</td>
          <td><t-time at=${each.createdAt}></t-time><div class="quiet">${this.name(each.createdBy)}</div></td></tr>`)}</tbody></table>`}`;
  }
}

const reason = (all) => inLanguage(all) || all.en || all.zh || all['zh-TW'] || '–';

define('unisync-versions', Versions);

/** What was done to a ShowSet: <unisync-log .showSet .names>. */
class Log extends Element {
  static properties = { showSet: { attribute: false }, names: { attribute: false } };

  willUpdate(changed) {
    if (changed.has('showSet')) {
      const path = showSetPath(this.showSet.showSetId, '/activity');
      this.read = async (cursor) => {
        const answer = await page(`${path}?limit=30${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
        return { rows: answer.data, next: answer.next };
      };
    }
  }

  render() {
    return html`<t-table caption=${t('unisync.activity')} .load=${this.read} .columns=${[
      { title: t('unisync.when'), cell: (row) => html`<t-time at=${row.createdAt}></t-time>` },
      { title: t('unisync.who'), cell: (row) => row.userName },
      { title: t('unisync.what'), cell: (row) => told(row) }]}></t-table>`;
  }
}

define('unisync-log', Log);
