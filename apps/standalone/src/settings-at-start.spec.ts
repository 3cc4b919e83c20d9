import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compiledFile } from '#engines';

const SERVERS = {
  standalone: './main.js',
  api: '../../api/src/main.js',
  projector: '../../projector/src/main.js',
  worker: '../../worker/src/main.js',
};
const COMMANDS: Record<string, [main: string, ...args: string[]]> = {
  backup: ['./backup/main.js', 'x'],
  restore: ['./restore/main.js', 'x'],
  move: ['./move/main.js'],
  'set-up': ['./set-up/main.js'],
  unlock: ['./unlock/main.js', 'x', '--reason', 'y'],
  generate: ['./generate/main.js', '10'],
  rebuild: ['../../projector/src/shell/rebuild-main.js', 'users', '--reason', 'y'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (main: string, env: Record<string, string>, args: string[] = []) => {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [compiledFile(import.meta.url, main), ...args], {
    env: { PATH, DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code: code as number, stdout, stderr };
};

describe('a process with invalid settings', () => {
  it('reports each one in a line and exits with 1 before it opens anything', async () => {
    const invalidSettings = { LOG_LEVEL: 'nonsense', REDIS_URL: 'user:hidden@jobs', STREAM_CACHE_MB: 'lots' };
    const lines = [
      'LOG_LEVEL: "nonsense" is not one of fatal, error, warn, info, debug, trace, silent',
      'REDIS_URL: it is not an address like redis://host:6379',
      'STREAM_CACHE_MB: "lots" is not a whole number from 0 to 4096',
    ];
    const servers = Object.entries(SERVERS).map(([name, main]): [string, [string, ...string[]]] => [name, [main]]);
    for (const [name, [main, ...args]] of [...servers, ...Object.entries(COMMANDS)]) {
      const { code, stdout, stderr } = await run(main, invalidSettings, args);
      expect([name, code, stdout, stderr]).toEqual([name, 1, '', `${lines.join('\n')}\n`]);
    }
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('an EventStoreDB URL', () => {
  it('is checked in detail before the start, and no part of it is printed', async () => {
    const env = { EVENTSTORE_URL: 'esdb://admin:hid@den@log:2113' };
    for (const [name, main] of Object.entries(SERVERS)) {
      const { code, stdout, stderr } = await run(main, env, ['--check']);
      expect([name, code, stdout, stderr]).toEqual([name, 1, '', expect.stringMatching(/^EVENTSTORE_URL: [^\n]+\n$/)]);
      expect(stderr).not.toMatch(/hid@|@den/);
    }
  });
});

describe('--check', () => {
  it('prints the effective settings and exits with 0, or with 1 if one is invalid, and starts nothing', async () => {
    for (const [name, main] of Object.entries(SERVERS)) {
      const { code, stdout, stderr } = await run(main, { PORT: ' ', REDIS_URL: '"redis://:hidden@jobs"' }, ['--check']);
      expect([name, code, stderr]).toEqual([name, 0, '']);
      expect(stdout).toMatch(/^REDIS_URL +set$/m);
      if (name === 'standalone' || name === 'api') expect(stdout).toMatch(/^PORT +3000 \(usual\)$/m);
      expect(stdout).not.toContain('hidden');
    }
    expect(await run(SERVERS.standalone, { PORT: 'x' }, ['--check'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'PORT: "x" is not a whole number from 0 to 65535\n',
    });
    const contact = { NODE_ENV: 'production', ADMIN_PHONE: '0571-88888888', ADMIN_EMAIL: 'admin' };
    expect(await run(SERVERS.standalone, contact, ['--check'])).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'ADMIN_PHONE: "0571-88888888" is not a mobile number such as 13800000000\n' +
        'ADMIN_EMAIL: "admin" is not an e-mail address such as admin@example.com\n',
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
