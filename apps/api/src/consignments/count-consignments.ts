import { Controller, Inject } from '@nestjs/common';
import { ConsignStatus } from '#events';
import { getConsignmentCounts } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { conditionsOf } from './list-query.js';

@Controller()
export class CountConsignments {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getConsignmentCounts)
  async handle(@Input() asked: InputOf<typeof getConsignmentCounts>, @By() caller: Caller) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentList, asked.atLeast);
    const types = asked.consignType === undefined ? ([1, 2, 3] as const) : [asked.consignType];
    const counts = await views.countBy(consignmentList, 'consignStatus', {
      where: conditionsOf(caller, types, asked),
      search: asked.keyword,
    });
    const byStatus = [...ConsignStatus.values].map((consignStatus) => ({
      consignStatus,
      count: counts.get(consignStatus) ?? 0,
    }));
    return answer({ total: byStatus.reduce((sum, { count }) => sum + count, 0), byStatus }, facts);
  }
}
