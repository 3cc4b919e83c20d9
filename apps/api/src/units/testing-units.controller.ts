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
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
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

/** Testing units: registered and managed by administrators, read and partly changed by their own staff. */
@Controller()
export class TestingUnitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(testUnitGetAll)
  list(@Input() input: InputOf<typeof testUnitGetAll>) {
    return this.queries.execute(new ListTestingUnits(input));
  }

  @Handles(getTestUnitById)
  getById(@Input() input: InputOf<typeof getTestUnitById>, @By() caller: Caller) {
    return this.queries.execute(new GetTestingUnitById(input, caller));
  }

  @Handles(testUnitGet)
  get(@Input() input: InputOf<typeof testUnitGet>) {
    return this.queries.execute(new GetTestingUnit(input));
  }

  @Handles(getTestUnit)
  own(@By() caller: Caller) {
    return this.queries.execute(new GetOwnTestingUnit(caller));
  }

  @Handles(addTestUnit)
  add(@Input() input: InputOf<typeof addTestUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new AddTestingUnit(input, caller, context));
  }

  @Handles(testUnitCreate)
  create(@Input() input: InputOf<typeof testUnitCreate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new CreateTestingUnit(input, caller, context));
  }

  @Handles(updateTestUnit)
  update(@Input() input: InputOf<typeof updateTestUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateTestingUnit(input, caller, context));
  }

  @Handles(testUnitUpdate)
  change(@Input() input: InputOf<typeof testUnitUpdate>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeTestingUnit(input, caller, context));
  }

  @Handles(changeTestUnitActive)
  changeActive(@Input() input: InputOf<typeof changeTestUnitActive>, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeTestingUnitActive(input, context));
  }

  @Handles(testUnitDelete)
  delete(@Input() input: InputOf<typeof testUnitDelete>, @Command() context: CommandContext) {
    return this.commands.execute(new DeleteTestingUnit(input, context));
  }
}
