import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  assembleEngines,
  embeddedOpeners,
  openEventStoreDbLog,
  verifyChain,
  type Engines,
  type EventLog,
} from '#engines';
import { NO_STREAM, START, type Head } from '#events';
import { moveService } from '../../apps/standalone/src/move/move.js';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';
import { openCutLine } from './support/cut-line.js';
import { numberTaken } from './support/eventstoredb-under-test.js';

const STREAMS = 40;
const ROUNDS = 40;
const DEADLINE_MS = 1_000;

/** Events of many streams, taking turns as they do in a log that people work with. */
const interleaved = async ({ eventStore }: Engines): Promise<void> => {
  const streams = Array.from({ length: STREAMS }, () => `numbering-${randomUUID()}`);
  const heads = new Map<string, Head>();
  for (let round = 0; round < ROUNDS; round++) {
    const written = streams.map(async (stream, n) =>
      heads.set(stream, (await eventStore.append(stream, [numberTaken(n)], heads.get(stream) ?? NO_STREAM)).head),
    );
    await Promise.all(written);
  }
};

describe('moving a log onto EventStoreDB', () => {
  let folder: string;
  let server: EventStoreServer;
  let source: Engines;
  let log: EventLog;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'move-in-order-'));
    server = await startServer({ data: join(folder, 'server') });
    source = await assembleEngines(embeddedOpeners(':memory:'));
    await interleaved(source);
    log = await openEventStoreDbLog(server.url, { deadlineMs: DEADLINE_MS });
  }, 60_000);
  afterEach(async () => {
    await log.close();
    await source.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const hashesOf = async (of: EventLog) => (await of.readAll(START, STREAMS * ROUNDS + 1)).map(({ hash }) => hash);
  const moved = (onto = log) => moveService({ ...source, log: source.eventStore.log }, { log: onto }, () => undefined);
  const arrived = async (share: number) => {
    const watching = await openEventStoreDbLog(server.url);
    while ((await watching.readAll(START, STREAMS * ROUNDS)).length < STREAMS * ROUNDS * share) await nextTurn();
    await watching.close();
  };

  it('keeps the order of events of many streams that are sent before the ones before them are answered', async () => {
    expect((await moved()).log).toEqual({ events: STREAMS * ROUNDS, written: STREAMS * ROUNDS });
    expect(await hashesOf(log)).toEqual(await hashesOf(source.eventStore.log));
    expect((await verifyChain({ log })).broken).toBeNull();
  }, 60_000);

  it('goes on by itself when the server freezes, and when it is killed and comes back, in the same order', async () => {
    const moving = moved();
    await arrived(0.1);
    server.pause();
    await new Promise((resolve) => setTimeout(resolve, DEADLINE_MS * 1.5)); // longer than anybody waits for an answer
    server.resume();
    await arrived(0.4);
    const { port } = server;
    await server.kill();
    server = await startServer({ port, data: join(folder, 'server') });
    expect((await moving).log?.events).toBe(STREAMS * ROUNDS);
    expect(await hashesOf(log)).toEqual(await hashesOf(source.eventStore.log));
  }, 120_000);

  it('reads on from where it was when the connection is reset in the middle of an answer, while it compares and while it proves', async () => {
    await moved();
    const line = await openCutLine(server.port);
    const through = await openEventStoreDbLog(`esdb://127.0.0.1:${line.port}?tls=false`, { deadlineMs: DEADLINE_MS });
    try {
      line.resetAfter(200_000, 6);
      expect((await moved(through)).log).toEqual({ events: STREAMS * ROUNDS, written: 0 });
      expect(line.resets).toBe(6);
    } finally {
      await through.close();
      line.close();
    }
  }, 60_000);
});
