import { Controller, Inject } from '@nestjs/common';
import { testUnitUpdate, updateTestUnit, type TestUnit } from '#contract';
import { problem, RuleBroken, testingUnit, type CommandContext, type Handled } from '#domain';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly } from './own-unit.js';
import { testingUnitNow, toTestUnit } from './test-unit-view.js';
import { typedTestUnit } from './typed-test-unit.js';

@Controller()
export class UpdateTestUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(updateTestUnit)
  handle(@Input() typed: InputOf<typeof updateTestUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.updated(typed, caller, context);
  }

  @Handles(testUnitUpdate)
  update(@Input() typed: InputOf<typeof testUnitUpdate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.updated(typed, caller, context);
  }

  private async updated(
    { id, reason, ...typed }: InputOf<typeof updateTestUnit>,
    caller: Caller,
    context: CommandContext,
  ): Promise<Answer<TestUnit>> {
    ownOnly(caller, id);
    const changed = await this.decisions.decide(
      testingUnit,
      id,
      async (before) => {
        if (!before) throw new RuleBroken(problem('NO_SUCH_UNIT'));
        return {
          type: 'ChangeTestingUnit' as const,
          unit: await typedTestUnit(this.engines, id, typed, before, caller, context),
          reason,
        };
      },
      context,
    );
    return testUnitAfter(this.engines.eventStore, id, changed);
  }
}

/** The whole unit after a command on it, as its stream says. */
export const testUnitAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: Handled<unknown>,
): Promise<Answer<TestUnit>> => {
  const unit = await testingUnitNow(store, id);
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return answer(toTestUnit(unit), { revision, position });
};
