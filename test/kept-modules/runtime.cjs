// Jest loads every module anew for every test file, and for a test of the whole api that takes longer than its tests. Here a worker
// keeps what it has loaded: packages and our own sources. What belongs to tests is loaded for each file, as is Jest itself.
const { default: Runtime } = require('jest-runtime');

const OF_TESTS = /\.spec\.ts$|^\/libs\/engines\/.*\.contract\.ts$|\/testing\/|^\/test\/|^@jest\/globals/;
/** Where jest-circus keeps its listeners between two files; those of the file before must not hear of this one. */
const LISTENERS = Symbol.for('EVENT_HANDLERS');

const kept = new Map();

module.exports = class KeptRuntime extends Runtime {
  constructor(config, environment, ...others) {
    const runtime = kept.get(config.id);
    if (runtime) {
      delete environment.global[LISTENERS];
      return runtime;
    }
    super(config, environment, ...others);
    kept.set(config.id, this);
  }

  /** After each file. */
  teardown() {
    this.restoreAllMocks();
    const isOfTests = (key) => OF_TESTS.test(key.replace(/^file:\/\//, '').replace(this._config.rootDir, ''));
    for (const registry of [this.registries.moduleRegistry, this.registries.esModuleRegistry]) {
      for (const key of registry.keys()) if (isOfTests(key)) registry.delete(key);
    }
    this.registries.getInternalCjsRegistry().clear();
    this.jestGlobals.clearJestObjectCache();
    this.testMainModule.reset();
    this.testState.state = 'loading'; // between two tests nothing may be loaded; between two files everything may
  }
};
