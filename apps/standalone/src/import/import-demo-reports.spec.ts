import { afterEach, expect, it, jest } from '@jest/globals';
import { decode, reportEvents, START } from '#events';
import { openEmbeddedEngines, type Engines } from '#engines';
import { importDemoConsignments } from './import-demo-consignments.js';
import { importDemoReports } from './import-demo-reports.js';
import { importDemo } from './import-demo.js';
import { importReference } from './import-reference.js';

jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

const silent = { info: () => {} };
const opened: Engines[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engines) => engines.close()));
});

it('demo reports stand in every status, keep their files and are imported once', async () => {
  const engines = await openEmbeddedEngines(':memory:');
  opened.push(engines);
  for (const run of [importReference, importDemo, importDemoConsignments, importDemoReports]) await run(engines, silent);
  const events = (await engines.eventStore.readAll(START, 100_000, Object.keys(reportEvents))).map((event) => ({ stream: event.stream, ...decode(reportEvents, event) }));
  const statuses = new Map(events.flatMap(({ stream, data }) => ('toStatus' in data ? [[stream, data.toStatus] as const] : [])));
  expect(new Set(statuses.values())).toEqual(new Set([10, 20, 30, 40, 50, 60, 90]));
  for (const { type, data } of events) if (type === 'ReportFileUploaded') expect((await engines.files.get(data.file.hash))?.content.byteLength).toBe(data.file.size);
  expect(await importDemoReports(engines, silent)).toBe(0);
});
