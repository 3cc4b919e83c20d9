import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { authenticate, getFeed, issueAccessKey, registerWebhook, type CloudEvent } from '#contract';
import { unitFeed, type FeedEventRow } from '#domain/lab-systems';
import { allProjections } from '#domain/views';
import { retryUntilAvailable, openEngines, type Engines } from '#engines';
import { LAB1 } from '#harness/consignments/units';
import { Client } from '#harness/service/client';
import { DEMO_PASSWORD, importDemo } from '../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../apps/standalone/src/import/import-reference.js';
import { respondWith, neverRespond, startReceiver, type ReceiverResponse } from '#harness/worker/receiver';
import { viewProblems, viewsCaughtUp, wholeLog } from './support/check.js';
import { embeddedSet, serversSet, type EngineSet } from './support/engine-sets.js';
import type { Disturbance } from './support/disturbances.js';
import { Load } from './support/load.js';
import { MachineClock } from './support/machine-clock.js';
import { PARTS, ServiceProcesses } from './support/service.js';
import { Tally } from './support/tally.js';

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 0);
/** Which kinds happen, by their names. */
const KINDS = new RegExp(process.env['FAULT_KINDS'] ?? '');
const FEWEST_ROUNDS = 10;
const MEGABYTES = 96 + ROUNDS;
/** What the load of one round adds to the data folder or to the log, at most. */
const MEGABYTES_A_ROUND = 5;
/** Commands acknowledged between two faults, at most. */
const BETWEEN = 12;
/** Of what can happen to servers; disks and clocks are tried elsewhere. */
const OF_SERVERS = /killed|emptied|Redis frozen/;
/** How long a receiver is away, and a process frozen. */
const AWAY_MS = 1_500;
const FROZEN_MS = 4_000;
/** The jobs of a worker that is frozen for so long are another's. A run by hand has the time. */
const BEYOND_LEASES_MS = 40_000;
/** A long run says how far it is. */
const SAID_EVERY = 20;
/**
 * After the last fault something must arrive within this time, until all has: a worker that was killed is taken over
 * after half a minute, and what has waited at an endpoint is sent at the pace of a backlog.
 */
const ARRIVES_WITHIN_MS = 180_000;
/** In a long run clients rest between consignments, so that a backlog can be delivered in the end. */
const REST_MS = ROUNDS > 0 ? 4_000 : 0;
const RETRY_MS = 100;
const TIMEOUT_MS = 420_000 + ROUNDS * 40_000;
const silent = { info: () => {} };

/** What the reader of the feed got, by its cursor alone; it asks again until it is answered. */
class CursorReader {
  readonly events: CloudEvent[] = [];
  private isStopping = false;
  private readonly reading: Promise<void>;

  constructor(private readonly machine: Client) {
    this.reading = this.read();
  }

  /** Reads to the end, as a request says that was made after this call. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const isLast = this.isStopping;
      const after = this.events.at(-1)?.cursor;
      const reply = await this.machine
        .call(getFeed, { query: { limit: 20, ...(after === undefined ? {} : { after }) } })
        .catch(() => null); // no connection, or half an answer
      if (reply?.status === 200) this.events.push(...reply.result.events);
      isDone = isLast && reply?.status === 200 && reply.result.atEnd;
      if (!isDone) await passes(RETRY_MS);
    }
  }
}

const feedOf = async ({ views }: Engines): Promise<string[]> => {
  const { rows } = await views.find<FeedEventRow>(unitFeed, {
    where: [{ column: 'testUnitId', eq: LAB1.testUnitId }],
    sort: [{ column: 'position', direction: 'asc' }],
  });
  return rows.map(({ eventId }) => eventId);
};

/** Where the feed differs from what folding the log anew makes of it. */
const feedProblems = async (engines: Engines): Promise<string[]> => {
  const events = await wholeLog(engines);
  const projections = allProjections.filter(({ name }) => name === unitFeed.name);
  return (await Promise.all(projections.map((one) => viewProblems(engines.views, one, events)))).flat();
};

/**
 * Faults at random moments under load; what of the feed the endpoints have missed after it, and what the reader read.
 */
const survives = async (set: EngineSet) => {
  const [steady, shaky] = [await startReceiver(), await startReceiver()];
  const env = { ...set.env, LAB_SYSTEM_HOSTS: `${steady.host},${shaky.host}` };
  let service: ServiceProcesses | null = null;
  try {
    // On a machine with other work servers may take longer than the deadline of a call: it is asked again, as at the
    // start of a service.
    await retryUntilAvailable(async () => {
      const engines = await openEngines(set.env);
      await importReference(engines, silent)
        .then(() => importDemo(engines, silent))
        .finally(() => engines.close());
    });
    const clock = new MachineClock(set.folder);
    const started = await ServiceProcesses.start({ env, clock, log: join(set.folder, 'output.log') });
    service = started;
    const anybody = new Client(started.url, null, { position: null });
    const body = { UserNameOrEmailAddress: 'lab1', password: DEMO_PASSWORD };
    const { accessToken } = await anybody.do(authenticate, { body });
    const lab = new Client(started.url, accessToken, { position: null });
    const endpoints = [];
    for (const { url } of [steady, shaky]) endpoints.push(await lab.do(registerWebhook, { body: { url } }));
    const key = await lab.do(issueAccessKey, { body: { name: 'LIMS', scopes: ['events:read'] } });
    const reader = new CursorReader(new Client(started.url, key.secret, { position: null }));

    const load = await Load.start(started.url, { pauseMs: REST_MS });
    const answersFor = async (answer: ReceiverResponse): Promise<void> => {
      shaky.answerWith(answer);
      await passes(AWAY_MS);
      shaky.answerWith(respondWith(204));
    };
    const killReceiver = async (): Promise<void> => {
      await shaky.close();
      await passes(AWAY_MS);
      await shaky.reopen();
    };
    const beyondLeases: [string, Disturbance] = [
      'worker frozen beyond its leases',
      () => started.freeze('worker', BEYOND_LEASES_MS),
    ];
    const all: [string, Disturbance][] = [
      ['receiver killed', killReceiver],
      ['receiver that breaks connections off', () => answersFor((response) => response.destroy())],
      ['receiver that hangs', () => answersFor(neverRespond)],
      ...PARTS.map((part): [string, Disturbance] => [`${part} killed`, () => started.killAndRestart(part)]),
      ...PARTS.map((part): [string, Disturbance] => [`${part} frozen`, () => started.freeze(part, FROZEN_MS)]),
      ...(ROUNDS > 0 ? [beyondLeases] : []),
      ...Object.entries(set.disturbances).filter(([name]) => OF_SERVERS.test(name)),
    ];
    const kinds = all.filter(([name]) => KINDS.test(name));
    const rounds = ROUNDS || Math.max(FEWEST_ROUNDS, kinds.length);
    const tally = new Tally();
    for (let round = 0; round < rounds; round++) {
      await Promise.race([load.progress(1 + Math.floor(Math.random() * BETWEEN)), started.endedByItself]);
      const [name, happen] = kinds[round % kinds.length] ?? [];
      if (!name || !happen) break;
      const [began, refused] = [performance.now(), load.refusals()];
      await Promise.race([happen({ service: started, load, clock }), started.endedByItself]);
      tally.add(name, (performance.now() - began) / 1000, load.refusals() - refused);
      if (round % SAID_EVERY === SAID_EVERY - 1)
        process.stderr.write(`${round + 1} faults, ${load.commands()} commands, ${shaky.received.length} deliveries\n`);
    }
    if (ROUNDS > 0) process.stderr.write(String(tally));
    await load.stop();
    await started.ready();
    const read = await openEngines(set.env);
    await viewsCaughtUp(read);
    await reader.stop();
    const feed = await feedOf(read);
    const missed = (): string[] =>
      [steady, shaky].flatMap(({ ids }, n) => {
        const got = new Set(ids());
        return feed.filter((id) => !got.has(id)).map((id) => `endpoint ${n + 1} never got ${id}`);
      });
    let [left, movedAt] = [missed().length, Date.now()];
    while (left > 0 && Date.now() - movedAt < ARRIVES_WITHIN_MS) {
      // What failed twice waits for minutes: somebody who knows that the receiver is back has it tried now.
      for (const { id } of endpoints) await read.deliveries.retryNow(id, new Date().toISOString());
      await passes(2_000);
      const before = left;
      left = missed().length;
      if (left < before) movedAt = Date.now();
    }
    const problems = [...missed(), ...(await feedProblems(read))];
    await read.close();
    return { problems, feed, events: reader.events.map(({ id }) => id), sent: shaky.received.length };
  } finally {
    await service?.stop();
    await set.stop();
    await Promise.all([steady.close(), shaky.close()]);
  }
};

const NAME =
  'every endpoint has received every event at least once, and a reader by cursor exactly the sequence of the log';

const check = async (set: EngineSet): Promise<void> => {
  const { problems, feed, events, sent } = await survives(set);
  expect(problems).toEqual([]);
  expect(events).toEqual(feed);
  expect(sent).toBeGreaterThanOrEqual(feed.length);
  expect(feed.length).toBeGreaterThan(0);
};

const onServers = ['EVENTSTORE_URL', 'MONGO_URL', 'REDIS_URL'].every((variable) => process.env[variable])
  ? describe
  : describe.skip;

describe('after faults of receivers and processes, on the embedded engines', () => {
  it(NAME, async () => check(await embeddedSet(MEGABYTES + ROUNDS * MEGABYTES_A_ROUND)), TIMEOUT_MS);
});

onServers('after faults of receivers, processes and servers (where their URLs are set)', () => {
  it(NAME, async () => check(await serversSet()), TIMEOUT_MS);
});
