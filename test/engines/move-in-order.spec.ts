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
import { openCuttingProxy } from './support/cutting-proxy.js';
import { numberTaken } from './support/eventstoredb-under-test.js';

const STREAMS = 40;
const ROUNDS = 40;
const DEADLINE_MS = 1_000;

/** Appends events of many streams alternately, as in a log in use. */
const appendInterleaved = async ({ eventStore }: Engines): Promise<void> => {
  const streams = Array.from({ length: STREAMS }, () => `numbering-${randomUUID()}`);
  const heads = new Map<string, Head>();
  for (let round = 0; round < ROUNDS; round++) {
    const appends = streams.map(async (stream, n) =>
      heads.set(stream, (await eventStore.append(stream, [numberTaken(n)], heads.get(stream) ?? NO_STREAM)).head),
    );
    await Promise.all(appends);
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
    await appendInterleaved(source);
    log = await openEventStoreDbLog(server.url, { deadlineMs: DEADLINE_MS });
  }, 60_000);
  afterEach(async () => {
    await log.close();
    await source.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const hashesOf = async (eventLog: EventLog) =>
    (await eventLog.readAll(START, STREAMS * ROUNDS + 1)).map(({ hash }) => hash);
  const moveLog = (target = log) =>
    moveService({ ...source, log: source.eventStore.log }, { log: target }, () => undefined);
  const waitForShare = async (share: number) => {
    const reader = await openEventStoreDbLog(server.url);
    while ((await reader.readAll(START, STREAMS * ROUNDS)).length < STREAMS * ROUNDS * share) await nextTurn();
    await reader.close();
  };

  it('keeps the order of events of many streams that are sent before earlier ones are acknowledged', async () => {
    expect((await moveLog()).log).toEqual({ events: STREAMS * ROUNDS, newEvents: STREAMS * ROUNDS });
    expect(await hashesOf(log)).toEqual(await hashesOf(source.eventStore.log));
    expect((await verifyChain({ log })).broken).toBeNull();
  }, 60_000);

  it('continues in the same order after the server freezes and after it is killed and restarted', async () => {
    const moving = moveLog();
    await waitForShare(0.1);
    server.pause();
    await new Promise((resolve) => setTimeout(resolve, DEADLINE_MS * 1.5)); // longer than the deadline of a call
    server.resume();
    await waitForShare(0.4);
    const { port } = server;
    await server.kill();
    server = await startServer({ port, data: join(folder, 'server') });
    expect((await moving).log?.events).toBe(STREAMS * ROUNDS);
    expect(await hashesOf(log)).toEqual(await hashesOf(source.eventStore.log));
  }, 120_000);

  it('resumes its reads when the connection is reset in the middle of a response, while it compares and verifies', async () => {
    await moveLog();
    const proxy = await openCuttingProxy(server.port);
    const proxiedLog = await openEventStoreDbLog(`esdb://127.0.0.1:${proxy.port}?tls=false`, {
      deadlineMs: DEADLINE_MS,
    });
    try {
      proxy.resetAfter(200_000, 6);
      expect((await moveLog(proxiedLog)).log).toEqual({ events: STREAMS * ROUNDS, newEvents: 0 });
      expect(proxy.resets).toBe(6);
    } finally {
      await proxiedLog.close();
      proxy.close();
    }
  }, 60_000);
});
