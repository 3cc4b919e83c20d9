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
  switchTarget: BuildStatus | undefined;
  /** No longer read, but still fed, so that an operator can switch back to it. */
  fallback: BuildStatus | undefined;
  /** Made for an operator. */
  rebuilt: BuildStatus | undefined;
  /** Name of a build that an operator has requested and that does not exist yet. */
  requestedName: string | null;
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
  const buildsOfView = builds.filter((build) => build.name === name && build.version <= version);
  const isForeign = ({ checkpoint: { logId, position } }: BuildStatus) =>
    logId !== '' && (logId !== head.logId || position > head.position);
  const isDropped = ({ version: buildVersion, build }: BuildStatus) =>
    buildVersion === version && choices.dropped.includes(build);
  const candidates = buildsOfView
    .filter((build) => build.version === version && !isForeign(build) && !isDropped(build))
    .toSorted((a, b) => (a.build < b.build ? 1 : -1));
  const findBuild = (build: string | null | undefined) => candidates.find((candidate) => candidate.build === build);

  const live = candidates.find((build) => build.active);
  const effectiveChoices = operationsSinceReplacement(choices, live?.build ?? '');
  const switchTarget = live?.build === effectiveChoices.chosen ? undefined : findBuild(effectiveChoices.chosen);
  const [fallback, rebuilt] = [findBuild(effectiveChoices.kept), findBuild(effectiveChoices.rebuild?.build)];
  const unfinished = candidates.find(
    (build) =>
      !build.active && ![switchTarget, fallback, rebuilt].includes(build) && (!live || build.build > live.build),
  );
  const foreign = buildsOfView.filter((build) => build.version === version && isForeign(build));
  const neededBuilds = new Set([live, unfinished, switchTarget, fallback, rebuilt, ...foreign]);
  const requestedName = rebuilt ? null : (choices.rebuild?.build ?? null);
  return {
    live,
    unfinished,
    switchTarget,
    fallback,
    rebuilt,
    requestedName,
    replaced: buildsOfView.filter((build) => !neededBuilds.has(build)),
    foreign,
  };
};
