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
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { SaveReportConfig, SetControlParams } from './unit-settings.commands.js';
import {
  GetControlParam,
  GetTestingUnitConfig,
  ListControlParams,
  ListReportConfig,
  ListSystemReportConfig,
} from './unit-settings.queries.js';

/** Settings of units: control parameters, and how a consigning unit wants its reports (002 UN-022). */
@Controller()
export class UnitSettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(getListByUnitID)
  list(@Input() input: InputOf<typeof getListByUnitID>, @By() caller: Caller) {
    return this.queries.execute(new ListControlParams(input, caller));
  }

  @Handles(getByParamCode)
  get(@Input() input: InputOf<typeof getByParamCode>, @By() caller: Caller) {
    return this.queries.execute(new GetControlParam(input, caller));
  }

  @Handles(getTestUnitConfig)
  config(@Input() input: InputOf<typeof getTestUnitConfig>) {
    return this.queries.execute(new GetTestingUnitConfig(input));
  }

  @Handles(getReportConfigSysList)
  systemReportConfig() {
    return this.queries.execute(new ListSystemReportConfig());
  }

  @Handles(getReportConfigList)
  reportConfig(@Input() input: InputOf<typeof getReportConfigList>, @By() caller: Caller) {
    return this.queries.execute(new ListReportConfig(input, caller));
  }

  @Handles(saveReportConfig)
  saveReportConfig(
    @Input() input: InputOf<typeof saveReportConfig>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new SaveReportConfig(input, caller, context));
  }

  @Handles(setParamValues)
  set(@Input() input: InputOf<typeof setParamValues>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new SetControlParams(input, caller, context));
  }
}
