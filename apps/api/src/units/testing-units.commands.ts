import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  addTestUnit,
  changeTestUnitActive,
  testUnitCreate,
  testUnitDelete,
  testUnitUpdate,
  updateTestUnit,
  type ResultOf,
  type TestUnit,
} from '#contract';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { problem, refuseIf } from '#domain/rules';
import { existingUnit, testingUnit, testingUnits } from '#domain/units';
import { users } from '#domain/users';
import { consignmentList } from '#domain/views';
import type { Condition, Engines, ViewName } from '#engines';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from './unit-access.js';
import { reserveNextUnitNumber, reserveUnitNumber } from './unit-number.js';
import { NEW_TESTING_UNIT, applyTestingUnitRequest } from './unit-profiles.js';
import { currentTestingUnit, toTestUnit } from './unit-rows.js';

/** Registers a testing unit with the requested or the next number. */
@Injectable()
export class TestingUnitRegistration {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async register(
    request: InputOf<typeof addTestUnit>,
    caller: Caller,
    context: CommandContext,
  ): Promise<OperationResult<TestUnit>> {
    const id = v5('testingUnit', context.commandId);
    const { state } = await load(this.engines.eventStore, testingUnit, id);
    const { unitNo = '' } = state ?? request;
    const unit = {
      ...(await applyTestingUnitRequest(this.engines, id, { ...request, unitNo }, NEW_TESTING_UNIT, caller, context)),
      isActive: true,
    };
    const numberKey = { view: testingUnits, kind: 'testingUnitNo', unitId: id } as const;
    if (!state) {
      // Invalid input is refused before a number is reserved.
      testingUnit.decider.decide({ type: 'RegisterTestingUnit', unit: { ...unit, unitNo: unitNo || 'TU' } }, null);
      if (unitNo === '') unit.unitNo = await reserveNextUnitNumber(this.engines, this.decisions, numberKey, context);
      else await reserveUnitNumber(this.engines, this.decisions, { ...numberKey, unitNo }, context);
    }
    const command = { type: 'RegisterTestingUnit', unit } as const;
    return testUnitAfter(this.engines.eventStore, id, await this.decisions.decide(testingUnit, id, command, context));
  }
}

/** Changes the profile of a testing unit. */
@Injectable()
export class TestingUnitChanges {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async update(
    { id, reason, ...patch }: InputOf<typeof updateTestUnit>,
    caller: Caller,
    context: CommandContext,
  ): Promise<OperationResult<TestUnit>> {
    requireUnitAccess(caller, id);
    const result = await this.decisions.decide(
      testingUnit,
      id,
      async (current) => ({
        type: 'ChangeTestingUnit' as const,
        unit: await applyTestingUnitRequest(this.engines, id, patch, existingUnit(current), caller, context),
        reason,
      }),
      context,
    );
    return testUnitAfter(this.engines.eventStore, id, result);
  }
}

export class AddTestingUnit extends Command<OperationReturn<ResultOf<typeof addTestUnit>>> {
  constructor(
    readonly input: InputOf<typeof addTestUnit>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AddTestingUnit)
export class AddTestingUnitHandler implements ICommandHandler<AddTestingUnit> {
  constructor(private readonly registration: TestingUnitRegistration) {}

  async execute({ input, caller, context }: AddTestingUnit) {
    return this.registration.register(input, caller, context);
  }
}

export class CreateTestingUnit extends Command<OperationReturn<ResultOf<typeof testUnitCreate>>> {
  constructor(
    readonly input: InputOf<typeof testUnitCreate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateTestingUnit)
export class CreateTestingUnitHandler implements ICommandHandler<CreateTestingUnit> {
  constructor(private readonly registration: TestingUnitRegistration) {}

  async execute({ input, caller, context }: CreateTestingUnit) {
    return this.registration.register(input, caller, context);
  }
}

export class UpdateTestingUnit extends Command<OperationReturn<ResultOf<typeof updateTestUnit>>> {
  constructor(
    readonly input: InputOf<typeof updateTestUnit>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UpdateTestingUnit)
export class UpdateTestingUnitHandler implements ICommandHandler<UpdateTestingUnit> {
  constructor(private readonly units: TestingUnitChanges) {}

  async execute({ input, caller, context }: UpdateTestingUnit) {
    return this.units.update(input, caller, context);
  }
}

export class ChangeTestingUnit extends Command<OperationReturn<ResultOf<typeof testUnitUpdate>>> {
  constructor(
    readonly input: InputOf<typeof testUnitUpdate>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeTestingUnit)
export class ChangeTestingUnitHandler implements ICommandHandler<ChangeTestingUnit> {
  constructor(private readonly units: TestingUnitChanges) {}

  async execute({ input, caller, context }: ChangeTestingUnit) {
    return this.units.update(input, caller, context);
  }
}

/**
 * A deactivated unit cannot be chosen and accepts no new consignments. Its staff can complete consignments that they
 * have received before (ADR-018).
 */
export class ChangeTestingUnitActive extends Command<OperationReturn<ResultOf<typeof changeTestUnitActive>>> {
  constructor(
    readonly input: InputOf<typeof changeTestUnitActive>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChangeTestingUnitActive)
export class ChangeTestingUnitActiveHandler implements ICommandHandler<ChangeTestingUnitActive> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, isActive, reason }, context }: ChangeTestingUnitActive) {
    const command = isActive
      ? ({ type: 'ActivateTestingUnit' } as const)
      : ({ type: 'DeactivateTestingUnit', reason } as const);
    return testUnitAfter(this.engines.eventStore, id, await this.decisions.decide(testingUnit, id, command, context));
  }
}

/** Deletes a unit that was registered by mistake. A unit that was ever used must be deactivated instead. */
export class DeleteTestingUnit extends Command<OperationReturn<ResultOf<typeof testUnitDelete>>> {
  constructor(
    readonly input: InputOf<typeof testUnitDelete>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteTestingUnit)
export class DeleteTestingUnitHandler implements ICommandHandler<DeleteTestingUnit> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, reason }, context }: DeleteTestingUnit) {
    const [consignments, accounts] = await Promise.all([
      // An unedited draft refers to the unit only by its defaults.
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
    return withMeta(true as const, { revision, position });
  }

  private async rowsOf(view: ViewName, ...where: Condition[]): Promise<number> {
    await requireUpToDate(this.engines, view);
    return (await this.engines.views.find(view, { where, limit: 1 })).total;
  }
}

export const testingUnitCommandHandlers = [
  TestingUnitRegistration,
  AddTestingUnitHandler,
  CreateTestingUnitHandler,
  TestingUnitChanges,
  UpdateTestingUnitHandler,
  ChangeTestingUnitHandler,
  ChangeTestingUnitActiveHandler,
  DeleteTestingUnitHandler,
];

/** The unit after a command, read from its stream. */
const testUnitAfter = async (
  store: EventStore,
  id: string,
  { revision, position }: CommandResult<unknown>,
): Promise<OperationResult<TestUnit>> => {
  const unit = existingUnit(await currentTestingUnit(store, id));
  return withMeta(toTestUnit(unit), { revision, position });
};
