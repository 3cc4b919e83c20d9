import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { operationsIdOf, viewOperations } from '#domain/operations';
import type { Build, BuildStatus, Engines } from '#engines';
import { compareBuilds } from './compare-builds.js';
import type { Mutex } from '../one-at-a-time.js';
import { rebuildPace } from '../build-runner.js';
import { answerContext } from '../recorder.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  /** What answers readers now. */
  live(): Promise<BuildStatus | undefined>;
  turnOf(build: Build): Mutex;
};

/** Compares a rebuild that has caught up with the live build, as soon as that one has come as far, and records what was found. Ends when `signal` aborts. */
export const compareRebuild = async (
  build: Build,
  signal: AbortSignal,
  { engines, projection, logger, now, retryMs, live, turnOf }: Options,
): Promise<void> => {
  const { eventStore, views } = engines;
  while (!signal.aborted) {
    try {
      const old = await live();
      const reached = (await views.checkpointOf(build))?.position;
      // One that stands still at an event will not come: it is compared as it is.
      const comparable =
        old && reached && (old.failure !== null || (await views.waitFor(projection, reached, retryMs)));
      if (comparable) {
        const standingStill: Mutex = (work) => turnOf(old)(() => turnOf(build)(work));
        const comparison = await compareBuilds({
          engines,
          projection,
          old,
          fresh: build,
          standingStill,
          pace: rebuildPace(eventStore),
          signal,
        });
        if (!comparison) return;
        const { past } = await load(eventStore, viewOperations, operationsIdOf(projection.name));
        const request = past.findLast(
          ({ type, data }) => type === 'RebuildRequested' && (data as Build).build === build.build,
        );
        await handle(
          eventStore,
          viewOperations,
          operationsIdOf(projection.name),
          { type: 'RecordComparison', version: build.version, build: build.build, comparison },
          answerContext(request, now()),
        );
        const { onlyOld, onlyNew, different } = comparison;
        logger.info({ view: projection.name, build: build.build, onlyOld, onlyNew, different }, 'builds compared');
        return;
      }
      if (!old) await setTimeout(retryMs, undefined, { signal });
    } catch (error) {
      if (signal.aborted) return;
      logger.warn(
        { err: error, view: projection.name, build: build.build },
        'builds could not be compared, trying again',
      );
      await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
    }
  }
};
