// Module hooks of Node for the tests of the server, which run on the TypeScript sources, each compiled as by the build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../../', import.meta.url);
const jestGlobals = new URL('./jest-globals.mjs', import.meta.url).href;
const { $schema, exclude, ...swc } = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));

const isOurs = (url) => url?.startsWith(root.href) && !url.includes('/node_modules/');

/**
 * Modules of tests are loaded again for each test file, because the harness and the contracts of engines keep state.
 */
const isOfTests = (url) => url.startsWith(new URL('test/', root).href) || url.endsWith('.contract.ts');

export const resolve = async (specifier, context, next) => {
  if (!isOurs(context.parentURL)) return next(specifier, context);
  if (specifier === '@jest/globals') return { url: jestGlobals, shortCircuit: true };
  const isTypeScript = new URL(context.parentURL).pathname.endsWith('.ts');
  const specified = isTypeScript && specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier;
  const resolved = await next(specified, { ...context, conditions: ['source', ...context.conditions] });
  const { search } = new URL(context.parentURL);
  return search && isOurs(resolved.url) && isOfTests(resolved.url)
    ? { ...resolved, url: `${resolved.url}${search}` }
    : resolved;
};

export const load = async (url, context, next) => {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(readFileSync(path, 'utf8'), {
    ...swc,
    swcrc: false,
    filename: path,
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
};
