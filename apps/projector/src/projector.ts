import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { Projection } from '#domain';
import { inBackground, logSerializers, onceThere, type Engines } from '#engines';
import { answerRowRequests } from './rows/answer-row-requests.js';
import { followOperations } from './follow-operations.js';
import { oneAtATime } from './one-at-a-time.js';
import { runView } from './view-runner.js';

export type ProjectorOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projections: readonly Projection<object>[];
  logger: Logger;
  now?: () => Date;
  /** How long a replaced build is kept for readers that still ask for it. */
  graceMs?: number;
  /** How long to wait when an engine does not answer. */
  retryMs?: number;
};

/**
 * Runs all views: one subscription, one checkpoint, one writer each. A stream that one cannot take is set aside for it alone, and one that
 * fails leaves the others alone. Does what operators ask for in the log.
 */
export const createProjector = ({
  engines,
  projections,
  logger: given,
  now = () => new Date(),
  graceMs = 60_000,
  retryMs = 1_000,
}: ProjectorOptions) => {
  const { eventStore } = engines;
  const logger = given.child({}, { serializers: logSerializers });
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(projections.length + 10, signal); // while an engine is away every view waits for it, and on this
  const runners = new Map(
    projections.map((projection) => [projection.name, runView({ engines, projection, logger, now, graceMs, retryMs })]),
  );
  const answering = oneAtATime();
  const answerRows = () => answering(() => answerRowRequests({ engines, runners, logger, now, retryMs, signal }));
  let following: Promise<unknown> = Promise.resolve();

  const begin = async (): Promise<void> => {
    const waiting = { logger, retryMs, signal };
    // Before the streams of operations are read: what is recorded in between is looked at twice, never missed.
    const after = await onceThere(() => eventStore.lastPosition(), waiting);
    await Promise.all([...runners.values()].map((runner) => onceThere(() => runner.begin(), waiting)));
    const onView = (view: string, { type, data }: { type: string; data: unknown }) => {
      const runner = runners.get(view);
      if (type === 'ViewRestarted') runner?.restart((data as { build: string }).build);
      else if (type === 'StreamsRetried') runner?.retry((data as { stream: string | null }).stream);
      else runner?.operated();
    };
    following = Promise.all([
      answerRows(),
      followOperations({
        eventStore,
        after,
        signal,
        logger,
        retryMs,
        onView,
        onRows: () => inBackground(answerRows(), 'rows could not be made anew', logger),
      }),
    ]);
  };
  const ready = begin();
  // Whoever waits for `ready` learns of it; a rejection nobody awaits must not end the process first.
  ready.catch(() => undefined);

  return {
    /** Resolves when every view has a build and a runner; the views may still be catching up. */
    ready,
    /** Ends all subscriptions and builds at once: what has been read and not written yet is read again by the next projector. */
    async stop(): Promise<void> {
      stopping.abort();
      await ready.catch(() => undefined);
      await following;
      await answering(async () => undefined);
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
};
