import { define, Element, html, nothing } from '/ui/element.js';
import { asset } from '/ui/assets.js';
import { avatar } from '/ui/avatar.js';
import { inLanguage, language, t } from '/ui/texts.js';
import { languages, themes } from '/ui/menu.js';
import { values } from '/ui/field.js';
import { words } from '/ui/error.js';
import '/ui/sample-data.js';
import { choosePassword, forgotPassword, openLink, resetPassword, signIn } from './session.js';

const PASSWORD_MIN = 10;

/** The sign-in page: a password; a new password or a tenant where one is needed; a mail or a code for a forgotten password. */
class SignIn extends Element {
  static properties = {
    server: { attribute: false },
    failure: { attribute: false },
    step: { state: true },
    busy: { state: true },
    tenants: { state: true },
    note: { state: true },
    link: { state: true },
    pending: { state: true },
  };

  constructor() {
    super();
    this.step = 'password';
    this.credentials = {};
    this.note = '';
    this.pending = [];
    this.link = null;
    if (location.pathname === '/choose-password') this.takeLink();
  }

  /** The token leaves the address bar and the history at once: it opens the account. */
  takeLink() {
    const token = location.hash.slice(1);
    history.replaceState(null, '', '/');
    this.step = 'link';
    this.attempt(async () => {
      this.link = { token, ...(await openLink(token)) };
    });
  }

  async chooseByLink({ newPassword, again }) {
    if (newPassword !== again) throw new Error(t('signIn.notTheSame'));
    await choosePassword({ token: this.link.token, newPassword });
    this.credentials = { email: this.link.email };
    this.link = null;
    this.step = 'password';
    this.note = t('signIn.changed');
  }

  async forgot({ email }) {
    await forgotPassword({ email, language });
    this.credentials = { email };
    this.step = 'password';
    this.note = t('signIn.mailSent', { email });
  }

  updated(changed) {
    if (changed.has('step')) {
      document.title = `${this.heading()} – Trestle`;
      this.querySelector('main input, main select')?.focus();
    }
  }

  act(event, action) {
    const given = values(event);
    return this.attempt(() => action(given));
  }

  async attempt(action) {
    this.busy = true;
    this.failure = null;
    this.note = '';
    try {
      await action();
    } catch (failure) {
      this.failure = failure;
    } finally {
      this.busy = false;
    }
  }

  async proceed(credentials) {
    const answer = await signIn(credentials);
    if (answer.next === 'none') {
      this.dispatchEvent(new CustomEvent('signed-in'));
      return;
    }
    // A password that has been chosen holds from now on.
    this.credentials =
      answer.next === 'tenant' ? { email: credentials.email, password: credentials.newPassword ?? credentials.password } : credentials;
    this.tenants = (answer.tenants ?? []).map((each) => [each, answer.tenantNames?.[each] ?? each]);
    this.step = answer.next;
  }

  choose({ newPassword, again }) {
    if (newPassword !== again) throw new Error(t('signIn.notTheSame'));
    return this.proceed({ ...this.credentials, newPassword });
  }

  async reset({ email, code, newPassword, again }) {
    if (newPassword !== again) throw new Error(t('signIn.notTheSame'));
    await resetPassword({ email, code: code.trim(), newPassword });
    this.credentials = { email };
    this.step = 'password';
    this.note = t('signIn.changed');
  }

  /** The server does not tell which of the two was wrong, so that nobody can probe addresses. */
  message() {
    const { failure } = this;
    if (failure.status === 401) return t({ reset: 'signIn.wrongCode', link: 'signIn.wrongLink' }[this.step] ?? 'signIn.wrong');
    return failure.status === 429 ? t('signIn.locked') : words(failure);
  }

  heading() {
    return t(this.step === 'forgot' ? 'signIn.forgotten' : `signIn.${this.step}`);
  }

  render() {
    const accounts = this.step === 'password' ? (this.server?.demoAccounts ?? []) : [];
    return html`<div class="alone ${accounts.length ? 'demo' : ''}"><div class="stack">
      <div class="row"><img src=${asset('/icon.svg')} alt="" width="32" height="32"><strong>Trestle</strong>
        <span class="quiet">${this.server?.version ?? ''}${this.server?.demo ? ` · ${t('signIn.demo')}` : ''}</span></div>
      <main class="card stack">
        <h1>${this.heading()}</h1>
        ${this.note ? html`<p role="status">${this.note}</p>` : nothing}
        ${this.failure ? html`<t-error .failure=${this.failure} message=${this.message()}></t-error>` : nothing}
        ${this.form()}
      </main>
      <div class="row preferences">${languages()}${themes()}</div>
    </div>${accounts.length ? this.demo(accounts) : nothing}</div>`;
  }

  /** One click each: their password is no secret. */
  demo(accounts) {
    return html`<section class="demo-accounts" aria-labelledby=${this.own}>
      <div><h2 id=${this.own}>${t('signIn.demoAccounts')}</h2><div class="quiet">${t('signIn.demoText')}</div></div>
      <t-sample-data .server=${this.server} @status=${(event) => {
        this.pending = event.detail?.pending ?? [];
      }}></t-sample-data>
      <ul>${accounts.map(
        (
          each,
        ) => html`<li><button type="button" data-account=${each.email} ?disabled=${this.busy || each.systems.some((name) => this.pending.includes(name))}
        @click=${() => this.attempt(() => this.proceed({ email: each.email, password: each.password }))}>
        ${avatar(each.name)}<strong>${each.name}</strong><span class="quiet">${each.email}</span>
        <span class="what">${inLanguage(each.about)}</span>
        <span class="tiles">${each.systems.map((name) => this.tile(name))}</span></button></li>`,
      )}</ul></section>`;
  }

  tile(name) {
    const system = this.server.pages.find((page) => page.name === name);
    return system
      ? html`<span class="tile" data-system=${name} title=${inLanguage(system.title)}><svg viewBox="0 0 24 24" aria-hidden="true"><path d=${system.icon}/></svg></span>`
      : nothing;
  }

  form() {
    switch (this.step) {
      case 'newPassword':
        return this.shape(
          (given) => this.choose(given),
          'signIn.save',
          html`<p class="quiet">${t('signIn.oneTime', { n: PASSWORD_MIN })}</p>${this.twice()}`,
        );
      case 'tenant':
        return this.shape(
          ({ tenant }) => this.proceed({ ...this.credentials, tenant }),
          'signIn.goOn',
          html`
        <t-field label=${t('ui.tenant')} name="tenant" type="select" value=${this.tenants[0][0]} .options=${this.tenants}></t-field>`,
        );
      case 'reset':
        return html`${this.shape(
          (given) => this.reset(given),
          'signIn.save',
          html`<p class="quiet">${t('signIn.resetHint')}</p>${this.email()}
        <t-field label=${t('signIn.code')} name="code" autocomplete="one-time-code" required maxlength="100" mono></t-field>${this.twice()}`,
        )}
        ${this.other('password', 'signIn.back')}`;
      case 'forgot':
        return html`${this.shape((given) => this.forgot(given), 'signIn.sendMail', html`<p class="quiet">${t('signIn.forgotHint')}</p>${this.email()}`)}
        ${this.other('reset', 'signIn.haveCode')}${this.other('password', 'signIn.back')}`;
      case 'link':
        return this.byLink();
      default:
        return html`${this.shape(
          (given) => this.proceed(given),
          'signIn.go',
          html`${this.email()}
        <t-field label=${t('signIn.passwordField')} name="password" type="password" autocomplete="current-password" required maxlength="200"></t-field>`,
        )}
        ${this.other(this.server?.mail ? 'forgot' : 'reset', this.server?.mail ? 'signIn.forgotten' : 'signIn.forgot')}${this.server?.demo ? nothing : html`<p class="quiet">${t('signIn.first')}</p>`}`;
    }
  }

  byLink() {
    if (!this.link)
      return html`${this.busy ? html`<p>${t('ui.loading')}</p>` : nothing}${this.busy ? nothing : this.other(this.server?.mail ? 'forgot' : 'password', this.server?.mail ? 'signIn.forgotten' : 'signIn.back')}`;
    return this.shape(
      (given) => this.chooseByLink(given),
      'signIn.save',
      html`
      <p>${t(this.link.purpose === 'INVITATION' ? 'signIn.invited' : 'signIn.resetFor', { name: this.link.name })}</p>
      <t-field label=${t('signIn.email')} name="email" type="email" autocomplete="username" value=${this.link.email} disabled></t-field>
      <p class="quiet">${t('signIn.length', { n: PASSWORD_MIN })}</p>${this.twice()}`,
    );
  }

  shape(action, label, fields) {
    return html`<form class="stack" data-step=${this.step} @submit=${(event) => this.act(event, action)}>${fields}
      <button type="submit" class="primary" ?disabled=${this.busy} aria-busy=${this.busy ? 'true' : 'false'}>${t(label)}</button></form>`;
  }

  email() {
    return html`<t-field label=${t('signIn.email')} name="email" type="email" autocomplete="username" value=${this.credentials.email ?? ''} required maxlength="254"></t-field>`;
  }

  twice() {
    return html`<t-field label=${t('signIn.newPasswordField')} name="newPassword" type="password" autocomplete="new-password" required minlength=${PASSWORD_MIN} maxlength="200"></t-field>
      <t-field label=${t('signIn.again')} name="again" type="password" autocomplete="new-password" required maxlength="200"></t-field>`;
  }

  other(step, label) {
    return html`<button type="button" class="plain" @click=${() => {
      this.failure = null;
      this.step = step;
    }}>${t(label)}</button>`;
  }
}

define('t-sign-in', SignIn);
