// Module hooks of Node for the tests, which run on the TypeScript sources, each compiled as by the build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../../', import.meta.url);
const { $schema, exclude, ...swc } = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));

const urlOf = (path) => new URL(path, root).href;

/**
 * `isReloaded` is true for modules that are loaded again for each test file, because they keep state: the harness and
 * the contracts of engines for the server, all modules of the console for the console.
 */
const PROJECTS = {
  server: {
    globals: urlOf('test/runner/jest-globals-server.mjs'),
    conditions: ['source'],
    replaced: {},
    isReloaded: (url) => url.startsWith(urlOf('test/')) || url.endsWith('.contract.ts'),
  },
  console: {
    globals: urlOf('test/runner/jest-globals-console.mjs'),
    conditions: ['source', 'browser'],
    replaced: { '@testing-library/react': '@testing-library/react/pure.js' }, // without its own clean-up, which works for one file
    isReloaded: (url) => url.startsWith(urlOf('apps/console/')) || url === PROJECTS.console.globals,
  },
};
let project;
export const initialize = (data) => {
  project = PROJECTS[data.project];
};

const isOurs = (url) => url?.startsWith(root.href) && !url.includes('/node_modules/');
const isTypeScript = (url) => /\.tsx?$/.test(new URL(url).pathname);

/** Resolves a specifier of the sources, in which `.js` stands for `.ts` or `.tsx`. */
const resolveSource = async (specifier, context, next) => {
  if (!specifier.startsWith('.') || !isTypeScript(context.parentURL)) return next(specifier, context);
  const source = specifier.replace(/\.js$/, '.ts');
  return next(source, context).catch((error) => {
    if (source === specifier) throw error;
    return next(`${source}x`, context);
  });
};

export const resolve = async (specifier, context, next) => {
  const { parentURL, conditions } = context;
  if (!isOurs(parentURL)) return next(specifier, context);
  if (specifier.endsWith('.css')) return { url: 'data:text/javascript,', shortCircuit: true };
  const { url, ...resolved } =
    specifier === '@jest/globals'
      ? { url: project.globals, shortCircuit: true }
      : await resolveSource(
          project.replaced[specifier] ?? specifier,
          { ...context, conditions: [...project.conditions, ...conditions] },
          next,
        );
  // jest-light-runner adds a query to the URL of each test file; modules that are reloaded for the file inherit it.
  return { ...resolved, url: isOurs(url) && project.isReloaded(url) ? url + new URL(parentURL).search : url };
};

const codeByPath = new Map();

const compile = async (path) => {
  const { code } = await transform(readFileSync(path, 'utf8'), {
    ...swc,
    jsc: {
      ...swc.jsc,
      parser: { ...swc.jsc.parser, tsx: path.endsWith('x') },
      transform: { ...swc.jsc.transform, react: { runtime: 'automatic' } },
    },
    swcrc: false,
    filename: path,
    sourceMaps: 'inline',
  });
  return code;
};

export const load = async (url, context, next) => {
  if (!url.startsWith('file:') || !isTypeScript(url)) return next(url, context);
  const path = fileURLToPath(url);
  if (!codeByPath.has(path)) codeByPath.set(path, await compile(path));
  return { format: 'module', source: codeByPath.get(path), shortCircuit: true };
};
