import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  addConsginUnit,
  changeConsginUnitActive,
  getConsginUnit,
  getConsginUnitById,
  getConsginUnitListBySys,
  getConsignUnitInfo,
  updateConsginUnit,
} from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { AddConsigningUnit, ChangeConsigningUnitActive, UpdateConsigningUnit } from './consigning-units.commands.js';
import {
  GetConsigningUnit,
  GetConsigningUnitInfo,
  GetOwnConsigningUnit,
  ListConsigningUnits,
} from './consigning-units.queries.js';

/** Consigning units: registered and managed by administrators, read and partly changed by their own staff. */
@Controller()
export class ConsigningUnitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getConsginUnitListBySys)
  list(@Input() input: InputOf<typeof getConsginUnitListBySys>) {
    return this.queries.execute(new ListConsigningUnits(input));
  }

  @Handles(getConsginUnitById)
  get(@Input() input: InputOf<typeof getConsginUnitById>, @By() caller: Caller) {
    return this.queries.execute(new GetConsigningUnit(input, caller));
  }

  @Handles(getConsginUnit)
  own(@By() caller: Caller) {
    return this.queries.execute(new GetOwnConsigningUnit(caller));
  }

  @Handles(getConsignUnitInfo)
  info(@Input() input: InputOf<typeof getConsignUnitInfo>, @By() caller: Caller) {
    return this.queries.execute(new GetConsigningUnitInfo(input, caller));
  }

  @Handles(addConsginUnit)
  add(@Input() input: InputOf<typeof addConsginUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new AddConsigningUnit(input, caller, context));
  }

  @Handles(updateConsginUnit)
  update(@Input() input: InputOf<typeof updateConsginUnit>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new UpdateConsigningUnit(input, caller, context));
  }

  @Handles(changeConsginUnitActive)
  changeActive(@Input() input: InputOf<typeof changeConsginUnitActive>, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeConsigningUnitActive(input, context));
  }
}
