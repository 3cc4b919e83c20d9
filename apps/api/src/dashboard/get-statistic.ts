import { Controller, Inject } from '@nestjs/common';
import { getStatistic, type Dashboard } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import { ROLE, START, type Position } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser } from '../http/api-request.js';
import { waitForView } from '../http/fresh.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ReadYourWrites } from '../http/own-writes.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { consignmentFigures } from './consignment-figures.js';
import { dashboardPeriods } from './periods.js';
import { platformProblems, platformFigures } from './platform-figures.js';
import { FiguresCache } from './recent.js';
import { dashboardConditions } from './scope.js';

@Controller()
export class GetStatistic {
  /** By the conditions a caller's role and unit come down to: no two tenants share them. */
  private readonly recent = new FiguresCache<Omit<Dashboard, 'attention'>>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(ReadYourWrites) private readonly ownWrites: ReadYourWrites,
  ) {}

  @HandlesOperation(getStatistic)
  async handle(@Input() { atLeast, consignType }: InputOf<typeof getStatistic>, @CurrentUser() caller: Caller) {
    const { views } = this.engines;
    const facts = await waitForView(views, consignmentList, atLeast);
    await this.ownWrites.shown(consignmentList);
    const own = await this.ownWrites.position();
    const now = this.now();
    const periods = dashboardPeriods(now);
    const where = dashboardConditions(caller, consignType);
    const position = (await views.checkpoint(consignmentList))?.position ?? START;
    const [figures, broken] = await Promise.all([
      this.recent.of(
        JSON.stringify(where),
        { now: now.getTime(), position, atLeast: latestOf(atLeast, own) },
        async () => {
          const [counted, platform] = await Promise.all([
            consignmentFigures(views, where, periods),
            hasRole(caller, ROLE.admin, ROLE.auditor) ? platformFigures(views, where, periods) : null,
          ]);
          return { ...counted, platform, countedAt: now.toISOString() };
        },
      ),
      hasRole(caller, ROLE.admin) ? platformProblems(this.engines) : null,
    ]);
    return withMeta({ ...figures, attention: broken }, facts);
  }
}

const latestOf = (one: Position | undefined, other: Position | null): Position | undefined =>
  other === null || (one !== undefined && one > other) ? one : other;
