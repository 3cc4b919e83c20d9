import { Controller, Inject } from '@nestjs/common';
import { getDefaultConsignInfo } from '#contract';
import { problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { openTestingUnit } from './open-testing-unit.js';
import { StartingDefaults } from './starting-defaults.js';

@Controller()
export class GetDefaults {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly starting: StartingDefaults,
  ) {}

  @Handles(getDefaultConsignInfo)
  async handle(@Input() { testUnitId }: InputOf<typeof getDefaultConsignInfo>, @By() { unitId }: Caller) {
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    if (testUnitId !== undefined) await openTestingUnit(this.engines.eventStore, testUnitId);
    return this.starting.of(unitId, testUnitId);
  }
}
