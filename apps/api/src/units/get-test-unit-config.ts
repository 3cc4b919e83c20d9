import { Controller, Inject } from '@nestjs/common';
import { getTestUnitConfig } from '#contract';
import { parseControlParams, testingUnits, unitSettings, type TestingUnitRow, type UnitSettingsRow } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetTestUnitConfig {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getTestUnitConfig)
  async handle(@Input() { unitId }: InputOf<typeof getTestUnitConfig>) {
    const { views } = this.engines;
    const [unit, settings] = await Promise.all([
      views.get<TestingUnitRow>(testingUnits, unitId),
      views.get<UnitSettingsRow>(unitSettings, unitId),
    ]);
    if (!unit) throw Problem.notFound();
    return settings?.config ?? parseControlParams({});
  }
}
