import { Controller, Inject } from '@nestjs/common';
import { getTestUnit, getTestUnitById, testUnitGet, type TestUnit } from '#contract';
import { problem, RuleBroken } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { ownOnly } from './own-unit.js';
import { testingUnitNow, toTestUnit } from './test-unit-view.js';

/** A testing unit as its stream says now: what an editor begins with, so never behind. */
@Controller()
export class GetTestUnit {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getTestUnitById)
  byId(@Input() { testUnitID }: InputOf<typeof getTestUnitById>, @By() caller: Caller) {
    ownOnly(caller, testUnitID);
    return this.unit(testUnitID);
  }

  @Handles(testUnitGet)
  get(@Input() { id }: InputOf<typeof testUnitGet>) {
    return this.unit(id);
  }

  @Handles(getTestUnit)
  async own(@By() { unitId, unitType }: Caller) {
    if (unitId === null || unitType !== 1) return null;
    return this.unit(unitId);
  }

  private async unit(id: string): Promise<Answer<TestUnit>> {
    const unit = await testingUnitNow(this.engines.eventStore, id);
    if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    return answer(toTestUnit(unit), { revision: unit.revision });
  }
}
