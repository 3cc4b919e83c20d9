import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { listWantedParameters, recordParameterClick, saveSpecification, type ResultOf } from '#contract';
import { wantedParameters, type WantedParameterRow } from '#domain/catalogue';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { testingUnits, type TestingUnitRow } from '#domain/units';
import type { Engines } from '#engines';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { Catalogues, type CatalogueCaller } from './catalogues.js';

export class ListWantedParameters extends Query<OperationReturn<ResultOf<typeof listWantedParameters>>> {
  constructor(
    readonly input: InputOf<typeof listWantedParameters>,
    readonly by: CatalogueCaller,
  ) {
    super();
  }
}

@QueryHandler(ListWantedParameters)
export class ListWantedParametersHandler implements IQueryHandler<ListWantedParameters> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  async execute({ input, by }: ListWantedParameters) {
    const { views } = this.engines;
    const { search, skipCount, maxResultCount, atLeast } = input;
    const [{ testUnitId }, { stale }] = await Promise.all([
      this.catalogues.catalogueFor(input, by),
      waitForView(views, wantedParameters, atLeast),
    ]);
    const { rows, total, totalIsCapped } = await views.find<WantedParameterRow>(wantedParameters, {
      where: testUnitId === null ? [] : [{ column: 'testUnitId', eq: testUnitId }],
      search,
      sort: [
        { column: 'clicks', direction: 'desc' },
        { column: 'lastAt', direction: 'desc' },
      ],
      skip: skipCount,
      limit: maxResultCount,
    });
    const units = await views.getMany<TestingUnitRow>(testingUnits, [...new Set(rows.map((row) => row.testUnitId))]);
    const nameOf = new Map(units.map(({ id, testUnitName }) => [id, testUnitName]));
    return withMeta(
      {
        items: rows.map((row) => ({ ...row, testUnitName: nameOf.get(row.testUnitId) ?? '' })),
        totalCount: total,
        totalIsCapped,
      },
      { stale },
    );
  }
}

/** Saves a rule for the caller's own unit, so that the forms of other units do not change. */
export class SaveSpecification extends Command<OperationReturn<ResultOf<typeof saveSpecification>>> {
  constructor(
    readonly input: InputOf<typeof saveSpecification>,
    readonly by: CatalogueCaller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SaveSpecification)
export class SaveSpecificationHandler implements ICommandHandler<SaveSpecification> {
  constructor(private readonly catalogues: Catalogues) {}

  async execute({ input, by, context }: SaveSpecification) {
    const { unitId } = by.caller;
    if (unitId === null) throw new RuleBroken(problem('NO_UNIT'));
    const catalogue = await this.catalogues.catalogueFor(input, by);
    if (!(await catalogue.saveRule(input.sampleId, unitId, input.configData, context)))
      throw new RuleBroken(problem('NO_SUCH_CATALOGUE_SAMPLE'));
    return true as const;
  }
}

export class RecordParameterClick extends Command<OperationReturn<ResultOf<typeof recordParameterClick>>> {
  constructor(
    readonly input: InputOf<typeof recordParameterClick>,
    readonly by: CatalogueCaller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordParameterClick)
export class RecordParameterClickHandler implements ICommandHandler<RecordParameterClick> {
  constructor(private readonly catalogues: Catalogues) {}

  async execute({ input: { testUnitId, ...click }, by, context }: RecordParameterClick) {
    const position = await (await this.catalogues.catalogueFor({ testUnitId }, by)).recordClick(click, context);
    return withMeta(true as const, { position });
  }
}

export const catalogueHandlers = [ListWantedParametersHandler, SaveSpecificationHandler, RecordParameterClickHandler];
