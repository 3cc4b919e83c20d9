import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getConsginUnit,
  getConsginUnitById,
  getConsginUnitListBySys,
  getConsignUnitInfo,
  type ConsignUnit,
  type ResultOf,
} from '#contract';
import { consigningUnits, existingUnit, type ConsigningUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../injection-tokens.js';
import { canReadUnit, requireUnitAccess, requestedUnitId } from './unit-access.js';
import { currentConsigningUnit, toConsignUnit } from './unit-rows.js';

/** Reads a consigning unit from its stream. */
@Injectable()
export class ConsigningUnitReader {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async unit(id: string): Promise<OperationResult<ConsignUnit>> {
    const unit = existingUnit(await currentConsigningUnit(this.engines.eventStore, id));
    return withMeta(toConsignUnit(unit), { revision: unit.revision });
  }
}

export class ListConsigningUnits extends Query<OperationReturn<ResultOf<typeof getConsginUnitListBySys>>> {
  constructor(readonly input: InputOf<typeof getConsginUnitListBySys>) {
    super();
  }
}

@QueryHandler(ListConsigningUnits)
export class ListConsigningUnitsHandler implements IQueryHandler<ListConsigningUnits> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { search, status, opening, skipCount, maxResultCount, atLeast } }: ListConsigningUnits) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consigningUnits, atLeast);
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
    return withMeta({ items: rows.map(toConsignUnit), totalCount: total, totalIsCapped }, { stale });
  }
}

export class GetConsigningUnit extends Query<OperationReturn<ResultOf<typeof getConsginUnitById>>> {
  constructor(
    readonly input: InputOf<typeof getConsginUnitById>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetConsigningUnit)
export class GetConsigningUnitHandler implements IQueryHandler<GetConsigningUnit> {
  constructor(private readonly reader: ConsigningUnitReader) {}

  async execute({ input: { id }, caller }: GetConsigningUnit) {
    requireUnitAccess(caller, id);
    return this.reader.unit(id);
  }
}

export class GetOwnConsigningUnit extends Query<OperationReturn<ResultOf<typeof getConsginUnit>>> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetOwnConsigningUnit)
export class GetOwnConsigningUnitHandler implements IQueryHandler<GetOwnConsigningUnit> {
  constructor(private readonly reader: ConsigningUnitReader) {}

  async execute({ caller: { unitId, unitType } }: GetOwnConsigningUnit) {
    if (unitId === null || unitType !== UNIT_TYPE.client) return null;
    return this.reader.unit(unitId);
  }
}

export class GetConsigningUnitInfo extends Query<OperationReturn<ResultOf<typeof getConsignUnitInfo>>> {
  constructor(
    readonly input: InputOf<typeof getConsignUnitInfo>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetConsigningUnitInfo)
export class GetConsigningUnitInfoHandler implements IQueryHandler<GetConsigningUnitInfo> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { unitId }, caller }: GetConsigningUnitInfo) {
    const id = requestedUnitId(unitId, caller);
    if (!canReadUnit(caller, id)) throw Problem.forbidden();
    const unit = await this.engines.views.get<ConsigningUnitRow>(consigningUnits, id);
    if (!unit) throw Problem.notFound();
    const { name, sheng, shi, detailAddress } = unit;
    return { id, name, province: sheng, city: shi, detailAddress };
  }
}

export const consigningUnitQueryHandlers = [
  ConsigningUnitReader,
  ListConsigningUnitsHandler,
  GetConsigningUnitHandler,
  GetOwnConsigningUnitHandler,
  GetConsigningUnitInfoHandler,
];
