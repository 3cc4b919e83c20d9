import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allProjections } from '#domain/views';
import { openEmbeddedEngines, verifyChain, type Engines } from '#engines';
import { START, type RecordedEvent } from '#events';
import { generate } from './generate.js';

const silent = { info: () => undefined };
const until = new Date('2026-11-01T00:00:00.000Z');
const EVENTS = 1_500;

/** What was told, in the order it was told. */
const toldIn = async (engines: Engines): Promise<RecordedEvent[]> =>
  (await engines.eventStore.readAll(START, 100_000)).filter(({ stream }) => /^(consignment|report)-/.test(stream));

/** Without what each installation makes its own: keys, hashes, positions. */
const tale = (events: RecordedEvent[]) =>
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
  let told: RecordedEvent[];

  beforeAll(async () => {
    engines = await openEmbeddedEngines(':memory:');
    await generate(engines, { events: EVENTS, seed: 'a', until }, silent);
    told = await toldIn(engines);
  }, 60_000);
  afterAll(() => engines.close());

  it('are identical for the same seed and end', async () => {
    const others = await openEmbeddedEngines(':memory:');
    try {
      expect((await generate(others, { events: EVENTS, seed: 'a', until }, silent)).events).toBeGreaterThanOrEqual(
        EVENTS,
      );
      expect(tale(await toldIn(others))).toEqual(tale(told));
    } finally {
      await others.close();
    }
  }, 60_000);

  it('are complete imported chains of all kinds of consignments, in order of time', async () => {
    expect((await verifyChain(engines.eventStore)).broken).toBeNull();
    const ats = told.map(({ metadata }) => metadata.at).toSorted();
    const third = Math.floor(told.length / 3);
    expect(told.slice(0, third).every(({ metadata }) => metadata.at <= (ats[2 * third] ?? ''))).toBe(true);
    const latest = new Map<string, string>();
    for (const { stream, metadata } of told) {
      expect(metadata.at >= (latest.get(stream) ?? '')).toBe(true);
      latest.set(stream, metadata.at);
    }
    expect(told.every(({ metadata }) => metadata.imported === true)).toBe(true);
    const types = told.map(({ type }) => type);
    for (const turn of [
      'AuditRejected',
      'SampleReturned',
      'ConsignmentCancelled',
      'ConsignmentSigned',
      'LaterStageEntered',
      'ReportPublished',
    ])
      expect(types).toContain(turn);
  });

  it('have at least ten events a consignment, of about a kilobyte each', async () => {
    const stored = (await engines.eventStore.log.readAll(START, 100_000)).filter(({ stream }) =>
      stream.startsWith('consignment-'),
    );
    const size =
      stored.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata), 0) /
      stored.length;
    expect(size).toBeGreaterThan(800);
    expect(size).toBeLessThan(2_000);
    const received = new Set(stored.filter(({ type }) => type === 'SampleConfirmed').map(({ stream }) => stream));
    expect(stored.filter(({ stream }) => received.has(stream)).length / received.size).toBeGreaterThan(10);
  });

  it('produce one row each in the consignment list', () => {
    const list = allProjections.find(({ name }) => name === 'consignmentList');
    if (!list) throw new Error('there is no list of consignments');
    const rows = new Map<string, object | null>();
    for (const event of told.filter(({ type }) => list.types.includes(type)))
      for (const id of list.idsOf(event)) rows.set(id, list.project(rows.get(id) ?? null, event, id));
    expect(rows.size).toBe(told.filter(({ type }) => type === 'ConsignmentCreated').length);
  });

  it('are not appended twice to one log, while other histories are appended after them', async () => {
    await expect(generate(engines, { events: 100, seed: 'a', until }, silent)).rejects.toThrow('choose another --seed');
    expect((await generate(engines, { events: 100, seed: 'b', until }, silent)).events).toBeGreaterThanOrEqual(100);
  });
});
