// Where the modules of the pages lie: a system's under its own name, all others in the server's site.
import { existsSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

export function resolve(specifier, context, next) {
  return specifier.startsWith('/') && !existsSync(specifier) ? next(located(specifier), context) : next(specifier, context);
}

function located(path) {
  const [, system, rest] = /^\/([a-z]+)\/(.*)$/.exec(path) ?? [];
  const site = new URL(`systems/${system}/src/main/resources/dev/trestle/systems/${system}/site/${rest}`, ROOT);
  return existsSync(site) ? site.href : new URL(`server/src/main/resources/dev/trestle/server/site${path}`, ROOT).href;
}
