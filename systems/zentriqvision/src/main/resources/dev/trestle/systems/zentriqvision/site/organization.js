import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { setQuery } from '/ui/router.js';
import { api } from './api.js';
import { ZvPage } from './zv-page.js';
import './cameras.js';
import './log.js';
import './members.js';
import './settings.js';
import '/ui/field.js';
import '/ui/tabs.js';

const ADMIN_TABS = ['members', 'settings', 'log'];

/** The organisation: what the reader may do in it, its cameras, and for an admin its people, its settings and who looked at what. */
class OrganizationPage extends ZvPage {
  static properties = { ...ZvPage.properties, saving: { state: true } };

  async save(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    this.saving = { isBusy: true };
    try {
      await api('PUT', '/user', { givenName: form.get('givenName'), phone: form.get('phone') || undefined });
      this.saving = { isSaved: true };
      await this.learn(true);
    } catch (failure) {
      this.saving = { failure };
    }
  }

  view() {
    const tabs = [
      { id: 'you', text: t('zv.you'), content: () => this.you() },
      {
        id: 'cameras',
        text: t('zv.cameras'),
        content: () => html`<zv-cameras .isAdmin=${this.may('admin')} @cameras-changed=${() => this.learn(true)}></zv-cameras>`,
      },
      ...(this.may('admin') ? ADMIN_TABS.map((id) => ({ id, text: t(`zv.${id}`), content: () => this.adminTab(id) })) : []),
    ];
    return html`<div class="zv-organization"><div class="page-head"><h1>${this.organization.name ?? t('zv.organization')}</h1></div>
      <t-tabs label=${t('zv.organization')} .tabs=${tabs} selected=${this.query.get('tab') ?? 'you'} @tab-select=${({ detail }) => setQuery({ tab: detail, ...(detail === 'log' ? {} : { action: null, userId: null, videoId: null, from: null, to: null }) })}></t-tabs></div>`;
  }

  adminTab(id) {
    if (id === 'members') return html`<zv-members .cameras=${this.cameras} .self=${this.profile.userId}></zv-members>`;
    if (id === 'settings') return html`<zv-settings></zv-settings>`;
    return html`<zv-log .query=${this.query}></zv-log>`;
  }

  you() {
    const { profile, saving } = this;
    const role = String(profile.role ?? '').toLowerCase();
    return html`<div class="grid"><section class="card"><h2>${t('zv.yourRole')}</h2><p><b>${role ? t(`zv.role.${role}`) : t('zv.noRole')}</b></p><p class="quiet">${role ? t(`zv.roleText.${role}`) : t('zv.noRoleText')}</p>
        <p>${profile.cameras ? t('zv.yourCameras', { cameras: profile.cameras.join(', ') || '–' }) : t('zv.allCameras')}</p></section>
      <form class="card stack" @submit=${(event) => this.save(event)}><h2>${t('zv.yourself')}</h2><t-field label=${t('zv.givenName')} name="givenName" value=${profile.givenName ?? ''} maxlength="100" required></t-field><t-field label=${t('zv.phone')} name="phone" type="tel" value=${profile.phone ?? ''} maxlength="40"></t-field>
        ${saving?.failure ? html`<t-error .failure=${saving.failure}></t-error>` : nothing}<div class="row"><button class="primary" ?disabled=${saving?.isBusy}>${t('zv.save')}</button>${saving?.isSaved ? html`<span class="quiet" role="status">${t('zv.saved')}</span>` : nothing}</div></form></div>`;
  }
}

define('zv-organization', OrganizationPage);
