import { expect, it } from '@jest/globals';
import { decode, idOfStream, instructionEvents, START } from '#events';
import { cleanHtml } from '../../../api/src/instructions/clean-html.js';
import { enginesInMemory } from '#harness/standalone/engines-in-memory';
import { importDemoInstructions } from './import-demo.js';

const open = enginesInMemory();

it('demo instructions explain both kinds, contain only what the service would store, and are imported once under the same ids', async () => {
  const imported = async () => {
    const engines = await open();
    const log = { info: () => {} };
    expect([await importDemoInstructions(engines, log), await importDemoInstructions(engines, log)]).toEqual([3, 0]);
    return engines.eventStore.readAll(START, 100, Object.keys(instructionEvents));
  };
  const events = await imported();
  const rows = events.map((event) => decode(instructionEvents, event));
  expect(new Set(rows.map(({ data }) => ('type' in data ? data.type : '')))).toEqual(new Set(['0', '1', '0,1']));
  for (const { data } of rows) if ('content' in data) expect(cleanHtml(data.content)).toBe(data.content);
  expect(events.map(({ metadata }) => metadata.by.role)).toEqual(['admin', 'admin', 'admin']);
  expect((await imported()).map(({ stream }) => idOfStream(stream)).toSorted()).toEqual(
    events.map(({ stream }) => idOfStream(stream)).toSorted(),
  );
});
