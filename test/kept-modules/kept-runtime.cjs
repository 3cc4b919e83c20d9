// Jest loads every module anew for every test file, which takes longer than most files' tests. Here a worker keeps what it has loaded,
// but for what belongs to tests, which is loaded for each file, as is Jest itself.
const { default: Runtime } = require('jest-runtime');
const { loadJest } = require('./running-test.cjs');

/** Where jest-circus keeps its listeners between two files; those of the file before must not hear of this one. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

/** `isOfTests` tells by a module's path, from the root of the project, whether it is loaded for each file. */
module.exports = (isOfTests) => {
  const kept = new Map();

  return class KeptRuntime extends Runtime {
    constructor(config, environment, ...others) {
      const runtime = kept.get(config.id);
      if (runtime) {
        delete environment.global[LISTENERS];
        return runtime;
      }
      super(config, environment, ...others);
      kept.set(config.id, this);
    }

    requireInternalModule(...module) {
      return loadJest(() => super.requireInternalModule(...module));
    }

    /** After each file. */
    teardown() {
      this.restoreAllMocks();
      for (const registry of [this.registries.moduleRegistry, this.registries.esModuleRegistry]) {
        for (const key of registry.keys())
          if (isOfTests(key.replace(/^file:\/\//, '').replace(this._config.rootDir, ''))) registry.delete(key);
      }
      this.registries.getInternalCjsRegistry().clear();
      this.jestGlobals.clearJestObjectCache();
      this.testMainModule.reset();
      this.testState.state = 'loading'; // between two tests nothing may be loaded; between two files everything may
    }
  };
};
