import { Controller, Inject } from '@nestjs/common';
import { getConsginUnit, getConsginUnitById, getConsginUnitListBySys, type ConsignUnit } from '#contract';
import { consigningUnits, problem, RuleBroken, type ConsigningUnitRow } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consigningUnitNow, toConsignUnit } from './consign-unit-view.js';
import { ownOnly } from './own-unit.js';

/** Consigning units: the administrator's list, and one whole as its stream says now. */
@Controller()
export class GetConsignUnits {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getConsginUnitListBySys)
  async list(
    @Input() { search, status, opening, skipCount, maxResultCount, atLeast }: InputOf<typeof getConsginUnitListBySys>,
  ) {
    const { views } = this.engines;
    const { stale } = await fresh(views, consigningUnits, atLeast);
    const { rows, total, totalIsCapped } = await views.find<ConsigningUnitRow>(consigningUnits, {
      where: [
        ...(status === undefined ? [] : [{ column: 'status', eq: status }]),
        ...(opening === undefined ? [] : [{ column: 'opening', eq: opening }]),
      ],
      search,
      sort: [{ column: 'unitNo', direction: 'asc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return answer({ items: rows.map(toConsignUnit), totalCount: total, totalIsCapped }, { stale });
  }

  @Handles(getConsginUnitById)
  byId(@Input() { id }: InputOf<typeof getConsginUnitById>, @By() caller: Caller) {
    ownOnly(caller, id);
    return this.unit(id);
  }

  @Handles(getConsginUnit)
  async own(@By() { unitId, unitType }: Caller) {
    if (unitId === null || unitType !== 2) return null;
    return this.unit(unitId);
  }

  private async unit(id: string): Promise<Answer<ConsignUnit>> {
    const unit = await consigningUnitNow(this.engines.eventStore, id);
    if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    return answer(toConsignUnit(unit), { revision: unit.revision });
  }
}
