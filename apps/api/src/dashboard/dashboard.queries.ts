import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Dashboard, getStatistic, getStatisticMobile, ResultOf } from '#contract';
import { consignmentList } from '#domain/views';
import type { Condition, Engines } from '#engines';
import { ConsignType, ROLE, START, type Position } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { listConditions } from '../consignments/list-query.js';
import { ReadYourWrites } from '../http/read-your-writes.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { CLOCK, ENGINES, type Clock } from '../injection-tokens.js';
import { consignmentFigures, countByStatus } from './consignment-figures.js';
import { dashboardPeriods } from './periods.js';
import { platformProblems, platformFigures } from './platform-figures.js';
import { FiguresCache } from './figures-cache.js';

type Statistic = { figures: ResultOf<typeof getStatistic>; stale: boolean };

/** The figures of a role's home page. */
export class GetStatistic extends Query<Statistic> {
  constructor(
    readonly filters: InputOf<typeof getStatistic>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetStatistic)
export class GetStatisticHandler implements IQueryHandler<GetStatistic> {
  /** Keyed by the conditions that result from a caller's role and unit, so that no two tenants share an entry. */
  private readonly cache = new FiguresCache<Omit<Dashboard, 'attention'>>();

  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly ownWrites: ReadYourWrites,
  ) {}

  async execute({ filters: { atLeast, consignType }, caller }: GetStatistic): Promise<Statistic> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentList, atLeast);
    await this.ownWrites.waitUntilVisible(consignmentList);
    const ownPosition = await this.ownWrites.position();
    const now = this.now();
    const periods = dashboardPeriods(now);
    const where = scopeOf(caller, consignType);
    const position = (await views.checkpoint(consignmentList))?.position ?? START;
    const [figures, problems] = await Promise.all([
      this.cache.getOrCount(
        JSON.stringify(where),
        { now: now.getTime(), position, atLeast: laterPosition(atLeast, ownPosition) },
        async () => {
          const [consignmentTotals, platform] = await Promise.all([
            consignmentFigures(views, where, periods),
            hasRole(caller, ROLE.admin, ROLE.auditor) ? platformFigures(views, where, periods) : null,
          ]);
          return { ...consignmentTotals, platform, countedAt: now.toISOString() };
        },
      ),
      hasRole(caller, ROLE.admin) ? platformProblems(this.engines) : null,
    ]);
    return { figures: { ...figures, attention: problems }, stale };
  }
}

const laterPosition = (left: Position | undefined, right: Position | null): Position | undefined =>
  right === null || (left !== undefined && left > right) ? left : right;

type MobileStatistic = { figures: ResultOf<typeof getStatisticMobile>; stale: boolean };

/** The number of consignments at each status, for phones. */
export class GetStatisticMobile extends Query<MobileStatistic> {
  constructor(
    readonly filters: InputOf<typeof getStatisticMobile>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(GetStatisticMobile)
export class GetStatisticMobileHandler implements IQueryHandler<GetStatisticMobile> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ filters: { atLeast, consignType }, caller }: GetStatisticMobile): Promise<MobileStatistic> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, consignmentList, atLeast);
    const countedAt = this.now().toISOString();
    return { figures: { countedAt, byStatus: await countByStatus(views, scopeOf(caller, consignType)) }, stale };
  }
}

/** The consignments that a caller's figures cover: those of the lists, of one type or of all. */
const scopeOf = (caller: Caller, consignType: ConsignType | undefined): Condition[] =>
  listConditions(caller, consignType === undefined ? [...ConsignType.values] : [consignType], {
    linkPerson: '',
    projectId: undefined,
    commitFrom: undefined,
    commitTo: undefined,
  });

export const dashboardQueryHandlers = [GetStatisticHandler, GetStatisticMobileHandler];
