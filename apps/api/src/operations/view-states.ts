import type { Projection } from '#domain/event-sourcing';
import { allProjections } from '#domain/views';
import type { BuildStatus, Engines, ViewName } from '#engines';
import type { Position } from '#events';

export type ViewState = {
  name: string;
  version: number;
  state: 'building' | 'live' | 'failed';
  /** Events of its types that the view has not processed yet, at most 1,000; null while there is no active build. */
  behind: number | null;
  failure: string | null;
  /** Number of streams that the view skips because it cannot process them. */
  setAside: number;
};

/** Events are counted up to this number, because positions of a server do not count events. */
const MAX_LAG = 1_000;

/** The build that readers of a view use, or the first one that they will use. */
export const activeBuildOf = ({ name, version }: ViewName, builds: readonly BuildStatus[]): BuildStatus | undefined => {
  const viewBuilds = builds.filter((build) => build.name === name && build.version === version);
  return viewBuilds.find((build) => build.active) ?? viewBuilds[0];
};

/**
 * The state of each view that this api reads. Ready: every view has an active build or has failed (ADR-020). A view
 * that failed or lags does not change the readiness, because every other api reads the same views (ADR-024).
 */
export const viewStates = async ({
  eventStore,
  views,
}: Pick<Engines, 'eventStore' | 'views'>): Promise<{ ready: boolean; views: ViewState[] }> => {
  const [logEnd, builds] = await Promise.all([eventStore.lastPosition(), views.builds()]);
  const countLag = async (position: Position, types: readonly string[]) =>
    position >= logEnd ? 0 : eventStore.countAfter(position, types, MAX_LAG);
  const stateOf = async ({ name, version, types }: Projection<object>): Promise<ViewState> => {
    const build = activeBuildOf({ name, version }, builds);
    const failure = build?.failure?.message ?? null;
    const isActive = build?.active === true;
    return {
      name,
      version,
      state: failure !== null ? 'failed' : isActive ? 'live' : 'building',
      behind: isActive ? await countLag(build.checkpoint.position, types) : null,
      failure,
      setAside: build?.setAside ?? 0,
    };
  };
  const states = await Promise.all(allProjections.map(stateOf));
  return { ready: states.every(({ state }) => state !== 'building'), views: states };
};
