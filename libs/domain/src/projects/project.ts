import { decode, idOfStream, type Position, type Project, type ProjectEvent, projectEvents } from '#events';
import { type AuditTrail, updateAuditTrail, createAuditTrail } from '../changes/changes.js';
import { LIMITS } from '../consignment/state.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';
import { unitReasonProblems } from '../units/unit-profile.js';

export type { Project };
/** `consignments`: the number of consignments that refer to the project now. */
export type ProjectCommand =
  | { type: 'AddProject' | 'ChangeProject'; project: Project }
  | { type: 'DeleteProject'; reason: string; consignments: number };

const TEXTS = [
  'projectName',
  'projectCode',
  'contractSectName',
  'constructionUnit',
  'constructionJzunit',
  'jzunit',
] as const;

/** All problems of a project's raw input; empty if it is valid (000 section 5, project; 002 PJ-003). */
export const projectProblems = (input: Project): Problem[] => [
  ...(isBlank(input.projectName) ? [problem('PROJECT_NAME_REQUIRED', {}, 'projectName')] : []),
  ...TEXTS.filter((member) => lengthOf(input[member].trim()) > LIMITS.text).map((member) =>
    problem('TEXT_TOO_LONG', { max: LIMITS.text }, member),
  ),
  ...(lengthOf(input.description.trim()) > LIMITS.longText
    ? [problem('TEXT_TOO_LONG', { max: LIMITS.longText }, 'description')]
    : []),
];

const decide = (command: ProjectCommand, state: Project | null): ProjectEvent[] => {
  switch (command.type) {
    case 'AddProject':
      refuseIf(state && problem('RECORD_EXISTS'));
      return [{ type: 'ProjectAdded', data: toProject(command.project) }];
    case 'ChangeProject': {
      const before = requireProject(state);
      const after = toProject(command.project);
      return isJsonEqual(before, after) ? [] : [{ type: 'ProjectChanged', data: after }];
    }
    case 'DeleteProject':
      requireProject(state);
      refuseIf(unitReasonProblems(command.reason));
      refuseIf(command.consignments > 0 ? problem('PROJECT_IN_USE', { count: command.consignments }) : null);
      return [{ type: 'ProjectDeleted', data: { reason: command.reason.trim() } }];
  }
};

/**
 * Stream project-<id>. The state is null before the project is added and after it is deleted. Saving without a change
 * records no event.
 * @throws RuleBroken PROJECT_NAME_REQUIRED, TEXT_TOO_LONG, RECORD_EXISTS, NO_SUCH_PROJECT, PROJECT_IN_USE (000 section
 * 5, project; 002 PJ-003).
 */
export const project: Aggregate<typeof projectEvents, ProjectCommand, Project | null> = {
  category: 'project',
  events: projectEvents,
  decider: {
    initialState: null,
    decide,
    evolve: (_state, event) => (event.type === 'ProjectDeleted' ? null : event.data),
  },
};

const requireProject = (state: Project | null): Project => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
  return state;
};

const toProject = (input: Project): Project => {
  refuseIf(projectProblems(input));
  return {
    ...input,
    ...Object.fromEntries(TEXTS.map((member) => [member, input[member].trim()])),
    description: input.description.trim(),
  };
};

/** `position`: log position of the ProjectAdded event. */
export type ProjectRow = Project & AuditTrail & { id: string; position: Position };

export const projects: Projection<ProjectRow> = {
  name: 'projects',
  version: 5,
  types: Object.keys(projectEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { type, data } = decode(projectEvents, event);
    switch (type) {
      case 'ProjectAdded':
        return { ...data, id, position: event.position, ...createAuditTrail(event) };
      case 'ProjectChanged':
        return row && { ...row, ...data, ...updateAuditTrail(event) };
      case 'ProjectDeleted':
        return null;
    }
  },
  view: {
    columns: {
      consignUnitId: { type: 'text', of: (row) => row.consignUnitId },
      projectName: { type: 'text', of: (row) => row.projectName },
      projectCode: { type: 'text', of: (row) => row.projectCode },
      contractSectName: { type: 'text', of: (row) => row.contractSectName },
      /** Sort key for newest first. Times are not reliable, because the clock may have been set back. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: (row) => `${row.projectName}\n${row.projectCode}`,
    indexes: [['consignUnitId', 'position'], ['position']],
  },
};
