import { Controller, Inject } from '@nestjs/common';
import { testUnitDelete } from '#contract';
import { consignmentList, problem, refuseIf, testingUnit, users, type CommandContext } from '#domain';
import type { Condition, Engines, ViewName } from '#engines';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';

@Controller()
export class DeleteTestUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Only a unit registered by mistake goes; one that was ever used is switched off instead. */
  @Handles(testUnitDelete)
  async handle(@Input() { id, reason }: InputOf<typeof testUnitDelete>, @Command() context: CommandContext) {
    const [consignments, accounts] = await Promise.all([
      // A draft that nobody ever edited names a unit by its defaults only.
      this.rowsOf(consignmentList, { column: 'testUnitId', eq: id }, { column: 'touched', eq: 1 }),
      this.rowsOf(users, { column: 'unitId', eq: id }),
    ]);
    refuseIf(consignments + accounts > 0 ? problem('UNIT_IN_USE', { consignments, users: accounts }) : null);
    const { revision, position } = await this.decisions.decide(
      testingUnit,
      id,
      { type: 'DeleteTestingUnit', reason },
      context,
    );
    return answer(true as const, { revision, position });
  }

  private async rowsOf(view: ViewName, ...where: Condition[]): Promise<number> {
    await upToDate(this.engines, view);
    return (await this.engines.views.find(view, { where, limit: 1 })).total;
  }
}
