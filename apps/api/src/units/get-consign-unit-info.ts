import { Controller, Inject } from '@nestjs/common';
import { getConsignUnitInfo } from '#contract';
import { consigningUnits, type ConsigningUnitRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { isOwn, unitAskedFor } from './own-unit.js';

@Controller()
export class GetConsignUnitInfo {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getConsignUnitInfo)
  async handle(@Input() { unitId }: InputOf<typeof getConsignUnitInfo>, @By() caller: Caller) {
    const id = unitAskedFor(unitId, caller);
    if (!isOwn(caller, id)) throw Problem.forbidden();
    const unit = await this.engines.views.get<ConsigningUnitRow>(consigningUnits, id);
    if (!unit) throw Problem.notFound();
    const { name, sheng, shi, detailAddress } = unit;
    return { id, name, province: sheng, city: shi, detailAddress };
  }
}
