import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openEmbeddedEngines, type Engines } from '#engines';
import { createProjector } from '../projector.js';
import { rebuildArguments, runRebuildCommand } from './rebuild-from-shell.js';
import { highestNumbers, appendNumbers } from '#harness/projector/numbers';
import { buildsOf, operationsOn } from '#harness/projector/operate';

const logger = pino({ level: 'silent' });

describe('npm run rebuild', () => {
  const view = highestNumbers();
  let engines: Engines;
  let projector: ReturnType<typeof createProjector> | null;
  let lines: string[];

  beforeEach(async () => {
    engines = await openEmbeddedEngines(':memory:');
    projector = null;
    lines = [];
  });
  afterEach(async () => {
    await projector?.stop();
    await engines.close();
  });

  const run = async (...options: string[]) => {
    const args = rebuildArguments([...options, '--reason', '测试']);
    if (args === 'help') throw new Error('no help was asked for');
    return runRebuildCommand(
      { ...args, reason: args.reason ?? '' },
      {
        engines,
        projections: [view],
        logger,
        print: (line) => void lines.push(line),
        overwrite: null,
        projectorTimeoutMs: 1_000,
        pollMs: 5,
      },
    );
  };
  const startProjector = async () => {
    projector = createProjector({ engines, projections: [view], logger, graceMs: 0 });
    await projector.ready;
    expect(await engines.views.waitFor(view, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
  };
  const loadLiveBuild = async () => (await buildsOf(engines, view.name)).find(({ active }) => active)?.build;

  it('builds beside the live view and compares; with --switch a second run moves readers to the new build', async () => {
    await appendNumbers(engines, [1, 2, 3]);
    await startProjector();
    const oldBuild = await loadLiveBuild();
    expect(await run(view.name)).toBe(0);
    expect(lines.join('\n')).toContain('Both builds say the same in all 1 rows.');
    expect(await loadLiveBuild()).toBe(oldBuild);
    expect(await run(view.name, '--switch')).toBe(0);
    expect(lines.join('\n')).toContain('which is under way already');
    expect(await loadLiveBuild()).not.toBe(oldBuild);
    expect(await operationsOn(engines, view)).toMatchObject({ rebuild: null, kept: oldBuild });
  });

  it('continues a compared rebuild while the service is stopped', async () => {
    await appendNumbers(engines, [1, 2]);
    await startProjector();
    const oldBuild = await loadLiveBuild();
    expect(await run(view.name)).toBe(0);
    await projector?.stop();
    projector = null;
    expect(await run(view.name, '--switch')).toBe(0);
    expect(await loadLiveBuild()).not.toBe(oldBuild);
  });

  it('reports differences by the exit code of --compare-only, and leaves no build behind', async () => {
    const { stream } = await appendNumbers(engines, [1]);
    await startProjector();
    const [build] = await buildsOf(engines, view.name);
    if (!build) throw new Error('there is a build');
    await engines.views.rewrite(build, [
      { id: stream, row: { id: stream, highest: 9, label: '错' }, position: build.checkpoint.position },
    ]);
    expect(await run(view.name, '--compare-only')).toBe(3);
    expect(lines.join('\n')).toContain(`${stream}: highest 9 -> 1, label (text)`);
    expect((await operationsOn(engines, view)).rebuild).toBeNull();
  });

  it('rebuilds in its own process when no projector runs', async () => {
    await appendNumbers(engines, [1]);
    await startProjector();
    await projector?.stop();
    projector = null;
    const oldBuild = await loadLiveBuild();
    expect(await run(view.name, '--switch')).toBe(0);
    expect(lines).toContain('No projector answers: this process does it.');
    expect(await loadLiveBuild()).not.toBe(oldBuild);
  });

  it('rebuilds the rows of one consignment', async () => {
    const id = randomUUID();
    await appendNumbers(engines, [4], `consignment-${id}`);
    await startProjector();
    expect(await run('--consignment', id)).toBe(0);
    expect(lines).toContain('highest-numbers: 1 rows, 0 put right');
    expect(await run('--consignment', randomUUID())).toBe(2);
  });

  it('rejects unknown arguments', async () => {
    expect(await run('no-such-view')).toBe(2);
    expect(lines.join('\n')).toContain('There are: highest-numbers');
    for (const args of [
      [],
      ['a', 'b'],
      ['a', '--switch', '--compare-only'],
      ['a', '--consignment', 'x'],
      ['a', '--reason', ' '],
      ['a', '--unknown'],
    ])
      expect(() => rebuildArguments(args)).toThrow();
    expect(rebuildArguments(['--help'])).toBe('help');
  });
});
