import { define, Element, html, nothing } from '/ui/element.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import '/ui/state.js';
import '/ui/time.js';
import { call, encoded, everything, iso } from './api.js';

/** What a language model said of a document, newest first, and a way to ask it again: <fk-classifications .documentId .siteId ?writes news>. */
class Classifications extends Element {
  static properties = {
    documentId: { attribute: false },
    siteId: { attribute: false },
    writes: { type: Boolean },
    news: { type: Number },
    rows: { state: true },
    prompts: { state: true },
    failure: { state: true },
    refused: { state: true },
    asking: { state: true },
  };

  connectedCallback() {
    super.connectedCallback();
    this.leaving = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaving.abort();
  }

  willUpdate(changed) {
    if (changed.has('documentId') || changed.has('news')) this.read();
  }

  get path() {
    return `/documents/${encoded(this.documentId)}/dataClassification`;
  }

  async read() {
    const options = { signal: this.leaving.signal };
    try {
      const [rows, prompts] = await Promise.all([
        everything(this.path, { siteId: this.siteId }, 'dataClassifications', options),
        this.allPrompts(options),
      ]);
      Object.assign(this, { rows, prompts, failure: null });
    } catch (failure) {
      if (failure.name !== 'AbortError') this.failure = failure;
    }
  }

  /** The names of the site's prompts; a site without the type has none. */
  async allPrompts(options) {
    if (!this.writes) return [];
    try {
      const entities = await everything('/entities/LlmPrompt', { siteId: this.siteId, namespace: 'PRESET' }, 'entities', options);
      return entities.map(({ name }) => name);
    } catch (failure) {
      if (failure.name === 'AbortError') throw failure;
      return [];
    }
  }

  async ask(event) {
    event.preventDefault();
    const llmPromptEntityName = event.target.elements.prompt.value;
    this.asking = true;
    try {
      await call('PUT', this.path, { siteId: this.siteId }, { llmPromptEntityName });
      this.refused = null;
      await this.read();
    } catch (failure) {
      this.refused = failure;
    }
    this.asking = false;
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.rows) return html`<t-state loading rows="3"></t-state>`;
    return html`${this.form()}${this.rows.length === 0 ? html`<t-empty heading=${t('fk.classified.none')} text=${t('fk.classified.noneText')}></t-empty>` : this.rows.map((row) => this.row(row))}`;
  }

  form() {
    if (!this.writes || this.prompts.length === 0) return nothing;
    return html`<form class="row" @submit=${this.ask}><label>${t('fk.classified.prompt')} <select name="prompt">${this.prompts.map((name) => html`<option value=${name}>${name}</option>`)}</select></label>
      <button type="submit" ?disabled=${this.asking} aria-busy=${this.asking ? 'true' : 'false'}>${t(this.asking ? 'fk.classified.asking' : 'fk.classified.ask')}</button></form>
      ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}`;
  }

  row({ llmPromptEntityName, insertedDate, userId, content, attributes = [] }) {
    return html`<section class="fk-classified"><h3>${llmPromptEntityName}</h3><p class="quiet"><t-time at=${iso(insertedDate)}></t-time> ${userId}</p>
      ${attributes.length > 0 ? html`<dl>${attributes.map(({ key, value }) => html`<dt>${key}</dt><dd>${value}</dd>`)}</dl>` : nothing}
      ${attributes.length > 0 ? html`<details><summary>${t('fk.classified.answer')}</summary><pre>${content}</pre></details>` : html`<pre>${content}</pre>`}</section>`;
  }
}

define('fk-classifications', Classifications);
