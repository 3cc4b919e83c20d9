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
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { AddConsigningUnit, ChangeConsigningUnitActive, UpdateConsigningUnit } from './consigning-units.commands.js';
import {
  GetConsigningUnit,
  GetConsigningUnitInfo,
  GetOwnConsigningUnit,
  ListConsigningUnits,
} from './consigning-units.queries.js';

/**
 * Consigning units. Administrators register and manage them; their own staff can read them and change some of their
 * data.
 */
@Controller()
export class ConsigningUnitsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getConsginUnitListBySys)
  list(@Input() input: InputOf<typeof getConsginUnitListBySys>) {
    return this.queries.execute(new ListConsigningUnits(input));
  }

  @HandlesOperation(getConsginUnitById)
  get(@Input() input: InputOf<typeof getConsginUnitById>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetConsigningUnit(input, caller));
  }

  @HandlesOperation(getConsginUnit)
  own(@CurrentUser() caller: Caller) {
    return this.queries.execute(new GetOwnConsigningUnit(caller));
  }

  @HandlesOperation(getConsignUnitInfo)
  info(@Input() input: InputOf<typeof getConsignUnitInfo>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetConsigningUnitInfo(input, caller));
  }

  @HandlesOperation(addConsginUnit)
  add(
    @Input() input: InputOf<typeof addConsginUnit>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new AddConsigningUnit(input, caller, context));
  }

  @HandlesOperation(updateConsginUnit)
  update(
    @Input() input: InputOf<typeof updateConsginUnit>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateConsigningUnit(input, caller, context));
  }

  @HandlesOperation(changeConsginUnitActive)
  changeActive(@Input() input: InputOf<typeof changeConsginUnitActive>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new ChangeConsigningUnitActive(input, context));
  }
}
