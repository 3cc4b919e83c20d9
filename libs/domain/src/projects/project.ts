import { type ProjectEvent, projectEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';

export type Project = ProjectEvent['data'];
export type ProjectCommand = { type: 'AddProject'; project: Project };

/** project-<id>. @throws RuleBroken PROJECT_NAME_REQUIRED, RECORD_EXISTS (000 section 5, project). */
export const project: Aggregate<typeof projectEvents, ProjectCommand, Project | null> = {
  category: 'project',
  events: projectEvents,
  decider: {
    initialState: null,
    decide(command, state) {
      const added = { ...command.project, projectName: command.project.projectName.trim() };
      refuseIf(wrongWith(added, state));
      return [{ type: 'ProjectAdded', data: added }];
    },
    evolve: (_state, { data }) => data,
  },
};

const wrongWith = ({ projectName }: Project, known: Project | null): Problem | null => {
  if (known) return problem('RECORD_EXISTS');
  return projectName === '' ? problem('PROJECT_NAME_REQUIRED', {}, 'projectName') : null;
};
