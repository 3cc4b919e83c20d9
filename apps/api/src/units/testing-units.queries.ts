import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getTestUnit, getTestUnitById, testUnitGet, testUnitGetAll, type ResultOf, type TestUnit } from '#contract';
import { existingUnit, testingUnits, type TestingUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { UNIT_TYPE } from '#events';
import type { Caller } from '../auth/caller.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { requireUnitAccess } from './unit-access.js';
import { currentTestingUnit, toTestUnit } from './unit-rows.js';

/** Reads a testing unit from its stream. */
@Injectable()
export class TestingUnitReader {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async unit(id: string): Promise<OperationResult<TestUnit>> {
    const unit = existingUnit(await currentTestingUnit(this.engines.eventStore, id));
    return withMeta(toTestUnit(unit), { revision: unit.revision });
  }
}

export class ListTestingUnits extends Query<OperationReturn<ResultOf<typeof testUnitGetAll>>> {
  constructor(readonly input: InputOf<typeof testUnitGetAll>) {
    super();
  }
}

@QueryHandler(ListTestingUnits)
export class ListTestingUnitsHandler implements IQueryHandler<ListTestingUnits> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ input: { search, isActive, opening, skipCount, maxResultCount, atLeast } }: ListTestingUnits) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, testingUnits, atLeast);
    const { rows, total, totalIsCapped } = await views.find<TestingUnitRow>(testingUnits, {
      where: [
        ...(isActive === undefined ? [] : [{ column: 'isActive', eq: Number(isActive) }]),
        ...(opening === undefined ? [] : [{ column: 'opening', eq: opening }]),
      ],
      search,
      sort: [{ column: 'unitNo', direction: 'asc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta({ items: rows.map(toTestUnit), totalCount: total, totalIsCapped }, { stale });
  }
}

export class GetTestingUnitById extends Query<OperationReturn<ResultOf<typeof getTestUnitById>>> {
  constructor(
    readonly input: InputOf<typeof getTestUnitById>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetTestingUnitById)
export class GetTestingUnitByIdHandler implements IQueryHandler<GetTestingUnitById> {
  constructor(private readonly reader: TestingUnitReader) {}

  async execute({ input: { testUnitID }, caller }: GetTestingUnitById) {
    requireUnitAccess(caller, testUnitID);
    return this.reader.unit(testUnitID);
  }
}

export class GetTestingUnit extends Query<OperationReturn<ResultOf<typeof testUnitGet>>> {
  constructor(readonly input: InputOf<typeof testUnitGet>) {
    super();
  }
}

@QueryHandler(GetTestingUnit)
export class GetTestingUnitHandler implements IQueryHandler<GetTestingUnit> {
  constructor(private readonly reader: TestingUnitReader) {}

  async execute({ input: { id } }: GetTestingUnit) {
    return this.reader.unit(id);
  }
}

export class GetOwnTestingUnit extends Query<OperationReturn<ResultOf<typeof getTestUnit>>> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(GetOwnTestingUnit)
export class GetOwnTestingUnitHandler implements IQueryHandler<GetOwnTestingUnit> {
  constructor(private readonly reader: TestingUnitReader) {}

  async execute({ caller: { unitId, unitType } }: GetOwnTestingUnit) {
    if (unitId === null || unitType !== UNIT_TYPE.laboratory) return null;
    return this.reader.unit(unitId);
  }
}

export const testingUnitQueryHandlers = [
  ListTestingUnitsHandler,
  TestingUnitReader,
  GetTestingUnitByIdHandler,
  GetTestingUnitHandler,
  GetOwnTestingUnitHandler,
];
