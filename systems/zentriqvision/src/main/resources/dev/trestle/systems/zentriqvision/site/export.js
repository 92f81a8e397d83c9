import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { values } from '/ui/field.js';
import { navigate } from '/ui/router.js';
import { api, SITE } from './api.js';
import { length } from './when.js';
import '/ui/dialog.js';
import '/ui/error.js';
import '/ui/field.js';

const SECONDS_MAX = 600;
const AROUND = 15;

/** 1:02:03, 2:03 or 123.5 as seconds; null for what is none. */
export function secondsOf(text) {
  const parts = text.trim().split(':').map(Number);
  if (parts.length > 3 || parts.some((each) => !Number.isFinite(each) || each < 0)) return null;
  return parts.reduce((sum, each) => sum * 60 + each, 0);
}

/** Asks for a clip of a video: <zv-export ?open=${…} .video=${…} .at=${seconds}>. It tells "close". */
class ExportDialog extends Element {
  static properties = {
    open: { type: Boolean },
    video: { attribute: false },
    at: { attribute: false },
    blur: { state: true },
    saving: { state: true },
    wrong: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { open: false, video: null, at: 0, blur: 'heads', saving: null, wrong: null });
  }

  willUpdate(changed) {
    if (changed.has('open') && this.open) Object.assign(this, { blur: 'heads', saving: null, wrong: null });
  }

  async save(event) {
    const said = values(event);
    const [start, end] = [secondsOf(said.start), secondsOf(said.end)];
    if (start === null || end === null || end <= start || end - start > SECONDS_MAX) {
      this.wrong = t('error.export-span');
      return;
    }
    Object.assign(this, { saving: { isBusy: true }, wrong: null });
    try {
      await api('POST', '/exports', {
        videoId: this.video.videoId,
        start,
        end,
        blur: this.blur,
        boxes: Boolean(said.boxes),
        ...(said.case ? { case: said.case } : {}),
        ...(said.reason ? { reason: said.reason } : {}),
      });
      this.close();
      navigate(`${SITE}/exports`);
    } catch (failure) {
      this.saving = { failure };
    }
  }

  close() {
    this.dispatchEvent(new CustomEvent('close'));
  }

  render() {
    return html`<t-dialog ?open=${this.open} heading=${t('zv.export')} .content=${this.open && this.video ? this.form() : nothing} @close=${() => this.close()}></t-dialog>`;
  }

  form() {
    const all = Number(this.video.duration) || SECONDS_MAX;
    const start = Math.max(0, Math.floor(this.at) - AROUND);
    const end = Math.min(Math.ceil(all), start + 2 * AROUND);
    return html`<form class="stack" @submit=${(event) => this.save(event)}><p class="quiet">${t('zv.exportText')}</p>
      <div class="row"><t-field label=${t('zv.from')} name="start" value=${length(start)} maxlength="12" required focused></t-field><t-field label=${t('zv.to')} name="end" value=${length(end)} maxlength="12" required></t-field></div>
      <fieldset class="zv-facet"><legend>${t('zv.blur')}</legend>${['heads', 'bodies', 'none'].map((each) => html`<label class="zv-check"><input type="radio" name="blur" value=${each} .checked=${each === this.blur} @change=${() => (this.blur = each)}><span><b>${t(`zv.blur.${each}`)}</b><br><span class="quiet">${t(`zv.blurText.${each}`)}</span></span></label>`)}</fieldset>
      <label class="zv-check"><input type="checkbox" name="boxes" value="true"><span>${t('zv.exportBoxes')}</span></label>
      <t-field label=${t('zv.case')} hint=${t('zv.caseText')} name="case" maxlength="200"></t-field>
      <t-field label=${t('zv.reason')} hint=${t(this.blur === 'none' ? 'zv.reasonNeeded' : 'zv.reasonText')} name="reason" maxlength="500" ?required=${this.blur === 'none'}></t-field>
      ${this.wrong ? html`<p class="problem" role="alert">${this.wrong}</p>` : nothing}${this.saving?.failure ? html`<t-error .failure=${this.saving.failure}></t-error>` : nothing}
      <div class="row"><button class="primary" data-act="make-export" ?disabled=${this.saving?.isBusy}>${t('zv.makeClip')}</button></div></form>`;
  }
}

define('zv-export', ExportDialog);
