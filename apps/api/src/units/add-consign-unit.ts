import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { addConsginUnit } from '#contract';
import { consigningUnit, consigningUnits, load, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { NEW_CONSIGNING_UNIT, typedConsignUnit } from './typed-consign-unit.js';
import { takeNextUnitNumber, takeUnitNumber } from './unit-number.js';
import { consignUnitAfter } from './update-consign-unit.js';

@Controller()
export class AddConsignUnit {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(addConsginUnit)
  async handle(
    @Input() typed: InputOf<typeof addConsginUnit>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const id = v5('consigningUnit', context.commandId);
    const { state } = await load(this.engines.eventStore, consigningUnit, id);
    const { unitNo = '' } = state ?? typed;
    const unit = { ...typedConsignUnit({ ...typed, unitNo }, NEW_CONSIGNING_UNIT, caller, context), status: 1 };
    const numbered = { view: consigningUnits, kind: 'consigningUnitNo', unitId: id } as const;
    if (!state) {
      // whatever is wrong is said before a number is taken
      consigningUnit.decider.decide(
        { type: 'RegisterConsigningUnit', unit: { ...unit, unitNo: unitNo || 'CU' } },
        null,
      );
      if (unitNo === '') unit.unitNo = await takeNextUnitNumber(this.engines, this.decisions, numbered, context);
      else await takeUnitNumber(this.engines, this.decisions, { ...numbered, unitNo }, context);
    }
    const command = { type: 'RegisterConsigningUnit', unit } as const;
    return consignUnitAfter(
      this.engines.eventStore,
      id,
      await this.decisions.decide(consigningUnit, id, command, context),
    );
  }
}
