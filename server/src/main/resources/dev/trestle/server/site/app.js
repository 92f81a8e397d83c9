import { about, call, resume, signIn, signOut, switchTenant, tenancy } from './session.js';

const view = document.getElementById('view');
const notice = document.getElementById('notice');

/** An element; text is text, whatever it holds. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== 'list') element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function say(text, bad = false) {
  notice.replaceChildren(text);
  notice.classList.toggle('bad', bad);
  notice.hidden = text === '';
}

function complain(failure) {
  say('', true);
  notice.append(make('strong', {}, 'That did not work. '), failure.message);
  for (const field of failure.fields ?? []) notice.append(make('div', {}, field));
  if (failure.requestId) notice.append(make('div', { className: 'quiet mono' }, `request ${failure.requestId}`));
  notice.hidden = false;
}

/** Runs an action of a person: its button waits, its failure is shown, what was typed stays. */
async function act(button, action) {
  button.disabled = true;
  say('');
  try {
    await action();
  } catch (failure) {
    if (failure.status === 401 && !view.querySelector('[data-signed-out]')) {
      showSignIn();
      say('You were signed out. Sign in again.', true);
    } else {
      complain(failure);
    }
  } finally {
    button.disabled = false;
  }
}

function show(...cards) {
  view.replaceChildren(...cards);
  view.removeAttribute('aria-busy');
  (view.querySelector('[autofocus]') ?? view.querySelector('input'))?.focus();
}

function field(text, properties) {
  return make('label', {}, text, make('input', properties));
}

function form(title, label, fields, submit, ...more) {
  const button = make('button', { type: 'submit' }, label);
  return make('section', { className: 'card', 'data-signed-out': '' },
    make('h2', {}, title),
    make('form', {
      onsubmit: (event) => {
        event.preventDefault();
        const values = Object.fromEntries(new FormData(event.target));
        act(button, () => submit(values));
      },
    }, ...fields, ...more, button));
}

function showSignIn() {
  document.getElementById('who').replaceChildren();
  show(form('Sign in', 'Sign in', [
    field('Email', { name: 'email', type: 'email', autocomplete: 'username', required: true, maxLength: 254, autofocus: true }),
    field('Password', { name: 'password', type: 'password', autocomplete: 'current-password', required: true, maxLength: 256 }),
  ], (values) => proceed(values),
  make('p', { className: 'quiet' }, 'On the first start, the terminal shows the administrator’s one-time password.')));
}

function showNewPassword(credentials) {
  show(form('Choose a password', 'Save and sign in', [
    field('New password', { name: 'newPassword', type: 'password', autocomplete: 'new-password', required: true, minLength: 10, maxLength: 256,
      autofocus: true }),
    field('The same again', { name: 'again', type: 'password', autocomplete: 'new-password', required: true }),
  ], async ({ newPassword, again }) => {
    if (newPassword !== again) throw new Error('The two passwords are not the same.');
    await proceed({ ...credentials, newPassword });
  }, make('p', { className: 'quiet' }, 'The one-time password has done its work. At least 10 characters.')));
}

function showTenants(credentials, tenants) {
  const select = make('select', { name: 'tenant', autofocus: true }, ...tenants.map((tenant) => make('option', {}, tenant)));
  show(form('Where to?', 'Go on', [make('label', {}, 'Tenant', select)], ({ tenant }) => proceed({ ...credentials, tenant })));
}

async function proceed(credentials) {
  const answer = await signIn(credentials);
  if (answer.next === 'newPassword') showNewPassword(credentials);
  // A password that has been chosen holds from now on.
  else if (answer.next === 'tenant') showTenants({ email: credentials.email, password: credentials.newPassword ?? credentials.password }, answer.tenants);
  else await showHome();
}

async function showHome() {
  const [me, keys] = await Promise.all([call('GET', '/me'), call('GET', '/api-keys')]);
  const out = make('button', { type: 'button', className: 'plain' }, 'Sign out');
  out.addEventListener('click', () => act(out, async () => {
    await signOut();
    showSignIn();
    say('You are signed out.');
  }));
  document.getElementById('who').replaceChildren(make('span', { className: 'quiet' }, `${me.email ?? me.subject} `), out);
  show(personCard(me), keysCard(keys.items ?? keys, me));
}

function personCard(me) {
  const { tenant, tenants } = tenancy();
  return make('section', { className: 'card' },
    make('h2', {}, 'You'),
    make('dl', {},
      make('dt', {}, 'Email'), make('dd', {}, me.email ?? '–'),
      make('dt', {}, 'Groups'), make('dd', {}, me.groups.join(', ') || 'none'),
      make('dt', {}, 'Tenant'), make('dd', {}, tenant ?? (tenants.length === 0 ? 'none: you belong to no tenant' : 'none')),
      make('dt', {}, 'Id'), make('dd', { className: 'mono' }, me.subject)),
    tenants.length > 1 ? switchForm(tenant, tenants) : null);
}

function switchForm(tenant, tenants) {
  const button = make('button', { type: 'submit', className: 'plain' }, 'Switch');
  const select = make('select', { name: 'tenant' }, ...tenants.map((each) => make('option', { selected: each === tenant }, each)));
  return make('form', {
    onsubmit: (event) => {
      event.preventDefault();
      act(button, async () => {
        await switchTenant(select.value);
        await showHome();
        say(`You work in ${select.value} now.`);
      });
    },
  }, make('div', { className: 'row' }, make('label', {}, 'Work in another tenant', select), button));
}

function keysCard(keys, me) {
  const button = make('button', { type: 'submit' }, 'Make a key');
  const shown = make('div', {});
  const adding = make('form', {
    onsubmit: (event) => {
      event.preventDefault();
      const values = Object.fromEntries(new FormData(event.target));
      act(button, async () => {
        const made = await call('POST', '/api-keys', { name: values.name, groups: me.groups, days: Number(values.days) });
        await showHome();
        document.getElementById('made').replaceChildren(madeKey(made.key));
      });
    },
  }, make('div', { className: 'row' },
    field('Name', { name: 'name', required: true, maxLength: 100, placeholder: 'nightly import' }),
    field('Days', { name: 'days', type: 'number', min: 1, max: 365, value: 90, required: true }),
    button));
  shown.id = 'made';
  return make('section', { className: 'card' },
    make('h2', {}, 'Keys for programs'),
    make('p', { className: 'quiet' }, 'A key acts for you, with your groups, in the tenant that you work in now.'),
    shown,
    keys.length === 0
      ? make('p', {}, 'There are none yet. A program sends one as “Authorization: Bearer …”.')
      : make('table', {},
        make('thead', {}, make('tr', {}, ...['Name', 'Begins with', 'Tenant', 'Ends', ''].map((title) => make('th', { scope: 'col' }, title)))),
        make('tbody', {}, ...keys.map(keyRow))),
    adding);
}

function keyRow(key) {
  const button = make('button', { type: 'button', className: 'danger' }, 'Revoke');
  button.setAttribute('aria-label', `Revoke ${key.name}`);
  button.addEventListener('click', () => act(button, async () => {
    if (!confirm(`Revoke the key “${key.name}”? Programs that use it are refused from then on.`)) return;
    await call('DELETE', `/api-keys/${encodeURIComponent(key.keyId)}`);
    await showHome();
    say(`The key “${key.name}” is revoked.`);
  }));
  const ends = key.expiresAt ? new Date(key.expiresAt) : null;
  return make('tr', {},
    make('td', {}, key.name),
    make('td', { className: 'mono' }, `${key.shown}…`),
    make('td', {}, key.tenant ?? '–'),
    make('td', { title: ends ? ends.toISOString() : '' }, ends ? ends.toLocaleDateString() : 'never'),
    make('td', { className: 'act' }, button));
}

function madeKey(key) {
  const copy = make('button', { type: 'button', className: 'plain' }, 'Copy');
  copy.addEventListener('click', () => act(copy, async () => {
    await navigator.clipboard.writeText(key);
    say('Copied.');
  }));
  return make('div', { className: 'secret', role: 'status' },
    make('span', {}, 'Your new key, shown this once:'), make('code', { className: 'mono', id: 'key' }, key), copy);
}

async function showApis() {
  const { version, demo, apis } = await about();
  document.getElementById('version').textContent = demo ? `${version} · demonstration` : version;
  document.getElementById('apis').replaceChildren(...apis.map((api) => make('tr', {},
    make('td', {}, api.title),
    make('td', { className: 'mono' }, api.path),
    make('td', {}, make('a', { href: api.docs }, 'Open')))));
}

try {
  await showApis();
  if (await resume()) await showHome();
  else showSignIn();
} catch (failure) {
  showSignIn();
  complain(failure);
}
