import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { compiledFile, openEmbeddedEngines, type Engines } from '#engines';
import { createProjector } from './projector.js';
import { highestNumbers, appendNumbers } from '#harness/projector/numbers';
import { buildsOf, waitUntil, recordOperation, operationsOn } from '#harness/projector/operate';

const STREAMS = 12;
const EVENTS_PER_STREAM = 500;

describe('a projector that is killed', () => {
  const view = highestNumbers();
  let folder: string;
  let engines: Engines;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'killed-projector-'));
    engines = await openEmbeddedEngines(folder);
  });
  afterEach(async () => {
    await engines.close();
    await rm(folder, { recursive: true });
  });

  const runUntil = async (condition: () => Promise<boolean>) => {
    const child = spawn(
      process.execPath,
      [compiledFile(import.meta.url, '../../../test/harness/programs/project-until-killed.js'), folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    await waitUntil(condition);
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
  };
  const findRebuild = async () => (await buildsOf(engines, view.name)).find(({ build }) => build === 'b9-new');

  it('leaves a rebuild that later runs complete with the same rows', async () => {
    for (let stream = 0; stream < STREAMS; stream++)
      await appendNumbers(
        engines,
        Array.from({ length: EVENTS_PER_STREAM }, (_, n) => n + 1),
      );
    const head = await engines.eventStore.lastPosition();
    await runUntil(async () => engines.views.waitFor(view, head, 10));
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });

    const positions: number[] = [];
    for (const share of [0.1, 0.5, 0.8]) {
      const minPosition = BigInt(Math.floor(Number(head) * share));
      await runUntil(async () => BigInt((await findRebuild())?.checkpoint.position ?? 0) >= minPosition);
      positions.push(Number((await findRebuild())?.checkpoint.position));
    }
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect((await buildsOf(engines, view.name)).map(({ active }) => active)).toEqual([true, false]);

    const projector = createProjector({ engines, projections: [view], logger: pino({ level: 'silent' }) });
    const comparison = await waitUntil(async () => (await operationsOn(engines, view)).rebuild?.comparison);
    expect(comparison).toMatchObject({ rows: STREAMS, onlyOld: 0, onlyNew: 0, different: 0 });
    expect(await findRebuild()).toMatchObject({ rows: STREAMS, active: false });
    await projector.stop();
    const { events } = await engines.eventStore.read('operations-view-highest-numbers');
    expect(events.map(({ type }) => type)).toEqual(['RebuildRequested', 'BuildsCompared']);
  }, 60_000);
});
