import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#domain/views';
import { openEmbeddedEngines, verifyChain, type Engines } from '#engines';
import { START, type RecordedEvent } from '#events';
import { generate } from './generate.js';

const silent = { info: () => undefined };
const endDate = new Date('2026-11-01T00:00:00.000Z');
const EVENTS = 1_500;

/** The events of consignments and reports, in the order of the log. */
const readHistories = async (engines: Engines): Promise<RecordedEvent[]> =>
  (await engines.eventStore.readAll(START, 100_000)).filter(({ stream }) => /^(consignment|report)-/.test(stream));

/** Events without the members that differ between installations: keys, hashes, positions. */
const comparable = (events: RecordedEvent[]) =>
  events.map(({ id, stream, revision, type, data, metadata: { at, by } }) => ({
    id,
    stream,
    revision,
    type,
    data,
    at,
    by,
  }));

describe('generated histories', () => {
  let engines: Engines;
  let events: RecordedEvent[];

  beforeAll(async () => {
    engines = await openEmbeddedEngines(':memory:');
    await generate(engines, { events: EVENTS, seed: 'a', endDate }, silent);
    events = await readHistories(engines);
  }, 60_000);
  afterAll(() => engines.close());

  it('are identical for the same seed and end', async () => {
    const otherEngines = await openEmbeddedEngines(':memory:');
    try {
      expect(
        (await generate(otherEngines, { events: EVENTS, seed: 'a', endDate }, silent)).events,
      ).toBeGreaterThanOrEqual(EVENTS);
      expect(comparable(await readHistories(otherEngines))).toEqual(comparable(events));
    } finally {
      await otherEngines.close();
    }
  }, 60_000);

  it('are complete imported chains of all kinds of consignments, in order of time', async () => {
    expect((await verifyChain(engines.eventStore)).broken).toBeNull();
    const times = events.map(({ metadata }) => metadata.at).toSorted();
    const third = Math.floor(events.length / 3);
    expect(events.slice(0, third).every(({ metadata }) => metadata.at <= (times[2 * third] ?? ''))).toBe(true);
    const latest = new Map<string, string>();
    for (const { stream, metadata } of events) {
      expect(metadata.at >= (latest.get(stream) ?? '')).toBe(true);
      latest.set(stream, metadata.at);
    }
    expect(events.every(({ metadata }) => metadata.imported === true)).toBe(true);
    const types = events.map(({ type }) => type);
    for (const type of [
      'AuditRejected',
      'SampleReturned',
      'ConsignmentCancelled',
      'ConsignmentSigned',
      'LaterStageEntered',
      'ReportPublished',
    ])
      expect(types).toContain(type);
  });

  it('have at least ten events a consignment, of about a kilobyte each', async () => {
    const storedEvents = (await engines.eventStore.log.readAll(START, 100_000)).filter(({ stream }) =>
      stream.startsWith('consignment-'),
    );
    const size =
      storedEvents.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata), 0) /
      storedEvents.length;
    expect(size).toBeGreaterThan(800);
    expect(size).toBeLessThan(2_000);
    const receivedStreams = new Set(
      storedEvents.filter(({ type }) => type === 'SampleConfirmed').map(({ stream }) => stream),
    );
    expect(
      storedEvents.filter(({ stream }) => receivedStreams.has(stream)).length / receivedStreams.size,
    ).toBeGreaterThan(10);
  });

  it('produce one row each in the consignment list', () => {
    const list = allProjections.find(({ name }) => name === 'consignmentList');
    if (!list) throw new Error('there is no list of consignments');
    const rows = new Map<string, object | null>();
    for (const event of events.filter(({ type }) => list.types.includes(type)))
      for (const id of list.idsOf(event)) rows.set(id, list.project(rows.get(id) ?? null, event, id));
    expect(rows.size).toBe(events.filter(({ type }) => type === 'ConsignmentCreated').length);
  });

  it('are not appended twice to one log, while other histories are appended after them', async () => {
    await expect(generate(engines, { events: 100, seed: 'a', endDate }, silent)).rejects.toThrow(
      'choose another --seed',
    );
    expect((await generate(engines, { events: 100, seed: 'b', endDate }, silent)).events).toBeGreaterThanOrEqual(100);
  });
});
