import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getQuoteList,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleGetTree,
  type CatalogueSampleView,
  type ResultOf,
} from '#contract';
import { quoteLinesOf, unitSample, type UnitSampleCommand } from '#domain/catalogue-maintenance';
import type { CommandContext, CommandResult } from '#domain/event-sourcing';
import type { Engines } from '#engines';
import type { CatalogueSample } from '#events';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationResult, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { requireFreeSampleCode, OwnedSamples } from './owned-samples.js';
import { unitCatalogueOwnerFor, unitSampleId, type CatalogueOwner } from './catalogue-owner.js';
import { listSamplesPage, toSampleView, buildSampleTree } from './sample-lists.js';

type Unit = NonNullable<CatalogueOwner>;

/** A command on a unit's sample without its key. */
type CommandWithoutKey = UnitSampleCommand extends infer Each
  ? Each extends UnitSampleCommand
    ? Omit<Each, 'key'>
    : never
  : never;

/** Reads the samples of one testing unit from their streams, and changes them. */
@Injectable()
export class UnitSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly decisions: Decisions,
  ) {}

  unit(caller: Caller, testUnitId: string | undefined): Promise<Unit> {
    return unitCatalogueOwnerFor(this.engines.eventStore, caller, testUnitId);
  }

  async decide(
    unit: Unit,
    id: string,
    context: CommandContext,
    command: (template: CatalogueSample | null) => CommandWithoutKey,
  ): Promise<CommandResult<unknown>> {
    const key = { testUnitId: unit.testUnitId, sampleId: id };
    return this.decisions.decide(
      unitSample,
      unitSampleId(unit.testUnitId, id),
      async (): Promise<UnitSampleCommand> => ({ ...command((await this.ownedSamples.read(unit, id)).template), key }),
      context,
    );
  }

  async add(
    unit: Unit,
    id: string,
    sample: CatalogueSample,
    context: CommandContext,
  ): Promise<OperationResult<CatalogueSampleView>> {
    await requireFreeSampleCode(this.engines, this.ownedSamples, unit, id, sample.sampleCode);
    return this.readResult(unit, id, await this.ownedSamples.add(unit, id, sample, context));
  }

  async loadReferences({ bigCategoryIds }: Unit) {
    return { ...(await this.ownedSamples.loadReferences()), bigCategoryIds };
  }

  async readResult(
    unit: Unit,
    id: string,
    result?: CommandResult<unknown>,
  ): Promise<OperationResult<CatalogueSampleView>> {
    const [ownedSample, names] = await Promise.all([this.ownedSamples.read(unit, id), this.ownedSamples.loadNames()]);
    return withMeta(toSampleView(unit, ownedSample, names), {
      ...(ownedSample.revision === null ? {} : { revision: ownedSample.revision }),
      ...(result ? { position: result.position } : {}),
    });
  }
}

export class ListUnitSamples extends Query<OperationReturn<ResultOf<typeof tuTestSampleGetAll>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleGetAll>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListUnitSamples)
export class ListUnitSamplesHandler implements IQueryHandler<ListUnitSamples> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, ...filters }, caller }: ListUnitSamples) {
    const { page, stale } = await listSamplesPage(
      this.ownedSamples,
      await this.samples.unit(caller, testUnitId),
      filters,
    );
    return withMeta(page, { stale });
  }
}

export class GetUnitSampleTree extends Query<OperationReturn<ResultOf<typeof tuTestSampleGetTree>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleGetTree>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetUnitSampleTree)
export class GetUnitSampleTreeHandler implements IQueryHandler<GetUnitSampleTree> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, ...filters }, caller }: GetUnitSampleTree) {
    const { tree, stale } = await buildSampleTree(
      this.ownedSamples,
      await this.samples.unit(caller, testUnitId),
      filters,
    );
    return withMeta(tree, { stale });
  }
}

export class ListQuotes extends Query<OperationReturn<ResultOf<typeof getQuoteList>>> {
  constructor(
    readonly input: InputOf<typeof getQuoteList>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListQuotes)
export class ListQuotesHandler implements IQueryHandler<ListQuotes> {
  constructor(
    private readonly ownedSamples: OwnedSamples,
    private readonly samples: UnitSamples,
  ) {}

  async execute({ input: { testUnitId, atLeast }, caller }: ListQuotes) {
    const unit = await this.samples.unit(caller, testUnitId);
    const { leaves, stale } = await this.ownedSamples.leaves(unit, atLeast);
    const rows = await this.ownedSamples.rows(
      unit,
      leaves.filter(({ withdrawn }) => !withdrawn),
    );
    return withMeta(quoteLinesOf(rows.map(({ id, sample }) => ({ ...sample, id }))), { stale });
  }
}

export class GetUnitSample extends Query<OperationReturn<ResultOf<typeof tuTestSampleGet>>> {
  constructor(
    readonly input: InputOf<typeof tuTestSampleGet>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetUnitSample)
export class GetUnitSampleHandler implements IQueryHandler<GetUnitSample> {
  constructor(private readonly samples: UnitSamples) {}

  async execute({ input: { testUnitId, id }, caller }: GetUnitSample) {
    return this.samples.readResult(await this.samples.unit(caller, testUnitId), id);
  }
}

export const unitSampleQueryHandlers = [
  UnitSamples,
  ListUnitSamplesHandler,
  GetUnitSampleTreeHandler,
  ListQuotesHandler,
  GetUnitSampleHandler,
];
