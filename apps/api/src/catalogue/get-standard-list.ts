import { Controller, Inject } from '@nestjs/common';
import { getStandardList } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, type Clock } from '../provided.js';
import { Asked } from './asked.js';
import { Catalogues, type AskedBy } from './catalogues.js';
import { datesOf } from './standard-dates.js';

@Controller()
export class GetStandardList {
  constructor(
    private readonly catalogues: Catalogues,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getStandardList)
  async handle(@Input() input: InputOf<typeof getStandardList>, @Asked() by: AskedBy) {
    const { search, skipCount, maxResultCount, whetherThisUnit: ofThisUnit } = input;
    const { rows, total } = await (
      await this.catalogues.asked(input, by)
    ).standardList({ search, skipCount, maxResultCount, ofThisUnit });
    const today = localDayOf(this.now());
    return {
      items: rows.map(({ id, standardName, publishCode, type, uniqueKey, ...standard }) => ({
        id,
        baseStandardName: standardName,
        printsManCode: publishCode,
        type,
        uniqKey: uniqueKey,
        ...datesOf(standard, today),
      })),
      totalCount: total,
    };
  }
}
