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
 * Runs one view: its builds, their failures, and the switch from the old build to the new one (ADR-020). Requests of
 * operators are recorded in the view's stream of operations. Every request runs the same step, `reconcile`, which
 * compares the existing builds with those that should exist and does what is missing. So a repeated request, or one
 * from another process, does no harm (ADR-024).
 */
export const createViewRunner = ({ engines, projection, logger, now, graceMs, retryMs }: Options) => {
  const { views, eventStore } = engines;
  const stopping = new AbortController();
  const runners = new Map<string, BuildRunner>();
  const drops = new Map<string, Promise<void>>();
  const backgroundTasks = new Set<Promise<void>>();
  /** Builds that readers wait for. All others run slowly, so that they do not slow down the service. */
  const awaitedBuilds = new Set<string>();
  const reconcileMutex = createMutex();
  const retryMutex = createMutex();

  const readBuilds = async () => {
    const { state } = await load(eventStore, viewOperations, operationsIdOf(projection.name));
    const operations = operationsOfVersion(state, projection.version);
    return {
      operations,
      ...classifyBuilds(
        projection,
        await views.builds(),
        { logId: eventStore.logId, position: await eventStore.lastPosition() },
        operations,
      ),
    };
  };

  const setAwaited = (build: string, isAwaited: boolean): void => {
    if (isAwaited) awaitedBuilds.add(build);
    else awaitedBuilds.delete(build);
  };

  const start = (build: Build, isAwaited: boolean): void => {
    const slowPace = rebuildPace(eventStore);
    const pace = () => (awaitedBuilds.has(build.build) ? null : slowPace);
    setAwaited(build.build, isAwaited);
    runners.set(
      build.build,
      runBuildUntilStopped({
        engines,
        projection,
        build,
        pace,
        logger,
        retryMs,
        stopping: stopping.signal,
        onCaughtUp: (signal) => onCaughtUp(build, signal),
      }),
    );
  };

  /** False if the build was declared differently, so that a new one has to be made. */
  const startUnlessRunning = async (build: string, isAwaited: boolean): Promise<boolean> => {
    if (runners.has(build)) {
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
        `${error.message}. A new build is made from the whole log. Until it has caught up, ` +
          'the old one is not updated, and queries on new columns fail',
      );
      return false;
    }
  };

  /** Readers switch to a first build by themselves. A build for an operator is compared with the live one and waits. */
  const onCaughtUp = async (build: Build, signal: AbortSignal): Promise<void> => {
    await views.fail(build, null);
    retryInherited(build);
    const { operations, rebuilt, unfinished } = await readBuilds();
    if (unfinished?.build === build.build) await switchTo(build);
    if (rebuilt?.build !== build.build || operations.rebuild?.comparison) return;
    const loadLiveBuild = async () => (await readBuilds()).live;
    inBackground(
      compareRebuild(build, signal, {
        engines,
        projection,
        logger,
        now,
        retryMs,
        loadLiveBuild,
        mutexOf: ({ build: name }) => runners.get(name)?.mutex ?? createMutex(),
      }),
    );
  };

  /** A new release may have fixed a projection, so streams that an earlier run has set aside are tried once more. */
  const retryInherited = ({ build }: Build): void => {
    const runner = runners.get(build);
    if (!runner || runner.inheritedStreams.size === 0) return;
    const streams = [...runner.inheritedStreams];
    runner.inheritedStreams.clear();
    inBackground(retryUntilDone(() => retry(runner, streams), retryMutex));
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
    runners.get(build.build)?.stop.abort();
    const key = `${build.version}/${build.build}`;
    if (drops.has(key)) return;
    drops.set(
      key,
      drop(build, afterMs).finally(() => drops.delete(key)),
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
    const runner = runners.get(build);
    runner?.stop.abort();
    await runner?.completion;
    runners.delete(build);
    awaitedBuilds.delete(build);
  };

  /** Starts, stops, switches and drops builds as operators and the current declaration require. */
  const reconcile = async (): Promise<void> => {
    const { operations, live, unfinished, switchTarget, fallback, rebuilt, requestedName, replaced, foreign } =
      await readBuilds();
    // Their rows come from events that this log does not have. No answer for a moment is better than a wrong one.
    for (const build of foreign) {
      await halt(build.build);
      await views.drop(build);
    }
    if (switchTarget) await switchTo(switchTarget);
    const servingBuild = switchTarget ?? live;
    for (const build of servingBuild ? replaced : []) dropLater(build, graceMs);
    const isLiveRunning = servingBuild ? await startUnlessRunning(servingBuild.build, true) : false;
    if (fallback) await startUnlessRunning(fallback.build, false);
    if (operations.rebuild?.paused) await halt(operations.rebuild.build);
    else await continueRebuild(rebuilt?.build ?? requestedName, rebuilt, isLiveRunning);
    const isUnfinishedRunning = unfinished ? await startUnlessRunning(unfinished.build, !isLiveRunning) : false;
    if (!isLiveRunning && !isUnfinishedRunning)
      start(await views.createBuild(projection, buildNameOf(now().toISOString(), randomUUID())), true);
  };

  const continueRebuild = async (
    build: string | null,
    existingBuild: Build | undefined,
    isLiveRunning: boolean,
  ): Promise<void> => {
    if (build === null || (await startUnlessRunning(build, !isLiveRunning)) || !existingBuild) return;
    await views.drop(existingBuild); // made from an earlier declaration; it is made again under the same name
    await startUnlessRunning(build, !isLiveRunning);
  };

  const inBackground = (work: Promise<void>): void => {
    const tracked = work.finally(() => backgroundTasks.delete(tracked));
    backgroundTasks.add(tracked);
  };

  const retryUntilDone = (work: () => Promise<void>, mutex = reconcileMutex): Promise<void> =>
    retryUntilStopped(() => mutex(work), {
      retryMs,
      signal: stopping.signal,
      onFailure: (error) =>
        logger.warn(
          { err: error, view: projection.name },
          'an operation on a view could not be carried out, trying again',
        ),
    });

  return {
    projection,
    /** Continues the builds of an earlier run, or makes the first build. */
    begin: (): Promise<void> => reconcileMutex(reconcile),
    /** Call it when an operation of this view was recorded. */
    requestReconcile(): void {
      inBackground(retryUntilDone(reconcile));
    },
    /** Lets a build that has stopped at an event try again from its checkpoint. */
    restart(build: string): void {
      inBackground(
        retryUntilDone(async () => {
          const runner = runners.get(build);
          if (!runner?.hasStopped()) return;
          await views.fail(runner.build, null);
          runners.delete(build);
          await reconcile();
        }),
      );
    },
    /** Tries a stream that is set aside again in every build that is fed; all such streams if it is null. */
    retry(stream: string | null): void {
      for (const runner of runners.values())
        if (!runner.stop.signal.aborted)
          inBackground(retryUntilDone(() => retry(runner, stream === null ? null : [stream]), retryMutex));
    },
    /** The builds that are fed, each with the mutex that keeps its feeder out. */
    activeRunners: (): Pick<BuildRunner, 'build' | 'mutex' | 'skipped'>[] =>
      [...runners.values()].filter(({ stop }) => !stop.signal.aborted),
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([
        ...drops.values(),
        ...backgroundTasks,
        ...[...runners.values()].map(({ completion }) => completion),
      ]);
    },
  };
};
