import { expect, it } from '@jest/globals';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { type Project, project, projects } from './project.js';

const road: Project = {
  projectName: '云岭至安溪高速公路工程',
  projectCode: 'GS-2024-017',
  contractSectName: 'TJ-1标',
  description: '',
  consignUnitId: 'c-1',
  consignUnitName: '云岭交通',
  constructionUnit: '',
  constructionJzunit: '',
  jzunit: '',
};
const add = (changes: Partial<Project>) => ({ type: 'AddProject' as const, project: { ...road, ...changes } });

it('a project is added once and requires a name', () => {
  specificationOf(project.decider)()
    .when(add({ projectName: ` ${road.projectName} ` }))
    .then({ type: 'ProjectAdded', data: road });
  specificationOf(project.decider)()
    .when(add({ projectName: ' ' }))
    .thenSays('请输入工程项目名称');
  specificationOf(project.decider)({ type: 'ProjectAdded', data: road }).when(add({})).thenRefused('RECORD_EXISTS');
});

it('projects are listed with the time they were added, and found by name and code', () => {
  const history = toRecordedEvents('project-p-1', [{ type: 'ProjectAdded', data: road }]);
  const row = projectRows(projects, history).get('p-1');
  expect(row).toMatchObject({ id: 'p-1', ...road, creationTime: '2026-03-01T08:00:00.000Z' });
  expect(row && projects.view.search?.(row)).toBe('云岭至安溪高速公路工程\nGS-2024-017');
  expectIdempotentOnRedelivery(projects, history);
});

it('a project is changed as a whole, an unchanged save causes no event, and a deleted project accepts no change', () => {
  const added = { type: 'ProjectAdded' as const, data: road };
  const projectDeleted = { type: 'ProjectDeleted' as const, data: { reason: '重复' } };
  const changedRoad = { ...road, projectCode: 'GS-2' };
  specificationOf(project.decider)(added)
    .when({ type: 'ChangeProject', project: changedRoad })
    .then({ type: 'ProjectChanged', data: changedRoad });
  specificationOf(project.decider)(added).when({ type: 'ChangeProject', project: road }).thenNothing();
  specificationOf(project.decider)(added)
    .when({ type: 'ChangeProject', project: { ...road, projectName: '' } })
    .thenSays('请输入工程项目名称');
  specificationOf(project.decider)(added, projectDeleted)
    .when({ type: 'ChangeProject', project: changedRoad })
    .thenRefused('NO_SUCH_PROJECT');
});

it('a project is deleted with an optional reason, but not while consignments use it', () => {
  const added = { type: 'ProjectAdded' as const, data: road };
  specificationOf(project.decider)(added)
    .when({ type: 'DeleteProject', reason: ' 重复 ', consignments: 0 })
    .then({ type: 'ProjectDeleted', data: { reason: '重复' } });
  specificationOf(project.decider)(added)
    .when({ type: 'DeleteProject', reason: '', consignments: 0 })
    .then({ type: 'ProjectDeleted', data: { reason: '' } });
  specificationOf(project.decider)(added)
    .when({ type: 'DeleteProject', reason: '重复', consignments: 3 })
    .thenSays('已有 3 份委托使用该工程项目，不能删除');
});

it('a changed project is listed with its current data, and a deleted one is not listed', () => {
  const history = toRecordedEvents('project-p-1', [
    { type: 'ProjectAdded', data: road },
    { type: 'ProjectChanged', data: { ...road, projectCode: 'GS-2' } },
  ]);
  expect(projectRows(projects, history).get('p-1')).toMatchObject({ projectCode: 'GS-2', revision: 1 });
  expectIdempotentOnRedelivery(projects, history);
  expect(
    projectRows(projects, [
      ...history,
      ...toRecordedEvents('project-p-1', [{ type: 'ProjectDeleted', data: { reason: '重复' } }]),
    ]).size,
  ).toBe(0);
});
