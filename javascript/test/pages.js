// Modules of the pages in Node: "/ui/…" is found in the sources, and what a module reads of a browser when it loads is there.
import { register } from 'node:module';

register('./resolve.js', import.meta.url);

globalThis.localStorage = { getItem: () => null, setItem() {}, removeItem() {} };
globalThis.document = { documentElement: { lang: '', dataset: {} }, addEventListener() {} };
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
globalThis.location = new URL('http://localhost/');
globalThis.addEventListener = () => {};
