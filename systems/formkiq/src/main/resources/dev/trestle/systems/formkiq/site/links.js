import { define, Element, html, nothing } from '/ui/element.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import { t } from '/ui/texts.js';
import { confirmed } from '/ui/dialog.js';
import { copy } from '/ui/id.js';
import '/ui/badge.js';
import '/ui/state.js';
import '/ui/time.js';
import { call, encoded, iso } from './api.js';
import { icon } from './kinds.js';

const LIVES = [1, 24, 168, 720, 2160, 8760];

/** The links by which people without an account get a document: <fk-links .siteId .documentId>. */
class Links extends Element {
  static properties = {
    siteId: { attribute: false },
    documentId: { attribute: false },
    links: { state: true },
    made: { state: true },
    making: { state: true },
    failure: { state: true },
    refused: { state: true },
  };

  willUpdate(changed) {
    if (changed.has('documentId')) {
      Object.assign(this, { links: null, made: null });
      this.read();
    }
  }

  get path() {
    return `/x/documents/${encoded(this.documentId)}/links`;
  }

  async read() {
    try {
      this.links = (await call('GET', this.path, { siteId: this.siteId })).links;
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
  }

  async add(event) {
    const { hours, password, usesMax } = values(event);
    const body = { hours: Number(hours), password: password || undefined, usesMax: usesMax ? Number(usesMax) : undefined };
    try {
      const { token } = await call('POST', this.path, { siteId: this.siteId }, body);
      // Behind a hash: it reaches no server's log, and no other page as a referrer.
      Object.assign(this, { making: false, refused: null, made: new URL(`/formkiq/link#${token}`, location.href).href });
      this.read();
    } catch (failure) {
      this.refused = failure;
    }
  }

  async revoke({ linkId }) {
    const act = () => call('DELETE', `${this.path}/${encoded(linkId)}`, { siteId: this.siteId });
    if (await confirmed({ heading: t('fk.link.revokeHeading'), text: t('fk.link.revokeText'), label: t('fk.link.revoke'), act })) this.read();
  }

  render() {
    if (this.failure) return html`<t-error .failure=${this.failure} .retry=${() => this.read()}></t-error>`;
    if (!this.links) return html`<t-state loading rows="3"></t-state>`;
    return html`<div class="stack"><p class="quiet">${t('fk.link.text')}</p>
      ${this.made ? this.fresh() : nothing}
      <div><button type="button" data-act="new-link" @click=${() => {
        Object.assign(this, { making: true, refused: null });
      }}>${icon('plus')}${t('fk.link.new')}</button></div>
      ${this.links.length === 0 ? html`<p class="quiet">${t('fk.link.none')}</p>` : html`<ul class="fk-links">${this.links.map((each) => this.line(each))}</ul>`}</div>
      ${this.making ? this.dialog() : nothing}`;
  }

  fresh() {
    return html`<div class="card fk-fresh-key" role="status"><strong>${t('fk.link.once')}</strong><div class="row"><code class="fk-secret" data-link>${this.made}</code>
      <button type="button" class="primary" data-act="copy-link" @click=${() => copy(this.made)}>${t('fk.copyLink')}</button></div></div>`;
  }

  line(link) {
    const { uses, usesMax } = link;
    return html`<li class="card"><div class="row"><t-badge tone=${link.isOpen ? 'good' : 'warn'} text=${t(link.isOpen ? 'fk.link.open' : 'fk.link.over')}></t-badge>
      ${link.hasPassword ? html`<t-badge text=${t('fk.link.hasPassword')}></t-badge>` : nothing}${link.isLocked ? html`<t-badge tone="bad" text=${t('fk.link.locked')}></t-badge>` : nothing}<span class="end"></span>
      <span class="fk-acts"><button type="button" class="danger" data-act="revoke-link" @click=${() => this.revoke(link)}>${icon('trash')}${t('fk.link.revoke')}</button></span></div>
      <dl class="fk-facts"><dt>${t('fk.link.until')}</dt><dd><t-time at=${iso(link.expires)}></t-time></dd>
      <dt>${t('fk.link.uses')}</dt><dd>${usesMax ? t('fk.link.usesOf', { n: uses, max: usesMax }) : uses}${link.usedDate ? html` · <t-time at=${iso(link.usedDate)}></t-time>` : nothing}</dd>
      <dt>${t('fk.link.by')}</dt><dd class="cut">${link.createdBy}</dd></dl></li>`;
  }

  dialog() {
    const close = () => {
      this.making = false;
    };
    return html`<t-dialog open heading=${t('fk.link.new')} @close=${close}
      .content=${html`<form id="fk-link" class="stack" @submit=${(event) => this.add(event)}>
        <t-field label=${t('fk.link.life')} name="hours" type="select" value="168" .options=${LIVES.map((each) => [String(each), t(`fk.link.hours.${each}`)])}></t-field>
        <t-field label=${t('fk.link.password')} name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" hint=${t('fk.link.passwordHint')}></t-field>
        <t-field label=${t('fk.link.usesMax')} name="usesMax" type="number" min="1" max="1000000" hint=${t('fk.link.usesHint')}></t-field>
        ${this.refused ? html`<p class="problem" role="alert">${words(this.refused)}</p>` : nothing}</form>`}
      .actions=${html`<button type="button" @click=${close}>${t('ui.cancel')}</button><button type="submit" form="fk-link" class="primary">${t('fk.create')}</button>`}></t-dialog>`;
  }
}

define('fk-links', Links);
