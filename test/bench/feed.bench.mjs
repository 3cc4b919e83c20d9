// The event feed of a unit: a page of 100 among 10,000 and among 1,000,000 events, measured alternately on two running
// services; the time from a submission to its server-sent event; and the memory of 500 idle streams. `--data=FOLDER`
// keeps the filled views for the next run.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cursorAt } from '../../dist/libs/contract/src/index.js';
import { unitFeed } from '../../dist/libs/domain/src/lab-systems/index.js';
import { openEngines } from '../../dist/libs/engines/src/index.js';
import { caller, loadDemoChoices, signIn } from './caller.mjs';
import { runLifeCycle } from './life-cycle.mjs';
import { serve } from './serve.mjs';
import { startService } from './start-service.mjs';
import { compareWithRowRead, quantile } from './timing.mjs';

const LAB = '736e0494-c50f-5fb5-9296-7000562a5e79';
const CLIENT = '6aef726f-d59e-536d-ab28-6fc104bc2736';
const BATCH = 5_000;
const PAGE = 100;
const PAGE_P99_MS = 20;
/** Maximum ratio of the medians for a million and for ten thousand events. */
const MAX_MEDIAN_RATIO = 2;
const VISIBLE_P50_MS = 50;
const VISIBLE_P99_MS = 250;
const STREAMS = 500;
const STREAMS_PER_KEY = 5;
const STREAMS_MB = 200;
const TYPES = [
  'consignment.submitted',
  'consignment.audit-passed',
  'consignment.sample-confirmed',
  'report.registered',
];

export default async ({ short }) => {
  const dataFolder = process.argv.find((argument) => argument.startsWith('--data='))?.slice('--data='.length);
  const folder = dataFolder ?? mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return [
      ...(await pages(folder, short ? [2_000, 20_000] : [10_000, 1_000_000], short ? 100 : 1_000)),
      ...(await streams(join(folder, 'streams'), short ? 20 : 200, short ? 50 : STREAMS)),
    ];
  } finally {
    if (!dataFolder) rmSync(folder, { recursive: true, force: true });
  }
};

const pages = async (folder, [smallCount, largeCount], times) => {
  const feeds = [
    await fillFeed(join(folder, `${smallCount}`), smallCount),
    await fillFeed(join(folder, `${largeCount}`), largeCount),
  ];
  const services = [await serve(feeds[0].folder), await serve(feeds[1].folder)];
  try {
    const readers = [];
    for (const [index, { url }] of services.entries()) readers.push(await reader(url, feeds[index]));
    const cases = {
      [`a page of ${PAGE} of a unit among ${smallCount} events`]: readers[0].page,
      [`a page of ${PAGE} of a unit among ${largeCount} events`]: readers[1].page,
    };
    const { baseline, rows } = await compareWithRowRead(cases, readers[1].row, times);
    const medians = rows.map(({ figure }) => Number(/p50 (\S+)/.exec(figure)[1]));
    return [
      baseline,
      ...rows.map(({ label, figure, p99 }) => ({ label, figure, ratio: PAGE_P99_MS / p99, target: 1 })),
      {
        label: 'median among many events relative to few',
        figure: `${(medians[1] / medians[0]).toFixed(2)} times`,
        ratio: (MAX_MEDIAN_RATIO * medians[0]) / medians[1],
        target: 1,
      },
    ];
  } finally {
    for (const { stop } of services) stop();
  }
};

/** Adds this number of events to the feed of a folder once, after the demo data. A fifth is of one laboratory. */
const fillFeed = async (folder, count) => {
  const mark = join(folder, 'filled');
  if (existsSync(mark)) return { folder, ...JSON.parse(readFileSync(mark, 'utf8')) };
  (await serve(folder, ['--consignments'])).stop();
  const engines = await openEngines({ ...process.env, DATA_DIR: folder });
  const { logId } = engines.eventStore;
  const head = await engines.eventStore.lastPosition();
  const { views } = engines;
  const oldBuilds = (await views.builds()).filter(({ name }) => name === unitFeed.name);
  const { rows: existing } = await views.find(unitFeed, {});
  const build = await views.createBuild(unitFeed, `filled${count}`);
  const startedAt = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => eventAt(BigInt(head), from + n));
    await views.write(
      build,
      rows.map((row) => ({ id: row.id, row, position: row.position })),
      { logId, position: head },
    );
  }
  await views.write(
    build,
    existing.map((row) => ({ id: row.id, row, position: head })),
    { logId, position: head },
  );
  await views.activate(build);
  for (const oldBuild of oldBuilds) await views.drop(oldBuild);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`    ${count} events inserted and indexed: ${seconds} s\n`);
  await engines.close();
  const facts = { logId, head, count };
  writeFileSync(mark, JSON.stringify(facts));
  return { folder, ...facts };
};

const guid = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const positionOf = (head, n) => String(BigInt(head) + BigInt(n) + 1n).padStart(20, '0');

const eventAt = (head, n) => {
  const position = positionOf(head, n);
  const type = TYPES[n % TYPES.length];
  return {
    kind: 'event',
    id: `event/${position}`,
    eventId: guid(`event ${n}`),
    type,
    position,
    revision: n % TYPES.length,
    at: new Date(Date.UTC(2022, 0, 1) + n * 60_000).toISOString(),
    correlationId: guid(`correlation ${n}`),
    causationId: null,
    facts: {
      consignmentId: guid(`consignment ${Math.floor(n / TYPES.length)}`),
      consignCode: `TU001-2026-${String(n).padStart(7, '0')}`,
      consignType: 1,
      status: { from: 20, to: 30, name: '待收样' },
      testUnitId: n % 5 === 0 ? LAB : guid(`lab ${n % 20}`),
      consignUnitId: n % 5 === 0 ? CLIENT : guid(`client ${n % 200}`),
      projectName: '甬台温高速公路第3合同段',
      sampleCount: 2,
      remark: '同意',
    },
  };
};

/** Requests a page of the feed after a different position each time, and one row by its primary key. */
const reader = async (url, { logId, head, count }) => {
  const call = caller(url, 4);
  const lab = await signIn(call, 'lab1');
  const key = await call('POST', '/api/v1/access-keys', lab, { name: 'bench', scopes: ['events:read'] });
  const { items } = await call('GET', '/api/v1/consignments?maxResultCount=1', lab);
  return {
    page: async (iteration) => {
      const after = cursorAt(logId, positionOf(head, Math.floor(((iteration * 7919) % 1000) * 0.99 * (count / 1000))));
      const { events } = await call('GET', `/api/v1/feed?after=${after}&limit=${PAGE}`, key.secret);
      if (events.length !== Math.min(PAGE, events.length) || events.length === 0) throw new Error('a page was empty');
    },
    row: () => call('GET', `/bench/row/${items[0].id}`, lab),
  };
};

const streams = async (folder, times, count) => {
  const { url, pid, stop } = await startService(folder);
  try {
    const call = caller(url, 4);
    const [client, lab, admin] = [
      await signIn(call, 'client1'),
      await signIn(call, 'lab1'),
      await signIn(call, 'admin'),
    ];
    return [...(await submissions(url, call, client, lab, times)), ...(await idle(url, pid, call, admin, count))];
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The time from the acknowledgement of a submission to its event in a stream; 0 if the event arrives before the
 * acknowledgement.
 */
const submissions = async (url, call, client, lab, times) => {
  const demoChoices = await loadDemoChoices(call, client);
  const { secret } = await call('POST', '/api/v1/access-keys', lab, { name: 'stream', scopes: ['events:read'] });
  const { next } = await call('GET', '/api/v1/feed?limit=1000', secret);
  const arrivals = new Map();
  const stream = await openStream(url, secret, next, ({ type, data }) => {
    if (type === 'consignment.submitted.v1') arrivals.set(data.consignmentId, performance.now());
  });
  const delays = [];
  for (let n = 0; n < times; n++) {
    let id = null;
    let acknowledgedAt = 0;
    const recordTimes = async (name, work) => {
      const body = await work();
      if (name === 'create') id = body.result.id;
      if (name === 'commit') acknowledgedAt = performance.now();
      return body;
    };
    await runLifeCycle(call, client, lab, demoChoices, recordTimes);
    while (!arrivals.has(id)) await pause(1);
    delays.push(Math.max(0, arrivals.get(id) - acknowledgedAt));
  }
  stream.destroy();
  return [
    { label: 'event of a submission in a stream, p50', share: 0.5, target: VISIBLE_P50_MS },
    { label: 'event of a submission in a stream, p99', share: 0.99, target: VISIBLE_P99_MS },
  ].map(({ label, share, target }) => {
    const ms = quantile(delays, share);
    return { label, figure: `${ms.toFixed(1)} ms`, ratio: target / Math.max(ms, 0.1), target: 1 };
  });
};

/** Memory of idle streams, five per key. */
const idle = async (url, pid, call, admin, count) => {
  const {
    result: { items: units },
  } = await call('GET', '/api/services/app/BaTestUnit/GetAll?maxResultCount=10', admin);
  const memoryBefore = await settledMemory(pid);
  const openStreams = [];
  for (let n = 0; openStreams.length < count; n++) {
    const unitId = units[n % units.length].id;
    const { secret } = await call('POST', '/api/v1/access-keys', admin, {
      unitId,
      name: `idle ${n}`,
      scopes: ['events:read'],
    });
    const { next } = await call('GET', '/api/v1/feed?limit=1000', secret);
    for (let stream = 0; stream < STREAMS_PER_KEY; stream++)
      openStreams.push(await openStream(url, secret, next, () => {}));
  }
  const growthMb = (await settledMemory(pid)) - memoryBefore;
  for (const stream of openStreams) stream.destroy();
  return [
    {
      label: `memory of ${openStreams.length} idle streams`,
      figure: `${growthMb.toFixed(0)} MB`,
      ratio: STREAMS_MB / Math.max(growthMb, 1),
      target: 1,
    },
  ];
};

/** Minimum memory of the process in MB over some seconds, in which garbage is collected. */
const settledMemory = async (pid) => {
  const samples = [];
  for (let n = 0; n < 20; n++) {
    await pause(250);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    samples.push(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
  }
  return Math.min(...samples);
};

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

/** Opens a stream of the feed after a cursor; `onEvent` receives each event. */
const openStream = (url, secret, after, onEvent) =>
  new Promise((resolve, reject) => {
    const outgoing = request(`${url}/api/v1/feed/stream`, {
      agent,
      headers: { authorization: `Bearer ${secret}`, ...(after ? { 'last-event-id': after } : {}) },
    });
    outgoing.once('error', reject).once('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream failed with ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        const messages = (text + part).split('\n\n');
        text = messages.pop();
        for (const message of messages) {
          const data = message.split('\n').find((line) => line.startsWith('data: '));
          if (data) onEvent(JSON.parse(data.slice('data: '.length)));
        }
      });
      response.once('error', () => undefined);
      resolve(response);
    });
    outgoing.end();
  });
