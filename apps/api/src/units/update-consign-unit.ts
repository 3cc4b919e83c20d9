import { Controller, Inject } from '@nestjs/common';
import { updateConsginUnit, type ConsignUnit } from '#contract';
import { consigningUnit, consigningUnits, load, problem, RuleBroken, type CommandContext, type Handled } from '#domain';
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
import { consigningUnitNow, toConsignUnit } from './consign-unit-view.js';
import { ownOnly } from './own-unit.js';
import { typedConsignUnit } from './typed-consign-unit.js';
import { takeUnitNumber } from './unit-number.js';

@Controller()
export class UpdateConsignUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(updateConsginUnit)
  async handle(
    @Input() { id, ...typed }: InputOf<typeof updateConsginUnit>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    ownOnly(caller, id);
    const { state } = await load(this.engines.eventStore, consigningUnit, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    const unit = typedConsignUnit(typed, state, caller, context);
    if (unit.unitNo !== state.unitNo) {
      consigningUnit.decider.decide({ type: 'ChangeConsigningUnit', unit }, state);
      await takeUnitNumber(
        this.engines,
        this.decisions,
        { view: consigningUnits, kind: 'consigningUnitNo', unitNo: unit.unitNo, unitId: id },
        context,
      );
    }
    const changed = await this.decisions.decide(
      consigningUnit,
      id,
      async (before) => {
        if (!before) throw new RuleBroken(problem('NO_SUCH_UNIT'));
        return { type: 'ChangeConsigningUnit' as const, unit: typedConsignUnit(typed, before, caller, context) };
      },
      context,
    );
    return consignUnitAfter(this.engines.eventStore, id, changed);
  }
}

/** The whole unit after a command on it, as its stream says. */
export const consignUnitAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: Handled<unknown>,
): Promise<Answer<ConsignUnit>> => {
  const unit = await consigningUnitNow(store, id);
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return answer(toConsignUnit(unit), { revision, position });
};
