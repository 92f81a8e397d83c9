import { define, Element, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { api, icon, LEAD_SECONDS, part, videoPath } from './api.js';
import { Overlay } from './overlay.js';
import { byPerson, lanesOf, windowOf } from './tracks.js';
import { clockTime, length } from './when.js';
import './lanes.js';
import '/ui/error.js';

const STEP_SECONDS = 2;
const SPEEDS = [1, 2, 4, 0.5];
const KEPT = 'zentriqvision.boxes';

/**
 * A video with the boxes of people drawn on it, and lanes below that say when who is in view: <zv-player videoId="…" .at=${12.5} person="…" .people=${map}>. `at` is where it begins,
 * in seconds, or two seconds before `moment`, a time; another one is gone to. `people` has what is known of persons, by id. It tells "person-chosen" with an id, and "player-ready" with what the server says of the video.
 */
class Player extends Element {
  static properties = {
    videoId: { attribute: false },
    at: { attribute: false },
    moment: { attribute: false },
    person: {},
    people: { attribute: false },
    isOwnPage: { attribute: false },
    hits: { attribute: false },
    playback: { state: true },
    failure: { state: true },
    isPlaying: { state: true },
    isSlow: { state: true },
    now: { state: true },
    boxes: { state: true },
    speed: { state: true },
    persons: { state: true },
    range: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { playback: null, failure: null, isPlaying: false, now: 0, speed: 1, persons: new Map(), range: [0, 0], people: new Map() });
    this.boxes = localStorage.getItem(KEPT) !== 'no';
    this.overlay = new Overlay((personId) => this.choose(personId));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.asking?.abort();
    cancelAnimationFrame(this.frame);
  }

  willUpdate(changed) {
    if (changed.has('videoId') && this.videoId) this.open();
    else if ((changed.has('at') || changed.has('moment')) && this.playback) this.seek(this.begins ?? 0, true);
  }

  get video() {
    return /** @type {HTMLVideoElement | null} */ (this.querySelector('video'));
  }

  get duration() {
    return Number(this.playback?.metadata?.duration ?? this.playback?.videoDetails?.duration) || this.video?.duration || 0;
  }

  /** Where it is to begin; undefined for the beginning, which waits to be played. */
  get begins() {
    if (this.at !== undefined && this.at !== null) return this.at;
    const start = Date.parse(this.playback?.metadata?.startedAt ?? '');
    return this.moment && !Number.isNaN(start) ? Math.max(0, (Date.parse(this.moment) - start) / 1000 - LEAD_SECONDS) : undefined;
  }

  async open() {
    this.asking?.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const asked = this.videoId;
    Object.assign(this, { playback: null, failure: null, persons: new Map(), range: [0, 0], now: this.at ?? 0, isPlaying: false });
    try {
      const playback = await api('GET', `/videos/${part(asked)}/playback`, undefined, { signal });
      if (asked !== this.videoId) return;
      this.playback = playback;
      this.opened = Date.now();
      this.dispatchEvent(new CustomEvent('player-ready', { detail: playback }));
      await this.updateComplete;
      this.begin();
      await this.loadTracks();
    } catch (failure) {
      if (failure.name !== 'AbortError' && asked === this.videoId) this.failure = failure;
    }
  }

  /** From where it was asked for; a browser may refuse to play by itself. */
  begin() {
    const { video } = this;
    if (!video) return;
    this.overlay.attach(this.querySelector('.zv-boxes'), video);
    const { begins } = this;
    if (begins) video.currentTime = begins;
    this.now = begins ?? 0;
    if (begins !== undefined) this.play();
  }

  play() {
    this.video?.play().catch(() => {
      this.isPlaying = false;
    });
  }

  toggle() {
    if (this.video?.paused) this.play();
    else this.video?.pause();
  }

  /** @param {number} seconds @param {boolean} [andPlay] */
  seek(seconds, andPlay = false) {
    const { video } = this;
    if (!video) return;
    video.currentTime = Math.max(0, Math.min(seconds, this.duration || seconds));
    this.now = video.currentTime;
    if (andPlay) this.play();
  }

  /** The tracks of the part of the video that the time lies in. */
  async loadTracks() {
    const range = windowOf(this.now, this.duration);
    if (range[0] === this.range[0] && range[1] === this.range[1]) return;
    this.range = range;
    const boxes = [];
    let start = range[0];
    try {
      for (let page = 0; page < 20 && start < range[1]; page++) {
        const answer = await api('GET', `/videos/${part(this.videoId)}/tracks?start=${start}&end=${range[1]}`, undefined, {
          signal: this.asking.signal,
        });
        boxes.push(...answer.tracks);
        if (answer.nextStart === undefined || answer.nextStart === null || answer.nextStart <= start) break;
        start = answer.nextStart;
      }
      if (range !== this.range) return;
      this.persons = byPerson(boxes);
      this.drawBoxes();
    } catch (failure) {
      // The video plays without them; they are asked for again when the time leaves this part.
      if (failure.name !== 'AbortError' && range === this.range) this.range = [0, 0];
    }
  }

  drawBoxes() {
    this.overlay.draw({ persons: this.persons, people: this.people, person: this.person, isShown: this.boxes });
  }

  updated(changed) {
    if (['person', 'people', 'boxes', 'persons'].some((each) => changed.has(each))) this.drawBoxes();
  }

  /** While it plays, boxes follow each picture; the rest of the page a few times a second. */
  follow() {
    cancelAnimationFrame(this.frame);
    const step = () => {
      this.drawBoxes();
      if (this.isPlaying && this.isConnected) this.frame = requestAnimationFrame(step);
    };
    step();
  }

  moved() {
    const { video } = this;
    if (!video) return;
    this.now = video.currentTime;
    if (this.now < this.range[0] || this.now > this.range[1]) this.loadTracks();
    if (!this.isPlaying) this.drawBoxes();
  }

  /** An address holds for an hour: it is asked for again, and the video goes on where it was. */
  broke() {
    const isOld = Date.now() - (this.opened ?? 0) > 1_800_000;
    if (isOld) {
      this.at = this.now;
      this.open();
    } else this.failure = Object.assign(new Error(t('zv.cannotPlay')), { status: 400 });
  }

  choose(personId) {
    this.dispatchEvent(new CustomEvent('person-chosen', { detail: personId }));
  }

  /** Keys that hold wherever the focus is, unless something is typed. Returns whether it was one. */
  key(event) {
    if (!this.playback) return false;
    const isOnControl = event.target.closest?.('button, a, input, select, [role=option]');
    if (event.key === ' ' && !isOnControl) this.toggle();
    else if (event.key === 'ArrowLeft' && !event.target.closest?.('.zv-crops, input, [role=tablist]')) this.seek(this.now - STEP_SECONDS);
    else if (event.key === 'ArrowRight' && !event.target.closest?.('.zv-crops, input, [role=tablist]')) this.seek(this.now + STEP_SECONDS);
    else if (event.key === 'b') this.setBoxes(!this.boxes);
    else if (event.key === 's') this.faster();
    else return false;
    return true;
  }

  setBoxes(isShown) {
    this.boxes = isShown;
    localStorage.setItem(KEPT, isShown ? 'yes' : 'no');
  }

  faster() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    if (this.video) this.video.playbackRate = this.speed;
  }

  /** The time on the clock of the camera's place, if the server knows it, else how far the video is. */
  timeText(seconds) {
    const start = this.playback?.metadata?.startedAt;
    return start ? clockTime(Date.parse(start) + seconds * 1000) : length(seconds);
  }

  render() {
    if (this.failure) return this.failed();
    const { metadata } = this.playback ?? {};
    const ratio = metadata?.width && metadata?.height ? metadata : { width: 16, height: 9 };
    return html`<div class="zv-scene">${
      this.playback
        ? html`<video src=${this.playback.playbackUrl} muted playsinline preload="auto" tabindex="-1" aria-label=${this.playback.videoDetails?.fileName ?? t('zv.video')} .muted=${true}
          width=${ratio.width} height=${ratio.height}
          @click=${() => this.toggle()} @play=${() => this.played(true)} @pause=${() => this.played(false)} @ended=${() => this.played(false)} @timeupdate=${() => this.moved()} @seeked=${() => this.moved()}
          @waiting=${() => this.slow(true)} @playing=${() => this.slow(false)} @loadeddata=${() => this.loaded()} @error=${() => this.broke()}></video>
          <svg class="zv-boxes" aria-hidden="true" viewBox="0 0 ${ratio.width} ${ratio.height}"></svg>${this.isSlow ? html`<span class="zv-slow" role="status">${t('ui.loading')}</span>` : nothing}`
        : html`<span class="zv-scene-empty" role="status"><span class="sr-only">${t('ui.loading')}</span></span>`
    }</div>
    ${this.controls()}${this.lanes()}`;
  }

  played(isPlaying) {
    this.isPlaying = isPlaying;
    this.follow();
  }

  slow(isSlow) {
    this.isSlow = isSlow;
  }

  loaded() {
    this.slow(false);
    if (this.video) this.video.playbackRate = this.speed;
    this.drawBoxes();
    this.requestUpdate();
  }

  failed() {
    const isNotReady = this.failure.status === 400 || this.failure.status === 404 || this.failure.status === 409;
    return html`<div class="zv-scene zv-scene-failed"><t-error .failure=${this.failure} .retry=${() => this.open()}></t-error>
      ${isNotReady && !this.isOwnPage ? html`<a href=${videoPath(this.videoId)}>${t('zv.openVideo')}</a>` : nothing}</div>`;
  }

  controls() {
    const { duration, now } = this;
    const button = (act, sign, label, press, options = {}) =>
      html`<button type="button" class="plain icon" data-act=${act} aria-label=${label} title=${options.title ?? label} ?disabled=${!this.playback} @click=${press}>${icon(sign)}</button>`;
    return html`<div class="zv-controls"><input class="zv-scrub" type="range" min="0" max=${Math.max(duration, 0.1)} step="0.1" .value=${String(now)} aria-label=${t('zv.position')} aria-valuetext=${t('zv.positionIs', { at: this.timeText(now), length: length(duration) })}
        ?disabled=${!this.playback} @input=${(event) => this.seek(Number(event.target.value))}>
      <div class="zv-control-row">${this.hits ? html`${button('previous-hit', 'left', t('zv.previousHit'), () => this.hits.step(-1), { title: `${t('zv.previousHit')} (K)` })}` : nothing}
        ${button('back', 'back', t('zv.back'), () => this.seek(now - STEP_SECONDS))}
        ${button('play', this.isPlaying ? 'pause' : 'play', t(this.isPlaying ? 'zv.pause' : 'zv.play'), () => this.toggle())}
        ${button('forward', 'forward', t('zv.forward'), () => this.seek(now + STEP_SECONDS))}
        ${this.hits ? html`${button('next-hit', 'right', t('zv.nextHit'), () => this.hits.step(1), { title: `${t('zv.nextHit')} (J)` })}` : nothing}
        <span class="zv-now" data-now=${now.toFixed(1)}>${this.timeText(now)}</span><span class="quiet zv-of">${length(now)} / ${length(duration)}</span>
        <span class="end"></span>
        <button type="button" class="plain" data-act="boxes" aria-pressed=${this.boxes ? 'true' : 'false'} @click=${() => this.setBoxes(!this.boxes)}>${t('zv.boxes')}</button>
        <button type="button" class="plain" data-act="speed" aria-label=${t('zv.speedIs', { speed: this.speed })} @click=${() => this.faster()}>${this.speed}×</button></div></div>`;
  }

  lanes() {
    if (!this.playback) return nothing;
    return html`<zv-lanes .lanes=${lanesOf(this.persons)} .range=${this.range} .now=${this.now} .person=${this.person} .people=${this.people} .timeText=${(seconds) => this.timeText(seconds)}
      @lane-chosen=${({ detail }) => {
        if (detail.personId) this.choose(detail.personId);
        this.seek(detail.at, true);
      }}></zv-lanes>`;
  }
}

define('zv-player', Player);
