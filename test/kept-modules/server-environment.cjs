// One Node environment a worker instead of one a test file, so that modules loaded into it can be kept (server-runtime.cjs).
const { TestEnvironment } = require('jest-environment-node');

const kept = new Map();

module.exports = class {
  constructor(config, context) {
    const { id } = config.projectConfig;
    const environment = kept.get(id) ?? new TestEnvironment(config, context);
    kept.set(id, environment);
    environment.teardown = async () => environment.fakeTimersModern.useRealTimers();
    return environment;
  }
};
