import { Controller, Inject } from '@nestjs/common';
import { getOwnUnitOpening, type OwnUnitOpening } from '#contract';
import { sameId } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users } from '../auth/users.js';
import { namesOf } from '../consignments/names-of.js';
import { By } from '../http/api-request.js';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { unitNameNow } from './unit-name.js';
import { unopenedUnit } from './unit-opening.js';

/** What the people of a unit that was never opened are shown in place of the console (ADR-018). */
@Controller()
export class GetOwnUnitOpening {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  @Handles(getOwnUnitOpening)
  async handle(@By() caller: Caller): Promise<OwnUnitOpening | null> {
    const found = await unopenedUnit(this.engines.eventStore, caller);
    if (!found || caller.unitType === null) return null;
    const { opening, registered } = found;
    const { by, at } = registered.metadata;
    const isOwn = sameId(by.unitId, caller.unitId);
    return {
      unitName: await unitNameNow(this.engines.eventStore, caller),
      unitType: caller.unitType,
      state: opening.state,
      reason: opening.state === 'refused' ? opening.reason : '',
      registeredBy: isOwn ? (await namesOf(this.users, [by.userId]))(by.userId) : '',
      registeredAt: at,
    };
  }
}
