// One page a worker instead of one a test file, so that packages loaded into it can be kept (page-runtime.cjs). Each file finds it as a
// new one: empty, without anything stored, and with the globals it was made with.
const { TestEnvironment } = require('jest-environment-jsdom');

const kept = new Map();

const empty = ({ dom, global: window }) => {
  const { document } = window;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  dom.cookieJar.removeAllCookiesSync();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
};

/** What takes away the listeners that a file has left at the window: those of its router would still answer when the next one goes back. */
const listened = (window) => {
  const add = window.addEventListener;
  const added = [];
  window.addEventListener = (...listener) => {
    added.push(listener);
    return add.apply(window, listener);
  };
  return () => added.splice(0).forEach((listener) => window.removeEventListener(...listener));
};

/** What restores the globals that a file has put others in the place of, and takes away those that it has added: a database that one file has brought is not there for the next. */
const remembered = (window) => {
  const before = Object.entries(Object.getOwnPropertyDescriptors(window)).filter(
    ([, { configurable }]) => configurable,
  );
  const names = new Set(Object.getOwnPropertyNames(window));
  return () => {
    for (const name of Object.getOwnPropertyNames(window)) if (!names.has(name)) delete window[name];
    for (const [name, descriptor] of before) {
      const now = Object.getOwnPropertyDescriptor(window, name);
      if (now?.value !== descriptor.value || now?.get !== descriptor.get)
        Object.defineProperty(window, name, descriptor);
    }
  };
};

module.exports = class {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const environment = kept.get(id) ?? new TestEnvironment(config, context);
    if (!kept.has(id))
      Object.assign(environment, { unlisten: listened(environment.global), restore: remembered(environment.global) });
    kept.set(id, environment);
    environment.teardown = async () => {
      environment.fakeTimersModern.useRealTimers();
      environment.unlisten();
      environment.restore();
      empty(environment);
    };
    return environment;
  }
};
