import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Projection } from '#domain';
import type { Build, Engines } from '#engines';
import type { Position } from '#events';
import { PoisonEvent } from './fold-batch.js';
import { oneAtATime, type OneAtATime } from './one-at-a-time.js';
import type { RebuildPace } from './rebuild-pace.js';
import { runBuild } from './run-build.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  build: Build;
  pace(): RebuildPace | null;
  logger: Logger;
  retryMs: number;
  stopping: AbortSignal;
  /** `signal` aborts when the build is not to be fed any more. */
  caughtUp(signal: AbortSignal): Promise<void>;
};

/** A build being fed, until `stop` aborts or it can set no more streams aside: then it `hasStopped`. */
export type Feeder = {
  build: Build;
  inTurn: OneAtATime;
  /** Streams that are set aside, from where on. Changed in turn alone. */
  skipped: Map<string, Position>;
  /** Streams that an earlier run has set aside and this one has not tried yet. */
  inherited: Set<string>;
  stop: AbortController;
  done: Promise<void>;
  hasStopped(): boolean;
};

/** Feeds a build for as long as engines come back. Where it stops is recorded with it, and only this build stops. */
export const feedBuild = ({
  engines,
  projection,
  build,
  pace,
  logger,
  retryMs,
  stopping,
  caughtUp,
}: Options): Feeder => {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, stopping]);
  const inTurn = oneAtATime();
  const skipped = new Map<string, Position>();
  const inherited = new Set<string>();
  let [stopped, isKnown] = [false, false];

  const feed = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const setAside = await engines.views.setAside(build);
        for (const { stream, position } of setAside) skipped.set(stream, position);
        if (!isKnown) for (const { stream } of setAside) inherited.add(stream);
        isKnown = true;
        return await runBuild({
          engines,
          projection,
          build,
          signal,
          skipped,
          logger,
          inTurn,
          pace,
          caughtUp: () => caughtUp(signal),
        });
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof PoisonEvent) return stopAt(error);
        logger.warn({ err: error, view: projection.name }, 'view is interrupted and tries again');
        await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
      }
    }
  };

  /** It tries again after a restart, when the code may have been mended, or when an operator says so. */
  const stopAt = async (error: PoisonEvent): Promise<void> => {
    stopped = true;
    logger.error({ err: error, view: projection.name, build: build.build }, 'view stopped at an event');
    await engines.views
      .fail(build, { position: error.position, message: error.message })
      .catch((unrecorded: unknown) => {
        logger.error({ err: unrecorded, view: projection.name }, 'the failure of a view could not be recorded');
      });
  };

  return { build, inTurn, skipped, inherited, stop, done: feed(), hasStopped: () => stopped };
};
