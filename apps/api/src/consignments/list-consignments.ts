import { Controller, Inject } from '@nestjs/common';
import type { ConsignType } from '#events';
import {
  getRawMateriaConsignInfoList,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  listConsignments,
} from '#contract';
import {
  consignmentList,
  consignTypeName,
  rowsNamedToday,
  type ConsignmentRow,
  type Language,
  statusNamesOf,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { FileLinks } from '../files/file-tickets.js';
import { answer } from '../http/answer.js';
import { By, In } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { billAddress } from './bill-address.js';
import { conditionsOf, seesPersons } from './list-query.js';
import { listRow } from './list-row.js';
import { switchesOf } from './unit-facts.js';

type Asked = InputOf<typeof getRawMateriaConsignInfoList>;

/** The lists are one view, told apart by the kind of consignment. */
@Controller()
export class ListConsignments {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getRawMateriaConsignInfoList)
  rawMaterial(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, [1], caller, language);
  }

  @Handles(getRawMateriaConsignInfoListMobile)
  rawMaterialForPhones(@Input() asked: Asked, @By() caller: Caller, @In() language: Language) {
    return this.list(asked, [1], caller, language);
  }

  @Handles(getSitePreConsignInfoList)
  appointments(
    @Input() { type, ...asked }: InputOf<typeof getSitePreConsignInfoList>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    return this.list(asked, type === undefined ? [2, 3] : [type], caller, language);
  }

  @Handles(listConsignments)
  all(
    @Input() { consignType, ...asked }: InputOf<typeof listConsignments>,
    @By() caller: Caller,
    @In() language: Language,
  ) {
    return this.list(asked, consignType === undefined ? [1, 2, 3] : [consignType], caller, language);
  }

  private async list(asked: Asked, types: readonly ConsignType[], caller: Caller, language: Language) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentList, asked.atLeast);
    const {
      rows: stored,
      total,
      totalIsCapped,
    } = await views.find<ConsignmentRow>(consignmentList, {
      where: conditionsOf(caller, types, asked),
      search: asked.keyword,
      // When it was made is told by the log, whatever its clock said then.
      sort: [{ column: asked.sort === 'creationTime' ? 'position' : asked.sort, direction: asked.order }],
      skip: asked.skipCount,
      limit: asked.maxResultCount,
    });
    const [statusName, isPlatformCustomer, rows] = await Promise.all([
      statusNamesOf(this.engines.eventStore, language),
      this.platformCustomers(stored),
      rowsNamedToday(this.engines.eventStore, stored),
    ]);
    const personsShown = seesPersons(caller);
    const items = await Promise.all(
      rows.map(async (row) =>
        listRow(row, {
          statusName,
          typeName: (type) => consignTypeName(type, language),
          isPlatformCustomer: isPlatformCustomer.get(row.testUnitId) ?? false,
          personsShown,
          consignBillFile: await billAddress(this.links, { state: row, personsShown }, caller),
        }),
      ),
    );
    return answer({ items, totalCount: total, totalIsCapped }, facts);
  }

  private async platformCustomers(rows: readonly ConsignmentRow[]): Promise<Map<string | null, boolean>> {
    const unitIds = [...new Set(rows.map(({ testUnitId }) => testUnitId))];
    return new Map(
      await Promise.all(
        unitIds.map(
          async (id) => [id, (await switchesOf(this.engines.eventStore, id)).rules.testUnitIsLimsCust] as const,
        ),
      ),
    );
  }
}
