import { Controller, Inject } from '@nestjs/common';
import { listWantedParameters } from '#contract';
import { testingUnits, wantedParameters, type TestingUnitRow, type WantedParameterRow } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';

@Controller()
export class ListWantedParameters {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly catalogues: Catalogues,
  ) {}

  @Handles(listWantedParameters)
  async handle(@Input() input: InputOf<typeof listWantedParameters>, @Asked() by: AskedBy) {
    const { views } = this.engines;
    const { search, skipCount, maxResultCount, atLeast } = input;
    const [{ testUnitId }, { stale }] = await Promise.all([
      this.catalogues.asked(input, by),
      fresh(views, wantedParameters, atLeast),
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
    return answer(
      {
        items: rows.map((row) => ({ ...row, testUnitName: nameOf.get(row.testUnitId) ?? '' })),
        totalCount: total,
        totalIsCapped,
      },
      { stale },
    );
  }
}
