import { define, html, nothing } from '/ui/element.js';
import { navigate } from '/ui/router.js';
import { SidePanel } from '/ui/side-panel.js';
import { toast } from '/ui/toast.js';
import { t } from '/ui/texts.js';
import { api, icon, LEAD_SECONDS, part, personPath, query, SITE, videoPath } from './api.js';
import { confidence, looks, personName } from './looks.js';
import { clockTime, dayAndTime } from './when.js';
import { cropPath } from './picture.js';
import './player.js';

const COMPARED = 'zentriqvision.compared';

/** What is known of the persons of a video, by id: of those of whom it has the first appearances. */
export const peopleOf = (video) => {
  const people = new Map();
  for (const { personId, attributes, confidence: sure, name } of video?.detections ?? []) {
    if (!people.has(personId)) people.set(personId, { personId, attributes, confidence: sure, name });
  }
  return people;
};

/** A moment in its video, beside the search: the player two seconds before, who it is, and what to do next. It tells "close", and "search-like" with filters. */
class View extends SidePanel {
  static properties = {
    ...SidePanel.properties,
    hit: { attribute: false },
    place: { type: Number },
    count: { type: Number },
    steps: { attribute: false },
    known: { state: true },
  };

  constructor() {
    super();
    this.hit = null;
    this.known = { videoId: null, people: new Map() };
    this.label = t('zv.moment');
  }

  willUpdate(changed) {
    if (changed.has('hit') && this.hit && this.known.videoId !== this.hit.videoId) this.learn(this.hit.videoId);
  }

  async learn(videoId) {
    this.known = { videoId, people: new Map() };
    try {
      const video = await api('GET', `/videos/${part(videoId)}`);
      if (this.known.videoId === videoId) this.known = { videoId, video, people: peopleOf(video) };
    } catch {
      // The player says what is wrong.
    }
  }

  get chosenWidth() {
    return Number(localStorage.getItem(`trestle.panel.${this.name}`)) || 496;
  }

  /** The same looks, at any time. */
  like() {
    const { upperColor, lowerColor } = this.hit.attributes ?? {};
    this.tell('search-like', { ...(upperColor ? { upperColor: [upperColor] } : {}), ...(lowerColor ? { lowerColor: [lowerColor] } : {}) });
  }

  /** The first one is kept, also over pages; the second opens both. */
  compare() {
    const { personId, videoId, timestamp } = this.hit;
    const mine = { id: personId, at: `${videoId}~${timestamp}` };
    const kept = JSON.parse(sessionStorage.getItem(COMPARED) ?? 'null');
    if (!kept || (kept.id === mine.id && kept.at === mine.at)) {
      sessionStorage.setItem(COMPARED, JSON.stringify(mine));
      toast(t('zv.compareNext'));
      return;
    }
    sessionStorage.removeItem(COMPARED);
    navigate(`${SITE}/compare${query({ one: kept.id, oneAt: kept.at, other: mine.id, otherAt: mine.at })}`);
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  get people() {
    const { hit, known } = this;
    const people = new Map(known.people);
    people.set(hit.personId, { ...people.get(hit.personId), ...hit });
    return people;
  }

  /** Another person of the same video: their first moment that is known. */
  choose(personId) {
    if (personId === this.hit.personId) return;
    const row = this.known.video?.detections?.find((each) => each.personId === personId);
    if (row) this.tell('person-chosen', { videoId: this.hit.videoId, camera: this.hit.camera, ...row });
    this.other = personId;
    this.requestUpdate();
  }

  body() {
    const { hit } = this;
    if (!hit) return nothing;
    if (this.hitShown !== hit) {
      this.hitShown = hit;
      this.other = null;
    }
    const person = this.other ?? hit.personId;
    const at = typeof hit.offset === 'number' ? Math.max(0, hit.offset - LEAD_SECONDS) : undefined;
    return html`<div class="zv-view"><div class="zv-view-head"><span class="zv-view-title"><b>${clockTime(hit.timestamp)}</b><span class="quiet cut">${hit.camera ? `${hit.camera} · ` : ''}${dayAndTime(hit.timestamp)}</span></span>
        <span class="end row">${this.place > 0 ? html`<span class="quiet">${t('zv.hitOf', { n: this.place, all: this.count })}</span>` : nothing}
        <button type="button" class="plain icon" data-act="close-view" aria-label=${t('ui.close')} @click=${() => this.close()}>${icon('close')}</button></span></div>
      ${this.known.video && !this.known.video.s3Key ? html`<p class="zv-no-footage">${t('zv.noFootage')}</p>` : this.player(person, at)}
      ${this.who(person)}</div>`;
  }

  player(person, at) {
    const { hit } = this;
    return html`<zv-player .videoId=${hit.videoId} .at=${at} .moment=${hit.timestamp} .person=${person} .people=${this.people} .hits=${this.steps} @person-chosen=${({ detail }) => this.choose(detail)}></zv-player>`;
  }

  who(personId) {
    const { hit } = this;
    const known = { personId, ...this.people.get(personId) };
    const attributes = known.attributes ?? {};
    const isHit = personId === hit.personId;
    return html`<section class="zv-who" aria-label=${personName(known)}>${isHit ? html`<zv-picture url=${hit.cropUrl ?? ''} src=${cropPath(hit)}></zv-picture>` : html`<span class="zv-no-picture">${icon('person')}</span>`}
      <div><h2>${personName(known)}</h2><div class="zv-tags">${looks(attributes)}${known.confidence ? html`<span class="zv-tag" title=${t('zv.confidenceText')}>${confidence(known.confidence)}</span>` : nothing}</div>
        <div class="row"><a class="button" data-act="person" href=${personPath(personId)}>${icon('person')}${t('zv.allOfPerson')}</a>
          ${isHit && (attributes.upperColor || attributes.lowerColor) ? html`<button type="button" data-act="like" @click=${() => this.like()}>${t('zv.sameColors')}</button>` : nothing}
          ${isHit ? html`<button type="button" data-act="compare" @click=${() => this.compare()}>${t('zv.compare')}</button>` : nothing}
          <a class="button" data-act="video" href=${videoPath(hit.videoId, { t: typeof hit.offset === 'number' ? Math.max(0, hit.offset - LEAD_SECONDS) : null, person: personId })}>${icon('film')}${t('zv.video')}</a></div>
        <p class="quiet zv-logged">${t('zv.logged')}</p></div></section>`;
  }
}

define('zv-view', View);
