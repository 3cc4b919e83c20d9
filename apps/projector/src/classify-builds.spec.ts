import { describe, expect, it } from '@jest/globals';
import type { BuildStatus } from '#engines';
import { classifyBuilds } from './classify-builds.js';

const view = { name: 'consignments', version: 2 };
const head = { logId: 'log', position: '00000000000000000100' };
const build = (name: string, changes: Partial<BuildStatus> = {}): BuildStatus => ({
  ...view,
  build: name,
  active: false,
  checkpoint: { logId: 'log', position: '00000000000000000050' },
  rows: 0,
  failure: null,
  setAside: 0,
  writtenAt: null,
  ...changes,
});
const names = ({ live, unfinished, replaced, foreign }: ReturnType<typeof classifyBuilds>) => ({
  live: live?.build,
  unfinished: unfinished?.build,
  replaced: replaced.map((status) => status.build),
  foreign: foreign.map((status) => status.build),
});

describe('the classification of the builds of a view', () => {
  it('finds none for a view that has never run', () => {
    expect(names(classifyBuilds(view, [build('b1', { name: 'another view' })], head))).toEqual({
      live: undefined,
      unfinished: undefined,
      replaced: [],
      foreign: [],
    });
  });

  it('continues the newest build beside the live one and marks older builds and those in between as replaced', () => {
    const builds = [build('b1'), build('b2', { active: true }), build('b3'), build('b4')];
    expect(names(classifyBuilds(view, builds, head))).toEqual({
      live: 'b2',
      unfinished: 'b4',
      replaced: ['b1', 'b3'],
      foreign: [],
    });
  });

  it('leaves builds of a newer version to a newer projector, and marks all builds of an older version as replaced', () => {
    const builds = [
      build('b0', { version: 1, active: true }),
      build('b2', { active: true }),
      build('b3', { version: 3, active: true }),
    ];
    expect(names(classifyBuilds(view, builds, head))).toEqual({
      live: 'b2',
      unfinished: undefined,
      replaced: ['b0'],
      foreign: [],
    });
  });

  it('does not change builds that operators have requested, switched to, kept or dropped', () => {
    const builds = [build('b1'), build('b2', { active: true }), build('b3'), build('b4'), build('b5')];
    const choices = {
      rebuild: { build: 'b4', paused: false, comparison: null },
      chosen: 'b2',
      kept: 'b1',
      dropped: ['b5'],
    };
    const { fallback, rebuilt, requestedName, switchTarget, ...otherBuilds } = classifyBuilds(
      view,
      builds,
      head,
      choices,
    );
    expect(names(otherBuilds as ReturnType<typeof classifyBuilds>)).toEqual({
      live: 'b2',
      unfinished: 'b3',
      replaced: ['b5'],
      foreign: [],
    });
    expect([fallback?.build, rebuilt?.build, requestedName, switchTarget]).toEqual(['b1', 'b4', null, undefined]);
    expect(classifyBuilds(view, builds, head, { ...choices, chosen: 'b1', kept: 'b2' })).toMatchObject({
      live: { build: 'b2' },
      switchTarget: { build: 'b1' },
    });
    expect(classifyBuilds(view, [], head, choices)).toMatchObject({ requestedName: 'b4' });
  });

  it('sends no reader back to a build that was chosen before a build of a new declaration', () => {
    const builds = [build('b1'), build('b2'), build('b3', { active: true })];
    const choices = { rebuild: null, chosen: 'b2', kept: 'b1', dropped: [] };
    const viewBuilds = classifyBuilds(view, builds, head, choices);
    expect(names(viewBuilds)).toEqual({
      live: 'b3',
      unfinished: undefined,
      replaced: ['b2', 'b1'].toSorted(),
      foreign: [],
    });
    expect([viewBuilds.switchTarget, viewBuilds.fallback]).toEqual([undefined, undefined]);
  });

  it('detects builds of another log and builds beyond the end of this log; a build without rows belongs to no log yet', () => {
    const builds = [
      build('b1', { active: true, checkpoint: { logId: 'restored', position: '00000000000000000010' } }),
      build('b2', { checkpoint: { logId: 'log', position: '00000000000000000101' } }),
      build('b3', { checkpoint: { logId: '', position: '00000000000000000000' } }),
    ];
    expect(names(classifyBuilds(view, builds, head))).toEqual({
      live: undefined,
      unfinished: 'b3',
      replaced: [],
      foreign: ['b1', 'b2'],
    });
  });
});
