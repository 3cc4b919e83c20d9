import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { getByParamCode, getListByUnitID, type ResultOf } from '#contract';
import {
  consigningUnits,
  FORM_PARAMS,
  testingUnits,
  unitSettings,
  type ConsigningUnitRow,
  type TestingUnitRow,
  type UnitSettingsRow,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { isOwn, unitAskedFor } from './own-unit.js';

@Controller()
export class GetControlParams {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Of one's own unit all, of another testing unit those the form reads, of another consigning unit none (API-034). */
  @Handles(getListByUnitID)
  list(@Input() { unitType, unitId }: InputOf<typeof getListByUnitID>, @By() caller: Caller) {
    return this.shownTo(caller, unitType, unitId);
  }

  @Handles(getByParamCode)
  async one(@Input() { unitType, unitID, paramCode }: InputOf<typeof getByParamCode>, @By() caller: Caller) {
    return (await this.shownTo(caller, unitType, unitID)).find((param) => param.paramCode === paramCode) ?? null;
  }

  private async shownTo(
    caller: Caller,
    unitType: 1 | 2,
    asked: string | undefined,
  ): Promise<ResultOf<typeof getListByUnitID>> {
    const { views } = this.engines;
    const unitID = unitAskedFor(asked, caller);
    const own = isOwn(caller, unitID);
    if (unitType === 2 && !own) throw Problem.forbidden();
    const unit =
      unitType === 1
        ? await views.get<TestingUnitRow>(testingUnits, unitID)
        : await views.get<ConsigningUnitRow>(consigningUnits, unitID);
    if (!unit) throw Problem.notFound();
    const settings = await views.get<UnitSettingsRow>(unitSettings, unitID);
    return Object.entries(settings?.params ?? {})
      .filter(([paramCode]) => own || FORM_PARAMS.includes(paramCode))
      .map(([paramCode, paramValue]) => ({ id: v5(paramCode, unitID), unitType, unitID, paramCode, paramValue }));
  }
}
