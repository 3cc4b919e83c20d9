import { operationsSinceReplacement, type ViewOperations } from '#domain/operations';
import type { BuildStatus, Checkpoint, ViewName } from '#engines';

/** What operators want done with builds; see ViewOperations. */
export type OperatorChoices = Pick<ViewOperations, 'rebuild' | 'chosen' | 'kept' | 'dropped'>;
export const NO_OPERATOR_CHOICES: OperatorChoices = { rebuild: null, chosen: null, kept: null, dropped: [] };

/** What is there of a view when its projector looks. */
export type ViewBuilds = {
  /** Answers queries. */
  live: BuildStatus | undefined;
  /**
   * Was being made beside it, or before there was one; by the projector, and readers go to it when it has caught up.
   */
  unfinished: BuildStatus | undefined;
  /** An operator sent the readers to it, and they are not there yet. */
  chosen: BuildStatus | undefined;
  /** Read by nobody any more, and fed all the same. */
  keptBuild: BuildStatus | undefined;
  /** Made for an operator; `wanted` names it where it has to be made first. */
  rebuilt: BuildStatus | undefined;
  wanted: string | null;
  /** Made before the live one, or given up for a later one or by an operator: nobody needs them any more. */
  replaced: BuildStatus[];
  /** Made from another log, or from events that this log does not hold (ADR-001). */
  foreign: BuildStatus[];
};

/**
 * Sorts the builds of a view. `head` names the log and its last position. Builds of a version sort by age; those of a
 * newer version than ours belong to a newer projector and are none of our business.
 */
export const classifyBuilds = (
  { name, version }: ViewName,
  builds: BuildStatus[],
  head: Checkpoint,
  operated: OperatorChoices = NO_OPERATOR_CHOICES,
): ViewBuilds => {
  const ours = builds.filter((build) => build.name === name && build.version <= version);
  const isForeign = ({ checkpoint: { logId, position } }: BuildStatus) =>
    logId !== '' && (logId !== head.logId || position > head.position);
  const isDropped = ({ version: of, build }: BuildStatus) => of === version && operated.dropped.includes(build);
  const own = ours
    .filter((build) => build.version === version && !isForeign(build) && !isDropped(build))
    .toSorted((a, b) => (a.build < b.build ? 1 : -1));
  const called = (build: string | null | undefined) => own.find((one) => one.build === build);

  const live = own.find((build) => build.active);
  const counting = operationsSinceReplacement(operated, live?.build ?? '');
  const chosen = live?.build === counting.chosen ? undefined : called(counting.chosen);
  const [kept, rebuilt] = [called(counting.kept), called(counting.rebuild?.build)];
  const unfinished = own.find(
    (build) => !build.active && ![chosen, kept, rebuilt].includes(build) && (!live || build.build > live.build),
  );
  const foreign = ours.filter((build) => build.version === version && isForeign(build));
  const needed = new Set([live, unfinished, chosen, kept, rebuilt, ...foreign]);
  const wanted = rebuilt ? null : (operated.rebuild?.build ?? null);
  return {
    live,
    unfinished,
    chosen,
    keptBuild: kept,
    rebuilt,
    wanted,
    replaced: ours.filter((build) => !needed.has(build)),
    foreign,
  };
};
