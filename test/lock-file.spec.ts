import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
const Package = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const { packages } = z.object({ packages: z.record(z.string(), Package) }).parse(JSON.parse(text));

/** Where Node looks for a package that one at `path` loads: beside it, then further up. */
const candidatePaths = (path: string, name: string): string[] => {
  const folders = path.split('/node_modules/');
  return folders
    .map((_, index) => {
      const folder = folders.slice(0, folders.length - index).join('/node_modules/');
      return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    })
    .concat(`node_modules/${name}`);
};

describe('package-lock.json', () => {
  it('lists the binaries of native packages for every platform, each with its hash', () => {
    const missingBinaries = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !candidatePaths(path, name).some((candidate) => candidate in packages))
        .map((name) => `${path} -> ${name}`),
    );
    expect(missingBinaries).toEqual([]);
    const withoutHash = Object.entries(packages).filter(
      ([path, { integrity, link }]) => path !== '' && !link && !integrity,
    );
    expect(withoutHash.map(([path]) => path)).toEqual([]);
  });

  it('is not changed by npm install, whatever the settings of the user', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lock-'));
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, name), join(folder, name));
    const { status, stderr } = spawnSync(
      'npm',
      [
        'install',
        '--package-lock-only',
        '--ignore-scripts',
        '--offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, npm_config_userconfig: join(folder, 'none'), npm_config_update_notifier: 'false' },
      },
    );
    const textAfter = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
    expect(textAfter).toBe(text);
  }, 120_000);
});
