import { Controller, Inject } from '@nestjs/common';
import { deleteProject } from '#contract';
import { consignmentList, problem, project, RuleBroken, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { keptBy } from './update-project.js';

@Controller()
export class DeleteProject {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Refused while a consignment names it: its printed forms and reports do too. */
  @Handles(deleteProject)
  async handle(
    @Input() { id, reason }: InputOf<typeof deleteProject>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    await upToDate(this.engines, consignmentList);
    const { total } = await this.engines.views.find(consignmentList, {
      where: [
        { column: 'projectId', eq: id },
        { column: 'deleted', eq: 0 },
        { column: 'touched', eq: 1 },
      ],
      limit: 1,
    });
    const { revision, position } = await this.decisions.decide(
      project,
      id,
      async (before) => {
        if (!before) throw new RuleBroken(problem('NO_SUCH_PROJECT'));
        keptBy(caller, before);
        return { type: 'DeleteProject' as const, reason, consignments: total };
      },
      context,
    );
    return answer(true as const, { revision, position });
  }
}
