import { operationsSinceReplacement, type ViewOperations } from '#domain/operations';
import type { BuildStatus, Checkpoint, ViewName } from '#engines';

/** Requests of operators about builds, see ViewOperations. */
export type OperatorChoices = Pick<ViewOperations, 'rebuild' | 'chosen' | 'kept' | 'dropped'>;
export const NO_OPERATOR_CHOICES: OperatorChoices = { rebuild: null, chosen: null, kept: null, dropped: [] };

/** The builds of a view by their roles. */
export type ViewBuilds = {
  /** Answers queries. */
  live: BuildStatus | undefined;
  /** Made by the projector, as the first one or beside the live one. Readers switch to it when it has caught up. */
  unfinished: BuildStatus | undefined;
  /** Chosen by an operator; readers have not been switched to it yet. */
  chosen: BuildStatus | undefined;
  /** No longer read, but still fed, so that an operator can switch back to it. */
  keptBuild: BuildStatus | undefined;
  /** Made for an operator. */
  rebuilt: BuildStatus | undefined;
  /** Name of a build that an operator has requested and that does not exist yet. */
  wanted: string | null;
  /** Older than the live build or abandoned, so that they can be dropped. */
  replaced: BuildStatus[];
  /** Made from another log, or from events that this log does not hold (ADR-001). */
  foreign: BuildStatus[];
};

/**
 * Classifies the builds of a view. `head` is the log and its last position. The names of builds sort by age. Builds of
 * a newer version belong to a newer projector and are ignored.
 */
export const classifyBuilds = (
  { name, version }: ViewName,
  builds: BuildStatus[],
  head: Checkpoint,
  choices: OperatorChoices = NO_OPERATOR_CHOICES,
): ViewBuilds => {
  const ours = builds.filter((build) => build.name === name && build.version <= version);
  const isForeign = ({ checkpoint: { logId, position } }: BuildStatus) =>
    logId !== '' && (logId !== head.logId || position > head.position);
  const isDropped = ({ version: of, build }: BuildStatus) => of === version && choices.dropped.includes(build);
  const own = ours
    .filter((build) => build.version === version && !isForeign(build) && !isDropped(build))
    .toSorted((a, b) => (a.build < b.build ? 1 : -1));
  const buildNamed = (build: string | null | undefined) => own.find((one) => one.build === build);

  const live = own.find((build) => build.active);
  const effective = operationsSinceReplacement(choices, live?.build ?? '');
  const chosen = live?.build === effective.chosen ? undefined : buildNamed(effective.chosen);
  const [keptBuild, rebuilt] = [buildNamed(effective.kept), buildNamed(effective.rebuild?.build)];
  const unfinished = own.find(
    (build) => !build.active && ![chosen, keptBuild, rebuilt].includes(build) && (!live || build.build > live.build),
  );
  const foreign = ours.filter((build) => build.version === version && isForeign(build));
  const needed = new Set([live, unfinished, chosen, keptBuild, rebuilt, ...foreign]);
  const wanted = rebuilt ? null : (choices.rebuild?.build ?? null);
  return {
    live,
    unfinished,
    chosen,
    keptBuild,
    rebuilt,
    wanted,
    replaced: ours.filter((build) => !needed.has(build)),
    foreign,
  };
};
