import { Controller, Inject } from '@nestjs/common';
import { getInstructionList } from '#contract';
import { instructions, type InstructionRow } from '#domain';
import type { Engines } from '#engines';
import { Users } from '../auth/users.js';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toInstructionRows } from './instruction-rows.js';

@Controller()
export class GetInstructionList {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @Handles(getInstructionList)
  async handle(
    @Input()
    { search, orderField, orderMethod, skipCount, maxResultCount, atLeast }: InputOf<typeof getInstructionList>,
  ) {
    const { views } = this.engines;
    const { stale } = await fresh(views, instructions, atLeast);
    const { rows, total, totalIsCapped } = await views.find<InstructionRow>(instructions, {
      search,
      sort: [{ column: orderField, direction: orderMethod }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer({ items: await toInstructionRows(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}
