import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { listWantedParameters, type ResultOf } from '#contract';
import { testingUnits, wantedParameters, type TestingUnitRow, type WantedParameterRow } from '#domain';
import type { Engines } from '#engines';
import { withMeta, type OperationReturn } from '../http/answer.js';
import { waitForView } from '../http/fresh.js';
import type { InputOf } from '../http/handles.js';
import { ENGINES } from '../provided.js';
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
      this.catalogues.asked(input, by),
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

export const wantedParameterQueryHandlers = [ListWantedParametersHandler];
