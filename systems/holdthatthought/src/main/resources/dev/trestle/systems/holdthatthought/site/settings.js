import { define, html, nothing } from '/ui/element.js';
import { t } from '/ui/texts.js';
import { toast } from '/ui/toast.js';
import { words } from '/ui/error.js';
import { putFile, typeOf } from '/ui/files.js';
import { namesLike } from '/ui/people-picker.js';
import { changesOf } from '/ui/conflict.js';
import { all, api, face, ownProfile, personPath } from './api.js';
import { CUSTOM, KINDS, kinName } from './relations.js';
import { MemberPage } from './member-page.js';
import './export.js';
import '/ui/field.js';

const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const PHOTO_BYTES_MAX = 5 * 1024 * 1024;
const THEMES = ['', 'light', 'dark'];
const THEME = 'trestle.theme';

/** The theme of these pages: in this browser at once, and in the profile for the others. */
function wear(theme) {
  if (theme) {
    localStorage.setItem(THEME, theme);
    document.documentElement.dataset.theme = theme;
  } else {
    localStorage.removeItem(THEME);
    delete document.documentElement.dataset.theme;
  }
}

/** One's own profile: open to who is not approved yet, too. */
class Settings extends MemberPage {
  static properties = {
    ...MemberPage.properties,
    busy: { state: true },
    failure: { state: true },
    relations: { state: true },
    people: { state: true },
    chosen: { state: true },
    mails: { state: true },
  };

  constructor() {
    super();
    Object.assign(this, { relations: null, people: [], chosen: [], mails: null });
  }

  async opened() {
    api('GET', '/mail/settings', undefined, { signal: this.live })
      .then((mails) => {
        this.mails = mails;
      })
      .catch(() => {}); // What else is on the page does not need it.
    this.people = (await all('/users', { signal: this.live, pagesMax: 5 }).catch(() => ({ items: [] }))).items.map((each) => ({
      id: each.userId,
      name: each.displayName,
    }));
  }

  get values() {
    const { profile: own } = this;
    return {
      displayName: own.displayName ?? '',
      bio: own.bio ?? '',
      familyRelationship: own.familyRelationship ?? '',
      generation: own.generation ?? '',
      familyBranch: own.familyBranch ?? '',
      contactEmail: own.contactEmail ?? '',
    };
  }

  async put(changes, said) {
    this.busy = true;
    this.failure = null;
    try {
      await api('PUT', '/profile', changes);
      this.profile = await ownProfile({ anew: true });
      if (said) toast(said);
      return true;
    } catch (failure) {
      this.failure = failure;
      toast(words(failure), { tone: 'bad' });
      return false;
    } finally {
      this.busy = false;
    }
  }

  async chooseDigest(digest) {
    try {
      this.mails = await api('PUT', '/mail/settings', { digest });
      toast(t('htt.settingSaved'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  async save(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const mine = Object.fromEntries(Object.keys(this.values).map((name) => [name, String(form.get(name) ?? '').trim()]));
    const changes = changesOf(this.values, mine);
    if (Object.keys(changes).length > 0)
      await this.put(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || null])), t('htt.profileSaved'));
  }

  async photo(event) {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    const type = typeOf(file);
    if (!PHOTO_TYPES.includes(type) || file.size > PHOTO_BYTES_MAX) {
      toast(t('htt.photoWrong'), { tone: 'bad' });
      return;
    }
    try {
      const { uploadUrl, photoUrl, headers } = await api('POST', '/profile/photo/upload-url', { contentType: type, size: file.size });
      await putFile(uploadUrl, { headers: headers ?? { 'Content-Type': type }, file, signal: this.live, onProgress: () => {} });
      await this.put({ photoUrl }, t('htt.photoSaved'));
    } catch (failure) {
      toast(words(failure), { tone: 'bad' });
    }
  }

  /** Relations that the profile states itself; others' are derived. */
  get stated() {
    return (this.profile.familyRelationships ?? []).filter((each) => !each.derived);
  }

  async addRelation(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    const [person] = this.chosen;
    const name = String(form.get('name') ?? '').trim() || person?.name;
    const type = form.get('type');
    if (!name) return;
    const entry = {
      type: type === CUSTOM ? 'relative' : type,
      name,
      ...(type === CUSTOM ? { customType: String(form.get('customType')).trim() } : {}),
      ...(person ? { userId: person.id } : {}),
    };
    const done = await this.put({ familyRelationships: [...this.stated, entry] }, t('htt.relationAdded', { name }));
    if (!done) return;
    this.chosen = [];
    event.target.querySelectorAll('t-field').forEach((field) => {
      if (field.name !== 'type') {
        field.value = '';
        field.control.value = '';
      }
    });
  }

  removeRelation(relation) {
    const before = this.stated;
    return this.put({ familyRelationships: before.filter((each) => each.id !== relation.id) }).then((done) => {
      if (done) toast(t('htt.relationRemoved', { name: relation.name }), { undo: () => this.put({ familyRelationships: before }) });
    });
  }

  hide(relation) {
    return this.put({ hiddenRelations: [...(this.profile.hiddenRelations ?? []), relation.id] }, t('htt.relationHidden', { name: relation.name }));
  }

  render() {
    // Also for who is not approved: it is their own profile.
    if (this.profile && !this.isMember) return this.view();
    return super.render();
  }

  view() {
    return html`<div class="htt-plain-page htt-settings"><div class="page-head"><h1>${t('htt.settings')}</h1>${this.isMember ? html`<a class="end" href=${personPath(this.userId)}>${t('htt.seeProfile')}</a>` : nothing}</div>
      <div class="htt-settings-columns"><div class="stack">${this.about()}${this.isMember ? this.relationsCard() : nothing}</div><div class="stack">${this.photoCard()}${this.preferences()}${this.isMember ? html`<htt-export ?admin=${this.isAdmin}></htt-export>` : nothing}</div></div></div>`;
  }

  about() {
    const { values } = this;
    const wrong = (name) => this.failure?.of?.(name) ?? '';
    const field = (name, label, max, hint) =>
      html`<t-field name=${name} label=${t(label)} .value=${values[name]} maxlength=${max} hint=${hint ?? nothing} error=${wrong(name)}></t-field>`;
    return html`<form class="card stack" @submit=${this.save}><h2>${t('htt.aboutYou')}</h2>
      ${field('displayName', 'htt.displayName', 100)}
      <t-field type="textarea" rows="4" name="bio" label=${t('htt.bio')} .value=${values.bio} maxlength="500" error=${wrong('bio')}></t-field>
      ${field('familyRelationship', 'htt.familyRelationship', 100, t('htt.familyRelationshipHint'))}
      <div class="htt-pair">${field('generation', 'htt.generation', 100)}${field('familyBranch', 'htt.familyBranch', 100)}</div>
      ${field('contactEmail', 'htt.contactEmail', 320, t('htt.contactEmailHint', { email: this.profile.email || '–' }))}
      <div><button type="submit" class="primary" data-act="save-profile" ?disabled=${this.busy}>${t('ui.save')}</button></div></form>`;
  }

  photoCard() {
    const { profile } = this;
    return html`<section class="card stack htt-photo"><h2>${t('htt.photo')}</h2>${face(profile.displayName, profile.photoUrl)}
      <div class="row"><button type="button" data-act="photo" @click=${() => this.querySelector('input[name=photo]').click()}>${t('htt.choosePhoto')}</button>
        ${profile.photoUrl ? html`<button type="button" class="plain" @click=${() => this.put({ photoUrl: null }, t('htt.photoRemoved'))}>${t('htt.removePhoto')}</button>` : nothing}</div>
      <input class="sr-only" type="file" name="photo" tabindex="-1" accept=${PHOTO_TYPES.join(',')} aria-label=${t('htt.choosePhoto')} @change=${this.photo}></section>`;
  }

  preferences() {
    const { profile } = this;
    const check = (name, label, hint) =>
      html`<label class="htt-switch"><input type="checkbox" name=${name} .checked=${Boolean(profile[name])} @change=${(event) => this.put({ [name]: event.target.checked }, t('htt.settingSaved'))}><span>${t(label)}<span class="quiet">${t(hint)}</span></span></label>`;
    return html`<section class="card stack"><h2>${t('htt.preferences')}</h2>
      <t-field type="select" name="theme" label=${t('htt.theme')} .value=${profile.theme ?? ''} .options=${THEMES.map((each) => [each, t(`htt.theme.${each || 'system'}`)])} @change=${(
        event,
      ) => {
        wear(event.target.value);
        this.put({ theme: event.target.value || null }, t('htt.settingSaved'));
      }}></t-field>
      ${check('isProfilePrivate', 'htt.privateProfile', 'htt.privateProfileHint')}${check('notifyOnComment', 'htt.notifyComment', 'htt.notifyCommentHint')}${check('notifyOnMessage', 'htt.notifyMessage', 'htt.notifyMessageHint')}
      ${
        this.mails === null
          ? nothing
          : html`<t-field type="select" name="digest" label=${t('htt.digest')} .value=${this.mails.digest} .options=${['off', 'daily', 'weekly'].map((each) => [each, t(`htt.digest.${each}`)])} @change=${(event) => this.chooseDigest(event.target.value)}></t-field>`
      }</section>`;
  }

  relationsCard() {
    const others = (this.profile.familyRelationships ?? []).filter((each) => each.derived);
    const kinds = [...KINDS, CUSTOM].map((each) => [each, t(`htt.kin.${each}`)]);
    return html`<section class="card stack"><h2>${t('htt.relations')}</h2><p class="quiet">${t('htt.relationsText')}</p>
      <ul class="htt-kin">${this.stated.map((each) => html`<li><span class="quiet">${kinName(each)}</span> <span class="cut">${each.name ?? each.userId}</span><button type="button" class="plain end" data-act="remove-relation" aria-label=${t('htt.removeRelation', { name: each.name ?? '' })} @click=${() => this.removeRelation(each)}>${t('htt.delete')}</button></li>`)}
        ${others.map((each) => html`<li><span class="quiet">${kinName(each)}</span> <a class="cut" href=${personPath(each.userId)}>${each.name}</a><span class="quiet">${t('htt.statedByThem')}</span><button type="button" class="plain end" data-act="hide-relation" @click=${() => this.hide(each)}>${t('htt.hide')}</button></li>`)}</ul>
      <form class="stack" @submit=${this.addRelation}><div class="htt-pair"><t-field type="select" name="type" label=${t('htt.kinType')} .value=${'parent'} .options=${kinds} @change=${(
        event,
      ) => {
        this.custom = event.target.value === CUSTOM;
        this.requestUpdate();
      }}></t-field>
        ${this.custom ? html`<t-field name="customType" label=${t('htt.kinCustom')} maxlength="100" required></t-field>` : nothing}
        <t-field name="name" label=${t('htt.kinPerson')} hint=${t('htt.kinPersonHint')} maxlength="200" ?required=${this.chosen.length === 0}></t-field></div>
        <t-people-picker single label=${t('htt.kinMember')} hint=${t('htt.kinMemberHint')} .find=${(text) =>
          namesLike(
            this.people.filter(({ id }) => id !== this.userId),
            text,
          )} .value=${this.chosen} @people-change=${({ detail }) => {
          this.chosen = detail;
        }}></t-people-picker>
        <div><button type="submit" data-act="add-relation" ?disabled=${this.busy}>${t('htt.addRelation')}</button></div></form></section>`;
  }
}

define('htt-settings', Settings);
