import { Controller, Inject } from '@nestjs/common';
import { getUnitDetail } from '#contract';
import { isIntegrated, load, testingUnit } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { toTestingUnitRow } from './testing-unit-row.js';

@Controller()
export class GetUnitDetail {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getUnitDetail)
  async handle(@Input() { id }: InputOf<typeof getUnitDetail>) {
    const { state: unit } = await load(this.engines.eventStore, testingUnit, id);
    if (!unit?.isActive) throw Problem.notFound();
    return {
      ...toTestingUnitRow({ ...unit, id }),
      inroduce: unit.inroduce,
      regTime: unit.regTime,
      isIntegrated: isIntegrated(unit),
      unitCode: unit.lmisIntegratedCode.trim() || unit.unitNo,
    };
  }
}
