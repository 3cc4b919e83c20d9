import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { saveReportConfig, setParamValues, type ResultOf } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import {
  consigningUnit,
  controlParamProblem,
  ADMIN_ONLY_PARAMS,
  reportConfig,
  settings,
  testingUnit,
} from '#domain/units';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import { isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from './unit-access.js';
import { ReportConfigAccess, reportConfigRow } from './unit-settings.queries.js';

export class SaveReportConfig extends Command<OperationReturn<ResultOf<typeof saveReportConfig>>> {
  constructor(
    readonly input: InputOf<typeof saveReportConfig>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveReportConfig)
export class SaveReportConfigHandler implements ICommandHandler<SaveReportConfig> {
  constructor(
    private readonly decisions: Decisions,
    private readonly access: ReportConfigAccess,
  ) {}

  async execute({
    input: { consignUnitId, consignType, getReportType, reportCount },
    caller,
    context,
  }: SaveReportConfig) {
    const unitId = await this.access.requireUnitId(consignUnitId, caller);
    const preference = { getReportType, reportCount };
    const { revision, position } = await this.decisions.decide(
      reportConfig,
      unitId,
      { type: 'SaveReportConfig', consignType, wish: preference },
      context,
    );
    return withMeta(reportConfigRow(unitId, consignType, preference, false), { revision, position });
  }
}

/** Sets parameters of one unit with one event. */
export class SetControlParams extends Command<OperationReturn<ResultOf<typeof setParamValues>>> {
  constructor(
    readonly input: InputOf<typeof setParamValues>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SetControlParams)
export class SetControlParamsHandler implements ICommandHandler<SetControlParams> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { params: newParams, reason }, caller, context }: SetControlParams) {
    const [first] = newParams;
    if (
      !first ||
      !newParams.every(({ unitID, unitType }) => sameId(unitID, first.unitID) && unitType === first.unitType)
    )
      throw new RuleBroken(problem('ONE_UNIT_ONLY', {}, 'unitID'));
    const { unitID, unitType } = first;
    requireUnitAccess(caller, unitID);
    const { state: unit } =
      unitType === UNIT_TYPE.laboratory
        ? await load(this.engines.eventStore, testingUnit, unitID)
        : await load(this.engines.eventStore, consigningUnit, unitID);
    refuseIf(unit ? null : problem('NO_SUCH_UNIT'));
    refuseIf(
      newParams
        .map(({ paramCode, paramValue }) => controlParamProblem(paramCode, paramValue))
        .filter((paramProblem) => paramProblem !== null),
    );
    const params = Object.fromEntries(newParams.map(({ paramCode, paramValue }) => [paramCode, paramValue]));
    const { state, revision, position } = await this.decisions.decide(
      settings,
      unitID,
      async ({ params: current }) => {
        const forbiddenCodes = isPlatformAdmin(caller)
          ? []
          : ADMIN_ONLY_PARAMS.filter((code) => code in params && params[code] !== current[code]);
        refuseIf(forbiddenCodes.map((code) => problem('FIELD_OF_THE_PLATFORM', {}, code)));
        return { type: 'ChangeUnitSettings' as const, unitType, params, reason };
      },
      context,
    );
    return withMeta(
      Object.entries(state.params).map(([paramCode, paramValue]) => ({
        id: v5(paramCode, unitID),
        unitType,
        unitID,
        paramCode,
        paramValue,
      })),
      { revision, position },
    );
  }
}

export const unitSettingCommandHandlers = [SaveReportConfigHandler, SetControlParamsHandler];
