// Cold starts of the whole service in a separate process: on an empty folder, and with many consignments. Then lists
// over HTTP with these consignments.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from './seed.mjs';

const main = fileURLToPath(new URL('../../dist/apps/standalone/src/main.js', import.meta.url));
const LIMIT_SECONDS = 5;

export default async ({ short }) => {
  const count = short ? 2000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const empty = await start(join(folder, 'empty'));
    await empty.stop();
    const data = join(folder, 'full');
    const seedResult = await seed(data, count);
    const firstStart = await start(data);
    await firstStart.stop();
    const secondStart = await start(data);
    const lists = await listTimes(secondStart.url, short ? 100 : 400);
    await secondStart.stop();
    return [
      { label: 'first start, empty folder, demo data imported', figure: `${empty.seconds.toFixed(1)} s` },
      {
        label: `appending ${seedResult.events} events with personal data, 64 writers`,
        figure: `${Math.round(seedResult.events / seedResult.seconds)} / s`,
      },
      { label: `all views built from the log, ${count} consignments`, figure: `${firstStart.seconds.toFixed(1)} s` },
      {
        label: `second start with ${count} consignments`,
        figure: `${secondStart.seconds.toFixed(1)} s`,
        ratio: LIMIT_SECONDS / secondStart.seconds,
        target: 1,
      },
      {
        label: `list of ${count}, newest 12, sequential requests`,
        figure: `p50 ${lists.plain.p50} p99 ${lists.plain.p99} ms`,
      },
      {
        label: 'the same with a search of two Chinese characters',
        figure: `p50 ${lists.search.p50} p99 ${lists.search.p99} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const start = async (folder) => {
  const startedAt = process.hrtime.bigint();
  const port = 3700 + Math.floor(Math.random() * 200);
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), NODE_ENV: 'development', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise((resolve) => server.once('exit', resolve));
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) break;
    if (server.exitCode !== null) throw new Error('the service ended while starting');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  return { url, seconds, stop: () => (server.kill('SIGTERM'), exit) };
};

const listTimes = async (url, times) => {
  const signIn = await fetch(`${url}/api/TokenAuth/Authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserNameOrEmailAddress: 'lab1', password: 'Consign-2026!' }),
  });
  const {
    result: { accessToken },
  } = await signIn.json();
  const measureList = async (query) => {
    const durations = [];
    for (let i = 0; i < times; i++) {
      const startedAt = process.hrtime.bigint();
      const response = await fetch(
        `${url}/api/services/app/BuConsignInfo/GetRawMateriaConsignInfoList?maxResultCount=12&${query(i)}`,
        { headers: { authorization: `Bearer ${accessToken}` } },
      );
      if (!(await response.json()).success) throw new Error('the list failed');
      durations.push(Number(process.hrtime.bigint() - startedAt) / 1e6);
    }
    durations.sort((a, b) => a - b);
    return { p50: durations[Math.floor(times * 0.5)].toFixed(1), p99: durations[Math.floor(times * 0.99)].toFixed(1) };
  };
  return {
    plain: await measureList((i) => `skipCount=${(i % 50) * 12}&consignStatuses=20`),
    search: await measureList((i) => `keyword=${encodeURIComponent(i % 2 ? '高速' : '号高')}`),
  };
};
