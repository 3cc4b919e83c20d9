import { Controller, Inject } from '@nestjs/common';
import { testUnitGetAll } from '#contract';
import { testingUnits, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { answer } from '../http/answer.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toTestUnit } from './test-unit-view.js';

@Controller()
export class ListTestUnits {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(testUnitGetAll)
  async handle(
    @Input() { search, isActive, opening, skipCount, maxResultCount, atLeast }: InputOf<typeof testUnitGetAll>,
  ) {
    const { views } = this.engines;
    const { stale } = await fresh(views, testingUnits, atLeast);
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
    return answer({ items: rows.map(toTestUnit), totalCount: total, totalIsCapped }, { stale });
  }
}
