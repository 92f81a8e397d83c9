import { define, Element, html, nothing } from '/ui/element.js';
import { language, number, t } from '/ui/texts.js';
import { markSaved, values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import '/ui/timeline.js';
import '/ui/time.js';
import { LANGUAGES, mayVersions, page, showSetPath } from './api.js';
import { nameOf, reasonText, saveVersion } from './edits.js';
import { toldEntry } from './told.js';

const LOG_PAGE = 30;
const TYPES = ['screenVersion', 'revitVersion', 'drawingVersion'];

/**
 * The three numbers of a ShowSet, and why they changed: <unisync-versions .showSet .tag .user .names @changed>. A change starts from the version that was
 * there when somebody began to fill the form in.
 */
class Versions extends Element {
  static properties = {
    showSet: { attribute: false },
    tag: { attribute: false },
    user: { attribute: false },
    names: { attribute: false },
    failure: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('showSet') && this.opened && this.opened.showSet.showSetId !== this.showSet.showSetId) this.opened = null;
  }

  begin() {
    this.opened ??= { showSet: this.showSet, tag: this.tag };
  }

  async save(event) {
    const form = values(event);
    const element = event.target;
    this.begin();
    this.failure = null;
    try {
      const answer = await saveVersion({
        ...this.opened,
        names: this.names,
        type: form.versionType,
        target: form.target ? Number(form.target) : null,
        reason: form.reason,
        lang: form.language,
      });
      if (!answer) return;
      this.opened = null;
      element.querySelectorAll('t-field').forEach((each) => {
        if (['target', 'reason'].includes(each.name)) each.value = '';
      });
      markSaved(element);
      if (answer.saved) toast(t('unisync.saved'));
      this.dispatchEvent(new CustomEvent('changed', { detail: answer.saved ?? answer.now }));
    } catch (failure) {
      this.failure = failure;
    }
  }

  render() {
    const s = this.showSet;
    const history = [...(s.versionHistory ?? [])].reverse();
    return html`<dl class="facts">${TYPES.map((type) => html`<dt>${t(`unisync.${type}`)}</dt><dd class="number">${number(s[type])}</dd>`)}</dl>
      ${
        mayVersions(this.user)
          ? html`<form class="stack tight card us-set-version" @input=${() => this.begin()} @submit=${this.save}>
        <t-field label=${t('unisync.number')} type="select" name="versionType" value="screenVersion" .options=${TYPES.map((type) => [type, t(`unisync.${type}`)])}></t-field>
        <t-field label=${t('unisync.target')} hint=${t('unisync.targetHint')} name="target" type="number" min="1" max="1000000"></t-field>
        <t-field label=${t('unisync.reason')} name="reason" maxlength="500"></t-field>
        <t-field label=${t('unisync.noteLanguage')} type="select" name="language" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}></t-field>
        <t-error .failure=${this.failure}></t-error><div><button type="submit" class="primary">${t('unisync.setVersion')}</button></div></form>`
          : nothing
      }
      ${
        history.length === 0
          ? html`<t-empty heading=${t('unisync.noVersions')} text=${t('unisync.noVersionsText')}></t-empty>`
          : html`<table><caption class="sr-only">${t('unisync.versions')}</caption>
        <thead><tr><th scope="col">${t('unisync.number')}</th><th scope="col" class="number">${t('unisync.version')}</th><th scope="col">${t('unisync.reason')}</th><th scope="col">${t('unisync.when')}</th></tr></thead>
        <tbody>${history.map(
          (
            each,
          ) => html`<tr><td>${t(`unisync.${each.versionType}`)}</td><td class="number">${number(each.version)}</td><td>${reasonText(each.reason) || '–'}</td>
          <td><t-time at=${each.createdAt}></t-time><div class="quiet">${nameOf(this.names, each.createdBy)}</div></td></tr>`,
        )}</tbody></table>`
      }`;
  }
}

define('unisync-versions', Versions);

/** What was done to a ShowSet, by day: <unisync-log .showSet limit="30">; with `brief`, the last of it only. It is read anew when the ShowSet changes. */
class Log extends Element {
  static properties = { showSet: { attribute: false }, limit: { type: Number }, brief: { type: Boolean } };

  willUpdate(changed) {
    if (changed.has('showSet')) {
      const path = showSetPath(this.showSet.showSetId, '/activity');
      this.read = async (cursor) => {
        const answer = await page(`${path}?limit=${this.limit ?? LOG_PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
        return { entries: answer.data.map((entry) => toldEntry(entry, { ofOne: true })), next: this.brief ? null : answer.next };
      };
    }
  }

  render() {
    return html`<t-timeline label=${t('unisync.activity')} ?compact=${this.brief} .load=${this.read} .empty=${{ heading: t('unisync.noActivity') }}></t-timeline>`;
  }
}

define('unisync-log', Log);
