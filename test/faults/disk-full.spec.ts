import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  authenticate,
  createRawMateriaConsingInfo,
  exportConsignments,
  getConsingInfo,
  getExportFile,
  logout,
  saveConsignInfo,
  uploadFile,
} from '#contract';
import { openEmbeddedEngines, verifyChain } from '#engines';
import { filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import { pdfOf } from '#harness/files/files';
import { Client } from '#harness/service/client';
import { DEMO_PASSWORD } from '../../apps/standalone/src/import/import-demo.js';
import { freePort } from '../free-port.mjs';
import { openSmallDisk } from './support/small-disk.js';

const MAIN = fileURLToPath(new URL('../../dist/apps/standalone/src/main.js', import.meta.url));
const MB = 1024 * 1024;
const disk = openSmallDisk();
const describeWithDisk = disk ? describe : describe.skip;
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  disk?.remove();
});

/** Starts the service with its data and its output on the small disk. */
const spawnService = async (folder: string) => {
  const port = await freePort();
  const log = openSync(join(folder, 'service.log'), 'a');
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      EVENTSTORE_URL: '',
      MONGO_URL: '',
      REDIS_URL: '',
    },
    stdio: ['ignore', log, 'pipe'],
  });
  closeSync(log);
  running.add(child);
  const exitResult = once(child, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  const whenEnded = exitResult.then(() => running.delete(child));
  return {
    child,
    exitResult,
    whenEnded,
    stderr: child.stderr ? text(child.stderr) : Promise.resolve(''),
    url: `http://127.0.0.1:${port}`,
  };
};

const start = async (folder: string) => {
  const { child, exitResult, whenEnded, stderr, url } = await spawnService(folder);
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}: ${await stderr}`);
    await sleep(100);
  }
  const tracker = { position: null };
  return {
    as: (token: string | null) => new Client(url, token, tracker),
    metric: async (name: string) =>
      Number(new RegExp(`^${name} (.+)$`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1]),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async end(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      await whenEnded;
      return (await exitResult)[0];
    },
  };
};

type Service = Awaited<ReturnType<typeof start>>;
const signIn = ({ as }: Service) =>
  as(null).call(authenticate, { body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD } });

/**
 * Repeats a call until the status is not 200: on a full disk the pages that a file already has still take some data.
 */
const callUntilRefused = async (call: () => Promise<{ status: number; headers: Headers }>) => {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const { status, headers } = await call();
    if (status !== 200) return [status, headers.get('retry-after')];
  }
  throw new Error('nothing was refused');
};

describeWithDisk(disk ? 'a full disk' : 'a full disk (skipped: neither a mount nor a small /dev/shm)', () => {
  it('allows starts and reads, refuses writes with 503, loses nothing acknowledged, and resumes jobs when there is space', async () => {
    if (!disk) return;
    const firstService = await start(disk.folder);
    const { accessToken: token } = (await signIn(firstService)).result;
    const client = firstService.as(token);
    const { id } = await client.do(createRawMateriaConsingInfo, {});
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id, memo: '第一次' } });

    // Too little space for the upload: nothing of it remains.
    disk.fill(3 * MB);
    expect((await client.call(uploadFile, { file: { name: 'a.pdf', content: pdfOf(6 * MB) } })).status).toBe(503);
    expect(await readdir(join(disk.folder, 'data', 'files', 'incoming'))).toEqual([]);

    // The disk becomes full while jobs are running.
    const exports = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.do(exportConsignments, { body: { consignType: 1, consignIds: [id], exportPath: '' } }),
      ),
    );
    disk.fill();
    const savedMemos: string[] = [];
    const refusal = await callUntilRefused(async () => {
      const memo = `${v4()} ${'满'.repeat(150)}`;
      const reply = await client.call(saveConsignInfo, {
        body: { ...filledHeader(), projectId: PROJECT1, id, memo },
        headers: { 'idempotency-key': v4() },
      });
      if (reply.status === 200) savedMemos.push(memo);
      return reply;
    });
    expect(refusal).toEqual([503, '2']);
    expect(await callUntilRefused(() => signIn(firstService))).toEqual([503, '2']);
    expect((await client.call(logout)).status).toBe(503);
    expect((await client.call(uploadFile, { file: { name: 'b.pdf', content: pdfOf(MB) } })).status).toBe(503);
    await sleep(3_000); // every timer fires at least once
    const memo = savedMemos.at(-1) ?? '第一次';
    expect((await client.do(getConsingInfo, { query: { id } })).memo).toBe(memo);
    expect(await firstService.metric('log_lines_dropped_total')).toBeGreaterThan(0);
    expect(firstService.isAlive()).toBe(true);
    expect(await firstService.end('SIGTERM')).not.toBeNull();

    disk.fill();
    const secondService = await start(disk.folder);
    expect((await secondService.as(token).do(getConsingInfo, { query: { id } })).memo).toBe(memo);
    expect(await callUntilRefused(() => signIn(secondService))).toEqual([503, '2']);
    await secondService.end('SIGKILL');
    disk.fill();
    const thirdService = await start(disk.folder);
    expect((await thirdService.as(token).do(getConsingInfo, { query: { id } })).memo).toBe(memo);

    disk.release();
    for (const { fileUrl } of exports) {
      const ticket = fileUrl.split('/').at(-1) ?? '';
      while ((await thirdService.as(null).call(getExportFile, { query: { ticket } })).status === 202) await sleep(200);
      expect((await thirdService.as(null).call(getExportFile, { query: { ticket } })).status).toBe(200);
    }
    await thirdService
      .as(token)
      .do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id, memo: '又有地方了' } });
    expect((await signIn(thirdService)).status).toBe(200);
    expect(await thirdService.end('SIGTERM')).toBe(0);

    const engines = await openEmbeddedEngines(join(disk.folder, 'data'));
    const { events } = await engines.eventStore.read(`consignment-${id}`);
    const texts = events.map(({ data }) => JSON.stringify(data));
    expect(savedMemos.map((memo) => texts.filter((text) => text.includes(memo)).length)).toEqual(
      savedMemos.map(() => 1),
    );
    expect((await verifyChain(engines.eventStore)).broken).toBeNull();
    await engines.close();
  });

  it('without a reserve can start after a kill; after an orderly stop a start fails with one line that asks for space', async () => {
    if (!disk) return;
    const fillWithoutReserve = async () => {
      await rm(join(disk.folder, 'data', 'reserve'), { force: true });
      disk.fill();
    };
    const firstService = await start(disk.folder);
    const { accessToken: token } = (await signIn(firstService)).result;
    const { id } = await firstService.as(token).do(createRawMateriaConsingInfo, {});
    await firstService.end('SIGKILL');

    await fillWithoutReserve();
    const secondService = await start(disk.folder);
    expect((await secondService.as(token).do(getConsingInfo, { query: { id } })).id).toBe(id);
    expect(await callUntilRefused(() => signIn(secondService))).toEqual([503, '2']);
    await secondService.end('SIGTERM');

    await fillWithoutReserve();
    const { exitResult, stderr } = await spawnService(disk.folder);
    expect(await exitResult).toEqual([1, null]);
    expect(await stderr).toMatch(/^The disk of \S+data is full \(\d+ kB free\), and [^\n]+: make room, [^\n]+\n$/);

    disk.release();
    const thirdService = await start(disk.folder);
    expect((await thirdService.as(token).do(getConsingInfo, { query: { id } })).id).toBe(id);
    expect((await signIn(thirdService)).status).toBe(200);
    expect(await thirdService.end('SIGTERM')).toBe(0);
  });
});
