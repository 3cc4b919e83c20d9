import { Controller, Inject } from '@nestjs/common';
import { getStatisticMobile } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { standing } from './consignment-figures.js';
import { scopeOf } from './scope.js';

@Controller()
export class GetStatisticMobile {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Handles(getStatisticMobile)
  async handle(@Input() { atLeast, consignType }: InputOf<typeof getStatisticMobile>, @By() caller: Caller) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentList, atLeast);
    return answer(
      { countedAt: this.now().toISOString(), byStatus: await standing(views, scopeOf(caller, consignType)) },
      facts,
    );
  }
}
