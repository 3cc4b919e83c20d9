// Calls of the service to EventStoreDB, MongoDB and Redis by kind, for life cycles of consignments (six commands, with
// projector and worker) by 1, 8 and 48 writers, and for pages of lists. The servers are the stand-ins and Debian's
// redis-server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { startServer as startEventStore } from '../eventstoredb/start-server.mjs';
import { startServer as startMongo } from '../mongodb/start-server.mjs';
import { startServer as startRedis } from '../redis/start-server.mjs';
import { CONSIGNMENTS, caller, loadDemoChoices, signIn, requireSuccess } from './caller.mjs';
import { COMMANDS_PER_LIFE_CYCLE, runLifeCycle } from './life-cycle.mjs';
import { startService } from './start-service.mjs';

const WRITERS = [1, 8, 48];
const PAGES = 50;
/** Views and jobs need about this time after the last command of a run. */
const SETTLE_MS = 3_000;

export default async ({ short }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [log, mongo, redis] = await Promise.all([startEventStore(), startMongo(), startRedis()]);
  const service = await startService(folder, { EVENTSTORE_URL: log.url, MONGO_URL: mongo.url, REDIS_URL: redis.url });
  const database = await MongoClient.connect(mongo.url);
  const jobs = new Redis(redis.url);
  const countCalls = async () => ({
    EventStoreDB: await log.calls(),
    MongoDB: await commandsOfMongo(database),
    Redis: await commandsOfRedis(jobs),
  });
  try {
    const call = caller(service.url, Math.max(...WRITERS));
    const [client, lab] = [await signIn(call, 'client1'), await signIn(call, 'lab1')];
    const demoChoices = await loadDemoChoices(call, client);
    await runLifeCycle(call, client, lab, demoChoices, (_, work) => work());
    const rows = [];
    for (const writers of short ? [1, 8] : WRITERS) {
      await pause(SETTLE_MS);
      const before = await countCalls();
      const { lifeCycles, rate } = await runWriters(writers, short ? 4 : 15, () =>
        runLifeCycle(call, client, lab, demoChoices, (_, work) => work()),
      );
      await pause(SETTLE_MS);
      rows.push({ label: `${writers} writers`, figure: `${rate.toFixed(0)} / s` });
      rows.push(...rowsOf('a life cycle', lifeCycles, before, await countCalls()));
    }
    for (const [name, token, path] of LISTS) {
      const readPage = () => call('GET', path, token === 'lab' ? lab : client).then(requireSuccess);
      await readPage();
      const before = await countCalls();
      for (let page = 0; page < PAGES; page++) await readPage();
      rows.push(...rowsOf(name, PAGES, before, await countCalls()));
    }
    return rows;
  } finally {
    await service.stop();
    await database.close();
    jobs.disconnect();
    await Promise.all([log.stop(), mongo.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
};

const LISTS = [
  [
    'a page of consignments of a client',
    'client',
    `${CONSIGNMENTS}GetRawMateriaConsignInfoList?SkipCount=0&MaxResultCount=20`,
  ],
  [
    'a page of consignments of a laboratory',
    'lab',
    `${CONSIGNMENTS}GetRawMateriaConsignInfoList?SkipCount=0&MaxResultCount=20`,
  ],
];

const runWriters = async (writers, seconds, cycle) => {
  const startedAt = performance.now();
  let lifeCycles = 0;
  const write = async () => {
    while (performance.now() < startedAt + seconds * 1_000) {
      await cycle();
      lifeCycles += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return { lifeCycles, rate: (lifeCycles * COMMANDS_PER_LIFE_CYCLE * 1_000) / (performance.now() - startedAt) };
};

/** Number of commands so far by name; the stand-in adds the collection. */
const commandsOfMongo = async (client) => {
  const { metrics } = await client.db('admin').command({ serverStatus: 1 });
  return Object.fromEntries(
    Object.entries(metrics.commands).flatMap(([kind, { total }]) => (total ? [[kind, total]] : [])),
  );
};

const commandsOfRedis = async (redis) =>
  Object.fromEntries(
    [...(await redis.info('commandstats')).matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, kind, calls]) => [
      kind,
      Number(calls),
    ]),
  );

/** Calls per unit by kind, without kinds below 0.05. */
const rowsOf = (label, units, before, after) =>
  Object.entries(after).map(([server, kinds]) => {
    const averages = Object.entries(kinds)
      .map(([kind, calls]) => [kind, (calls - (before[server][kind] ?? 0)) / units])
      .filter(([, calls]) => calls >= 0.05)
      .toSorted(([, left], [, right]) => right - left);
    return {
      label: `  ${label}, ${server}: ${averages.map(([kind, calls]) => `${kind} ${calls.toFixed(1)}`).join('; ')}`,
      figure: averages.reduce((sum, [, calls]) => sum + calls, 0).toFixed(1),
    };
  });
