import { Controller, Inject } from '@nestjs/common';
import { getProjectList } from '#contract';
import { projects, type ProjectRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toProjectRow } from './project-row.js';

@Controller()
export class GetProjectList {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getProjectList)
  async handle(
    @Input()
    { search, skipCount, maxResultCount, getMyProject, ShowContractSectName, atLeast }: InputOf<typeof getProjectList>,
    @By() caller: Caller,
  ) {
    const { views } = this.engines;
    const { stale } = await fresh(views, projects, atLeast);
    const { rows, total, totalIsCapped } = await views.find<ProjectRow>(projects, {
      where: getMyProject ? [{ column: 'consignUnitId', in: caller.unitId === null ? [] : [caller.unitId] }] : [],
      search,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer(
      { items: rows.map((row) => toProjectRow(row, ShowContractSectName)), totalCount: total, totalIsCapped },
      { stale },
    );
  }
}
