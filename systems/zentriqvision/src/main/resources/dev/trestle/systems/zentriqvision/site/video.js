import { define, html, nothing } from '/ui/element.js';
import { bytes, t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { navigate, setQuery } from '/ui/router.js';
import { values } from '/ui/field.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { api, caveat, icon, LEAD_SECONDS, part, personPath, SITE, statusBadge } from './api.js';
import { phaseOf, wayOut } from './analysis.js';
import { looks, personName } from './looks.js';
import { fullTime, length } from './when.js';
import { peopleOf } from './view.js';
import { ZvPage } from './zv-page.js';
import './crops.js';
import './export.js';
import './heat.js';
import './player.js';
import './resume.js';
import '/ui/id.js';
import '/ui/progress.js';
import '/ui/time.js';

const AGAIN_MS = 600;

/** One video: the player with boxes and lanes, who is in it, what is known of it, and what can be done with it. */
class VideoPage extends ZvPage {
  static properties = {
    ...ZvPage.properties,
    video: { state: true },
    failure: { state: true },
    person: { state: true },
    at: { state: true },
    isEditing: { state: true },
    saving: { state: true },
    isHolding: { state: true },
    isExporting: { state: true },
    hold: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, {
      video: null,
      failure: null,
      person: null,
      at: undefined,
      isEditing: false,
      saving: null,
      isHolding: false,
      isExporting: false,
      hold: null,
    });
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener('keydown', (event) => this.key(event), { signal: this.live });
  }

  async opened() {
    this.person = this.query.get('person');
    const at = this.query.get('t');
    this.at = at === null ? undefined : Number(at) || 0;
    await this.read();
  }

  async read() {
    try {
      const video = await api('GET', `/videos/${part(this.params.id)}`, undefined, { signal: this.live });
      Object.assign(this, { video, failure: null });
      document.title = `${video.fileName} – Trestle`;
      this.hold =
        video.held && this.may('investigator') ? await api('GET', `/videos/${part(video.videoId)}/hold`, undefined, { signal: this.live }) : null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  told(type, data) {
    if (data?.videoId !== this.params.id || !this.video) return;
    if (type === 'progress' && this.video.status === 'PROCESSING') {
      this.video = {
        ...this.video,
        progress: data,
        faceCount: data.persons ?? this.video.faceCount,
        appearanceCount: data.appearances ?? this.video.appearanceCount,
      };
      return;
    }
    if (type !== 'video' && type !== 'progress') return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), AGAIN_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  get player() {
    return /** @type {any} */ (this.querySelector('zv-player'));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.('input:not([type=range], [type=checkbox]), textarea, select, dialog')) return;
    if (event.key === 'j') this.step(1);
    else if (event.key === 'k') this.step(-1);
    else if (!this.player?.key(event)) return;
    event.preventDefault();
  }

  get detections() {
    const all = this.video?.detections ?? [];
    return this.person ? all.filter(({ personId }) => personId === this.person) : all;
  }

  /** The appearance before or behind the time that is shown. */
  step(by) {
    const rows = [...this.detections].sort((one, other) => one.offset - other.offset);
    const now = (this.player?.now ?? 0) + LEAD_SECONDS;
    const row = by > 0 ? rows.find(({ offset }) => offset > now + 0.5) : rows.filter(({ offset }) => offset < now - 2.5).at(-1);
    if (row) this.show(row);
  }

  show(row) {
    this.person = row.personId;
    this.at = Math.max(0, row.offset - LEAD_SECONDS);
    setQuery({ t: this.at.toFixed(0), person: row.personId });
    this.player?.seek(this.at, true);
  }

  choose(personId) {
    this.person = this.person === personId ? null : personId;
    setQuery({ person: this.person });
  }

  async act(path, method, text) {
    try {
      await api(method, `/videos/${part(this.video.videoId)}${path}`);
      if (text) toast(text);
      await this.read();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  removeVideo() {
    const { video } = this;
    confirmed({
      heading: t('zv.deleteVideo'),
      text: t('zv.deleteVideoText', { name: video.fileName, n: video.appearanceCount ?? video.detections?.length ?? 0 }),
      label: t('zv.deleteIt'),
      act: () => api('DELETE', `/videos/${part(video.videoId)}`),
    }).then((isDone) => {
      if (!isDone) return;
      toast(t('zv.videoDeleted', { name: video.fileName }));
      navigate(`${SITE}/videos`);
    });
  }

  /** What people have noted about persons goes with them: that is asked about apart. */
  processAgain(discard = false) {
    confirmed({
      heading: t('zv.processAgain'),
      text: t(discard ? 'error.video-edited' : 'zv.processAgainText', { name: this.video.fileName }),
      label: t(discard ? 'zv.discardEdits' : 'zv.processAgain'),
      act: () => this.process(discard),
    });
  }

  async process(discard) {
    try {
      await api('POST', `/videos/${part(this.video.videoId)}/process${discard ? '?discardEdits=true' : ''}`);
    } catch (failure) {
      if (discard || failure.code !== 'video-edited') throw failure;
      setTimeout(() => this.processAgain(true));
    }
    await this.read();
  }

  async save(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    this.saving = { isBusy: true };
    try {
      await api('PATCH', `/videos/${part(this.video.videoId)}`, { fileName: form.get('fileName'), camera: form.get('camera') });
      this.isEditing = false;
      this.saving = null;
      await this.read();
    } catch (failure) {
      this.saving = { failure };
    }
  }

  async putOnHold(event) {
    const { reason } = values(event);
    this.saving = { isBusy: true };
    try {
      await api('PUT', `/videos/${part(this.video.videoId)}/hold`, { reason });
      Object.assign(this, { isHolding: false, saving: null });
      await this.read();
    } catch (failure) {
      this.saving = { failure };
    }
  }

  release() {
    const { video } = this;
    confirmed({
      heading: t('zv.release'),
      text: t('zv.releaseText', { name: video.fileName }),
      label: t('zv.release'),
      act: () => api('DELETE', `/videos/${part(video.videoId)}/hold`),
    }).then((isDone) => isDone && this.read());
  }

  holdForm() {
    if (!this.isHolding) return nothing;
    return html`<form class="stack" @submit=${(event) => this.putOnHold(event)}><p>${t('zv.holdText')}</p><t-field label=${t('zv.reason')} name="reason" maxlength="500" required focused></t-field>
      ${this.saving?.failure ? html`<t-error .failure=${this.saving.failure}></t-error>` : nothing}<div class="row"><button class="primary" data-act="put-hold" ?disabled=${this.saving?.isBusy}>${t('zv.hold')}</button></div></form>`;
  }

  /** Why it stays, for those who may know. */
  holdNote() {
    if (!this.video.held) return nothing;
    return html`<div class="card zv-held" role="note"><t-badge tone="info" text=${t('zv.held')}></t-badge><p>${this.hold?.reason ? t('zv.heldBecause', { reason: this.hold.reason, at: fullTime(this.hold.since) }) : t('zv.heldText')}</p></div>`;
  }

  view() {
    if (this.failure) {
      return this.failure.status === 404
        ? html`<t-empty heading=${t('zv.noVideo')} text=${t('zv.noVideoText')} .action=${html`<p><a href="${SITE}/videos">${t('zv.videos')}</a></p>`}></t-empty>`
        : html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    }
    const { video } = this;
    if (!video) return html`<t-state loading rows="6"></t-state>`;
    return html`<div class="zv-video"><div class="page-head"><div class="crumbs"><a href="${SITE}/videos">${t('zv.videos')}</a></div><h1>${video.fileName}</h1>${statusBadge(video.status)}<span class="end row">${this.acts()}</span></div>
      <div class="zv-video-columns"><div class="stack">${this.stage()}</div><div class="stack">${this.holdNote()}${this.facts()}${this.persons()}${video.status === 'PROCESSED' ? html`<zv-heat .videoId=${video.videoId}></zv-heat>` : nothing}</div></div>${this.appearances()}
      <t-dialog ?open=${this.isHolding} heading=${t('zv.hold')} .content=${this.holdForm()} @close=${() => Object.assign(this, { isHolding: false, saving: null })}></t-dialog>
      <zv-export ?open=${this.isExporting} .video=${video} .at=${this.isExporting ? (this.player?.now ?? 0) : 0} @close=${() => (this.isExporting = false)}></zv-export></div>`;
  }

  acts() {
    const { video } = this;
    const isOver = video.status === 'PROCESSED' || video.status === 'ERROR';
    return html`${this.may('operator') && isOver && video.s3Key ? html`<button type="button" data-act="process" @click=${() => this.processAgain()}>${icon('again')}${t('zv.processAgain')}</button>` : nothing}
      ${this.may('operator') && video.status === 'PROCESSING' ? html`<button type="button" data-act="cancel" @click=${() => this.act('/cancel', 'POST', t('zv.cancelled'))}>${icon('close')}${t('zv.cancelAnalysis')}</button>` : nothing}
      ${this.may('investigator') && video.status === 'PROCESSED' && video.s3Key ? html`<button type="button" data-act="export" @click=${() => (this.isExporting = true)}>${icon('download')}${t('zv.export')}</button>` : nothing}
      ${this.may('investigator') ? (video.held ? html`<button type="button" data-act="release" @click=${() => this.release()}>${t('zv.release')}</button>` : html`<button type="button" data-act="hold" @click=${() => (this.isHolding = true)}>${t('zv.hold')}</button>`) : nothing}
      ${this.may('admin') && !video.held ? html`<button type="button" class="danger" data-act="delete" @click=${() => this.removeVideo()}>${icon('bin')}${t('zv.delete')}</button>` : nothing}`;
  }

  stage() {
    const { video } = this;
    if (video.status === 'ERROR') {
      return html`<div class="problem" role="alert"><strong>${video.errorMessage || t('zv.status.error')}</strong><p>${wayOut(video.errorMessage)}</p></div>`;
    }
    if (video.status === 'PROCESSED' && !video.s3Key) return html`<div class="card"><p>${t('zv.noFootage')}</p></div>`;
    if (video.status === 'PROCESSED') {
      return html`<div class="zv-player-card"><zv-player .videoId=${video.videoId} .at=${this.at} .person=${this.person} .people=${peopleOf(video)} .isOwnPage=${true} .hits=${this.detections.length ? { step: (by) => this.step(by) } : null} @person-chosen=${({ detail }) => this.choose(detail)}></zv-player></div>`;
    }
    const { progress } = video;
    const isWaiting = video.status === 'UPLOADING' || progress?.phase === 'WAITING';
    return html`<div class="card zv-working" role="status"><h2>${t(video.status === 'UPLOADING' ? 'zv.isUploading' : 'zv.isAnalyzed')}</h2>
      ${isWaiting && progress?.message ? html`<p>${progress.message}</p>` : nothing}
      ${video.status === 'UPLOADING' ? html`<p class="quiet">${t('zv.isUploadingText')}</p>${this.may('operator') ? html`<zv-resume .videoId=${video.videoId}></zv-resume>` : nothing}` : html`<t-progress label=${phaseOf(video)} .value=${progress && !isWaiting ? (progress.done ?? 0) : undefined}></t-progress><p class="quiet">${t('zv.foundYet', { persons: video.faceCount ?? 0, appearances: video.appearanceCount ?? 0 })}</p>`}</div>`;
  }

  facts() {
    const { video } = this;
    if (this.isEditing) return this.edit();
    const fact = (name, value) => (value === undefined || value === null || value === '' ? nothing : html`<dt>${t(name)}</dt><dd>${value}</dd>`);
    const took =
      video.processingStartedAt && video.processedAt ? (Date.parse(video.processedAt) - Date.parse(video.processingStartedAt)) / 1000 : null;
    return html`<section class="card"><div class="zv-card-head"><h2>${t('zv.facts')}</h2>${this.may('operator') ? html`<button type="button" class="plain icon end" data-act="edit" aria-label=${t('zv.edit')} title=${t('zv.edit')} @click=${() => (this.isEditing = true)}>${icon('edit')}</button>` : nothing}</div>
      <dl class="facts">${fact('zv.camera', video.camera ?? t('zv.noCamera'))}${fact('zv.recorded', video.recordedAt ? fullTime(video.recordedAt) : t('zv.notSaid'))}${fact('zv.uploaded', fullTime(video.uploadedAt))}${fact('zv.uploader', video.uploaderName)}${fact('zv.length', video.duration ? length(video.duration) : null)}${fact('zv.size', video.fileSize ? bytes(video.fileSize) : null)}${fact('zv.picture', video.width ? `${video.width} × ${video.height}` : null)}${fact('zv.tracks', video.status === 'PROCESSED' ? String(video.faceCount ?? 0) : null)}${fact('zv.analysisTook', took === null ? null : length(took))}${fact('zv.keptUntil', video.keptUntil ? fullTime(video.keptUntil) : null)}${fact('zv.id', html`<t-id value=${video.videoId}></t-id>`)}</dl></section>`;
  }

  edit() {
    const { video } = this;
    const cameras = [...new Set([...this.cameras, ...(video.camera ? [video.camera] : [])])];
    return html`<form class="card stack" @submit=${(event) => this.save(event)}><t-field label=${t('zv.fileName')} name="fileName" value=${video.fileName} maxlength="255" required></t-field>
      <t-field label=${t('zv.camera')} name="camera" type="select" .options=${[...(video.camera ? [] : [['', t('zv.noCamera')]]), ...cameras.map((each) => [each, each])]} value=${video.camera ?? ''}></t-field>
      ${this.saving?.failure ? html`<t-error .failure=${this.saving.failure}></t-error>` : nothing}
      <div class="row"><button class="primary" ?disabled=${this.saving?.isBusy}>${t('zv.save')}</button><button type="button" @click=${() => (this.isEditing = false)}>${t('ui.cancel')}</button></div></form>`;
  }

  persons() {
    const people = [...peopleOf(this.video).values()];
    if (people.length === 0)
      return this.video.status === 'PROCESSED'
        ? html`<section class="card"><h2>${t('zv.persons')}</h2><p class="quiet">${t('zv.nobodyFound')}</p></section>`
        : nothing;
    return html`<section class="card"><h2>${t('zv.personsN', { n: people.length })}</h2>${caveat()}<ul class="zv-person-list">${people.map(
      (person) =>
        html`<li class=${person.personId === this.person ? 'on' : ''}><button type="button" class="plain" aria-pressed=${person.personId === this.person ? 'true' : 'false'} @click=${() => this.choose(person.personId)}>${personName(person)}</button><span class="zv-tags">${looks(person.attributes)}</span>${this.may('operator') ? html`<a class="end" href=${personPath(person.personId)} aria-label=${t('zv.allOf', { name: personName(person) })}>${icon('right')}</a>` : nothing}</li>`,
    )}</ul></section>`;
  }

  appearances() {
    const rows = [...this.detections]
      .sort((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
      .map((each) => ({ ...each, videoId: this.video.videoId }));
    if (rows.length === 0) return nothing;
    return html`<section class="zv-section"><div class="zv-card-head"><h2>${t('zv.appearancesN', { n: rows.length })}</h2>${this.person ? html`<button type="button" class="plain" data-act="everybody" @click=${() => this.choose(this.person)}>${t('zv.showEverybody')}</button>` : nothing}</div>
      <zv-crops .rows=${rows} .withPlace=${false} .isCut=${Boolean(this.video.detectionsMore)} .hrefOf=${(row) => `${SITE}/videos/${part(row.videoId)}?t=${Math.max(0, row.offset - LEAD_SECONDS).toFixed(0)}&person=${part(row.personId)}`} @crop-open=${({
        detail,
      }) => {
        this.show(detail);
        this.player?.scrollIntoView({ block: 'nearest' });
      }}></zv-crops>${this.video.detectionsMore ? html`<p class="quiet">${t('zv.first500')}</p>` : nothing}</section>`;
  }
}

define('zv-video', VideoPage);
