import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { unitSettings } from '#domain/units';
import { allProjections } from '#domain/views';
import { openEmbeddedEngines } from '#engines';
import { importReference } from '../../../apps/standalone/src/import/import-reference.js';
import { problemsOf } from './check.js';

describe('the checker', () => {
  it('reports a command that is not in the log, and missing views', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    await importReference(engines, { info: () => {} });
    const lostCommands = { id: randomUUID(), memos: ['lost'], samples: 1, committed: true, printed: true };
    const problems = await problemsOf(engines, [lostCommands]);
    for (const problem of ['was created 0 times', 'save 1 of', 'has 0 samples', 'was submitted 0 times'])
      expect(problems.filter((text) => text.includes(problem))).toHaveLength(1);
    expect(problems.filter((text) => text.includes('has no live build'))).toHaveLength(allProjections.length);
    await engines.close();
  });

  it('reports a row that differs from a fold of the log', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    await importReference(engines, { info: () => {} });
    const build = await engines.views.createBuild(unitSettings, 'b1');
    const head = { logId: engines.eventStore.logId, position: await engines.eventStore.lastPosition() };
    await engines.views.write(
      build,
      [{ id: 'planted', row: { id: 'planted', unitType: 1, params: {} }, position: head.position }],
      head,
    );
    await engines.views.activate(build);
    expect((await problemsOf(engines, [])).find((text) => text.startsWith(unitSettings.name))).toContain(
      'differs from a fresh fold',
    );
    await engines.close();
  });
});
