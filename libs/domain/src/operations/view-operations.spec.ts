import { describe, expect, it } from '@jest/globals';
import type { Comparison, ViewOperationEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { buildNameOf, operationsOfVersion, type ViewOperationCommand, viewOperations } from './view-operations.js';

const given = specificationOf(viewOperations.decider);
const version = 3;
const reason = '字段显示错误';
const acted = (build: string) => ({ version, build, reason });
const comparison: Comparison = {
  against: 'b1',
  position: '00000000000000000009',
  rows: 2,
  onlyOld: 0,
  onlyNew: 1,
  different: 0,
  samples: [{ id: 'x', difference: 'onlyNew', fields: [] }],
};
const requested: ViewOperationEvent = { type: 'RebuildRequested', data: acted('b2') };
const paused: ViewOperationEvent = { type: 'RebuildPaused', data: acted('b2') };
const compared: ViewOperationEvent = { type: 'BuildsCompared', data: { version, build: 'b2', ...comparison } };
const switched: ViewOperationEvent = { type: 'BuildSwitched', data: { ...acted('b2'), from: 'b1' } };
const back: ViewOperationEvent = { type: 'SwitchedBack', data: { ...acted('b1'), from: 'b2' } };
const builds = ['b1', 'b2'];

const rebuild: ViewOperationCommand = { type: 'RequestRebuild', version, build: 'b2', reason };
const pause: ViewOperationCommand = { type: 'PauseRebuild', version, reason };
const resume: ViewOperationCommand = { type: 'ResumeRebuild', version, reason };
const cancel: ViewOperationCommand = { type: 'CancelRebuild', version, reason };
const record: ViewOperationCommand = { type: 'RecordComparison', version, build: 'b2', comparison };
const switchBuild: ViewOperationCommand = { type: 'SwitchBuild', version, live: 'b1', builds, reason };
const switchBack: ViewOperationCommand = { type: 'SwitchBack', version, live: 'b2', builds, reason };
const drop = (build: string): ViewOperationCommand => ({ type: 'DropBuild', version, build, reason });

describe('operations on a view', () => {
  it('a rebuild can be requested only once at a time', () => {
    given().when(rebuild).then(requested);
    given(requested)
      .when({ ...rebuild, build: 'b3' })
      .thenRefused('REBUILD_RUNNING');
    given(requested, compared)
      .when({ ...rebuild, build: 'b3' })
      .thenRefused('REBUILD_RUNNING');
    given(requested, compared, switched)
      .when({ ...rebuild, build: 'b3' })
      .then({ type: 'RebuildRequested', data: acted('b3') });
  });

  it('a rebuild can be paused and resumed until it has caught up, and a repeated command changes nothing', () => {
    given(requested).when(pause).then(paused);
    given(requested, paused).when(pause).thenNothing();
    given(requested, paused)
      .when(resume)
      .then({ type: 'RebuildResumed', data: acted('b2') });
    given(requested).when(resume).thenNothing();
    given(requested, compared).when(pause).thenRefused('REBUILD_FINISHED');
    given().when(pause).thenRefused('NO_REBUILD');
    given(switched).when(resume).thenRefused('NO_REBUILD');
  });

  it('a comparison is recorded once, and only for the running rebuild', () => {
    given(requested).when(record).then(compared);
    given(requested, compared).when(record).thenNothing();
    given(requested, { type: 'RebuildCancelled', data: acted('b2') })
      .when(record)
      .thenNothing();
    given(requested, paused)
      .when(record)
      .thenState({ rebuild: { build: 'b2', paused: false, comparison }, lastComparison: { build: 'b2', onlyNew: 1 } });
  });

  it('readers are switched only to a compared build that still exists', () => {
    given(requested).when(switchBuild).thenRefused('REBUILD_NOT_COMPARED');
    given(requested, compared)
      .when({ ...switchBuild, builds: ['b1'] } as ViewOperationCommand)
      .thenRefused('REBUILD_NOT_COMPARED');
    given(requested, compared).when(switchBuild).then(switched);
    given(requested, compared).when(switchBuild).thenState({ rebuild: null, chosen: 'b2', kept: 'b1', dropped: [] });
  });

  it('the old build remains until readers switch back to it, it is dropped or another rebuild replaces it', () => {
    given(requested, compared, switched).when(switchBack).then(back);
    given(requested, compared, switched, back)
      .when({ ...switchBack, live: 'b1' } as ViewOperationCommand)
      .then({ type: 'SwitchedBack', data: { ...acted('b2'), from: 'b1' } });
    given(requested, compared, switched)
      .when({ ...switchBack, builds: ['b2'] } as ViewOperationCommand)
      .thenRefused('NO_KEPT_BUILD');
    given(requested, compared, switched)
      .when(drop('b1'))
      .thenState({ chosen: 'b2', kept: null, dropped: ['b1'] });
    given(requested, compared, switched).when(drop('b2')).thenRefused('NO_SUCH_BUILD');
    const secondRebuild: ViewOperationEvent[] = [
      { type: 'RebuildRequested', data: acted('b3') },
      { type: 'BuildsCompared', data: { version, build: 'b3', ...comparison } },
    ];
    given(requested, compared, switched, ...secondRebuild)
      .when({ ...switchBuild, live: 'b2', builds: ['b1', 'b2', 'b3'] } as ViewOperationCommand)
      .thenState({ chosen: 'b3', kept: 'b2', dropped: ['b1'] });
  });

  it('switching readers back before they have arrived preserves the build that they were going to', () => {
    given(requested, compared, switched)
      .when({ ...switchBack, live: 'b1' } as ViewOperationCommand)
      .then(back);
    given(requested, compared, switched)
      .when({ ...switchBack, live: 'b1' } as ViewOperationCommand)
      .thenState({ chosen: 'b1', kept: 'b2' });
  });

  it('switching back to a build from before a new declaration is refused', () => {
    given(requested, compared, switched)
      .when({ ...switchBack, live: 'b3', builds: ['b1', 'b2', 'b3'] } as ViewOperationCommand)
      .thenRefused('NO_KEPT_BUILD');
    const secondRebuild: ViewOperationEvent[] = [
      { type: 'RebuildRequested', data: acted('b4') },
      { type: 'BuildsCompared', data: { version, build: 'b4', ...comparison } },
    ];
    given(requested, compared, switched, ...secondRebuild)
      .when({ ...switchBuild, live: 'b3', builds: ['b2', 'b3', 'b4'] } as ViewOperationCommand)
      .thenState({ chosen: 'b4', kept: 'b3' });
  });

  it('a rebuild is cancelled while it runs, and dropped after it was compared', () => {
    given(requested)
      .when(cancel)
      .thenState({ rebuild: null, dropped: ['b2'] });
    given(requested, compared)
      .when(drop('b2'))
      .thenState({ rebuild: null, dropped: ['b2'], lastComparison: { build: 'b2' } });
    given(requested, { type: 'BuildDropped', data: acted('b2') })
      .when(drop('b2'))
      .thenNothing();
  });

  it('only a stopped build is restarted', () => {
    const restart = { type: 'RestartView', version, build: 'b1', reason } as const;
    given()
      .when({ ...restart, stopped: ['b1'] })
      .then({ type: 'ViewRestarted', data: acted('b1') });
    given()
      .when({ ...restart, stopped: [] })
      .thenRefused('VIEW_NOT_STOPPED');
  });

  it('only streams that are set aside are retried, one or all of them', () => {
    const retry = { type: 'RetryStreams', version, build: 'b1', setAside: ['s-1', 's-2'], reason } as const;
    given()
      .when({ ...retry, stream: 's-2' })
      .then({ type: 'StreamsRetried', data: { ...acted('b1'), stream: 's-2' } });
    given()
      .when({ ...retry, stream: null })
      .then({ type: 'StreamsRetried', data: { ...acted('b1'), stream: null } });
    given()
      .when({ ...retry, stream: 's-3' })
      .thenRefused('STREAM_NOT_SET_ASIDE');
    given()
      .when({ ...retry, stream: null, setAside: [] })
      .thenRefused('STREAM_NOT_SET_ASIDE');
  });

  it('a new version starts without earlier operations, and an older service cannot change its state', () => {
    given(requested)
      .when({ ...rebuild, version: 4 })
      .then({ type: 'RebuildRequested', data: { version: 4, build: 'b2', reason } });
    const newer = [
      requested,
      { type: 'RebuildRequested', data: { version: 4, build: 'b9', reason } },
      paused,
    ] satisfies ViewOperationEvent[];
    const { evolve, initialState } = viewOperations.decider;
    expect(newer.reduce(evolve, initialState)).toMatchObject({ version: 4, rebuild: { build: 'b9', paused: false } });
    expect(operationsOfVersion(newer.reduce(evolve, initialState), version)).toMatchObject({ version, rebuild: null });
  });

  it('builds are named by time and request', () => {
    expect(buildNameOf('2026-11-21T20:55:36.123Z', 'a1b2c3d4-0000')).toBe('b20261121205536123-a1b2');
  });
});
