import { allProjections, type Projection } from '#domain';
import type { Engines } from '#engines';
import type { Position } from '#events';

export type ViewState = {
  name: string;
  version: number;
  state: 'building' | 'live' | 'failed';
  /** Events of its types that the view has not taken yet, 1,000 standing for more; null while there is nothing to read yet. */
  behind: number | null;
  failure: string | null;
};

/** Counted by reading, because only the embedded log's positions count events. */
const COUNTED = 1_000;

/** How far each view that this api reads has come. Ready: every one has caught up once (DECISIONS 17). */
export const viewStates = async ({
  eventStore,
  views,
}: Pick<Engines, 'eventStore' | 'views'>): Promise<{ ready: boolean; views: ViewState[] }> => {
  const [last, builds] = await Promise.all([eventStore.lastPosition(), views.builds()]);
  const behindOf = async (position: Position, types: readonly string[]) =>
    position >= last ? 0 : (await eventStore.readAll(position, COUNTED, types)).length;
  const stateOf = async ({ name, version, types }: Projection<object>): Promise<ViewState> => {
    const own = builds.filter((build) => build.name === name && build.version === version);
    const active = own.find((build) => build.active);
    const failure = (active ?? own[0])?.failure?.message ?? null;
    if (!active) return { name, version, state: failure === null ? 'building' : 'failed', behind: null, failure };
    return {
      name,
      version,
      state: failure === null ? 'live' : 'failed',
      behind: await behindOf(active.checkpoint.position, types),
      failure,
    };
  };
  const states = await Promise.all(allProjections.map(stateOf));
  return { ready: states.every(({ behind }) => behind !== null), views: states };
};
