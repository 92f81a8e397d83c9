import { define, Element, html, nothing } from '/ui/element.js';
import { avatar } from '/ui/avatar.js';
import { t } from '/ui/texts.js';
import { listen } from '/events.js';
import { call } from '/session.js';

const API = '/docstore/v1';
const HEARTBEAT_MS = 30_000;
const SHOWN_MAX = 5;

/** Who else has a document open, kept up to date: <doc-presence document="…" .me=${…} ?editing=${…}>. It also tells the others of this reader. */
class DocPresence extends Element {
  static properties = { document: {}, me: { attribute: false }, editing: { type: Boolean }, present: { state: true } };

  constructor() {
    super();
    this.present = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
    const { signal } = this.leaving;
    listen(`${API}/events`, { signal, onEvent: (event) => this.heard(event) });
    this.beating = setInterval(() => {
      if (!document.hidden) this.beat();
      else this.prune();
    }, HEARTBEAT_MS);
    document.addEventListener(
      'visibilitychange',
      () => {
        if (!document.hidden) this.beat();
      },
      { signal },
    );
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
    clearInterval(this.beating);
    call('DELETE', this.path).catch(() => {});
  }

  updated(changed) {
    if (changed.has('document') || changed.has('editing')) this.beat();
  }

  get path() {
    return `${API}/documents/${encodeURIComponent(this.document)}/presence`;
  }

  async beat() {
    if (!this.document) return;
    try {
      this.present = (await call('PUT', this.path, { editing: Boolean(this.editing) }, { signal: this.leaving.signal })).items;
    } catch {
      // Out of reach, or not the reader's any more: the page itself says so.
      this.prune();
    }
  }

  heard({ type, data }) {
    if (type === 'ready' || type === 'reset') this.beat();
    if (type !== 'presence' || data.id !== this.document) return;
    const others = this.present.filter((each) => each.personId !== data.personId);
    this.present = data.here ? [...others, data] : others;
  }

  prune() {
    this.present = this.present.filter((each) => new Date(each.until) > new Date());
  }

  render() {
    const others = this.present.filter((each) => each.personId !== this.me?.subject).sort((one, other) => one.since.localeCompare(other.since));
    if (others.length === 0) return nothing;
    const say = (each) => t(each.editing ? 'docs.writesHere' : 'docs.readsHere', { name: each.name ?? each.personId });
    return html`<ul class="doc-present" aria-label=${t('docs.present')}>${others.slice(0, SHOWN_MAX).map(
      (each) => html`<li data-person=${each.personId} data-editing=${each.editing ? 'yes' : 'no'} title=${say(each)}>
      ${avatar(each.name ?? each.personId)}${each.editing ? html`<span class="doc-pen" aria-hidden="true">✎</span>` : nothing}<span class="sr-only">${say(each)}</span></li>`,
    )}
      ${others.length > SHOWN_MAX ? html`<li class="quiet">+${others.length - SHOWN_MAX}</li>` : nothing}</ul>`;
  }
}

define('doc-presence', DocPresence);
