import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getProjectById, getProjectList, type ProjectDetail, type ProjectRow, type ResultOf } from '#contract';
import { load, type CommandResult } from '#domain/event-sourcing';
import { project, projects, type Project, type ProjectRow as StoredProject } from '#domain/projects';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';

export class ListProjects extends Query<OperationReturn<ResultOf<typeof getProjectList>>> {
  constructor(
    readonly input: InputOf<typeof getProjectList>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListProjects)
export class ListProjectsHandler implements IQueryHandler<ListProjects> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({
    input: { search, skipCount, maxResultCount, getMyProject, ShowContractSectName, atLeast },
    caller,
  }: ListProjects) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, projects, atLeast);
    const { rows, total, totalIsCapped } = await views.find<StoredProject>(projects, {
      where: getMyProject ? [{ column: 'consignUnitId', in: caller.unitId === null ? [] : [caller.unitId] }] : [],
      search,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta(
      { items: rows.map((row) => toProjectRow(row, ShowContractSectName)), totalCount: total, totalIsCapped },
      { stale },
    );
  }
}

export class GetProject extends Query<OperationReturn<ResultOf<typeof getProjectById>>> {
  constructor(readonly input: InputOf<typeof getProjectById>) {
    super();
  }
}

@QueryHandler(GetProject)
export class GetProjectHandler implements IQueryHandler<GetProject> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { id } }: GetProject) {
    const projectDetail = await readProject(this.engines.eventStore, id);
    return withMeta(projectDetail, { revision: projectDetail.revision });
  }
}

export const projectQueryHandlers = [ListProjectsHandler, GetProjectHandler];

/** The contract section is included only on request (ShowContractSectName). */
export const toProjectRow = (
  {
    id,
    projectName,
    projectCode,
    description,
    contractSectName,
    consignUnitId,
    consignUnitName,
    constructionUnit,
    constructionJzunit,
    jzunit,
  }: Project & { id: string },
  showSection: boolean,
): ProjectRow => ({
  id,
  projectName,
  projectCode,
  description,
  consignUnitId,
  consignUnitName,
  constructionUnit,
  constructionJzunit,
  jzunit,
  ...(showSection ? { contractSectName } : {}),
});

/** The project after a command, read from its stream. */
export const readProjectAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: CommandResult<unknown>,
): Promise<OperationResult<ProjectDetail>> => withMeta(await readProject(store, id), { revision, position });

/** @throws RuleBroken NO_SUCH_PROJECT */
const readProject = async (store: EventStore, id: string): Promise<ProjectDetail> => {
  const { events } = await load(store, project, id);
  const row = events.reduce<StoredProject | null>((current, event) => projects.project(current, event, id), null);
  if (!row) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
  return {
    ...toProjectRow(row, true),
    contractSectName: row.contractSectName,
    revision: row.revision,
    creationTime: row.creationTime,
  };
};
