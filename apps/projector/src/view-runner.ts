import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { load, type Projection } from '#domain/event-sourcing';
import { buildNameOf, operationsIdOf, operationsOfVersion, viewOperations } from '#domain/operations';
import { createMutex, DeclarationChanged, retryUntilStopped, type Build, type Engines } from '#engines';
import { runBuildUntilStopped, type BuildRunner } from './build-runner.js';
import { classifyBuilds } from './classify-builds.js';
import { compareRebuild } from './compare-builds.js';
import { rebuildPace } from './rebuild-pace.js';
import { retryStreams } from './retry-streams.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projection: Projection<object>;
  logger: Logger;
  now: () => Date;
  /** How long a replaced build is kept for readers that still ask for it. */
  graceMs: number;
  retryMs: number;
};

/**
 * Runs one view: its builds, their failures, and the switch from the old build to the new one (ADR-020). Operators'
 * requests are recorded in the view's stream of operations. Every request leads to the same step, `reconcile`: it reads
 * which builds there are and which are wanted, and does what is missing. So a request that comes twice, or from another
 * process, does no harm (ADR-024).
 */
export const createViewRunner = ({ engines, projection, logger, now, graceMs, retryMs }: Options) => {
  const { views, eventStore } = engines;
  const stopping = new AbortController();
  const running = new Map<string, BuildRunner>();
  const dropping = new Map<string, Promise<void>>();
  const background = new Set<Promise<void>>();
  /** Builds that readers wait for. All others run slowly, so that they do not slow down the service. */
  const awaited = new Set<string>();
  const reconcileMutex = createMutex();
  const retryMutex = createMutex();

  const readBuilds = async () => {
    const { state } = await load(eventStore, viewOperations, operationsIdOf(projection.name));
    const requestReconcile = operationsOfVersion(state, projection.version);
    return {
      operated: requestReconcile,
      ...classifyBuilds(
        projection,
        await views.builds(),
        { logId: eventStore.logId, position: await eventStore.lastPosition() },
        requestReconcile,
      ),
    };
  };

  const setAwaited = (build: string, isAwaited: boolean): void => {
    if (isAwaited) awaited.add(build);
    else awaited.delete(build);
  };

  const start = (build: Build, isAwaited: boolean): void => {
    const resting = rebuildPace(eventStore);
    const pace = () => (awaited.has(build.build) ? null : resting);
    setAwaited(build.build, isAwaited);
    running.set(
      build.build,
      runBuildUntilStopped({
        engines,
        projection,
        build,
        pace,
        logger,
        retryMs,
        stopping: stopping.signal,
        caughtUp: (signal) => caughtUp(build, signal),
      }),
    );
  };

  /** False if the build was declared differently, so that a new one has to be made. */
  const startUnlessRunning = async (build: string, isAwaited: boolean): Promise<boolean> => {
    if (running.has(build)) {
      setAwaited(build, isAwaited);
      return true;
    }
    try {
      start(await views.createBuild(projection, build), isAwaited);
      return true;
    } catch (error) {
      if (!(error instanceof DeclarationChanged)) throw error;
      logger.error(
        { view: projection.name, version: projection.version, build },
        `${error.message}. A new build is made of the whole log; until it has caught up, the old one stands still and what asks for new columns fails`,
      );
      return false;
    }
  };

  /** A first build goes live by itself; one made for an operator waits for the switch, compared with the live one. */
  const caughtUp = async (build: Build, signal: AbortSignal): Promise<void> => {
    await views.fail(build, null);
    retryInherited(build);
    const { operated: requestReconcile, rebuilt, unfinished } = await readBuilds();
    if (unfinished?.build === build.build) await switchTo(build);
    if (rebuilt?.build !== build.build || requestReconcile.rebuild?.comparison) return;
    const live = async () => (await readBuilds()).live;
    inBackground(
      compareRebuild(build, signal, {
        engines,
        projection,
        logger,
        now,
        retryMs,
        live,
        mutexOf: ({ build: name }) => running.get(name)?.mutex ?? createMutex(),
      }),
    );
  };

  /** A new release may have mended a projection, so streams that an earlier run has set aside are tried once more. */
  const retryInherited = ({ build }: Build): void => {
    const runner = running.get(build);
    if (!runner || runner.inherited.size === 0) return;
    const streams = [...runner.inherited];
    runner.inherited.clear();
    inBackground(untilDone(() => retry(runner, streams), retryMutex));
  };

  const retry = (runner: BuildRunner, streams: readonly string[] | null): Promise<void> =>
    retryStreams(streams, {
      engines,
      projection,
      runner,
      logger,
      signal: AbortSignal.any([stopping.signal, runner.stop.signal]),
    });

  const switchTo = async (build: Build): Promise<void> => {
    await views.activate(build);
    setAwaited(build.build, true);
    logger.info(
      { view: projection.name, version: build.version, build: build.build },
      'readers switched to another build',
    );
    for (const replaced of (await readBuilds()).replaced) dropLater(replaced, graceMs);
  };

  const dropLater = (build: Build, afterMs: number): void => {
    running.get(build.build)?.stop.abort();
    const key = `${build.version}/${build.build}`;
    if (dropping.has(key)) return;
    dropping.set(
      key,
      drop(build, afterMs).finally(() => dropping.delete(key)),
    );
  };

  const drop = async (build: Build, afterMs: number): Promise<void> => {
    try {
      await setTimeout(afterMs, undefined, { ref: false, signal: stopping.signal });
      await halt(build.build);
      await views.drop(build);
    } catch (error) {
      if (!stopping.signal.aborted)
        logger.warn({ err: error, view: projection.name }, 'an old build could not be dropped');
    }
  };

  const halt = async (build: string): Promise<void> => {
    const entry = running.get(build);
    entry?.stop.abort();
    await entry?.done;
    running.delete(build);
    awaited.delete(build);
  };

  /** Starts, stops, switches and drops builds until they are as operators and the newest declaration want them. */
  const reconcile = async (): Promise<void> => {
    const {
      operated: requestReconcile,
      live,
      unfinished,
      chosen,
      keptBuild,
      rebuilt,
      wanted,
      replaced,
      foreign,
    } = await readBuilds();
    // Their rows come from events that this log does not have. No answer for a moment is better than a wrong one.
    for (const build of foreign) {
      await halt(build.build);
      await views.drop(build);
    }
    if (chosen) await switchTo(chosen);
    const answering = chosen ?? live;
    for (const build of answering ? replaced : []) dropLater(build, graceMs);
    const isLiveRunning = answering ? await startUnlessRunning(answering.build, true) : false;
    if (keptBuild) await startUnlessRunning(keptBuild.build, false);
    if (requestReconcile.rebuild?.paused) await halt(requestReconcile.rebuild.build);
    else await keepRebuilding(rebuilt?.build ?? wanted, rebuilt, isLiveRunning);
    const isMade = unfinished ? await startUnlessRunning(unfinished.build, !isLiveRunning) : false;
    if (!isLiveRunning && !isMade)
      start(await views.createBuild(projection, buildNameOf(now().toISOString(), randomUUID())), true);
  };

  const keepRebuilding = async (
    build: string | null,
    made: Build | undefined,
    isLiveRunning: boolean,
  ): Promise<void> => {
    if (build === null || (await startUnlessRunning(build, !isLiveRunning)) || !made) return;
    await views.drop(made); // from a declaration that is no longer ours: it is made anew under its name
    await startUnlessRunning(build, !isLiveRunning);
  };

  const inBackground = (work: Promise<void>): void => {
    const tracked = work.finally(() => background.delete(tracked));
    background.add(tracked);
  };

  const untilDone = (work: () => Promise<void>, mutex = reconcileMutex): Promise<void> =>
    retryUntilStopped(() => mutex(work), {
      retryMs,
      signal: stopping.signal,
      onFailure: (error) =>
        logger.warn({ err: error, view: projection.name }, 'an operation on a view could not be done, trying again'),
    });

  return {
    projection,
    /** Continues the builds of an earlier run, or makes the first build. */
    begin: (): Promise<void> => reconcileMutex(reconcile),
    /** Something was recorded in the view's stream of operations. */
    requestReconcile(): void {
      inBackground(untilDone(reconcile));
    },
    /** A build that stands still at an event tries again from its checkpoint. */
    restart(build: string): void {
      inBackground(
        untilDone(async () => {
          const entry = running.get(build);
          if (!entry?.hasStopped()) return;
          await views.fail(entry.build, null);
          running.delete(build);
          await reconcile();
        }),
      );
    },
    /** A stream that is set aside, or all of them, is tried again in every build that is fed. */
    retry(stream: string | null): void {
      for (const runner of running.values())
        if (!runner.stop.signal.aborted)
          inBackground(untilDone(() => retry(runner, stream === null ? null : [stream]), retryMutex));
    },
    /** Every build that is fed, and how to keep its feeder out while it is written to. */
    activeRunners: (): Pick<BuildRunner, 'build' | 'mutex' | 'skipped'>[] =>
      [...running.values()].filter(({ stop }) => !stop.signal.aborted),
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...dropping.values(), ...background, ...[...running.values()].map(({ done }) => done)]);
    },
  };
};
