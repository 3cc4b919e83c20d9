import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Projection } from '#domain';
import type { Build, BuildStatus, Engines } from '#engines';
import { PoisonEvent } from './fold-batch.js';
import { runBuild } from './run-build.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  /** How long a replaced build is kept for readers that still ask for it. */
  graceMs: number;
  retryMs: number;
};

/** Keeps one view alive: its builds, their failures, and the switch from the old to the new one (DECISIONS 17). */
export const runView = ({ engines, projection, logger, graceMs, retryMs }: Options) => {
  const { views, eventStore } = engines;
  const stopping = new AbortController();
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  const ownBuilds = async (): Promise<BuildStatus[]> => (await views.builds()).filter(({ name }) => name === projection.name);

  /** A checkpoint of another log, or beyond this one's end, belongs to data that is no longer there (DECISIONS 3). */
  const isForeign = async ({ checkpoint }: BuildStatus): Promise<boolean> =>
    checkpoint.logId !== '' && (checkpoint.logId !== eventStore.logId || checkpoint.position > (await eventStore.lastPosition()));

  const newBuild = () => views.createBuild(projection, `b${new Date().toISOString().replaceAll(/\D/g, '')}`);

  const start = (build: Build, isActive: boolean): void => {
    const stop = new AbortController();
    const done = keepRunning(build, isActive, AbortSignal.any([stop.signal, stopping.signal]));
    running.set(build.build, { stop, done });
  };

  const keepRunning = async (build: Build, isActive: boolean, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        // Also for a build of an earlier run: from it the engine knows what the view can be asked for.
        await views.createBuild(projection, build.build);
        await views.fail(build, null);
        await runBuild({ engines, projection, build, signal, logger, caughtUp: () => (isActive ? Promise.resolve() : switchTo(build)) });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof PoisonEvent) {
          // Only this view stops; it tries again after a restart, when the code may have been mended.
          logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
          await views.fail(build, { position: error.position, message: error.message });
          return;
        }
        logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again');
        await pause(retryMs, signal);
      }
    }
  };

  const switchTo = async (build: Build): Promise<void> => {
    await views.activate(build);
    const replaced = (await ownBuilds()).filter((other) => other.build !== build.build || other.version !== build.version);
    for (const other of replaced) {
      running.get(other.build)?.stop.abort();
      void dropLater(other);
    }
  };

  const dropLater = async (replaced: Build): Promise<void> => {
    try {
      await setTimeout(graceMs, undefined, { ref: false, signal: stopping.signal });
      await views.drop(replaced);
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ err: error, view: projection.name }, 'an old build could not be dropped');
    }
  };

  return {
    async begin(): Promise<void> {
      const all = await ownBuilds();
      const mine = all.filter(({ version }) => version === projection.version);
      const active = mine.find((build) => build.active);
      const usable = active && !(await isForeign(active)) ? active : undefined;
      if (usable) {
        start(usable, true);
        // What a switch replaced may still be there when the process ended before the grace was over.
        for (const build of all) if (build.version < projection.version || (build.version === projection.version && build.build < usable.build)) void dropLater(build);
      }
      const unfinished = mine.filter((build) => !build.active && (!usable || build.build > usable.build)).toSorted((a, b) => b.build.localeCompare(a.build));
      const [next, ...abandoned] = unfinished;
      for (const build of abandoned) await views.drop(build);
      if (next && !(await isForeign(next))) start(next, false);
      else {
        if (next) await views.drop(next);
        if (!usable) start(await newBuild(), false);
      }
    },
    /** Makes a new build beside the live one; readers switch when it has caught up. */
    async rebuild(): Promise<Build> {
      const build = await newBuild();
      start(build, false);
      return build;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
    done: async (): Promise<void> => {
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined); // woken by the signal
