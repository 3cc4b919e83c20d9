import type { Logger } from 'pino';
import type { Projection } from '#domain';
import type { Build, BuildStatus, Engines } from '#engines';
import { START, type Position } from '#events';
import { runView } from './view-runner.js';

export type ProjectorOptions = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  projections: readonly Projection<object>[];
  logger: Logger;
  graceMs?: number;
  retryMs?: number;
};

/** How far a view is: `lag` counts log positions between its checkpoint and the end of the log. */
export type ViewLag = { view: string; version: number; build: string; active: boolean; position: Position; head: Position; lag: number; failure: BuildStatus['failure'] };

/** Runs all views: one subscription, one checkpoint, one writer each; one that fails leaves the others alone. */
export const createProjector = ({ engines, projections, logger, graceMs = 60_000, retryMs = 1000 }: ProjectorOptions) => {
  const { eventStore, views } = engines;
  const runners = new Map(projections.map((projection) => [projection.name, runView({ engines, projection, logger, graceMs, retryMs })]));
  const begun = Promise.all([...runners.values()].map((runner) => runner.begin()));
  // Whoever waits for `ready` learns of it; a rejection nobody awaits must not end the process first.
  begun.catch(() => undefined);

  return {
    /** Resolves when every view has a build and a runner; the views may still be catching up. */
    ready: begun.then(() => undefined),
    async lag(): Promise<ViewLag[]> {
      const head = await eventStore.lastPosition();
      const known = new Map(projections.map(({ name, version }) => [name, version]));
      return (await views.builds())
        .filter(({ name, version }) => known.get(name) === version)
        .map(({ name, version, build, active, checkpoint, failure }) => {
          const position = checkpoint.position || START;
          return { view: name, version, build, active, position, head, lag: Number(BigInt(head) - BigInt(position)), failure };
        });
    },
    async rebuild(view: string): Promise<Build | null> {
      return (await runners.get(view)?.rebuild()) ?? null;
    },
    async stop(): Promise<void> {
      await begun.catch(() => undefined);
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
};
