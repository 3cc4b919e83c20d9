// What the service asks EventStoreDB, MongoDB and Redis, by kind: a life of a consignment (six commands, with projector
// and worker) by 1, 8 and 48 writers, and pages of lists. The servers are the stand-ins and Debian's redis-server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { startServer as startEventStore } from '../eventstoredb/start-server.mjs';
import { startServer as startMongo } from '../mongodb/start-server.mjs';
import { startServer as startRedis } from '../redis/start-server.mjs';
import { B, caller, choices, signIn, succeeded } from './caller.mjs';
import { COMMANDS_A_LIFE, life } from './life.mjs';
import { startService } from './start-service.mjs';

const WRITERS = [1, 8, 48];
const PAGES = 50;
/** Views and jobs follow the last commands of a run for about as long. */
const SETTLED_MS = 3_000;

export default async ({ short }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [log, mongo, redis] = await Promise.all([startEventStore(), startMongo(), startRedis()]);
  const service = await startService(folder, { EVENTSTORE_URL: log.url, MONGO_URL: mongo.url, REDIS_URL: redis.url });
  const database = await MongoClient.connect(mongo.url);
  const jobs = new Redis(redis.url);
  const counted = async () => ({
    EventStoreDB: await log.calls(),
    MongoDB: await commandsOfMongo(database),
    Redis: await commandsOfRedis(jobs),
  });
  try {
    const call = caller(service.url, Math.max(...WRITERS));
    const [client, lab] = [await signIn(call, 'client1'), await signIn(call, 'lab1')];
    const chosen = await choices(call, client);
    await life(call, client, lab, chosen, (_, work) => work());
    const rows = [];
    for (const writers of short ? [1, 8] : WRITERS) {
      await pause(SETTLED_MS);
      const before = await counted();
      const { lives, rate } = await livesOf(writers, short ? 4 : 15, () =>
        life(call, client, lab, chosen, (_, work) => work()),
      );
      await pause(SETTLED_MS);
      rows.push({ what: `${writers} writers`, figure: `${rate.toFixed(0)} / s` });
      rows.push(...rowsOf(`a life`, lives, before, await counted()));
    }
    for (const [name, token, path] of LISTS) {
      const ask = () => call('GET', path, token === 'lab' ? lab : client).then(succeeded);
      await ask();
      const before = await counted();
      for (let page = 0; page < PAGES; page++) await ask();
      rows.push(...rowsOf(name, PAGES, before, await counted()));
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
  ['a page of consignments of a client', 'client', `${B}GetRawMateriaConsignInfoList?SkipCount=0&MaxResultCount=20`],
  ['a page of consignments of a laboratory', 'lab', `${B}GetRawMateriaConsignInfoList?SkipCount=0&MaxResultCount=20`],
];

const livesOf = async (writers, seconds, live) => {
  const began = performance.now();
  let lives = 0;
  const write = async () => {
    while (performance.now() < began + seconds * 1_000) {
      await live();
      lives += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return { lives, rate: (lives * COMMANDS_A_LIFE * 1_000) / (performance.now() - began) };
};

/** Commands answered so far, by name; the stand-in says the collection as well. */
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

/** Kinds that a `what` takes at least a twentieth of. */
const rowsOf = (what, times, before, after) =>
  Object.entries(after).map(([server, kinds]) => {
    const each = Object.entries(kinds)
      .map(([kind, calls]) => [kind, (calls - (before[server][kind] ?? 0)) / times])
      .filter(([, calls]) => calls >= 0.05)
      .toSorted(([, left], [, right]) => right - left);
    return {
      what: `  ${what}, ${server}: ${each.map(([kind, calls]) => `${kind} ${calls.toFixed(1)}`).join('; ')}`,
      figure: each.reduce((sum, [, calls]) => sum + calls, 0).toFixed(1),
    };
  });
