import { Controller, Inject } from '@nestjs/common';
import { getDashboard, type Dashboard } from '#contract';
import { consignmentList } from '#domain';
import type { Engines } from '#engines';
import { ConsignType, ROLE, START } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { conditionsOf } from '../consignments/list-query.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { consignmentFigures } from './consignment-figures.js';
import { periodsAt } from './periods.js';
import { attention, platformFigures } from './platform-figures.js';
import { Recent } from './recent.js';

@Controller()
export class GetDashboard {
  /** By the conditions a caller's role and unit come down to: no two tenants share them. */
  private readonly recent = new Recent<Omit<Dashboard, 'attention'>>();

  constructor(@Inject(ENGINES) private readonly engines: Engines, @Inject(CLOCK) private readonly now: Clock) {}

  @Handles(getDashboard)
  async handle(@Input() { atLeast, consignType }: InputOf<typeof getDashboard>, @By() caller: Caller) {
    const { views } = this.engines;
    const facts = await fresh(views, consignmentList, atLeast);
    const now = this.now();
    const periods = periodsAt(now);
    const where = conditionsOf(caller, consignType === undefined ? [...ConsignType.values] : [consignType], { linkPerson: '', projectId: undefined, commitFrom: undefined, commitTo: undefined });
    const position = (await views.checkpoint(consignmentList))?.position ?? START;
    const [figures, broken] = await Promise.all([
      this.recent.of(JSON.stringify(where), { now: now.getTime(), position, atLeast }, async () => {
        const [counted, platform] = await Promise.all([
          consignmentFigures(views, where, periods),
          has(caller, ROLE.admin, ROLE.auditor) ? platformFigures(views, where, periods) : null,
        ]);
        return { ...counted, platform, countedAt: now.toISOString() };
      }),
      has(caller, ROLE.admin) ? attention(this.engines) : null,
    ]);
    return answer({ ...figures, attention: broken }, facts);
  }
}
