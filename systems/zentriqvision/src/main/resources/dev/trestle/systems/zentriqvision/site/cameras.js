import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { rowsTable } from '/ui/table.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { request } from '/session.js';
import { API, icon } from './api.js';
import '/ui/dialog.js';
import '/ui/error.js';
import '/ui/field.js';

const OFFSET_MAX = 86_400;

/** The cameras that the reader may see; an admin adds, changes and removes them. It tells "cameras-changed". <zv-cameras .isAdmin=${…}> */
class Cameras extends Element {
  static properties = {
    isAdmin: { attribute: false },
    cameras: { state: true },
    failure: { state: true },
    editing: { state: true },
    saving: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { isAdmin: false, cameras: null, failure: null, editing: null, saving: null });
  }

  connectedCallback() {
    super.connectedCallback();
    this.read();
  }

  async read() {
    try {
      const answer = await request('GET', `${API}/organization`);
      this.tag = answer.headers.get('etag');
      this.cameras = (await answer.json()).cameras ?? [];
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  /** The list is changed as a whole; somebody else's change of it is a conflict, after which it is read again. */
  async write(change) {
    try {
      await request('PATCH', `${API}/organization`, { cameras: change(this.cameras) }, { headers: { 'If-Match': this.tag } });
    } catch (failure) {
      if (failure.status !== 412) throw failure;
      await this.read();
      await request('PATCH', `${API}/organization`, { cameras: change(this.cameras) }, { headers: { 'If-Match': this.tag } });
    }
    await this.done();
  }

  async done() {
    this.editing = null;
    await this.read();
    this.dispatchEvent(new CustomEvent('cameras-changed'));
  }

  async save(event) {
    const said = values(event);
    const { camera } = this.editing;
    this.saving = { isBusy: true };
    try {
      const name = camera?.name ?? said.name.trim();
      const wanted = { name, place: said.place.trim() || undefined, offset: Number(said.offset) || 0 };
      if (!camera && this.cameras.some((each) => each.name === name)) throw new Error(t('zv.cameraTaken', { name }));
      await this.write((cameras) => [...cameras.filter((each) => each.name !== name), wanted]);
      this.saving = null;
    } catch (failure) {
      this.saving = { failure };
    }
  }

  removeCamera(camera) {
    confirmed({
      heading: t('zv.removeCamera'),
      text: t('zv.removeCameraText', { name: camera.name }),
      label: t('zv.removeIt'),
      act: () => this.write((cameras) => cameras.filter((each) => each.name !== camera.name)),
    });
  }

  render() {
    if (this.failure && !this.cameras) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    const columns = [
      { title: t('zv.camera'), main: true, cell: (each) => each.name },
      { title: t('zv.place'), cell: (each) => each.place ?? nothing },
      { title: t('zv.clockOffset'), number: true, cell: (each) => (each.offset ? t('zv.seconds', { n: each.offset }) : nothing) },
      ...(this.isAdmin
        ? [
            {
              title: '',
              cell: (each) =>
                html`<span class="row"><button type="button" class="plain" data-act="edit-camera" aria-label=${t('zv.editCamera', { name: each.name })} @click=${() => (this.editing = { camera: each })}>${t('zv.edit')}</button><button type="button" class="plain" data-act="remove-camera" aria-label=${t('zv.removeCameraOf', { name: each.name })} @click=${() => this.removeCamera(each)}>${t('zv.removeIt')}</button></span>`,
            },
          ]
        : []),
    ];
    return html`${this.isAdmin ? html`<div class="row"><button type="button" class="primary" data-act="add-camera" @click=${() => (this.editing = { camera: null })}>${icon('plus')}${t('zv.addCamera')}</button></div>` : nothing}
      ${this.cameras?.length === 0 ? html`<t-empty heading=${t('zv.noCameras')} text=${t('zv.noCamerasText')}></t-empty>` : rowsTable({ caption: t('zv.cameras'), columns, rows: this.cameras, rowKey: ({ name }) => name })}
      <t-dialog ?open=${Boolean(this.editing)} heading=${this.editing?.camera ? t('zv.editCamera', { name: this.editing.camera.name }) : t('zv.addCamera')} .content=${this.form()} @close=${() => (this.editing = null)}></t-dialog>`;
  }

  form() {
    if (!this.editing) return nothing;
    const { camera } = this.editing;
    return html`<form class="stack" @submit=${(event) => this.save(event)}>${camera ? nothing : html`<t-field label=${t('zv.camera')} hint=${t('zv.cameraHint')} name="name" maxlength="40" required focused></t-field>`}
      <t-field label=${t('zv.place')} name="place" maxlength="100" value=${camera?.place ?? ''}></t-field>
      <t-field label=${t('zv.clockOffset')} hint=${t('zv.clockOffsetHint')} name="offset" type="number" min=${-OFFSET_MAX} max=${OFFSET_MAX} value=${camera?.offset ?? 0}></t-field>
      ${this.saving?.failure ? html`<p class="problem" role="alert">${words(this.saving.failure)}</p>` : nothing}
      <div class="row"><button class="primary" data-act="save-camera" ?disabled=${this.saving?.isBusy}>${t('zv.save')}</button></div></form>`;
  }
}

define('zv-cameras', Cameras);
