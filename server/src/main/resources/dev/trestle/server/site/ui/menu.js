import { avatar } from './avatar.js';
import { define, Element, html, nothing } from './element.js';
import { language, LANGUAGES, setLanguage, t } from './texts.js';
import { signOut, switchTenant, tenancy, tenantName } from '/session.js';
import { toast } from './toast.js';
import { words } from './error.js';

const THEME = 'trestle.theme';

/** The theme that is kept: "light", "dark", or "system". */
export const theme = () => document.documentElement.dataset.theme ?? 'system';

export function setTheme(chosen) {
  if (chosen === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(THEME);
  } else {
    document.documentElement.dataset.theme = chosen;
    localStorage.setItem(THEME, chosen);
  }
}

/** The languages, each in its own words, for somebody who cannot read the one that is shown. */
export const languages = () =>
  html`<span class="segments" role="group" aria-label=${t('ui.language')}>${LANGUAGES.map(
    ([code, text, lang]) =>
      html`<button type="button" lang=${lang} data-language=${code} aria-pressed=${code === language ? 'true' : 'false'} @click=${() => setLanguage(code)}>${text}</button>`,
  )}</span>`;

/** Light, dark, or the operating system's choice. */
export const themes = () =>
  html`<t-field label=${t('ui.theme')} type="select" name="theme" value=${theme()} .options=${['system', 'light', 'dark'].map((each) => [each, t(`ui.theme.${each}`)])}
    @change=${(event) => setTheme(event.target.value)}></t-field>`;

/** Language and theme of the person who is signed in. */
const preferences = () => html`
  <t-field label=${t('ui.language')} type="select" name="language" value=${language} .options=${LANGUAGES.map(([code, text]) => [code, text])}
    @change=${(event) => setLanguage(event.target.value)}></t-field>
  ${themes()}`;

/** Who is signed in, and what is theirs: <t-person-menu .me=${…}>. */
class PersonMenu extends Element {
  static properties = { me: { attribute: false }, open: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.outside = (event) => {
      if (this.open && !this.contains(event.target)) this.open = false;
    };
    document.addEventListener('click', this.outside);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener('click', this.outside);
  }

  key(event) {
    if (event.key !== 'Escape' || !this.open) return;
    event.stopPropagation();
    this.open = false;
    this.querySelector('button').focus();
  }

  async switch(event) {
    try {
      await switchTenant(event.target.value);
      location.reload();
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async leave() {
    try {
      await signOut();
    } finally {
      this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }));
    }
  }

  render() {
    const name = this.me.name ?? this.me.email ?? this.me.subject;
    return html`<div class="pop" @keydown=${this.key}>
      <button type="button" class="plain icon" aria-expanded=${this.open ? 'true' : 'false'} aria-controls=${this.own} aria-label=${t('ui.person', { name })} title=${name}
        @click=${() => {
          this.open = !this.open;
        }}>${avatar(this.me.name ?? name)}</button>
      <div class="panel" id=${this.own} ?hidden=${!this.open}>${this.open ? this.panel(name) : nothing}</div></div>`;
  }

  panel(name) {
    const { tenant, tenants, names } = tenancy();
    return html`<div><strong class="cut">${name}</strong>${this.me.name && this.me.email ? html`<div class="quiet cut">${this.me.email}</div>` : nothing}<div class="quiet">${(this.me.groups ?? []).join(', ') || t('ui.noGroups')}</div></div>
      ${
        tenants.length > 1
          ? html`<t-field label=${t('ui.tenant')} type="select" name="tenant" value=${tenant} .options=${tenants.map((each) => [each, names[each] ?? each])}
        @change=${this.switch}></t-field>`
          : tenant
            ? html`<div class="quiet">${t('ui.tenant')}: ${tenantName()}</div>`
            : nothing
      }
      ${preferences()}
      <a href="/console/account" @click=${() => {
        this.open = false;
      }}>${t('ui.account')}</a>
      <button type="button" data-act="shortcuts" @click=${() => {
        this.open = false;
        this.dispatchEvent(new CustomEvent('show-shortcuts', { bubbles: true }));
      }}>${t('ui.shortcuts')} <kbd>?</kbd></button>
      <button type="button" data-act="sign-out" @click=${this.leave}>${t('ui.signOut')}</button>`;
  }
}

define('t-person-menu', PersonMenu);
