import type { Position } from '#events';
import { allProjections } from '#domain';
import type { BuildStatus, Engines } from '#engines';

export type ViewState = {
  name: string;
  version: number;
  state: 'building' | 'live' | 'failed';
  /** Positions between the view and the end of the log; null while there is nothing to read yet. */
  behind: number | null;
  failure: string | null;
};

/** How far each view that this api reads has come. Ready: every one has caught up once (DECISIONS 17). */
export const viewStates = async ({ eventStore, views }: Pick<Engines, 'eventStore' | 'views'>): Promise<{ ready: boolean; views: ViewState[] }> => {
  const [last, builds] = await Promise.all([eventStore.lastPosition(), views.builds()]);
  const states = allProjections.map(({ name, version }) => stateOf(name, version, builds.filter((build) => build.name === name && build.version === version), last));
  return { ready: states.every(({ behind }) => behind !== null), views: states };
};

const stateOf = (name: string, version: number, builds: BuildStatus[], last: Position): ViewState => {
  const active = builds.find((build) => build.active);
  const failure = (active ?? builds[0])?.failure?.message ?? null;
  if (!active) return { name, version, state: failure === null ? 'building' : 'failed', behind: null, failure };
  return { name, version, state: failure === null ? 'live' : 'failed', behind: Math.max(0, Number(BigInt(last) - BigInt(active.checkpoint.position))), failure };
};
