import { html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { confirmed } from '/ui/dialog.js';
import '/ui/field.js';
import { call, errorOf } from './api.js';
import { icon } from './kinds.js';
import { SetupPart } from './setup-part.js';

/**
 * A part of the set-up whose things are made, edited and deleted in a dialog. What is refused stands at its field, or below all fields, and the dialog
 * keeps what was typed. `edited` is what the dialog shows; `chosen` is the id of the thing whose content is listed.
 */
export class EditingPart extends SetupPart {
  static properties = {
    ...SetupPart.properties,
    writes: { type: Boolean },
    removes: { type: Boolean },
    edited: { state: true },
    refused: { state: true },
    chosen: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('siteId')) Object.assign(this, { edited: null, refused: null, chosen: null });
    super.willUpdate(changed);
  }

  edit(edited) {
    Object.assign(this, { edited, refused: null });
  }

  /** Another choice makes other fields: what was refused of the former ones is past. */
  set(change) {
    this.edit({ ...this.edited, ...change });
  }

  choose(id) {
    this.chosen = id;
    this.read();
  }

  /** A second Enter while the first is on its way would make the thing twice. */
  async send(method, path, parameters, body) {
    if (this.sending) return null;
    Object.assign(this, { sending: true, refused: null });
    try {
      const answer = await call(method, path, parameters, body);
      this.edited = null;
      toast(t('fk.saved'));
      return answer;
    } catch (failure) {
      this.refused = failure;
      return null;
    } finally {
      this.sending = false;
      if (!this.refused) this.read();
    }
  }

  async drop(heading, text, path, parameters) {
    const act = () => call('DELETE', path, parameters);
    if (await confirmed({ heading, text, label: t('fk.delete'), act })) this.read();
  }

  /** The button that begins a new thing, for those who may write. */
  beginner(act, text, edited) {
    return this.writes
      ? html`<button type="button" class="end" data-act=${act} @click=${() => this.edit(edited())}>${icon('plus')}${text}</button>`
      : nothing;
  }

  /**
   * What may be done to a row; `edit` is left out of what is only made and deleted.
   * @param {{name: string, drop: () => unknown, edit?: () => unknown}} acts
   */
  acts({ name, edit, drop }) {
    return html`<span class="fk-acts">${
      edit && this.writes
        ? html`<button type="button" data-act="edit-${name}" @click=${() => this.edit(edit())}>${icon('pencil')}${t('fk.policy.edit')}</button>`
        : nothing
    }${this.removes ? html`<button type="button" class="danger" data-act="drop-${name}" @click=${drop}>${icon('trash')}${t('fk.delete')}</button>` : nothing}</span>`;
  }

  /** The name of a thing that has a list of its own, as a button that shows this list. */
  chooser(id, name, shown) {
    return html`<button type="button" class="plain fk-chooser" aria-pressed=${id === shown ? 'true' : 'false'} @click=${() => this.choose(id)}><span class="cut">${name}</span></button>`;
  }

  /**
   * The dialog. `fields(error)` makes its content, and asks with `error(field)` for what is refused there; what nobody asked for is said below.
   * @param {{id: string, heading: string, fields: (error: (field: string) => unknown) => unknown, save: (event: SubmitEvent) => void, wide?: boolean}} dialog
   */
  dialog({ id, heading, fields, save, wide = false }) {
    const placed = new Set();
    const content = fields((field) => {
      placed.add(field);
      return errorOf(this.refused, field) ?? nothing;
    });
    const close = () => this.edit(null);
    return html`<t-dialog open ?wide=${wide} heading=${heading} @close=${close}
      .content=${html`<form id=${id} class="stack" @submit=${(event) => save(event)}>${content}${this.rest(placed)}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form=${id} class="primary">${t('fk.save')}</button>`}></t-dialog>`;
  }

  rest(placed) {
    if (!this.refused) return nothing;
    const errors = this.refused.errors ?? [];
    const others = errors.filter(({ key }) => !placed.has(key));
    if (errors.length > 0 && others.length === 0) return nothing;
    const said = errors.length > 0 ? others.map(({ error }) => error).join('; ') : words(this.refused);
    return html`<p class="problem" role="alert">${said}</p>`;
  }
}
