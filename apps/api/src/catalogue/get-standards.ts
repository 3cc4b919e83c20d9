import { Controller, Inject } from '@nestjs/common';
import { getStandards } from '#contract';
import { catalogueStandards, offeredParametersOf, type StandardRow } from '#domain';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { catalogueSampleOf } from './catalogue-sample.js';

@Controller()
export class GetStandards {
  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(getStandards)
  async handle(@Input() { sampleId }: InputOf<typeof getStandards>) {
    const { views } = this.engines;
    const sample = await catalogueSampleOf(views, sampleId);
    const used = new Set(offeredParametersOf(sample).flatMap(({ standards, basis }) => [...standards, ...basis]).map(({ standardId }) => standardId));
    const rows = await views.getMany<StandardRow>(catalogueStandards, [...used]);
    const today = localDayOf(this.now());
    return rows
      .toSorted((left, right) => (left.publishCode < right.publishCode ? -1 : 1))
      .map(({ id, standardName, publishCode, type, uniqueKey, executeDate, expireDate }) => ({
        standardId: id, standardName, publishCode, type, uniqueKey, executeDate, expireDate, isExpired: expireDate !== null && expireDate < today,
      }));
  }
}
