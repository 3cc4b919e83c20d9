import type { Position } from '#events';
import { allProjections } from '#domain';
import type { Engines } from '#engines';

export type ViewState = {
  name: string;
  version: number;
  state: 'building' | 'live' | 'failed';
  position: Position | null;
  /** Positions between the view and the end of the log; null while there is no build to read. */
  behind: number | null;
  failure: string | null;
};

/** How far each view that this api reads has come. Ready: every one has caught up once (DECISIONS 17). */
export const viewStates = async ({ store, views }: Pick<Engines, 'store' | 'views'>): Promise<{ ready: boolean; last: Position; views: ViewState[] }> => {
  const [last, builds] = await Promise.all([store.lastPosition(), views.builds()]);
  const states = allProjections.map(({ name, version }): ViewState => {
    const build = builds.find((candidate) => candidate.active && candidate.name === name && candidate.version === version);
    if (!build) return { name, version, state: 'building', position: null, behind: null, failure: builds.find((candidate) => candidate.name === name && candidate.version === version)?.failure?.message ?? null };
    const { position } = build.checkpoint;
    return { name, version, state: build.failure ? 'failed' : 'live', position, behind: Math.max(0, Number(BigInt(last) - BigInt(position))), failure: build.failure?.message ?? null };
  });
  return { ready: states.every(({ state }) => state !== 'building'), last, views: states };
};
