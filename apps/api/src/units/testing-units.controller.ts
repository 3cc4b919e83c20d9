import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  addTestUnit,
  changeTestUnitActive,
  getTestUnit,
  getTestUnitById,
  testUnitCreate,
  testUnitDelete,
  testUnitGet,
  testUnitGetAll,
  testUnitUpdate,
  updateTestUnit,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import {
  AddTestingUnit,
  ChangeTestingUnit,
  ChangeTestingUnitActive,
  CreateTestingUnit,
  DeleteTestingUnit,
  UpdateTestingUnit,
} from './testing-units.commands.js';
import { GetOwnTestingUnit, GetTestingUnit, GetTestingUnitById, ListTestingUnits } from './testing-units.queries.js';

/**
 * Testing units. Administrators register and manage them; their own staff can read them and change some of their data.
 */
@Controller()
export class TestingUnitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(testUnitGetAll)
  list(@Input() input: InputOf<typeof testUnitGetAll>) {
    return this.queries.execute(new ListTestingUnits(input));
  }

  @HandlesOperation(getTestUnitById)
  getById(@Input() input: InputOf<typeof getTestUnitById>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetTestingUnitById(input, caller));
  }

  @HandlesOperation(testUnitGet)
  get(@Input() input: InputOf<typeof testUnitGet>) {
    return this.queries.execute(new GetTestingUnit(input));
  }

  @HandlesOperation(getTestUnit)
  own(@CurrentUser() caller: Caller) {
    return this.queries.execute(new GetOwnTestingUnit(caller));
  }

  @HandlesOperation(addTestUnit)
  add(
    @Input() input: InputOf<typeof addTestUnit>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new AddTestingUnit(input, caller, context));
  }

  @HandlesOperation(testUnitCreate)
  create(
    @Input() input: InputOf<typeof testUnitCreate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateTestingUnit(input, caller, context));
  }

  @HandlesOperation(updateTestUnit)
  update(
    @Input() input: InputOf<typeof updateTestUnit>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateTestingUnit(input, caller, context));
  }

  @HandlesOperation(testUnitUpdate)
  change(
    @Input() input: InputOf<typeof testUnitUpdate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangeTestingUnit(input, caller, context));
  }

  @HandlesOperation(changeTestUnitActive)
  changeActive(@Input() input: InputOf<typeof changeTestUnitActive>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new ChangeTestingUnitActive(input, context));
  }

  @HandlesOperation(testUnitDelete)
  delete(@Input() input: InputOf<typeof testUnitDelete>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new DeleteTestingUnit(input, context));
  }
}
