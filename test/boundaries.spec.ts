import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');

/** Runs the real rules on a tree. */
const cruise = (cwd: string) =>
  new Promise<{ violated: string[]; modules: number }>((resolve, reject) => {
    execFile(process.execPath, [join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'), 'apps', 'libs', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'], { cwd, maxBuffer: 64e6 }, (_error, stdout, stderr) => {
      if (!stdout) return reject(new Error(stderr));
      const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[]; totalCruised: number } };
      resolve({ violated: [...new Set(summary.violations.map((violation) => violation.rule.name))].sort(), modules: summary.totalCruised });
    });
  });

/** Each rule with the smallest tree that breaks it. */
const plants: Record<string, Record<string, string>> = {
  'no-circular': { 'libs/domain/src/a.ts': "import './b.js';\nexport const a = 1;", 'libs/domain/src/b.ts': "import './a.js';\nexport const b = 1;" },
  'events-import-zod-only': { 'libs/events/src/a.ts': "import { index } from '#domain';\nexport const a = index;" },
  'domain-is-pure': { 'libs/domain/src/a.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;" },
  'contract-is-shapes': { 'libs/contract/src/a.ts': "import { index } from '#engines';\nexport const a = index;" },
  'libs-know-no-app': { 'libs/engines/src/a.ts': "import { b } from '../../../apps/api/src/b.js';\nexport const a = b;", 'apps/api/src/b.ts': 'export const b = 1;' },
  'apps-are-islands': { 'apps/api/src/a.ts': "import { b } from '../../worker/src/b.js';\nexport const a = b;", 'apps/worker/src/b.ts': 'export const b = 1;' },
  'console-talks-http': { 'apps/console/src/a.ts': "import { index } from '#engines';\nexport const a = index;" },
  'features-are-islands': { 'apps/console/src/features/one/a.ts': "import { b } from '../two/b.js';\nexport const a = b;", 'apps/console/src/features/two/b.ts': 'export const b = 1;' },
  'components-know-no-feature': { 'apps/console/src/components/a.ts': "import { b } from '../features/two/b.js';\nexport const a = b;", 'apps/console/src/features/two/b.ts': 'export const b = 1;' },
  'only-engines-touch-engines': { 'apps/api/src/a.ts': "import { DatabaseSync } from '@photostructure/sqlite';\nexport const a = DatabaseSync;" },
};

describe('Boundaries', () => {
  const trees: string[] = [];
  const plant = async (files: Record<string, string>) => {
    const tree = await mkdtemp(join(tmpdir(), 'boundaries-'));
    trees.push(tree);
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs']) await cp(join(root, name), join(tree, name));
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    const entries = Object.fromEntries(['events', 'domain', 'contract', 'engines'].map((lib) => [`libs/${lib}/src/index.ts`, 'export const index = 1;']));
    for (const [path, text] of Object.entries({ 'apps/api/src/main.ts': 'export {};', ...entries, ...files })) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), text);
    }
    return tree;
  };
  afterAll(() => Promise.all(trees.map((tree) => rm(tree, { recursive: true, force: true }))));

  it('hold in the whole tree, and something was looked at', async () => {
    const { violated, modules } = await cruise(root);
    expect(violated).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  }, 120_000);

  it.each(Object.keys(plants))('are noticed when broken: %s', async (rule) => {
    expect((await cruise(await plant(plants[rule] ?? {}))).violated).toContain(rule);
  }, 60_000);

  it('have a planted violation for every rule', async () => {
    const { default: config } = (await import(join(root, '.dependency-cruiser.cjs'))) as { default: { forbidden: { name: string }[] } };
    expect(config.forbidden.map((rule) => rule.name).sort()).toEqual(Object.keys(plants).sort());
  });
});
