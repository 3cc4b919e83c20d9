import { Controller, Inject } from '@nestjs/common';
import { getStatisticMobile } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser } from '../http/api-request.js';
import { waitForView } from '../http/fresh.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { countByStatus } from './consignment-figures.js';
import { dashboardConditions } from './scope.js';

@Controller()
export class GetStatisticMobile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @HandlesOperation(getStatisticMobile)
  async handle(@Input() { atLeast, consignType }: InputOf<typeof getStatisticMobile>, @CurrentUser() caller: Caller) {
    const { views } = this.engines;
    const facts = await waitForView(views, consignmentList, atLeast);
    return withMeta(
      {
        countedAt: this.now().toISOString(),
        byStatus: await countByStatus(views, dashboardConditions(caller, consignType)),
      },
      facts,
    );
  }
}
