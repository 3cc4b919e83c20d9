import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  getByParamCode,
  getListByUnitID,
  getReportConfigList,
  getReportConfigSysList,
  getTestUnitConfig,
  saveReportConfig,
  setParamValues,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { SaveReportConfig, SetControlParams } from './unit-settings.commands.js';
import {
  GetControlParam,
  GetTestingUnitConfig,
  ListControlParams,
  ListReportConfig,
  ListSystemReportConfig,
} from './unit-settings.queries.js';

/** Settings of units: control parameters, and the report preferences of consigning units (002 UN-022). */
@Controller()
export class UnitSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(getListByUnitID)
  list(@Input() input: InputOf<typeof getListByUnitID>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListControlParams(input, caller));
  }

  @HandlesOperation(getByParamCode)
  get(@Input() input: InputOf<typeof getByParamCode>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetControlParam(input, caller));
  }

  @HandlesOperation(getTestUnitConfig)
  config(@Input() input: InputOf<typeof getTestUnitConfig>) {
    return this.queries.execute(new GetTestingUnitConfig(input));
  }

  @HandlesOperation(getReportConfigSysList)
  systemReportConfig() {
    return this.queries.execute(new ListSystemReportConfig());
  }

  @HandlesOperation(getReportConfigList)
  reportConfig(@Input() input: InputOf<typeof getReportConfigList>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListReportConfig(input, caller));
  }

  @HandlesOperation(saveReportConfig)
  saveReportConfig(
    @Input() input: InputOf<typeof saveReportConfig>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SaveReportConfig(input, caller, context));
  }

  @HandlesOperation(setParamValues)
  set(
    @Input() input: InputOf<typeof setParamValues>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new SetControlParams(input, caller, context));
  }
}
