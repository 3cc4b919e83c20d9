import { Controller, Inject } from '@nestjs/common';
import { getStandards } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, type Clock } from '../provided.js';
import { Asked } from './asked.js';
import { ofSample } from './catalogue-sample.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { datesOf } from './standard-dates.js';

@Controller()
export class GetStandards {
  constructor(
    private readonly catalogues: Catalogues,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getStandards)
  async handle(@Input() input: InputOf<typeof getStandards>, @Asked() by: AskedBy) {
    const { sampleId, categoryId, queryScope: scope } = input;
    const catalogue = await this.catalogues.asked(input, by);
    const rows = await ofSample(catalogue.standardsOf(sampleId, { categoryId, scope }));
    const today = localDayOf(this.now());
    return rows.map(({ id, standardName, publishCode, type, uniqueKey, ...standard }) => ({
      standardId: id,
      standardName,
      publishCode,
      type,
      uniqueKey,
      ...datesOf(standard, today),
    }));
  }
}
