// Node's module hooks for the tests of the server: they run on the TypeScript sources, compiled one by one as the build
// compiles them.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const root = new URL('../../', import.meta.url);
const jestGlobals = new URL('./jest-globals.mjs', import.meta.url).href;
const { $schema, exclude, ...swc } = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));

const isOurs = (url) => url?.startsWith(root.href) && !url.includes('/node_modules/');

/**
 * What belongs to a test file is loaded again for each of them: the harness and the contracts of engines remember what
 * runs.
 */
const isOfTests = (url) => url.startsWith(new URL('test/', root).href) || url.endsWith('.contract.ts');

export const resolve = async (specifier, context, next) => {
  if (!isOurs(context.parentURL)) return next(specifier, context);
  if (specifier === '@jest/globals') return { url: jestGlobals, shortCircuit: true };
  const isTypeScript = new URL(context.parentURL).pathname.endsWith('.ts');
  const asked = isTypeScript && specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier;
  const found = await next(asked, { ...context, conditions: ['source', ...context.conditions] });
  const { search } = new URL(context.parentURL);
  return search && isOurs(found.url) && isOfTests(found.url) ? { ...found, url: `${found.url}${search}` } : found;
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
