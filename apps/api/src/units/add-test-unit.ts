import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { addTestUnit, testUnitCreate, type TestUnit } from '#contract';
import { load, testingUnit, testingUnits, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import type { Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { NEW_TESTING_UNIT, typedTestUnit } from './typed-test-unit.js';
import { takeNextUnitNumber, takeUnitNumber } from './unit-number.js';
import { testUnitAfter } from './update-test-unit.js';

@Controller()
export class AddTestUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(addTestUnit)
  handle(@Input() typed: InputOf<typeof addTestUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.added(typed, caller, context);
  }

  @Handles(testUnitCreate)
  create(@Input() typed: InputOf<typeof testUnitCreate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.added(typed, caller, context);
  }

  private async added(
    typed: InputOf<typeof addTestUnit>,
    caller: Caller,
    context: CommandContext,
  ): Promise<Answer<TestUnit>> {
    const id = v5('testingUnit', context.commandId);
    const { state } = await load(this.engines.eventStore, testingUnit, id);
    const { unitNo = '' } = state ?? typed;
    const unit = {
      ...(await typedTestUnit(this.engines, id, { ...typed, unitNo }, NEW_TESTING_UNIT, caller, context)),
      isActive: true,
    };
    const numbered = { view: testingUnits, kind: 'testingUnitNo', unitId: id } as const;
    if (!state) {
      // whatever is wrong is said before a number is taken
      testingUnit.decider.decide({ type: 'RegisterTestingUnit', unit: { ...unit, unitNo: unitNo || 'TU' } }, null);
      if (unitNo === '') unit.unitNo = await takeNextUnitNumber(this.engines, this.decisions, numbered, context);
      else await takeUnitNumber(this.engines, this.decisions, { ...numbered, unitNo }, context);
    }
    const command = { type: 'RegisterTestingUnit', unit } as const;
    return testUnitAfter(this.engines.eventStore, id, await this.decisions.decide(testingUnit, id, command, context));
  }
}
