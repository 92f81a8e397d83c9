// What the operations' pages share: the administrators' API, its pages of lists, and their texts and style.
import { loadTexts, t } from '/ui/texts.js';
import { html } from '/ui/element.js';
import { copy } from '/ui/id.js';
import { useSheet } from '/ui/sheet.js';
import { call } from '/session.js';

await Promise.all([loadTexts('/ops/texts'), useSheet('/ops/ops.css')]);

/** Asks the administrators' API. */
export const admin = (method, path, body, options) => call(method, `/admin/v1${path}`, body, options);

/** A part of a path or query. */
export const q = encodeURIComponent;

/** How <t-table> reads a list of the API. */
export const pages = (path, signal) => async (cursor) => {
  const mark = path.includes('?') ? '&' : '?';
  const page = await admin('GET', cursor ? `${path}${mark}cursor=${q(cursor)}` : path, undefined, { signal });
  return { rows: page.items, next: page.next ?? null };
};

/** A secret that is shown once. */
export const secret = (label, value) => html`<div class="problem stack tight" role="status"><strong>${label}</strong>
  <code class="mono" data-secret>${value}</code><div><button type="button" @click=${() => copy(value)}>${t('ui.copyShort')}</button></div></div>`;

/** Groups as somebody types them: separated by commas. */
export const groupsOf = (text) =>
  String(text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
