import { type Comparison, type ViewOperationEvent, viewOperationEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';

type BuildFacts = { version: number; reason: string };

export type ViewOperationCommand =
  /** `build` is the name of the new build. */
  | ({ type: 'RequestRebuild'; build: string } & BuildFacts)
  | ({ type: 'PauseRebuild' | 'ResumeRebuild' | 'CancelRebuild' } & BuildFacts)
  /** Sent by the projector once the build has caught up. */
  | { type: 'RecordComparison'; version: number; build: string; comparison: Comparison }
  /** `live` is the build that readers use now, `builds` are the existing ones, both from the registry. */
  | ({ type: 'SwitchBuild' | 'SwitchBack'; live: string; builds: readonly string[] } & BuildFacts)
  | ({ type: 'DropBuild'; build: string } & BuildFacts)
  /** `stopped` are the builds that stopped at an event. */
  | ({ type: 'RestartView'; build: string; stopped: readonly string[] } & BuildFacts)
  /** `setAside` are the streams that `build` has set aside; `stream` is one of them, or null for all. */
  | ({ type: 'RetryStreams'; build: string; stream: string | null; setAside: readonly string[] } & BuildFacts);

/**
 * State of operators' actions on the builds of one version of a view. The projector manages all other builds itself.
 */
export type ViewOperations = {
  /** 0 before the first event. */
  version: number;
  /** The build in progress. `comparison` is set once it has caught up and waits for the switch. */
  rebuild: { build: string; paused: boolean; comparison: Comparison | null } | null;
  /** The build that an operator switched the readers to; null while they use the projector's choice. */
  chosen: string | null;
  /** No longer read but still updated, so that switching back takes effect at once. */
  kept: string | null;
  /** Builds that must not be used again. */
  dropped: readonly string[];
  /** The newest comparison. It remains after the switch. */
  lastComparison: (Comparison & { build: string }) | null;
};

const initialState: ViewOperations = {
  version: 0,
  rebuild: null,
  chosen: null,
  kept: null,
  dropped: [],
  lastComparison: null,
};

const decide = (command: ViewOperationCommand, operations: ViewOperations): ViewOperationEvent[] => {
  const { version } = command;
  const state = stateOfVersion(operations, version);
  switch (command.type) {
    case 'RequestRebuild':
      refuseIf(state.rebuild ? problem('REBUILD_RUNNING') : null);
      return [{ type: 'RebuildRequested', data: { version, build: command.build, reason: command.reason } }];
    case 'PauseRebuild': {
      const { build, paused, comparison } = requireRebuild(state);
      refuseIf(comparison ? problem('REBUILD_FINISHED') : null);
      return paused ? [] : [{ type: 'RebuildPaused', data: { version, build, reason: command.reason } }];
    }
    case 'ResumeRebuild': {
      const { build, paused } = requireRebuild(state);
      return paused ? [{ type: 'RebuildResumed', data: { version, build, reason: command.reason } }] : [];
    }
    case 'CancelRebuild':
      return [
        { type: 'RebuildCancelled', data: { version, build: requireRebuild(state).build, reason: command.reason } },
      ];
    case 'RecordComparison': {
      const { build, comparison } = command;
      return state.rebuild?.build === build && !state.rebuild.comparison
        ? [{ type: 'BuildsCompared', data: { version, build, ...comparison } }]
        : [];
    }
    case 'SwitchBuild': {
      const { build, comparison } = requireRebuild(state);
      refuseIf(comparison && command.builds.includes(build) ? null : problem('REBUILD_NOT_COMPARED'));
      return [
        {
          type: 'BuildSwitched',
          data: { version, build, from: previousBuildOf(state, command), reason: command.reason },
        },
      ];
    }
    case 'SwitchBack': {
      const { kept } = operationsSinceReplacement(state, command.live);
      if (kept === null || !command.builds.includes(kept)) throw new RuleBroken(problem('NO_KEPT_BUILD'));
      return [
        {
          type: 'SwitchedBack',
          data: { version, build: kept, from: previousBuildOf(state, command), reason: command.reason },
        },
      ];
    }
    case 'DropBuild': {
      const { build, reason } = command;
      if (state.dropped.includes(build)) return [];
      refuseIf(build === state.kept || build === state.rebuild?.build ? null : problem('NO_SUCH_BUILD'));
      return [{ type: 'BuildDropped', data: { version, build, reason } }];
    }
    case 'RestartView': {
      const { build, reason, stopped } = command;
      refuseIf(stopped.includes(build) ? null : problem('VIEW_NOT_STOPPED'));
      return [{ type: 'ViewRestarted', data: { version, build, reason } }];
    }
    case 'RetryStreams': {
      const { build, reason, stream, setAside } = command;
      refuseIf(
        (stream === null ? setAside.length > 0 : setAside.includes(stream)) ? null : problem('STREAM_NOT_SET_ASIDE'),
      );
      return [{ type: 'StreamsRetried', data: { version, build, stream, reason } }];
    }
  }
};

const requireRebuild = ({ rebuild }: ViewOperations) => {
  if (!rebuild) throw new RuleBroken(problem('NO_REBUILD'));
  return rebuild;
};

/**
 * The build to record as the one that readers leave. During an earlier switch the registry still names the old build as
 * live. The chosen build then takes precedence, so that it is kept and not the old one.
 */
const previousBuildOf = (
  state: ViewOperations,
  { live, builds }: { live: string; builds: readonly string[] },
): string => {
  const { chosen } = operationsSinceReplacement(state, live);
  return chosen !== null && builds.includes(chosen) ? chosen : live;
};

/** Operations on builds of another version do not apply to this version. */
const stateOfVersion = (state: ViewOperations, version: number): ViewOperations =>
  state.version === version ? state : { ...initialState, version };

const evolve = (operations: ViewOperations, { type, data }: ViewOperationEvent): ViewOperations => {
  if (data.version < operations.version) return operations; // recorded by a service of an older version
  const state = stateOfVersion(operations, data.version);
  const { build } = data;
  switch (type) {
    case 'RebuildRequested':
      return { ...state, rebuild: { build, paused: false, comparison: null } };
    case 'RebuildPaused':
    case 'RebuildResumed':
      return state.rebuild?.build === build
        ? { ...state, rebuild: { ...state.rebuild, paused: type === 'RebuildPaused' } }
        : state;
    case 'BuildsCompared': {
      const { version: _version, build: _build, ...comparison } = data;
      return state.rebuild?.build === build
        ? { ...state, rebuild: { build, paused: false, comparison }, lastComparison: { ...comparison, build } }
        : state;
    }
    case 'BuildSwitched':
      return {
        ...state,
        rebuild: null,
        chosen: build,
        kept: data.from,
        dropped: state.kept === null ? state.dropped : [...state.dropped, state.kept],
      };
    case 'SwitchedBack':
      return { ...state, chosen: build, kept: data.from };
    case 'RebuildCancelled':
    case 'BuildDropped':
      return {
        ...state,
        rebuild: state.rebuild?.build === build ? null : state.rebuild,
        kept: state.kept === build ? null : state.kept,
        dropped: [...state.dropped, build],
      };
    case 'ViewRestarted':
    case 'StreamsRetried':
      return state;
  }
};

/**
 * Stream operations-view-<name of the view>. Repeating a command whose result is already reached records no event.
 * @throws RuleBroken REBUILD_RUNNING, REBUILD_FINISHED, NO_REBUILD, REBUILD_NOT_COMPARED, NO_KEPT_BUILD, NO_SUCH_BUILD,
 * VIEW_NOT_STOPPED, STREAM_NOT_SET_ASIDE.
 */
export const viewOperations: Aggregate<typeof viewOperationEvents, ViewOperationCommand, ViewOperations> = {
  category: 'operations',
  events: viewOperationEvents,
  decider: { initialState, decide, evolve },
};

/** Stream id under which the operations of a view are recorded. */
export const operationsIdOf = (view: string): string => `view-${view}`;

/** The operations of one version; the initial state if the stream is at another version. */
export const operationsOfVersion = stateOfVersion;

/**
 * The operations in effect while `live` is read. If `live` is younger than the chosen build and was never part of an
 * operator's action, the projector has built it since, because the declaration changed. The builds chosen and kept
 * earlier lack what the new declaration needs, so both are reset to null.
 */
export const operationsSinceReplacement = <
  Operations extends Pick<ViewOperations, 'rebuild' | 'chosen' | 'kept' | 'dropped'>,
>(
  state: Operations,
  live: string,
): Operations => {
  const { rebuild, chosen, kept, dropped } = state;
  const isOtherBuild = live !== rebuild?.build && live !== kept && !dropped.includes(live);
  return chosen !== null && live > chosen && isOtherBuild ? { ...state, chosen: null, kept: null } : state;
};

/**
 * Name of a build. It starts with the time of the request, so that the builds of a version sort by age. It ends with
 * part of the request id, so that repeating the request gives the same name.
 */
export const buildNameOf = (requestedAt: string, requestId: string): string =>
  `b${requestedAt.replaceAll(/\D/g, '')}-${requestId.slice(0, 4)}`;
