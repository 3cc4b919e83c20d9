import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { START } from '#events';
import { referenceLists } from '#domain/reference';
import { allProjections } from '#domain/views';
import { openEmbeddedEngines, type Engines } from '#engines';
import { createProjector } from '../../../projector/src/projector.js';
import { GetEnumValues, GetEnumValuesHandler } from './enumerations.queries.js';

let engines: Engines;
let projector: ReturnType<typeof createProjector>;

/** An installation whose reference data lacks later enumerations. */
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

it('enumerations include the report statuses even if the reference data is older, and an unknown one is a 404', async () => {
  const handler = new GetEnumValuesHandler(engines);
  const values = await handler.execute(new GetEnumValues({ enumTypeName: 'ReportStatus' }, 'en'));
  expect(values.map(({ value, name, text }) => [value, name, text])).toContainEqual([40, '已发布', 'Published']);
  await expect(handler.execute(new GetEnumValues({ enumTypeName: 'NobodyKnows' }, 'zh'))).rejects.toMatchObject({
    status: 404,
  });
});
