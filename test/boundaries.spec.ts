import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');

// That the whole tree keeps the rules is what `npm run lint` looks at; here each rule is seen to notice what breaks it.

type Violation = { rule: { name: string }; from: string };

/** Runs the real rules on a tree. */
const cruise = (cwd: string) =>
  new Promise<Violation[]>((resolve, reject) => {
    execFile(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
        'apps',
        'libs',
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
      ],
      { cwd, maxBuffer: 64e6 },
      (_error, stdout, stderr) => {
        if (!stdout) return reject(new Error(stderr));
        resolve((JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations);
      },
    );
  });

/** Each rule with the fewest files that break it; `a` breaks it. */
const violatingFiles: Record<string, Record<string, string>> = {
  'no-circular': {
    'libs/domain/src/a.ts': "import './b.js';\nexport const a = 1;",
    'libs/domain/src/b.ts': "import './a.js';\nexport const b = 1;",
  },
  'events-import-zod-only': {
    'libs/events/src/a.ts': "import { index } from '#domain/rules';\nexport const a = index;",
  },
  'domain-is-pure': {
    'libs/domain/src/a.ts': "import { readFileSync } from 'node:fs';\nexport const a = readFileSync;",
  },
  'contract-is-shapes': { 'libs/contract/src/a.ts': "import { index } from '#engines';\nexport const a = index;" },
  'settings-know-no-engine': { 'libs/settings/src/a.ts': "import { index } from '#engines';\nexport const a = index;" },
  'outbound-stands-alone': {
    'libs/outbound/src/a.ts': "import { index } from '#domain/rules';\nexport const a = index;",
  },
  'libs-know-no-app': {
    'libs/engines/src/a.ts': "import { b } from '../../../apps/api/src/b.js';\nexport const a = b;",
    'apps/api/src/b.ts': 'export const b = 1;',
  },
  'apps-are-islands': {
    'apps/api/src/a.ts': "import { b } from '../../worker/src/b.js';\nexport const a = b;",
    'apps/worker/src/b.ts': 'export const b = 1;',
  },
  'product-imports-no-tests': {
    'apps/api/src/a.ts': "import { planted } from '#harness/planted';\nexport const a = planted;",
    'test/harness/planted.ts': 'export const planted = 1;',
  },
  'console-talks-http': { 'apps/console/src/a.ts': "import { index } from '#engines';\nexport const a = index;" },
  'screens-are-islands': {
    'apps/console/src/screens/one/a.ts': "import { b } from '../two/b.js';\nexport const a = b;",
    'apps/console/src/screens/two/b.ts': 'export const b = 1;',
  },
  'components-know-no-screen': {
    'apps/console/src/components/a.ts': "import { b } from '../screens/two/b.js';\nexport const a = b;",
    'apps/console/src/screens/two/b.ts': 'export const b = 1;',
  },
  'only-engines-touch-engines': {
    'apps/api/src/a.ts': "import { DatabaseSync } from '@photostructure/sqlite';\nexport const a = DatabaseSync;",
  },
};

/** The files of one rule under names of its own, so that one tree holds those of all. */
const violatingFilesOf = (rule: string): [path: string, text: string][] =>
  Object.entries(violatingFiles[rule] ?? {}).map(([path, text]) => [
    path.replace(/([ab])\.ts$/, `${rule}-$1.ts`),
    text.replace(/([ab])\.js'/g, `${rule}-$1.js'`),
  ]);

describe('the boundaries', () => {
  let tree: string;
  let violations: Violation[];
  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'boundaries-'));
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs'])
      await cp(join(root, name), join(tree, name));
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    const entries = ['events/src', 'domain/src/rules', 'contract/src', 'engines/src'].map((entry): [string, string] => [
      `libs/${entry}/index.ts`,
      'export const index = 1;',
    ]);
    for (const [path, text] of [...entries, ...Object.keys(violatingFiles).flatMap(violatingFilesOf)]) {
      await mkdir(dirname(join(tree, path)), { recursive: true });
      await writeFile(join(tree, path), text);
    }
    violations = await cruise(tree);
  }, 60_000);
  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(Object.keys(violatingFiles))('are reported when broken: %s', (rule) => {
    expect(
      violations.filter(({ from }) => from.endsWith(`/${rule}-a.ts`)).map((violation) => violation.rule.name),
    ).toContain(rule);
  });

  it('have a planted violation for every rule', async () => {
    const { default: config } = (await import(join(root, '.dependency-cruiser.cjs'))) as {
      default: { forbidden: { name: string }[] };
    };
    expect(config.forbidden.map((rule) => rule.name).sort()).toEqual(Object.keys(violatingFiles).sort());
  });
});
