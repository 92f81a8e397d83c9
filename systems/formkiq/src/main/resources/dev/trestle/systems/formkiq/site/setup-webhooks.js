import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { rowsTable } from '/ui/table.js';
import { copy } from '/ui/id.js';
import '/ui/badge.js';
import '/ui/time.js';
import { call, encoded, everything, iso } from './api.js';
import { icon } from './kinds.js';
import { EditingPart } from './setup-editing.js';

const STATES = ['true', 'private', 'false'];
const TONES = { true: 'good', private: 'plain', false: 'warn' };

/** The webhooks of a site: addresses at which others leave documents, and the tags that these get. */
class SetupWebhooks extends EditingPart {
  async load(options) {
    const { siteId } = this;
    const hooks = await everything('/webhooks', { siteId }, 'webhooks', options);
    const chosen = hooks.find(({ webhookId }) => webhookId === this.chosen) ?? hooks[0] ?? null;
    const tags = chosen ? (await call('GET', `/webhooks/${encoded(chosen.webhookId)}/tags`, { siteId }, undefined, options)).tags : [];
    return { hooks, chosen, tags };
  }

  async save(event) {
    event.preventDefault();
    const { webhookId } = this.edited;
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const body = { name: String(form.get('name')).trim(), enabled: String(form.get('enabled')), ttl: String(form.get('ttl')).trim() };
    const path = webhookId ? `/webhooks/${encoded(webhookId)}` : '/webhooks';
    const made = await this.send(webhookId ? 'PATCH' : 'POST', path, { siteId: this.siteId }, body);
    if (made?.webhookId) this.choose(made.webhookId);
  }

  async saveTag(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const body = { key: String(form.get('key')).trim(), value: String(form.get('value')).trim() };
    await this.send('POST', `/webhooks/${encoded(this.loaded.chosen.webhookId)}/tags`, { siteId: this.siteId }, body);
  }

  body() {
    const { hooks, chosen } = this.loaded;
    return html`<div class="stack"><div class="row"><p class="quiet">${t('fk.setup.webhooksText')}</p>${this.beginner('new-webhook', t('fk.webhook.new'), () => ({ kind: 'hook', name: '', enabled: 'true', ttl: '' }))}</div>
      ${hooks.length === 0 ? html`<t-empty heading=${t('fk.webhook.none')} text=${t('fk.webhook.noneText')}></t-empty>` : this.hooks(hooks, chosen)}
      ${chosen ? this.tags(chosen) : nothing}</div>${this.edited ? this.form() : nothing}`;
  }

  hooks(hooks, chosen) {
    return rowsTable({
      caption: t('fk.setup.webhooks'),
      rows: hooks,
      columns: [
        { title: t('fk.name'), cell: ({ webhookId, name }) => this.chooser(webhookId, name, chosen?.webhookId) },
        {
          title: t('fk.webhook.state'),
          cell: ({ enabled }) => html`<t-badge tone=${TONES[enabled]} text=${t(`fk.webhook.${enabled}`)}></t-badge>`,
        },
        {
          title: t('fk.webhook.address'),
          cell: ({ url }) =>
            html`<span class="row"><code class="fk-secret">${new URL(url).pathname}</code><button type="button" data-act="copy-webhook" @click=${() => copy(url)}>${icon('link')}${t('fk.copyLink')}</button></span>`,
        },
        {
          title: t('fk.apiKey.made'),
          cell: (each) => html`<t-time at=${iso(each.insertedDate)}></t-time> <span class="quiet">${each.userId}</span>`,
        },
        {
          title: '',
          cell: (each) =>
            this.acts({
              name: 'webhook',
              edit: () => ({ kind: 'hook', ...each, ttl: each.ttl ?? '' }),
              drop: () =>
                this.drop(t('fk.webhook.delete', { name: each.name }), t('fk.webhook.deleteText'), `/webhooks/${encoded(each.webhookId)}`, {
                  siteId: this.siteId,
                }),
            }),
        },
      ],
    });
  }

  tags(chosen) {
    const { tags } = this.loaded;
    return html`<section class="stack"><div class="row"><h2>${t('fk.webhook.tagsOf', { name: chosen.name })}</h2>${this.beginner('new-webhook-tag', t('fk.webhook.tag'), () => ({ kind: 'tag' }))}</div>
      ${
        tags.length === 0
          ? html`<p class="quiet">${t('fk.webhook.noTags')}</p>`
          : rowsTable({
              caption: t('fk.webhook.tagsOf', { name: chosen.name }),
              rows: tags,
              columns: [
                { title: t('fk.webhook.key'), cell: ({ key }) => html`<span class="cut">${key}</span>` },
                { title: t('fk.webhook.value'), cell: ({ value }) => html`<span class="cut">${value}</span>` },
              ],
            })
      }</section>`;
  }

  form() {
    const { kind, webhookId, name, enabled, ttl } = this.edited;
    if (kind === 'tag') {
      return this.dialog({
        id: 'fk-webhook-tag',
        heading: t('fk.webhook.tag'),
        save: (event) => this.saveTag(event),
        fields: (error) => html`<t-field label=${t('fk.webhook.key')} name="key" required maxlength="200" focused error=${error('key')}></t-field>
          <t-field label=${t('fk.webhook.value')} name="value" maxlength="1000" error=${error('value')}></t-field>`,
      });
    }
    return this.dialog({
      id: 'fk-webhook',
      heading: t(webhookId ? 'fk.webhook.edit' : 'fk.webhook.new'),
      save: (event) => this.save(event),
      fields: (
        error,
      ) => html`<t-field label=${t('fk.name')} name="name" value=${name} required maxlength="200" focused error=${error('name')}></t-field>
        <t-field label=${t('fk.webhook.state')} name="enabled" type="select" value=${enabled} .options=${STATES.map((each) => [each, t(`fk.webhook.${each}`)])} error=${error('enabled')}></t-field>
        <t-field label=${t('fk.webhook.ttl')} name="ttl" value=${ttl} maxlength="9" hint=${t('fk.webhook.ttlHint')} error=${error('ttl')}></t-field>`,
    });
  }
}

define('fk-setup-webhooks', SetupWebhooks);
