import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { consignmentEvents, decode, idOfStream, reportEvents, START } from '#events';
import { openEmbeddedEngines, type Engines } from '#engines';
import { importDemoConsignments } from './import-demo-consignments.js';
import { importDemo, importDemoReports } from './import-demo.js';
import { importReference } from './import-reference.js';

const silent = { info: () => {} };
let engines: Engines;
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  for (const run of [importReference, importDemo, importDemoConsignments, importDemoReports])
    await run(engines, silent);
});
afterAll(() => engines.close());

it('demo consignments cover every status of the main process, and some await the client’s signature', async () => {
  const streams = new Set(
    (await engines.eventStore.readAll(START, 100_000, Object.keys(consignmentEvents))).map(({ stream }) => stream),
  );
  const states = await Promise.all(
    [...streams].map(async (stream) => (await load(engines.eventStore, consignment, idOfStream(stream))).state),
  );
  expect(new Set(states.map((state) => (state.phase === 'open' ? state.consignStatus : null)))).toEqual(
    new Set([10, 20, 30, 40, 50, 60, 80, 90]),
  );
  const pendingSignatures = states.flatMap((state) =>
    state.phase === 'open' && state.consignStatus === 80
      ? [state.signatures.map(({ signType, status }) => [signType, status])]
      : [],
  );
  expect(pendingSignatures).toEqual([[[1, 0]], [[1, 0]]]);
});

it('demo reports cover every status, have their files and are imported once', async () => {
  const events = (await engines.eventStore.readAll(START, 100_000, Object.keys(reportEvents))).map((event) => ({
    stream: event.stream,
    ...decode(reportEvents, event),
  }));
  const statuses = new Map(
    events.flatMap(({ stream, data }) => ('toStatus' in data ? [[stream, data.toStatus] as const] : [])),
  );
  expect(new Set(statuses.values())).toEqual(new Set([10, 20, 30, 40, 50, 60, 90]));
  for (const { type, data } of events)
    if (type === 'ReportFileUploaded')
      expect((await engines.files.get(data.file.hash))?.content.byteLength).toBe(data.file.size);
  expect(await importDemoReports(engines, silent)).toBe(0);
});
