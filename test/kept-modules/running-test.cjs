// Jest remembers which test is running in an AsyncLocalStorage: a new one for each file, none of which is ever disabled. Node then calls
// a hook for every promise, and in it goes through as many of them as files have run: a quarter of the time of tests of the api, and
// more with every file. Ours run one after the other, so it is enough to know the newest.
const hooks = require('node:async_hooks');

class NewestContext {
  run(context, callback) {
    const before = this.context;
    const restore = () => (this.context = before);
    this.context = context;
    try {
      const result = callback();
      if (typeof result?.then === 'function') return result.finally(restore);
      restore();
      return result;
    } catch (error) {
      restore();
      throw error;
    }
  }

  getStore() {
    return this.context;
  }
}

const { AsyncLocalStorage } = hooks;
let loading = 0;
Object.defineProperty(hooks, 'AsyncLocalStorage', { get: () => (loading > 0 ? NewestContext : AsyncLocalStorage) });

/** Loads a module of Jest itself; all others have the real storage. */
exports.loadJest = (load) => {
  loading += 1;
  try {
    return load();
  } finally {
    loading -= 1;
  }
};
