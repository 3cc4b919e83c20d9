import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as passes } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  createRawMateriaConsingInfo,
  getDocumentChanges,
  listConsignments,
  saveConsignInfo,
} from '#contract';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { embeddedOpeners, openEmbeddedEngines, verifyChain } from '#engines';
import { filledHeader, PROJECT1 } from '#harness/consignments/drafts';
import { Client } from '#harness/service/client';
import { DEMO_PASSWORD } from './import/import-demo.js';

const MAIN = fileURLToPath(new URL('../../../dist/apps/standalone/src/main.js', import.meta.url));
const FAILING = new URL('../../../test/harness/programs/failing-projector.mjs', import.meta.url).href;
/** How often the thread of the projector fails there. */
const FAILURES = 2;
const REQUESTS = 24;
let folder: string;
let dataDir: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stopped-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir, { mode: 0o700 }); // as whoever mounts a volume there makes it
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

type Line = Record<string, unknown>;

/** A process that serves on the folder: how it says where, what it logs, and how it ends. */
const startProcess = async (command: string, args: string[], cwd?: string) => {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      EVENTSTORE_URL: '',
      MONGO_URL: '',
      REDIS_URL: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  const waiters: { matches: (line: string) => boolean; resolve: (line: string) => void }[] = [];
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const { matches, resolve } of waiters) if (matches(line)) resolve(line);
  });
  const waitForLine = (text: string): Promise<string> => {
    const matches = (line: string) => line.includes(text);
    const printedLine = lines.find(matches);
    return printedLine === undefined
      ? new Promise((resolve) => waiters.push({ matches, resolve }))
      : Promise.resolve(printedLine);
  };
  return {
    child,
    exited,
    waitForLine,
    logRecords: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line),
  };
};

const startService = async (command = process.execPath, args = [MAIN], cwd?: string) => {
  const service = await startProcess(command, args, cwd);
  const url = /http:\/\/[^\s/]+/.exec(await service.waitForLine('http://'))?.[0] ?? '';
  const { accessToken } = await new Client(url, null, { position: null }).do(authenticate, {
    body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
  });
  return { ...service, url, token: accessToken, client: new Client(url, accessToken, { position: null }) };
};

const isRefused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(!socket.destroy()));
    socket.once('error', () => resolve(true));
  });

const findJournals = async () => (await readdir(dataDir)).filter((name) => /-(wal|shm)$/.test(name));

/** A save whose head the service has, and not its body yet. */
const startSave = async (url: string, token: string): Promise<ClientRequest> => {
  const sending = request(`${url}${saveConsignInfo.path}`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return sending;
};

describe('a service whose data folder exists and is empty', () => {
  it('imports the data as into a missing folder: lists show it once the service is ready', async () => {
    const { url, client, child, exited } = await startService();
    while ((await fetch(`${url}/readyz`)).status !== 200);
    const { totalCount } = await client.do(listConsignments, {});
    expect(totalCount).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
});

describe('a service that receives SIGTERM', () => {
  it('completes running requests, accepts no new ones, ends streams, and leaves databases that can be copied file by file', async () => {
    const { url, token, client, child, exited, waitForLine } = await startService();
    const ids = await Promise.all(
      Array.from({ length: REQUESTS }, async () => (await client.do(createRawMateriaConsingInfo, {})).id),
    );
    const stream = await fetch(`${url}${getDocumentChanges.path}`, { headers: { authorization: `Bearer ${token}` } });
    const idleSocket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idleSocket, 'connect');
    const requests = await Promise.all(ids.map(() => startSave(url, token)));
    const connectionsClosed = Promise.all([stream.text(), once(idleSocket, 'close')]);

    child.kill('SIGTERM');
    await waitForLine('stopping');
    await connectionsClosed;
    while (!(await isRefused(url)));
    const responses = await Promise.all(
      requests.map(async (sending, n) => {
        const responseEvent = once(sending, 'response') as Promise<[IncomingMessage]>;
        sending.end(JSON.stringify({ ...filledHeader(), projectId: PROJECT1, id: ids[n], memo: `kept ${n}` }));
        const [response] = await responseEvent;
        response.resume();
        return [response.statusCode, response.headers.connection];
      }),
    );
    expect(responses).toEqual(requests.map(() => [200, 'close']));
    expect(await exited).toEqual([0, null]);
    expect(await findJournals()).toEqual([]);

    const copy = join(folder, 'copy');
    await mkdir(copy);
    for (const name of await readdir(dataDir))
      if (name.endsWith('.db')) await copyFile(join(dataDir, name), join(copy, name));
    const log = await embeddedOpeners(copy).log();
    expect((await verifyChain({ log })).broken).toBeNull();
    await log.close();
    const engines = await openEmbeddedEngines(copy);
    const memos = await Promise.all(ids.map(async (id) => (await load(engines.eventStore, consignment, id)).state));
    expect(memos.map((state) => JSON.stringify(state).includes('"kept '))).toEqual(ids.map(() => true));
    await engines.close();
  });

  it('exits at once at a second signal, and starts again with its data', async () => {
    const { url, token, child, exited, waitForLine } = await startService();
    const requestError = once(await startSave(url, token), 'error');
    child.kill('SIGTERM');
    await waitForLine('stopping');
    while (!(await isRefused(url)));
    const signalTimer = setInterval(() => child.kill('SIGTERM'), 100);
    expect(await exited).toEqual([1, null]);
    clearInterval(signalTimer);
    await requestError;
    expect(await waitForLine('ended at once')).toContain('"api"');
    const { child: next, exited: nextExit } = await startService();
    next.kill('SIGINT');
    expect(await nextExit).toEqual([0, null]);
    expect(await findJournals()).toEqual([]);
  });

  it('exits with the npm process that started it, and frees port and folder', async () => {
    const project = join(folder, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ scripts: { start: `node ${MAIN}` } }));
    const { url, child, exited, waitForLine } = await startService('npm', ['start'], project);
    child.kill('SIGTERM');
    await exited;
    await waitForLine('stopping');
    while (!(await isRefused(url)));
    while ((await findJournals()).length > 0);
    expect(await findJournals()).toEqual([]);
  });

  it('does not wait for views that are being built', async () => {
    for (const name of await readdir(dataDir)) if (name.startsWith('views.db')) await rm(join(dataDir, name));
    const { child, exited, waitForLine } = await startProcess(process.execPath, [MAIN]);
    await waitForLine('view caught up');
    const stoppedAt = performance.now();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    expect(await findJournals()).toEqual([]);
  });
});

describe('a service whose projector fails with an uncaught error', () => {
  it('logs the error, restarts the projector while its own threads continue to write, and stops in order', async () => {
    await rm(join(dataDir, 'views.db'), { force: true });
    const { child, exited, waitForLine, logRecords } = await startProcess(process.execPath, [
      '--import',
      FAILING,
      MAIN,
    ]);
    const address = /http:\/\/[^\s/]+/.exec(await waitForLine('http://'))?.[0];
    const recordsWith = (text: string) => logRecords().filter(({ msg }) => msg === text);
    while (recordsWith('the projector has stopped and starts again').length < FAILURES && child.exitCode === null)
      await passes(50);
    expect(recordsWith('the thread ends').map(({ err }) => (err as Error).message)).toEqual([
      'thrown in the projector',
      'rejected in the projector',
    ]);
    while ((await fetch(`${address}/readyz`)).status !== 200) await passes(50);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(await findJournals()).toEqual([]);
  });
});
