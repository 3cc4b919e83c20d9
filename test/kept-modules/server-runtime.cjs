// For tests of the server: packages and our own sources are kept.
const keptRuntime = require('./kept-runtime.cjs');

const OF_TESTS = /\.spec\.ts$|^\/libs\/engines\/.*\.contract\.ts$|\/testing\/|^\/test\/|^@jest\/globals/;

module.exports = keptRuntime((path) => OF_TESTS.test(path));
