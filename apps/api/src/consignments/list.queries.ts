import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { getConsignmentCounts, getRawMateriaConsignInfoList, ResultOf } from '#contract';
import { consignTypeName } from '#domain/consignment';
import { statusNamesOf } from '#domain/reference';
import type { Language } from '#domain/text';
import { consignmentList, withCurrentRowNames, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import { ConsignStatus, type ConsignType } from '#events';
import type { Caller } from '../auth/caller.js';
import { FileLinks } from '../files/file-tickets.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { billAddress, listRow } from './consignment-view.js';
import { listConditions, canSeePersons } from './list-query.js';
import { loadUnitPolicy } from './unit-policy.js';

type Filters = InputOf<typeof getRawMateriaConsignInfoList>;
type List = { page: ResultOf<typeof getRawMateriaConsignInfoList>; stale: boolean };

/** A page of the consignments of some types that the caller may see. All lists read the same view. */
export class ListConsignments extends Query<List> {
  constructor(
    readonly types: readonly ConsignType[],
    readonly filters: Filters,
    readonly caller: Caller,
    readonly language: Language,
  ) {
    super();
  }
}

@QueryHandler(ListConsignments)
export class ListConsignmentsHandler implements IQueryHandler<ListConsignments> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  async execute({ types, filters, caller, language }: ListConsignments): Promise<List> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentList, filters.atLeast);
    const {
      rows: stored,
      total,
      totalIsCapped,
    } = await views.find<ConsignmentRow>(consignmentList, {
      where: listConditions(caller, types, filters),
      search: filters.keyword,
      // The order of the log is the order of creation, independent of the clock.
      sort: [{ column: filters.sort === 'creationTime' ? 'position' : filters.sort, direction: filters.order }],
      skip: filters.skipCount,
      limit: filters.maxResultCount,
    });
    const [statusName, isPlatformCustomer, rows] = await Promise.all([
      statusNamesOf(this.engines.eventStore, language),
      this.platformCustomers(stored),
      withCurrentRowNames(this.engines.eventStore, stored),
    ]);
    const showsPersons = canSeePersons(caller);
    const items = await Promise.all(
      rows.map(async (row) =>
        listRow(row, {
          statusName,
          typeName: (type) => consignTypeName(type, language),
          isPlatformCustomer: isPlatformCustomer.get(row.testUnitId) ?? false,
          showsPersons,
          consignBillFile: await billAddress(this.links, { state: row, showsPersons }, caller),
        }),
      ),
    );
    return { page: { items, totalCount: total, totalIsCapped }, stale };
  }

  private async platformCustomers(rows: readonly ConsignmentRow[]): Promise<Map<string | null, boolean>> {
    const unitIds = [...new Set(rows.map(({ testUnitId }) => testUnitId))];
    return new Map(
      await Promise.all(
        unitIds.map(
          async (id) => [id, (await loadUnitPolicy(this.engines.eventStore, id)).rules.testUnitIsLimsCust] as const,
        ),
      ),
    );
  }
}

type Counts = { counts: ResultOf<typeof getConsignmentCounts>; stale: boolean };

/** The number of consignments in a list, by status. */
export class CountConsignments extends Query<Counts> {
  constructor(
    readonly filters: InputOf<typeof getConsignmentCounts>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(CountConsignments)
export class CountConsignmentsHandler implements IQueryHandler<CountConsignments> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ filters, caller }: CountConsignments): Promise<Counts> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentList, filters.atLeast);
    const types = filters.consignType === undefined ? ([1, 2, 3] as const) : [filters.consignType];
    const counts = await views.countBy(consignmentList, 'consignStatus', {
      where: listConditions(caller, types, filters),
      search: filters.keyword,
    });
    const byStatus = [...ConsignStatus.values].map((consignStatus) => ({
      consignStatus,
      count: counts.get(consignStatus) ?? 0,
    }));
    return { counts: { total: byStatus.reduce((sum, { count }) => sum + count, 0), byStatus }, stale };
  }
}

export const listQueryHandlers = [ListConsignmentsHandler, CountConsignmentsHandler];
