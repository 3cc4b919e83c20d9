import type { BuildStatus, Checkpoint, ViewName } from '#engines';

/** What is there of a view when its projector looks. */
export type Standing = {
  /** Answers queries. */
  live: BuildStatus | undefined;
  /** Was being made beside it, or before there was one. */
  unfinished: BuildStatus | undefined;
  /** Made before the live one, or given up for a later one: nobody needs them any more. */
  replaced: BuildStatus[];
  /** Made from another log, or from events that this log does not hold (DECISIONS 3). */
  foreign: BuildStatus[];
};

/**
 * Sorts the builds of a view. `head` names the log and its last position. Builds of a version sort by age; those of a newer
 * version than ours belong to a newer projector and are none of our business.
 */
export const standingOf = ({ name, version }: ViewName, builds: BuildStatus[], head: Checkpoint): Standing => {
  const ours = builds.filter((build) => build.name === name && build.version <= version);
  const isForeign = ({ checkpoint: { logId, position } }: BuildStatus) => logId !== '' && (logId !== head.logId || position > head.position);
  const own = ours.filter((build) => build.version === version && !isForeign(build)).toSorted((a, b) => (a.build < b.build ? 1 : -1));
  const live = own.find((build) => build.active);
  const unfinished = own.find((build) => !build.active && (!live || build.build > live.build));
  const foreign = ours.filter((build) => build.version === version && isForeign(build));
  const kept = new Set([live, unfinished, ...foreign]);
  return { live, unfinished, replaced: ours.filter((build) => !kept.has(build)), foreign };
};
