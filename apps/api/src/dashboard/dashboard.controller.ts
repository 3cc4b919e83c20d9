import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { getStatistic, getStatisticMobile } from '#contract';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { Input } from '../http/input.js';
import { GetStatistic, GetStatisticMobile } from './dashboard.queries.js';

/** The figures of the home page. */
@Controller()
export class DashboardController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getStatistic)
  async all(@Input() filters: InputOf<typeof getStatistic>, @CurrentUser() caller: Caller) {
    const { figures, stale } = await this.queries.execute(new GetStatistic(filters, caller));
    return withMeta(figures, { stale });
  }

  @HandlesOperation(getStatisticMobile)
  async mobileStatistic(@Input() filters: InputOf<typeof getStatisticMobile>, @CurrentUser() caller: Caller) {
    const { figures, stale } = await this.queries.execute(new GetStatisticMobile(filters, caller));
    return withMeta(figures, { stale });
  }
}
