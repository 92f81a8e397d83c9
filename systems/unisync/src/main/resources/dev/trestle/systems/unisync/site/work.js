import { define, html, nothing } from '/ui/element.js';
import { Page } from '/ui/page.js';
import { language, t } from '/ui/texts.js';
import { listen } from '/events.js';
import { useSheet } from '/ui/sheet.js';
import '/ui/error.js';
import '/ui/time.js';
import './status.js';
import { EVENTS, get } from './api.js';

/** What waits for me: what was sent back to me, what is mine to do, where I am mentioned. */
class Work extends Page {
  static properties = { ...Page.properties, work: { state: true }, failure: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.load();
    listen(EVENTS, {
      signal: this.live,
      onEvent: ({ type }) => {
        if (['ready', 'showset', 'note', 'reset'].includes(type)) this.soon();
      },
    });
  }

  /** Once for many changes. */
  soon() {
    this.waiting ??= setTimeout(() => {
      this.waiting = null;
      this.load();
    }, 500);
  }

  async load() {
    try {
      await useSheet('/unisync/unisync.css');
      this.work = await get('/me/work', { signal: this.live });
      this.failure = null;
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  render() {
    const open = (this.work?.stages ?? []).filter((task) => !['complete', 'revision_required'].includes(task.status));
    const done = (this.work?.stages ?? []).filter((task) => task.status === 'complete');
    return html`<div class="page-head"><h1>${t('unisync.work')}</h1></div>
      ${this.failure ? html`<t-error .failure=${this.failure} message=${this.failure.status === 403 ? t('unisync.noUser') : nothing}></t-error>` : nothing}
      ${this.work ? html`<div class="stack">${this.tasks('unisync.sentBack', this.work.revisions)}${this.tasks('unisync.assigned', open)}${this.mentions()}${this.tasks('unisync.done', done)}</div>` : html`<p class="quiet">${t('ui.loading')}</p>`}`;
  }

  tasks(title, tasks) {
    return html`<section class="card"><h2>${t(title)} <span class="quiet">${tasks.length}</span></h2>${
      tasks.length === 0
        ? html`<p class="quiet">${t(`${title}.none`)}</p>`
        : html`<ul class="us-stages">${tasks.map(
            (task) => html`<li><a class="name" href="/unisync?showset=${encodeURIComponent(task.showSetId)}">${task.showSetId} · ${task.scene}</a>
        <span>${t(`unisync.stage.${task.stage}`)}</span><unisync-status status=${task.status}></unisync-status><t-time class="quiet" at=${task.updatedAt}></t-time></li>`,
          )}</ul>`
    }</section>`;
  }

  mentions() {
    const { mentions } = this.work;
    return html`<section class="card"><h2>${t('unisync.mentions')} <span class="quiet">${mentions.length}</span></h2>${
      mentions.length === 0
        ? html`<p class="quiet">${t('unisync.mentions.none')}</p>`
        : mentions.map(
            (
              note,
            ) => html`<article class="us-note"><div class="row"><strong>${note.authorName}</strong><a href="/unisync?showset=${encodeURIComponent(note.showSetId)}&tab=notes">${note.showSetId}</a>
        <t-time class="quiet" at=${note.createdAt}></t-time></div><p>${note.content[language] || note.content[note.originalLang]}</p></article>`,
          )
    }</section>`;
  }
}

define('unisync-work', Work);
