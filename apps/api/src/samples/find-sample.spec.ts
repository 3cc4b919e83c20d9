import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import { handle } from '#domain/event-sourcing';
import { project } from '#domain/projects';
import { sampleIndex } from '#domain/views';
import { openEmbeddedEngines, type Build, type Engines } from '#engines';
import { systemContext } from '#harness/consignments/units';
import { findConsignmentId } from './find-sample.js';

let engines: Engines;
let build: Build;

/** No projector runs here: the test itself says when the view catches up. */
beforeAll(async () => {
  engines = await openEmbeddedEngines(':memory:');
  build = await engines.views.createBuild(sampleIndex, 'only');
  await engines.views.activate(build);
});
afterAll(() => engines.close());

const somethingHappens = async () => {
  const added = {
    projectName: '工程',
    projectCode: '',
    contractSectName: '',
    description: '',
    consignUnitId: null,
    consignUnitName: '',
    constructionUnit: '',
    constructionJzunit: '',
    jzunit: '',
  };
  await handle(engines.eventStore, project, v4(), { type: 'AddProject', project: added }, systemContext());
  return { logId: engines.eventStore.logId, position: await engines.eventStore.lastPosition() };
};

describe('the consignment of a sample', () => {
  it('is found even if the index has not yet reached the sample when the search begins', async () => {
    const [id, consignmentId] = [v4(), v4()];
    const checkpoint = await somethingHappens();
    const pendingId = findConsignmentId(engines, { id });
    await engines.views.write(build, [{ id, row: { id, consignmentId }, position: checkpoint.position }], checkpoint);
    expect(await pendingId).toBe(consignmentId);
  });

  it('is unknown once the index has caught up without finding it', async () => {
    await engines.views.write(build, [], await somethingHappens());
    await expect(findConsignmentId(engines, { id: v4() })).rejects.toMatchObject({ code: 'NO_SUCH_SAMPLE' });
  });

  it('is taken from the request without a search if the caller names it', async () => {
    const consignId = v4();
    expect(await findConsignmentId(engines, { id: v4(), consignId })).toBe(consignId);
  });
});
