import { type Comparison, type ViewOperationEvent, viewOperationEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';

type OfBuild = { version: number; reason: string };

export type ViewOperationCommand =
  /** `build` is the name of what is to be made. */
  | ({ type: 'RequestRebuild'; build: string } & OfBuild)
  | ({ type: 'PauseRebuild' | 'ResumeRebuild' | 'CancelRebuild' } & OfBuild)
  /** By the projector, once the build has caught up. */
  | { type: 'RecordComparison'; version: number; build: string; comparison: Comparison }
  /** `live` answers readers now, `builds` are those there are: both as the registry says. */
  | ({ type: 'SwitchBuild' | 'SwitchBack'; live: string; builds: readonly string[] } & OfBuild)
  | ({ type: 'DropBuild'; build: string } & OfBuild)
  /** `stopped` are the builds that stand still at an event. */
  | ({ type: 'RestartView'; build: string; stopped: readonly string[] } & OfBuild)
  /** `setAside` are the streams that `build` has set aside; `stream` is one of them, or null for all. */
  | ({ type: 'RetryStreams'; build: string; stream: string | null; setAside: readonly string[] } & OfBuild);

/**
 * What operators have made of the builds of one version of a view. Builds not named here are the projector's own
 * affair.
 */
export type ViewOperations = {
  /** 0 before anything happened. */
  version: number;
  /** Being made; `comparison` once it has caught up and waits for the switch. */
  rebuild: { build: string; paused: boolean; comparison: Comparison | null } | null;
  /** The build that an operator sent the readers to; null while they are where the projector put them. */
  chosen: string | null;
  /** Read by nobody, but fed, so that going back to it works at once. */
  kept: string | null;
  /** Never to be taken up again. */
  dropped: readonly string[];
  /** The newest there was, also after the switch. */
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

const decide = (command: ViewOperationCommand, all: ViewOperations): ViewOperationEvent[] => {
  const { version } = command;
  const state = ofVersion(all, version);
  switch (command.type) {
    case 'RequestRebuild':
      refuseIf(state.rebuild ? problem('REBUILD_RUNNING') : null);
      return [{ type: 'RebuildRequested', data: { version, build: command.build, reason: command.reason } }];
    case 'PauseRebuild': {
      const { build, paused, comparison } = rebuildOf(state);
      refuseIf(comparison ? problem('REBUILD_FINISHED') : null);
      return paused ? [] : [{ type: 'RebuildPaused', data: { version, build, reason: command.reason } }];
    }
    case 'ResumeRebuild': {
      const { build, paused } = rebuildOf(state);
      return paused ? [{ type: 'RebuildResumed', data: { version, build, reason: command.reason } }] : [];
    }
    case 'CancelRebuild':
      return [{ type: 'RebuildCancelled', data: { version, build: rebuildOf(state).build, reason: command.reason } }];
    case 'RecordComparison': {
      const { build, comparison } = command;
      return state.rebuild?.build === build && !state.rebuild.comparison
        ? [{ type: 'BuildsCompared', data: { version, build, ...comparison } }]
        : [];
    }
    case 'SwitchBuild': {
      const { build, comparison } = rebuildOf(state);
      refuseIf(comparison && command.builds.includes(build) ? null : problem('REBUILD_NOT_COMPARED'));
      return [
        { type: 'BuildSwitched', data: { version, build, from: readFrom(state, command), reason: command.reason } },
      ];
    }
    case 'SwitchBack': {
      const { kept } = operationsSinceReplacement(state, command.live);
      if (kept === null || !command.builds.includes(kept)) throw new RuleBroken(problem('NO_KEPT_BUILD'));
      return [
        {
          type: 'SwitchedBack',
          data: { version, build: kept, from: readFrom(state, command), reason: command.reason },
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

const rebuildOf = ({ rebuild }: ViewOperations) => {
  if (!rebuild) throw new RuleBroken(problem('NO_REBUILD'));
  return rebuild;
};

/**
 * Readers may still be on their way: then the registry names the build they are leaving, which would be kept instead of
 * the one they go to.
 */
const readFrom = (state: ViewOperations, { live, builds }: { live: string; builds: readonly string[] }): string => {
  const { chosen } = operationsSinceReplacement(state, live);
  return chosen !== null && builds.includes(chosen) ? chosen : live;
};

/** What happened to the builds of another version says nothing about those of this one. */
const ofVersion = (state: ViewOperations, version: number): ViewOperations =>
  state.version === version ? state : { ...initialState, version };

const evolve = (all: ViewOperations, { type, data }: ViewOperationEvent): ViewOperations => {
  if (data.version < all.version) return all; // by a service not yet replaced
  const state = ofVersion(all, data.version);
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
 * operations-view-<name of the view>. Asking again for what has been reached already records nothing.
 * @throws RuleBroken REBUILD_RUNNING, REBUILD_FINISHED, NO_REBUILD, REBUILD_NOT_COMPARED, NO_KEPT_BUILD, NO_SUCH_BUILD,
 * VIEW_NOT_STOPPED, STREAM_NOT_SET_ASIDE.
 */
export const viewOperations: Aggregate<typeof viewOperationEvents, ViewOperationCommand, ViewOperations> = {
  category: 'operations',
  events: viewOperationEvents,
  decider: { initialState, decide, evolve },
};

/** The id under which the operations of a view are recorded. */
export const operationsIdOf = (view: string): string => `view-${view}`;

/** The operations of one version, whatever version the stream has come to. */
export const operationsOfVersion = ofVersion;

/**
 * The operations as they count while `live` answers readers. Where that is a younger build than the chosen one, and
 * none that an operator ever had to do with, the projector has made it since, because the declaration has changed: what
 * was chosen and kept before would be asked for what it does not have.
 */
export const operationsSinceReplacement = <Of extends Pick<ViewOperations, 'rebuild' | 'chosen' | 'kept' | 'dropped'>>(
  state: Of,
  live: string,
): Of => {
  const { rebuild, chosen, kept, dropped } = state;
  const isOwn = live !== rebuild?.build && live !== kept && !dropped.includes(live);
  return chosen !== null && live > chosen && isOwn ? { ...state, chosen: null, kept: null } : state;
};

/**
 * Named by the time it was asked for, so that builds of a version sort by age, and by the request, so that asking twice
 * names one.
 */
export const buildNameOf = (at: string, requestId: string): string =>
  `b${at.replaceAll(/\D/g, '')}-${requestId.slice(0, 4)}`;
