// For tests of the console: packages are kept. Our own sources are a page's, with its session and its language, and React's testing
// library hangs hooks on the tests of the file that loads it.
const keptRuntime = require('./kept-runtime.cjs');

const PACKAGES = /^\/node_modules\/(?!@testing-library\/react\/)/;

module.exports = keptRuntime((path) => !PACKAGES.test(path));
