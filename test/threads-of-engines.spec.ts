import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, { source: string }>;
};

/** What a statement brings in when it runs; types alone bring in nothing. */
const IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?\bfrom '([^']+)'|^import '([^']+)'/gm;

/** The source of a module as it is imported; null for a package. */
const sourceOf = (name: string, from: string): string | null => {
  if (name.startsWith('.')) return resolve(dirname(from), name.replace(/\.js$/, '.ts'));
  const exactSource = imports[name]?.source;
  if (exactSource) return resolve(root, exactSource);
  const [alias, ...rest] = name.split('/');
  const pattern = imports[`${alias}/*`]?.source;
  return pattern ? resolve(root, pattern.replace('*', rest.join('/'))) : null;
};

/** Every file and package that a module loads, itself among them. */
const loadedModules = (file: string, modules = new Set<string>()): Set<string> => {
  if (modules.has(file)) return modules;
  modules.add(file);
  for (const [, from, sideEffectImport] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const name = from ?? sideEffectImport ?? '';
    const source = sourceOf(name, file);
    if (source && existsSync(source)) loadedModules(source, modules);
    else if (!name.startsWith('node:')) modules.add(name);
  }
  return modules;
};

const engines = join(root, 'libs/engines/src');
const threads = readdirSync(engines, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.worker.ts'),
);

it.each(threads)(
  'The thread %s loads only the modules that it reads or writes with, not all events and rules',
  (thread) => {
    const loaded = loadedModules(join(engines, thread));
    const indexes = [...loaded]
      .map((file) => relative(root, file))
      .filter((file) => /^libs\/(events|domain)\/src\/index/.test(file));
    expect(indexes).toEqual([]);
    expect([...loaded]).not.toContain('zod');
    expect(loaded.size).toBeGreaterThan(3);
  },
);
