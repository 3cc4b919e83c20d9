import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { addConsginUnit, changeConsginUnitActive, updateConsginUnit, type ConsignUnit, type ResultOf } from '#contract';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { consigningUnit, consigningUnits, existingUnit } from '#domain/units';
import type { Engines } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from './unit-access.js';
import { reserveNextUnitNumber, reserveUnitNumber } from './unit-number.js';
import { applyConsigningUnitRequest, NEW_CONSIGNING_UNIT } from './unit-profiles.js';
import { currentConsigningUnit, toConsignUnit } from './unit-rows.js';

export class AddConsigningUnit extends Command<OperationReturn<ResultOf<typeof addConsginUnit>>> {
  constructor(
    readonly input: InputOf<typeof addConsginUnit>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddConsigningUnit)
export class AddConsigningUnitHandler implements ICommandHandler<AddConsigningUnit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: request, caller, context }: AddConsigningUnit) {
    const id = v5('consigningUnit', context.commandId);
    const { state } = await load(this.engines.eventStore, consigningUnit, id);
    const { unitNo = '' } = state ?? request;
    const unit = {
      ...applyConsigningUnitRequest({ ...request, unitNo }, NEW_CONSIGNING_UNIT, caller, context),
      status: 1,
    };
    const numberKey = { view: consigningUnits, kind: 'consigningUnitNo', unitId: id } as const;
    if (!state) {
      // Invalid input is refused before a number is reserved.
      consigningUnit.decider.decide(
        { type: 'RegisterConsigningUnit', unit: { ...unit, unitNo: unitNo || 'CU' } },
        null,
      );
      if (unitNo === '') unit.unitNo = await reserveNextUnitNumber(this.engines, this.decisions, numberKey, context);
      else await reserveUnitNumber(this.engines, this.decisions, { ...numberKey, unitNo }, context);
    }
    const command = { type: 'RegisterConsigningUnit', unit } as const;
    return consignUnitAfter(
      this.engines.eventStore,
      id,
      await this.decisions.decide(consigningUnit, id, command, context),
    );
  }
}

export class UpdateConsigningUnit extends Command<OperationReturn<ResultOf<typeof updateConsginUnit>>> {
  constructor(
    readonly input: InputOf<typeof updateConsginUnit>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateConsigningUnit)
export class UpdateConsigningUnitHandler implements ICommandHandler<UpdateConsigningUnit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, ...patch }, caller, context }: UpdateConsigningUnit) {
    requireUnitAccess(caller, id);
    const state = existingUnit((await load(this.engines.eventStore, consigningUnit, id)).state);
    const unit = applyConsigningUnitRequest(patch, state, caller, context);
    if (unit.unitNo !== state.unitNo) {
      consigningUnit.decider.decide({ type: 'ChangeConsigningUnit', unit }, state);
      await reserveUnitNumber(
        this.engines,
        this.decisions,
        { view: consigningUnits, kind: 'consigningUnitNo', unitNo: unit.unitNo, unitId: id },
        context,
      );
    }
    const result = await this.decisions.decide(
      consigningUnit,
      id,
      async (current) => ({
        type: 'ChangeConsigningUnit' as const,
        unit: applyConsigningUnitRequest(patch, existingUnit(current), caller, context),
      }),
      context,
    );
    return consignUnitAfter(this.engines.eventStore, id, result);
  }
}

/**
 * A deactivated unit can neither start nor submit consignments. Its staff can still read them and complete those that a
 * laboratory has (ADR-018).
 */
export class ChangeConsigningUnitActive extends Command<OperationReturn<ResultOf<typeof changeConsginUnitActive>>> {
  constructor(
    readonly input: InputOf<typeof changeConsginUnitActive>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeConsigningUnitActive)
export class ChangeConsigningUnitActiveHandler implements ICommandHandler<ChangeConsigningUnitActive> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, isActive, reason }, context }: ChangeConsigningUnitActive) {
    const command = isActive
      ? ({ type: 'ActivateConsigningUnit' } as const)
      : ({ type: 'DeactivateConsigningUnit', reason } as const);
    return consignUnitAfter(
      this.engines.eventStore,
      id,
      await this.decisions.decide(consigningUnit, id, command, context),
    );
  }
}

export const consigningUnitCommandHandlers = [
  AddConsigningUnitHandler,
  UpdateConsigningUnitHandler,
  ChangeConsigningUnitActiveHandler,
];

/** The unit after a command, read from its stream. */
const consignUnitAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: CommandResult<unknown>,
): Promise<OperationResult<ConsignUnit>> => {
  const unit = existingUnit(await currentConsigningUnit(store, id));
  return withMeta(toConsignUnit(unit), { revision, position });
};
