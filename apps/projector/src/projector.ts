import type { Logger } from 'pino';
import type { Projection } from '#domain';
import type { Build, BuildStatus, Engines } from '#engines';
import type { Position } from '#events';
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

/** How far a view is: `lag` counts log positions between its checkpoint and the end of the log. */
export type ViewLag = { view: string; version: number; build: string; active: boolean; position: Position; head: Position; lag: number; failure: BuildStatus['failure'] };

/** Runs all views: one subscription, one checkpoint, one writer each; one that fails leaves the others alone. */
export const createProjector = ({ engines, projections, logger, now = () => new Date(), graceMs = 60_000, retryMs = 1_000 }: ProjectorOptions) => {
  const { eventStore, views } = engines;
  const runners = new Map(projections.map((projection) => [projection.name, runView({ engines, projection, logger, now, graceMs, retryMs })]));
  const ready = Promise.all([...runners.values()].map((runner) => runner.begin())).then(() => undefined);
  // Whoever waits for `ready` learns of it; a rejection nobody awaits must not end the process first.
  ready.catch(() => undefined);

  return {
    /** Resolves when every view has a build and a runner; the views may still be catching up. */
    ready,
    async lag(): Promise<ViewLag[]> {
      const head = await eventStore.lastPosition();
      const known = new Map(projections.map(({ name, version }) => [name, version]));
      return (await views.builds())
        .filter(({ name, version }) => known.get(name) === version)
        .map(({ name, version, build, active, checkpoint, failure }) => {
          const { position } = checkpoint;
          return { view: name, version, build, active, position, head, lag: Math.max(0, Number(BigInt(head) - BigInt(position))), failure };
        });
    },
    /** Makes a new build of a view beside the live one, which readers leave when the new one has caught up; null for an unknown view. */
    async rebuild(view: string): Promise<Build | null> {
      return (await runners.get(view)?.rebuild()) ?? null;
    },
    /** Ends all subscriptions; what has been read is still written. */
    async stop(): Promise<void> {
      await ready.catch(() => undefined);
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
};
