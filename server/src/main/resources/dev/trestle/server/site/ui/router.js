// Addresses and what they show. The address holds the state: a link shows what I see.
const routes = [];
let shown = () => {};

/**
 * Adds a page: {path, element, load, title}. A path has parts such as ":id", and ":rest*" as its last takes all that follows. `load` gives a
 * promise of the module that defines the element; `title` is the key of a text.
 */
export function addRoutes(more) {
  for (const route of more) {
    const names = [];
    const pattern = route.path.replace(/\/:(\w+)(\*|\?)?/g, (whole, name, kind) => {
      names.push(name);
      if (kind === '*') return '(?:/(.*))?';
      return kind === '?' ? '(?:/([^/]+))?' : '/([^/]+)';
    });
    routes.push({ ...route, names, pattern: new RegExp(`^${pattern}/?$`) });
  }
}

/** The page at a path, with the values of its parts; null if none is. */
export function match(path) {
  for (const route of routes) {
    const found = route.pattern.exec(path);
    if (found) {
      const params = {};
      route.names.forEach((name, i) => {
        if (found[i + 1] !== undefined) params[name] = route.path.endsWith(`:${name}*`) ? decodePath(found[i + 1]) : decode(found[i + 1]);
      });
      return { route, params };
    }
  }
  return null;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const decodePath = (text) => text.split('/').map(decode).join('/');

/** Goes to an address of these pages. */
export function navigate(address, { replace = false } = {}) {
  const target = new URL(address, location.href);
  if (target.origin !== location.origin) return;
  if (replace) history.replaceState(null, '', target);
  else if (target.href !== location.href) history.pushState(null, '', target);
  shown();
}

/** Changes the address's query: null takes a parameter away. Replaces by default, because typing is not travelling. */
export function setQuery(changes, { push = false } = {}) {
  const target = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  navigate(target, { replace: !push });
}

/** Has `show` called for each new address, and for links inside of the pages. `isPage` says which paths are pages. */
export function start(show, isPage) {
  shown = show;
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin || !isPage(link.pathname)) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    navigate(link.href);
  });
}
