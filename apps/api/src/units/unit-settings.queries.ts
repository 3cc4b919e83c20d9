import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import {
  getByParamCode,
  getListByUnitID,
  getReportConfigList,
  getReportConfigSysList,
  getTestUnitConfig,
  type ReportConfig,
  type ResultOf,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { problem, refuseIf } from '#domain/rules';
import {
  consigningUnit,
  consigningUnits,
  FORM_PARAMS,
  parseControlParams,
  reportConfig,
  defaultReportPreference,
  testingUnits,
  unitSettings,
  type ConsigningUnitRow,
  type ReportPreference,
  type TestingUnitRow,
  type UnitSettingsRow,
} from '#domain/units';
import type { Engines } from '#engines';
import { type ConsignType, UNIT_TYPE, type UnitType } from '#events';
import type { Caller } from '../auth/caller.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { canReadUnit, requireUnitAccess, requestedUnitId } from './unit-access.js';

const CONSIGN_TYPES: readonly ConsignType[] = [1, 2, 3];

/** The settings of a unit that a caller may read. */
@Injectable()
export class ControlParams {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async listVisible(
    caller: Caller,
    unitType: UnitType,
    requestedId: string | undefined,
  ): Promise<ResultOf<typeof getListByUnitID>> {
    const { views } = this.engines;
    const unitID = requestedUnitId(requestedId, caller);
    const mayReadAll = canReadUnit(caller, unitID);
    if (unitType === UNIT_TYPE.client && !mayReadAll) throw Problem.forbidden();
    const unit =
      unitType === UNIT_TYPE.laboratory
        ? await views.get<TestingUnitRow>(testingUnits, unitID)
        : await views.get<ConsigningUnitRow>(consigningUnits, unitID);
    if (!unit) throw Problem.notFound();
    const settings = await views.get<UnitSettingsRow>(unitSettings, unitID);
    return Object.entries(settings?.params ?? {})
      .filter(([paramCode]) => mayReadAll || FORM_PARAMS.includes(paramCode))
      .map(([paramCode, paramValue]) => ({ id: v5(paramCode, unitID), unitType, unitID, paramCode, paramValue }));
  }
}

/** The consigning unit whose report settings a caller may read and change. */
@Injectable()
export class ReportConfigAccess {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async requireUnitId(requestedId: string | undefined, caller: Caller): Promise<string> {
    const unitId = requestedUnitId(requestedId, caller);
    requireUnitAccess(caller, unitId);
    const { state } = await load(this.engines.eventStore, consigningUnit, unitId);
    refuseIf(state ? null : problem('NO_SUCH_UNIT'));
    return unitId;
  }
}

/**
 * All parameters of a unit whose data the caller may read. Of another testing unit only the parameters for the form;
 * another consigning unit is refused (API-034).
 */
export class ListControlParams extends Query<OperationReturn<ResultOf<typeof getListByUnitID>>> {
  constructor(
    readonly input: InputOf<typeof getListByUnitID>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListControlParams)
export class ListControlParamsHandler implements IQueryHandler<ListControlParams> {
  constructor(private readonly params: ControlParams) {}

  async execute({ input: { unitType, unitId }, caller }: ListControlParams) {
    return this.params.listVisible(caller, unitType, unitId);
  }
}

export class GetControlParam extends Query<OperationReturn<ResultOf<typeof getByParamCode>>> {
  constructor(
    readonly input: InputOf<typeof getByParamCode>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetControlParam)
export class GetControlParamHandler implements IQueryHandler<GetControlParam> {
  constructor(private readonly params: ControlParams) {}

  async execute({ input: { unitType, unitID, paramCode }, caller }: GetControlParam) {
    return (
      (await this.params.listVisible(caller, unitType, unitID)).find((param) => param.paramCode === paramCode) ?? null
    );
  }
}

export class GetTestingUnitConfig extends Query<OperationReturn<ResultOf<typeof getTestUnitConfig>>> {
  constructor(readonly input: InputOf<typeof getTestUnitConfig>) {
    super();
  }
}

@QueryHandler(GetTestingUnitConfig)
export class GetTestingUnitConfigHandler implements IQueryHandler<GetTestingUnitConfig> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { unitId } }: GetTestingUnitConfig) {
    const { views } = this.engines;
    const [unit, settings] = await Promise.all([
      views.get<TestingUnitRow>(testingUnits, unitId),
      views.get<UnitSettingsRow>(unitSettings, unitId),
    ]);
    if (!unit) throw Problem.notFound();
    return settings?.config ?? parseControlParams({});
  }
}

export class ListSystemReportConfig extends Query<OperationReturn<ResultOf<typeof getReportConfigSysList>>> {}

@QueryHandler(ListSystemReportConfig)
export class ListSystemReportConfigHandler implements IQueryHandler<ListSystemReportConfig> {
  async execute(): Promise<ReportConfig[]> {
    return CONSIGN_TYPES.map((consignType) => reportConfigRow('', consignType, defaultReportPreference(), true));
  }
}

export class ListReportConfig extends Query<OperationReturn<ResultOf<typeof getReportConfigList>>> {
  constructor(
    readonly input: InputOf<typeof getReportConfigList>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListReportConfig)
export class ListReportConfigHandler implements IQueryHandler<ListReportConfig> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly access: ReportConfigAccess,
  ) {}

  async execute({ input: { consignType, consignUnitId }, caller }: ListReportConfig): Promise<ReportConfig[]> {
    const unitId = await this.access.requireUnitId(consignUnitId, caller);
    const { state } = await load(this.engines.eventStore, reportConfig, unitId);
    return CONSIGN_TYPES.filter((kind) => consignType === undefined || kind === consignType).flatMap((kind) => {
      const preference = state[kind];
      return preference ? [reportConfigRow(unitId, kind, preference, false)] : [];
    });
  }
}

export const unitSettingQueryHandlers = [
  ControlParams,
  ListControlParamsHandler,
  GetControlParamHandler,
  GetTestingUnitConfigHandler,
  ReportConfigAccess,
  ListSystemReportConfigHandler,
  ListReportConfigHandler,
];

export const reportConfigRow = (
  unitId: string,
  consignType: ConsignType,
  preference: ReportPreference,
  isSystem: boolean,
): ReportConfig => ({
  id: isSystem ? `system-${consignType}` : v5(`reportConfig/${consignType}`, unitId),
  consignUnitId: unitId,
  consignType,
  ...preference,
  isSystem,
});
