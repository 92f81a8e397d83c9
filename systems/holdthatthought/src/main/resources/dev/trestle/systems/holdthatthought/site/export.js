import { define, Element, html, nothing } from '/ui/element.js';
import { language, t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, icon, part } from './api.js';
import '/ui/work.js';

/** All letters as files that any editor opens: <htt-export ?admin=${…}>. Administrators may take everything with them. */
class Export extends Element {
  static properties = { admin: { type: Boolean }, taken: { state: true }, busy: { state: true } };

  async begin(full) {
    this.busy = true;
    try {
      this.taken = await api('POST', '/exports', { full, language });
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    } finally {
      this.busy = false;
    }
  }

  async look() {
    this.taken = await api('GET', `/exports/${part(this.taken.work.workId)}`);
    return this.taken.work;
  }

  render() {
    const { taken } = this;
    return html`<section class="card stack htt-export"><h2>${t('htt.takeWithYou')}</h2><p class="quiet">${t('htt.takeText')}</p>
      <div class="row"><button type="button" data-act="export" ?disabled=${this.busy} @click=${() => this.begin(false)}>${t('htt.exportLetters')}</button>
        ${this.admin ? html`<button type="button" data-act="export-all" ?disabled=${this.busy} @click=${() => this.begin(true)}>${t('htt.exportAll')}</button>` : nothing}</div>
      ${taken ? html`<t-work label=${t('htt.exporting')} .work=${taken.work} .load=${() => this.look()}></t-work>` : nothing}
      ${taken?.downloadUrl ? html`<p><a class="button primary" data-act="download-export" href=${taken.downloadUrl} download=${taken.filename ?? ''}>${icon('download')}${taken.filename ?? t('htt.download')}</a></p>` : nothing}</section>`;
  }
}

define('htt-export', Export);
