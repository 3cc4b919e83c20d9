import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  authenticate,
  createRawMateriaConsingInfo,
  getConsingInfo,
  getRawMateriaConsignInfoList,
  saveConsignInfo,
} from '#contract';
import { DEMO_PASSWORD } from '../../standalone/src/import/import-demo.js';
import { filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import { Client } from '#harness/service/client';

const MAIN = fileURLToPath(new URL('../../../dist/apps/standalone/src/main.js', import.meta.url));
const ROUNDS = 3;
const WRITERS = 8;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-'));
});
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** The service as `npm start` runs it, in a process of its own on one data directory, with client1 signed in. */
const startProcess = async () => {
  const child = spawn(process.execPath, [MAIN], {
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
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [address] = /http:\/\/\S+/.exec(line) ?? [];
      if (address) resolve(address.replace(/\/$/, ''));
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  while ((await fetch(`${url}/readyz`)).status !== 200) await passes(100);
  const { accessToken } = await new Client(url, null, { position: null }).do(authenticate, {
    body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
  });
  return { client: new Client(url, accessToken, { position: null }), kill: () => child.kill('SIGKILL'), exited };
};

const create = async (client: Client, key: string) =>
  (await client.do(createRawMateriaConsingInfo, { headers: { 'idempotency-key': key } })).id;

describe('a service killed with kill -9', () => {
  it('loses no acknowledged command, and executes an unacknowledged one once when it is repeated', async () => {
    const createdIds = new Map<string, string>();
    let unanswered: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { client, kill, exited } = await startProcess();
      const targetCount = createdIds.size + 10 * round;
      const write = async (): Promise<void> => {
        for (;;) {
          const key = v4();
          unanswered.push(key);
          createdIds.set(key, await create(client, key));
          unanswered = unanswered.filter((each) => each !== key);
          if (createdIds.size >= targetCount) kill();
        }
      };
      const outcomes = await Promise.allSettled(Array.from({ length: WRITERS }, write));
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
      expect(await exited).toEqual([null, 'SIGKILL']);
    }
    expect(unanswered).toHaveLength(ROUNDS * WRITERS);

    const { client, kill, exited } = await startProcess();
    for (const [key, id] of createdIds) {
      expect((await client.do(getConsingInfo, { query: { id } })).id).toBe(id);
      expect(await create(client, key)).toBe(id);
    }
    for (const key of unanswered) expect(await create(client, key)).toBe(await create(client, key));
    const all = await Promise.all([...createdIds.keys(), ...unanswered].map((key) => create(client, key)));
    // Lists show drafts that were edited.
    for (const id of all) await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } });
    const { items } = await client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 1000 } });
    expect(new Set(all).size).toBe(createdIds.size + unanswered.length);
    expect(items.filter(({ id }) => all.includes(id))).toHaveLength(all.length);
    kill();
    await exited;
  });
});
