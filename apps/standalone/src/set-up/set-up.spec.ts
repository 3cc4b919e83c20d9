import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compiledFile } from '#engines';

describe('set-up', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'set-up-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const setUp = async (password: string, contact: { ADMIN_PHONE?: string; ADMIN_EMAIL?: string } = {}) => {
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      ADMIN_PHONE: '',
      ADMIN_EMAIL: '',
      ...contact,
      LOG_LEVEL: 'warn',
      EVENTSTORE_URL: '',
      MONGO_URL: '',
      REDIS_URL: '',
    };
    const child = spawn(process.execPath, [compiledFile(import.meta.url, './main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { code: code as number | null, said: stdout, failed: stderr };
  };

  it('requires password and phone number or e-mail address of the first administrator, creates the account once, and can be repeated without them', async () => {
    expect(await setUp('')).toMatchObject({ code: 1, failed: expect.stringContaining('Set ADMIN_PASSWORD') });
    expect(await setUp('Consign-2026!')).toMatchObject({
      code: 1,
      failed: 'Set ADMIN_PHONE or ADMIN_EMAIL: a code that resets a forgotten password is sent there.\n',
    });
    expect(await setUp('Consign-2026!', { ADMIN_EMAIL: 'admin@example.com' })).toMatchObject({
      code: 0,
      said: expect.stringContaining('"admin" was created'),
      failed: '',
    });
    expect(await setUp('')).toMatchObject({
      code: 0,
      said: 'The reference data are there.\nThe administrator is there.\n',
      failed: '',
    });
  }, 60_000);
});
