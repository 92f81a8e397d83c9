// The beginning of every page: who is here, and what the address says.
import '/ui/frame.js';
import './sign-in.js';
import { loadTexts, t } from '/ui/texts.js';
import { knowSystems } from '/ui/systems.js';
import { toast } from '/ui/toast.js';
import { about, call, onSession, resume } from './session.js';

let app = null;

function show(element) {
  document.getElementById('starting')?.remove();
  document.querySelectorAll('t-app, t-sign-in, .alone').forEach((each) => each.remove());
  document.body.prepend(element);
}

function showSignIn(server, failure) {
  app = null;
  const element = document.createElement('t-sign-in');
  element.server = server;
  element.failure = failure ?? null;
  element.addEventListener('signed-in', () => showApp(server));
  show(element);
}

async function showApp(server) {
  const me = await call('GET', '/auth/v1/me');
  app = document.createElement('t-app');
  app.server = server;
  app.me = me;
  app.addEventListener('signed-out', () => {
    showSignIn(server);
    toast(t('signIn.signedOut'));
  });
  show(app);
}

/** The session changed without this tab: it ended, or another tab signed out or in. */
async function changed(server, change) {
  if (change === 'signed-in') {
    if (!app && !hasLink() && (await resume())) await showApp(server);
  } else if (app) {
    showSignIn(server);
    toast(t(change === 'ended' ? 'signIn.ended' : 'signIn.signedOut'), change === 'ended' ? { tone: 'bad' } : {});
  }
}

/** Whether the address is that of a mail's link, which belongs to its recipient, not to the person who is signed in. */
const hasLink = () => location.pathname === '/choose-password';

/** The page of a route with `open: true`, which needs no sign-in, such as that of a mail's link; null if the address is another's. */
async function openPage(server) {
  const [, place] = location.pathname.split('/');
  if (!server.pages.some(({ name }) => name === place)) return null;
  const { routes, texts } = await import(`/${place}/pages.js`);
  const route = routes.find(({ path, open }) => open && path === location.pathname);
  if (!route) return null;
  await Promise.all([loadTexts(texts), route.load()]);
  document.title = `${t(route.title)} – Trestle`;
  return Object.assign(document.createElement(route.element), { server, query: new URLSearchParams(location.search) });
}

/** A page without the frame, which is for people who are signed in. */
function showAlone(page) {
  const alone = Object.assign(document.createElement('div'), { className: 'alone' });
  const column = Object.assign(document.createElement('div'), { className: 'stack' });
  const main = Object.assign(document.createElement('main'), { className: 'card' });
  main.append(page);
  column.append(main);
  alone.append(column);
  show(alone);
}

async function begin() {
  await loadTexts('/texts');
  let server = { version: '', demo: false, openPorts: false, apis: [], pages: [] };
  try {
    server = await about();
    knowSystems(server.pages);
    onSession((change) => changed(server, change));
    if (!hasLink() && (await resume())) {
      await showApp(server);
      return;
    }
    const page = await openPage(server);
    if (page) showAlone(page);
    else showSignIn(server);
  } catch (failure) {
    showSignIn(server, failure);
  }
}

await begin();
