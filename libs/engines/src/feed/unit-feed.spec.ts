import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { unitFeed } from '#domain/lab-systems';
import { openSqliteViews } from '../views/sqlite/sqlite-views.js';
import { checkpointAt } from '#harness/engines/orders';
import { followUnitFeed } from './unit-feed.js';

it('repeated readers of the feed leave no listener on a signal that outlives them', async () => {
  const views = await openSqliteViews(':memory:', {});
  const build = await views.createBuild(unitFeed, 'b1');
  await views.activate(build);
  const { signal } = new AbortController();
  for (let position = 1; position <= 20; position++) {
    let waits = 1;
    const followed = followUnitFeed({
      engines: { views },
      logger: { warn: (facts) => expect(facts).toBeUndefined() },
      signal,
      onNewEvents: () => undefined,
      shouldContinue: () => waits-- > 0,
    });
    await views.write(build, [], checkpointAt(position));
    await followed;
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await views.close();
});
