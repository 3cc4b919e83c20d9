import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { getAllStandard, type BaseStandard, type ResultOf } from '#contract';
import { catalogueStandards, type StandardRow } from '#domain/catalogue';
import { managedStandard, standardUses, type StandardUseRow } from '#domain/catalogue-maintenance';
import { load, type CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { isExpired } from '#domain/sample';
import { dayInChina } from '#domain/time';
import type { Engines } from '#engines';
import type { CatalogueStandard } from '#events';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { catalogueRows, MAX_ROWS_OF_ALL_UNITS } from './catalogue-rows.js';

/** Reads standards from their streams, with the number of their uses. */
@Injectable()
export class StandardReader {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The number of samples, copies and packs that refer to each standard. */
  async countUses(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const rows = await catalogueRows<StandardUseRow>(this.engines.views, standardUses, {
      limit: MAX_ROWS_OF_ALL_UNITS,
    });
    for (const { standardIds } of rows) for (const id of standardIds) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  async read(id: string): Promise<CatalogueStandard> {
    const { state } = await load(this.engines.eventStore, managedStandard, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
    return state;
  }

  async findById(id: string, usesById: ReadonlyMap<string, number>): Promise<BaseStandard | null> {
    const { state, head } = await load(this.engines.eventStore, managedStandard, id);
    if (!state) return null;
    const { standardName, publishCode, type, executeDate, expireDate, clauseCodes } = state;
    return {
      id,
      revision: head.revision,
      baseStandardName: standardName,
      printsManCode: publishCode,
      type,
      executeDate,
      expireDate,
      isExpired: isExpired(expireDate, dayInChina(this.now())),
      clauseCodes,
      canDelete: !usesById.has(id),
    };
  }

  async toResult(id: string, { revision, position }: CommandResult<unknown>): Promise<OperationResult<BaseStandard>> {
    const standard = await this.findById(id, await this.countUses());
    if (!standard) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
    return withMeta(standard, { revision, position });
  }
}

/** Uses are counted for all standards at once (a few hundred rows), so the list is filtered in memory. */
export class ListStandards extends Query<OperationReturn<ResultOf<typeof getAllStandard>>> {
  constructor(readonly input: InputOf<typeof getAllStandard>) {
    super();
  }
}

@QueryHandler(ListStandards)
export class ListStandardsHandler implements IQueryHandler<ListStandards> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly standards: StandardReader,
  ) {}

  async execute({ input: { search, state, skipCount, maxResultCount, atLeast } }: ListStandards) {
    const { views } = this.engines;
    const [{ stale }] = await Promise.all([
      waitForView(views, catalogueStandards, atLeast),
      waitForView(views, standardUses, atLeast),
    ]);
    const [rows, usesById] = await Promise.all([
      catalogueRows<StandardRow>(views, catalogueStandards, {
        search,
        sort: [{ column: 'publishCode', direction: 'asc' }],
      }),
      this.standards.countUses(),
    ]);
    const today = dayInChina(this.now());
    const matches = rows.filter(
      ({ id, expireDate }) =>
        state === '' ||
        (state === 'unused' ? !usesById.has(id) : isExpired(expireDate, today) === (state === 'expired')),
    );
    const items = await Promise.all(
      matches.slice(skipCount, skipCount + maxResultCount).map(async ({ id }) => this.standards.findById(id, usesById)),
    );
    return withMeta({ items: items.filter((item) => item !== null), totalCount: matches.length }, { stale });
  }
}

export const standardQueryHandlers = [StandardReader, ListStandardsHandler];
