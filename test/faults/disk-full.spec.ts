import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openEmbeddedEngines, verifyChain } from '#engines';
import { authenticate, createRawMateriaConsingInfo, getConsingInfo, saveConsignInfo } from '#contract';
import { v4 } from 'uuid';
import { filled, PROJECT1 } from '../../apps/api/src/consignments/testing/drafts.js';
import { Client } from '../../apps/api/src/testing/client.js';
import { DEMO_PASSWORD } from '../../apps/standalone/src/import/import-demo.js';

const MAIN = fileURLToPath(new URL('../../dist/apps/standalone/src/main.js', import.meta.url));
/** How much the largest file may still grow: some hundred commands. */
const LEFT_KB = 400;
jest.setTimeout(120_000);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'full-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The service on its folder; `fileKb` is the size no file of it may exceed (RLIMIT_FSIZE, its signal ignored, so that writes fail as on a full disk). */
const start = async (fileKb?: number) => {
  const limit = fileKb === undefined ? '' : `trap '' XFSZ; ulimit -f ${fileKb};`;
  const child = spawn('bash', ['-c', `${limit} exec "${process.execPath}" "${MAIN}"`], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'development',
      EVENTSTORE_URL: '',
      MONGO_URL: '',
      REDIS_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\/\/[^\s/]+/.exec(line)?.[0] ?? '';
    if (url !== '') break;
  }
  while ((await fetch(`${url}/readyz`)).status !== 200) await passes(100);
  const { accessToken } = await new Client(url, null, { position: null }).do(authenticate, {
    body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { client: new Client(url, accessToken, { position: null }), stop };
};

const largestKb = async (): Promise<number> => {
  const names = (await readdir(folder)).filter((name) => /\.db(-wal)?$/.test(name));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return Math.ceil(Math.max(...sizes) / 1024);
};

describe('a disk that is full', () => {
  it('refuses what it cannot keep, loses nothing it has answered, goes on reading, and goes on writing when there is room again', async () => {
    await (await start()).stop();
    const { client, stop } = await start((await largestKb()) + LEFT_KB);
    const { id } = await client.do(createRawMateriaConsingInfo, {});
    const saved: string[] = [];
    let refused;
    while (!refused) {
      const memo = `${v4()} ${'满'.repeat(150)}`;
      const reply = await client.call(saveConsignInfo, {
        body: { ...filled(), projectId: PROJECT1, id, memo },
        headers: { 'idempotency-key': v4() },
      });
      if (reply.status === 200) saved.push(memo);
      else refused = reply;
      expect(saved.length).toBeLessThan(20_000);
    }
    expect(refused.status).toBe(503);
    expect(refused.failure?.message).not.toBe('');
    expect((await client.do(getConsingInfo, { query: { id } })).memo).toBe(saved.at(-1));
    await stop();

    const again = await start();
    expect((await again.client.do(getConsingInfo, { query: { id } })).memo).toBe(saved.at(-1));
    await again.client.do(saveConsignInfo, { body: { ...filled(), projectId: PROJECT1, id, memo: '又有地方了' } });
    await again.stop();

    const engines = await openEmbeddedEngines(folder);
    const { events } = await engines.eventStore.read(`consignment-${id}`);
    const texts = events.map(({ data }) => JSON.stringify(data));
    expect(saved.map((memo) => texts.filter((text) => text.includes(memo)).length)).toEqual(saved.map(() => 1));
    expect((await verifyChain(engines.eventStore)).broken).toBeNull();
    await engines.close();
  });
});
