import { Controller, Inject } from '@nestjs/common';
import { getProjectById, type ProjectDetail } from '#contract';
import { load, problem, project, projects, RuleBroken, type Handled, type ProjectRow } from '#domain';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import { answer, type Answer } from '../http/answer.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toProjectRow } from './project-row.js';

@Controller()
export class GetProject {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getProjectById)
  async handle(@Input() { id }: InputOf<typeof getProjectById>) {
    const found = await projectNow(this.engines.eventStore, id);
    return answer(found, { revision: found.revision });
  }
}

/** The project after a command on it, as its stream says. */
export const projectAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: Handled<unknown>,
): Promise<Answer<ProjectDetail>> => answer(await projectNow(store, id), { revision, position });

/** @throws RuleBroken NO_SUCH_PROJECT */
const projectNow = async (store: EventStore, id: string): Promise<ProjectDetail> => {
  const { past } = await load(store, project, id);
  const row = past.reduce<ProjectRow | null>((before, event) => projects.project(before, event, id), null);
  if (!row) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
  return {
    ...toProjectRow(row, true),
    contractSectName: row.contractSectName,
    revision: row.revision,
    creationTime: row.creationTime,
  };
};
