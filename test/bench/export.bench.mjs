// The ledger of many consignments: requested page by page over HTTP, as the console does, and created by a worker in a
// separate process. Measures the time from the last page until the file exists, and the growth of the worker's memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seed } from './seed.mjs';

const PAGE = 50;
const IDS_PER_REQUEST = 1000;
const LIMIT_SECONDS = 15;
const LIMIT_MB = 200;
const CONSIGNMENTS = '/api/services/app/BuConsignInfo/';

export default async ({ short }) => {
  const count = short ? 1000 : 50_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  await seed(folder, count);
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' };
  const server = spawn(process.execPath, [fileURLToPath(new URL('./server.mjs', import.meta.url))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let worker = null;
  try {
    const url = await new Promise((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', resolve);
      server.once('exit', () => reject(new Error('the server of the bench ended')));
    });
    worker = spawn(process.execPath, [fileURLToPath(new URL('../../dist/apps/worker/src/main.js', import.meta.url))], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return await measure(url, worker.pid, count);
  } finally {
    worker?.kill('SIGKILL');
    server.removeAllListeners('exit');
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (url, workerPid, count) => {
  const call = caller(url);
  const {
    result: { accessToken: token },
  } = await call('POST', '/api/TokenAuth/Authenticate', null, {
    UserNameOrEmailAddress: 'client1',
    password: 'Consign-2026!',
  });

  const listingTimer = startTimer();
  const ids = new Set();
  for (let skip = 0; ids.size < count; skip += IDS_PER_REQUEST) {
    const {
      result: { items },
    } = await call(
      'GET',
      `${CONSIGNMENTS}GetRawMateriaConsignInfoList?skipCount=${skip}&maxResultCount=${IDS_PER_REQUEST}` +
        '&sort=creationTime&order=asc&consignStatuses=20',
      token,
    );
    if (items.length === 0) throw new Error(`the list ends at ${ids.size} of ${count}`);
    for (const { id } of items) if (ids.size < count) ids.add(id);
  }
  const listSeconds = listingTimer();

  await waitUntilSettled(workerPid);
  const idleMb = memory(workerPid, 'VmRSS');
  const requestTimer = startTimer();
  const all = [...ids];
  let exportResult = { exportPath: '' };
  for (let offset = 0; offset < count; offset += PAGE) {
    ({ result: exportResult } = await call('POST', `${CONSIGNMENTS}Export`, token, {
      consignType: 1,
      consignIds: all.slice(offset, offset + PAGE),
      exportPath: exportResult.exportPath,
    }));
  }
  const requestSeconds = requestTimer();
  const buildTimer = startTimer();
  for (;;) {
    const { progress } = await call('GET', exportResult.fileUrl, null, undefined, { accept: 'application/json' });
    if (progress === 100) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const buildSeconds = buildTimer();
  const peakMb = memory(workerPid, 'VmHWM');
  return [
    { label: `ids of ${count} consignments, ${IDS_PER_REQUEST} per request`, figure: `${listSeconds.toFixed(1)} s` },
    {
      label: `${Math.ceil(count / PAGE)} pages of ${PAGE} requested one after another`,
      figure: `${requestSeconds.toFixed(1)} s`,
    },
    {
      label: `file of ${count} rows after the last page`,
      figure: `${buildSeconds.toFixed(1)} s`,
      ratio: LIMIT_SECONDS / buildSeconds,
      target: 1,
    },
    {
      label: `additional memory of the worker (${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB peak)`,
      figure: `${(peakMb - idleMb).toFixed(0)} MB`,
      ratio: LIMIT_MB / (peakMb - idleMb),
      target: 1,
    },
  ];
};

const startTimer = () => {
  const startedAt = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - startedAt) / 1e9;
};

/** Resident memory of a process in MB: VmRSS is the current value, VmHWM the peak. */
const memory = (pid, counter) =>
  Number(new RegExp(`${counter}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Waits until the memory of a process that has just started does not grow any more. */
const waitUntilSettled = async (pid) => {
  for (
    let previousMb = 0, currentMb = memory(pid, 'VmRSS');
    currentMb - previousMb > 1;
    [previousMb, currentMb] = [currentMb, memory(pid, 'VmRSS')]
  )
    await new Promise((resolve) => setTimeout(resolve, 1000));
};

const caller = (url) => {
  const agent = new Agent({ keepAlive: true });
  return (method, path, token, body, extraHeaders = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...extraHeaders,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const outgoing = request(`${url}${path}`, { method, agent, headers }, (response) => {
        let content = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (content += chunk));
        response.on('end', () =>
          response.statusCode < 300
            ? resolve(JSON.parse(content))
            : reject(new Error(`${method} ${path}: ${response.statusCode} ${content.slice(0, 300)}`)),
        );
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });
};
