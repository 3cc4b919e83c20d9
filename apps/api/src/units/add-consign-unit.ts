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
import { takeUnitNumber } from './unit-number.js';
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
    const command = {
      type: 'RegisterConsigningUnit',
      unit: { ...typedConsignUnit(typed, NEW_CONSIGNING_UNIT, caller, context), status: 1 },
    } as const;
    if (!state) {
      consigningUnit.decider.decide(command, null); // whatever is wrong is said before a number is taken
      await takeUnitNumber(
        this.engines,
        this.decisions,
        { view: consigningUnits, kind: 'consigningUnitNo', unitNo: command.unit.unitNo, unitId: id },
        context,
      );
    }
    return consignUnitAfter(
      this.engines.eventStore,
      id,
      await this.decisions.decide(consigningUnit, id, command, context),
    );
  }
}
