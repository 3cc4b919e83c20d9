import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { START } from '#events';
import { allProjections, referenceLists } from '#domain';
import { openEmbeddedEngines, type Engines } from '#engines';
import { createProjector } from '../../../projector/src/projector.js';
import { GetEnumValues } from './get-enum-values.js';

let engines: Engines;
let projector: ReturnType<typeof createProjector>;

/** An installation whose reference data knows nothing of what came later. */
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  projector = createProjector({
    engines,
    projections: allProjections.filter(({ name }) => name === referenceLists.name),
    logger: pino({ level: 'silent' }),
  });
  await engines.views.waitFor(referenceLists, START, 20_000);
});
afterAll(async () => {
  await projector.stop();
  await engines.close();
});

it('names the report statuses where the reference data is older than they are', async () => {
  const values = await new GetEnumValues(engines).handle({ enumTypeName: 'ReportStatus' }, 'en');
  expect(values.map(({ value, name, text }) => [value, name, text])).toContainEqual([40, '已发布', 'Published']);
  await expect(new GetEnumValues(engines).handle({ enumTypeName: 'NobodyKnows' }, 'zh')).rejects.toMatchObject({
    status: 404,
  });
});
