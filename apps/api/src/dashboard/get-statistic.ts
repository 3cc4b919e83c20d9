import { Controller, Inject } from '@nestjs/common';
import { getStatistic, type Dashboard } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import { ROLE, START, type Position } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { OwnWrites } from '../http/own-writes.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { consignmentFigures } from './consignment-figures.js';
import { periodsAt } from './periods.js';
import { attention, platformFigures } from './platform-figures.js';
import { Recent } from './recent.js';
import { scopeOf } from './scope.js';

@Controller()
export class GetStatistic {
  /** By the conditions a caller's role and unit come down to: no two tenants share them. */
  private readonly recent = new Recent<Omit<Dashboard, 'attention'>>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  @Handles(getStatistic)
  async handle(@Input() { atLeast, consignType }: InputOf<typeof getStatistic>, @By() caller: Caller) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentList, atLeast);
    await this.ownWrites.shown(consignmentList);
    const own = await this.ownWrites.position();
    const now = this.now();
    const periods = periodsAt(now);
    const where = scopeOf(caller, consignType);
    const position = (await views.checkpoint(consignmentList))?.position ?? START;
    const [figures, broken] = await Promise.all([
      this.recent.of(
        JSON.stringify(where),
        { now: now.getTime(), position, atLeast: latestOf(atLeast, own) },
        async () => {
          const [counted, platform] = await Promise.all([
            consignmentFigures(views, where, periods),
            has(caller, ROLE.admin, ROLE.auditor) ? platformFigures(views, where, periods) : null,
          ]);
          return { ...counted, platform, countedAt: now.toISOString() };
        },
      ),
      has(caller, ROLE.admin) ? attention(this.engines) : null,
    ]);
    return answer({ ...figures, attention: broken }, facts);
  }
}

const latestOf = (one: Position | undefined, other: Position | null): Position | undefined =>
  other === null || (one !== undefined && one > other) ? one : other;
