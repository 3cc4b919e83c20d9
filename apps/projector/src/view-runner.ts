import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Projection } from '#domain';
import { DeclarationChanged, type Build, type BuildStatus, type Engines } from '#engines';
import { PoisonEvent } from './fold-batch.js';
import { runBuild } from './run-build.js';
import { standingOf } from './standing.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  now: () => Date;
  /** How long a replaced build is kept for readers that still ask for it. */
  graceMs: number;
  retryMs: number;
};

/** Keeps one view alive: its builds, their failures, and the switch from the old to the new one (DECISIONS 17). */
export const runView = ({ engines, projection, logger, now, graceMs, retryMs }: Options) => {
  const { views, eventStore } = engines;
  const stopping = new AbortController();
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const dropping = new Set<Promise<void>>();

  const standing = async () => standingOf(projection, await views.builds(), { logId: eventStore.logId, position: await eventStore.lastPosition() });

  /** Named by the time it was made, so that builds of a version sort by age. */
  const newBuild = () => views.createBuild(projection, `b${now().toISOString().replaceAll(/\D/g, '')}-${randomUUID().slice(0, 4)}`);

  const start = (build: Build, isLive: boolean): void => {
    const stop = new AbortController();
    const done = keepRunning(build, isLive, AbortSignal.any([stop.signal, stopping.signal]));
    running.set(build.build, { stop, done });
  };

  /** Takes up a build of an earlier run. False when it was declared differently and a new one has to be made. */
  const takeUp = async (build: BuildStatus): Promise<boolean> => {
    try {
      await views.createBuild(projection, build.build);
      start(build, build.active);
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationChanged)) throw error;
      logger.warn({ view: projection.name, build: build.build }, error.message);
      return false;
    }
  };

  const keepRunning = async (build: Build, isLive: boolean, signal: AbortSignal): Promise<void> => {
    let answers = isLive;
    const caughtUp = async () => {
      await views.fail(build, null);
      if (!answers) await switchTo(build);
      answers = true;
    };
    while (!signal.aborted) {
      try {
        return await runBuild({ engines, projection, build, signal, logger, caughtUp });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof PoisonEvent) return stopAt(error, build);
        logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again');
        await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
      }
    }
  };

  /** Only this view stops; it tries again after a restart, when the code may have been mended. */
  const stopAt = async (error: PoisonEvent, build: Build): Promise<void> => {
    logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
    await views.fail(build, { position: error.position, message: error.message }).catch((unrecorded: unknown) => {
      logger.error({ err: unrecorded, view: projection.name }, 'the failure of a view could not be recorded');
    });
  };

  const switchTo = async (build: Build): Promise<void> => {
    await views.activate(build);
    logger.info({ view: projection.name, version: build.version, build: build.build }, 'readers switched to a new build');
    for (const replaced of (await standing()).replaced) dropLater(replaced, graceMs);
  };

  const dropLater = (build: Build, afterMs: number): void => {
    running.get(build.build)?.stop.abort();
    const dropped = drop(build, afterMs).finally(() => dropping.delete(dropped));
    dropping.add(dropped);
  };

  const drop = async (build: Build, afterMs: number): Promise<void> => {
    try {
      await setTimeout(afterMs, undefined, { ref: false, signal: stopping.signal });
      await running.get(build.build)?.done;
      running.delete(build.build);
      await views.drop(build);
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error, view: projection.name }, 'an old build could not be dropped');
    }
  };

  return {
    /** Takes up what an earlier run has left; makes a build where there is none to go on with. */
    async begin(): Promise<void> {
      const { live, unfinished, replaced, foreign } = await standing();
      // Its rows tell of events that this log does not have: better no answer for a moment than a wrong one.
      for (const build of foreign) await views.drop(build);
      for (const build of live ? replaced : []) dropLater(build, graceMs);
      const goesOn = live ? await takeUp(live) : false;
      const isRebuilt = unfinished ? await takeUp(unfinished) : false;
      if (!goesOn && !isRebuilt) start(await newBuild(), false);
    },
    /** Makes a new build beside the live one; readers switch when it has caught up. */
    async rebuild(): Promise<Build> {
      const build = await newBuild();
      start(build, false);
      return build;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...dropping, ...[...running.values()].map(({ done }) => done)]);
    },
  };
};
