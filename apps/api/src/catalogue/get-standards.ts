import { Controller, Inject } from '@nestjs/common';
import { getStandards } from '#contract';
import { offeredParametersOf } from '#domain';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, type Clock } from '../provided.js';
import { Asked } from './asked.js';
import { catalogueSampleOf } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { datesOf } from './standard-dates.js';

@Controller()
export class GetStandards {
  constructor(private readonly catalogues: Catalogues, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(getStandards)
  async handle(@Input() input: InputOf<typeof getStandards>, @Asked() by: AskedBy) {
    const { sampleId, categoryId: category, queryScope: scope } = input;
    const catalogue = await this.catalogues.asked(input, by);
    const sample = await catalogueSampleOf(catalogue, { sampleId, category, scope });
    const used = [...(sample.standards ?? []), ...offeredParametersOf(sample).flatMap(({ standards, basis }) => [...standards, ...basis])];
    const rows = await catalogue.standards(used.map(({ standardId }) => standardId));
    const today = localDayOf(this.now());
    return rows
      .toSorted((left, right) => (left.publishCode < right.publishCode ? -1 : 1))
      .map(({ id, standardName, publishCode, type, uniqueKey, ...standard }) => ({ standardId: id, standardName, publishCode, type, uniqueKey, ...datesOf(standard, today) }));
  }
}
