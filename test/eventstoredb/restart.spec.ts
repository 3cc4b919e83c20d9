import { appendFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANY, EventStoreDBClient, NO_STREAM, START } from '@eventstore/db-client';
import { defined, event, events, newStream, outcomeOf } from './behaviours/node.js';
import { startServer, type EventStoreServer } from './start-server.mjs';

describe('the stand-in for EventStoreDB', () => {
  let folder: string;
  let server: EventStoreServer;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
    server = await startServer({ data: folder });
    client = EventStoreDBClient.connectionString(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const restart = async () => {
    server = await startServer({ port: server.port, data: folder });
  };
  const readLog = async () => {
    const recordedEvents = [];
    for await (const { event: recordedEvent } of client.readAll())
      if (recordedEvent) recordedEvents.push(recordedEvent);
    return recordedEvents;
  };

  it('keeps acknowledged appends after kill -9, at the same positions, and continues after them', async () => {
    const acknowledged: { id: string; commit: bigint }[] = [];
    const writing = Array.from({ length: 8 }, async () => {
      const stream = newStream();
      for (let revision = -1n; ; revision++) {
        const newEvent = event();
        const { position } = await client.appendToStream(stream, [newEvent], {
          expectedRevision: revision < 0n ? NO_STREAM : revision,
        });
        if (acknowledged.push({ id: newEvent.id, commit: defined(position).commit }) === 500) await server.kill();
      }
    });
    const errors = await Promise.all(writing.map((writer) => writer.catch((error: { code: unknown }) => error.code)));
    expect(new Set(errors)).toEqual(new Set([14]));
    await restart();
    const positionsById = new Map((await readLog()).map(({ id, position }) => [id, position.commit]));
    for (const { id, commit } of acknowledged) expect(positionsById.get(id)).toBe(commit);
    const { position } = await client.appendToStream(newStream(), events(1));
    expect([...positionsById.values()].every((commit) => commit < defined(position).commit)).toBe(true);
  });

  it('recognises repeated ids after a restart at their exact revision, but not with any', async () => {
    const [withoutRevision, withRevision, newEvents] = [newStream(), newStream(), events(1)];
    const append = (stream: string, expectedRevision: typeof ANY | typeof NO_STREAM) =>
      outcomeOf(
        async () => `ok ${(await client.appendToStream(stream, newEvents, { expectedRevision })).nextExpectedRevision}`,
      );
    const positionsBefore = [
      await append(withoutRevision, ANY),
      await append(withoutRevision, ANY),
      await append(withRevision, NO_STREAM),
    ];
    await server.kill();
    await restart();
    expect([...positionsBefore, await append(withoutRevision, ANY), await append(withRevision, NO_STREAM)]).toEqual([
      'ok 0',
      'ok 0',
      'ok 0',
      'ok 1',
      'ok 0',
    ]);
  });

  it('keeps deletions and metadata after a restart', async () => {
    const [deleted, tombstoned, truncated] = [newStream(), newStream(), newStream()];
    for (const stream of [deleted, tombstoned, truncated]) await client.appendToStream(stream, events(3));
    await client.deleteStream(deleted);
    await client.tombstoneStream(tombstoned);
    await client.setStreamMetadata(truncated, { maxCount: 1 });
    await server.stop();
    await restart();
    const readRevisions = (stream: string) =>
      outcomeOf(async () => {
        const revisions = [];
        for await (const { event: recordedEvent } of client.readStream(stream)) revisions.push(recordedEvent?.revision);
        return revisions.join();
      });
    expect([await readRevisions(deleted), await readRevisions(tombstoned), await readRevisions(truncated)]).toEqual([
      'StreamNotFoundError|',
      'StreamDeletedError|9',
      '2',
    ]);
  });

  it('drops a partially written append completely', async () => {
    const [completeStream, tornStream] = [newStream(), newStream()];
    await client.appendToStream(completeStream, events(2));
    await server.kill();
    const file = join(folder, 'events.log');
    const { length } = await readFile(file);
    await restart();
    await client.appendToStream(tornStream, events(3));
    await server.kill();
    await truncate(file, (await readFile(file)).length - 10);
    await restart();
    await expect(client.appendToStream(tornStream, events(1), { expectedRevision: NO_STREAM })).resolves.toMatchObject({
      nextExpectedRevision: 0n,
    });
    await server.kill();
    await appendFile(file, Buffer.from('no frame'));
    await restart();
    const streams = (await readLog()).map(({ streamId }) => streamId);
    expect([
      streams.filter((name) => name === completeStream).length,
      streams.filter((name) => name === tornStream).length,
    ]).toEqual([2, 1]);
    expect((await readFile(file)).length).toBeGreaterThan(length);
  });

  it('does not respond while paused, and completes pending calls when resumed', async () => {
    const stream = newStream();
    server.pause();
    let isAcknowledged = false;
    const appending = client.appendToStream(stream, events(1)).then(() => {
      isAcknowledged = true;
    });
    const otherServer = await startServer();
    expect(isAcknowledged).toBe(false);
    await otherServer.stop();
    server.resume();
    await appending;
    expect(isAcknowledged).toBe(true);
  });

  it('sometimes delivers an event to a subscriber before the append is acknowledged', async () => {
    const stream = newStream();
    const subscription = client.subscribeToStream(stream, { fromRevision: START });
    const deliveredIds = new Set<string>();
    subscription.on('data', ({ event: recordedEvent }) => deliveredIds.add(defined(recordedEvent).id));
    let isDeliveredFirst = false;
    for (let i = 0; i < 1000 && !isDeliveredFirst; i++) {
      const newEvent = event();
      await client.appendToStream(stream, [newEvent]);
      isDeliveredFirst = deliveredIds.has(newEvent.id);
    }
    await subscription.unsubscribe();
    expect(isDeliveredFirst).toBe(true);
  });
});
