// For tests of the console: packages are kept. Our own sources are a page's, with its session and its language; React's testing
// library hangs hooks on the tests of the file that loads it, and the database of a page puts itself among its globals.
const keptRuntime = require('./kept-runtime.cjs');

const PACKAGES = /^\/node_modules\/(?!@testing-library\/react\/|fake-indexeddb\/)/;

module.exports = keptRuntime((path) => !PACKAGES.test(path));
