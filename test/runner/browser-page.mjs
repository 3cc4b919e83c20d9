// The page in which the tests of the console run: the members of jsdom's window become globals of Node. Each worker has
// one page, because React and Blueprint are loaded once and keep its document.
import { JSDOM, VirtualConsole } from 'jsdom';

/** Classes that both the DOM and Node have. Elements of jsdom accept only its own. */
const DOM_CLASSES = new Set([
  'AbortController',
  'AbortSignal',
  'Blob',
  'CustomEvent',
  'DOMException',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'MessageEvent',
  'URL',
  'URLSearchParams',
]);

const virtualConsole = new VirtualConsole();
virtualConsole.sendTo(console, { omitJSDOMErrors: true });
const { window } = new JSDOM('<!DOCTYPE html>', { url: 'http://localhost/', pretendToBeVisual: true, virtualConsole });

/** The property of globalThis for a member of the window. For the code under test, globalThis is the window. */
const globalOf = (name) => {
  const value = window[name];
  if (value === window) return { value: globalThis, writable: true };
  if (typeof value !== 'function')
    return {
      get: () => window[name],
      set: (newValue) => {
        window[name] = newValue;
      },
    };
  return { value: /^[A-Z]/.test(name) ? value : value.bind(window), writable: true };
};

const names = new Set();
for (let object = window; object !== null; object = Object.getPrototypeOf(object))
  for (const name of Object.getOwnPropertyNames(object)) names.add(name);
for (const name of names) {
  if (name.startsWith('_') || (name in globalThis && !DOM_CLASSES.has(name))) continue;
  Object.defineProperty(globalThis, name, { ...globalOf(name), configurable: true, enumerable: true });
}

// What jsdom does not have.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia = () => ({
  matches: false,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
});

const { innerHeight, innerWidth } = window;

/** Removes what the previous test file has left. */
export const emptyPage = () => {
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`;
  history.replaceState(null, '', '/');
  Object.assign(window, { innerHeight, innerWidth });
};
