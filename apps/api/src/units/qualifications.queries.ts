import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { tuQualificationGet, tuQualificationGetAll, type ResultOf, type TuQualification } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { existingUnit, testingUnit, testingUnitProfileOf, testingUnits } from '#domain/units';
import type { Engines } from '#engines';
import type { TestingUnit, UnitQualification } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/consignment-access.js';
import { Decisions } from '../commands/decisions.js';
import type { OperationReturn, InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { resolveQualifications } from './unit-profiles.js';
import { allTestingUnits, currentTestingUnit, toTestUnit } from './unit-rows.js';

type RankedQualification = { sysQualificationId: string; orderIndex: number };

/** Reads the qualifications of a testing unit from its stream, and changes them. */
@Injectable()
export class UnitQualifications {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async change(
    testUnitId: string,
    context: CommandContext,
    next: (before: readonly UnitQualification[]) => RankedQualification[],
    reason = '',
  ) {
    const { revision, position } = await this.decisions.decide(
      testingUnit,
      testUnitId,
      async (unit) => {
        const before = existingUnit(unit);
        return {
          type: 'ChangeTestingUnit' as const,
          unit: {
            ...testingUnitProfileOf(before),
            ...(await resolveQualifications(this.engines.eventStore, next(before.qualifications), before, context)),
          },
          reason,
        };
      },
      context,
    );
    return { revision, position };
  }

  async heldBy(testUnitId: string): Promise<TuQualification[]> {
    const unit = await currentTestingUnit(this.engines.eventStore, testUnitId);
    if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    return toTestUnit(unit).tuQualification.map((held) => ({ ...held, isChosen: false }));
  }

  async entry(testUnitId: string, matches: (held: TuQualification) => boolean): Promise<TuQualification> {
    const found = (await this.heldBy(testUnitId)).find(matches);
    if (!found) throw new RuleBroken(problem('NO_SUCH_QUALIFICATION'));
    return found;
  }

  /** The unit that holds this qualification, or the one from which the same command removed it earlier. */
  async unitHolding(id: string, commandId?: string): Promise<string> {
    const { eventStore, views } = this.engines;
    await requireUpToDate(this.engines, testingUnits);
    const units = await allTestingUnits(views);
    const holder = units.find(({ qualifications }) => qualifications.some((held) => sameId(held.id, id)));
    if (holder) return holder.id;
    for (const unit of commandId === undefined ? [] : units) {
      const { past } = await load(eventStore, testingUnit, unit.id);
      if (past.some(({ metadata }) => metadata.commandId === commandId)) return unit.id;
    }
    throw new RuleBroken(problem('NO_SUCH_QUALIFICATION'));
  }
}

/** Qualifications of a unit. The caller must be allowed to read the consignment, if one is given. */
export class ListUnitQualifications extends Query<OperationReturn<ResultOf<typeof tuQualificationGetAll>>> {
  constructor(
    readonly input: InputOf<typeof tuQualificationGetAll>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListUnitQualifications)
export class ListUnitQualificationsHandler implements IQueryHandler<ListUnitQualifications> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly qualifications: UnitQualifications,
  ) {}

  async execute({ input: { testUnitId, consignId }, caller }: ListUnitQualifications): Promise<TuQualification[]> {
    const { eventStore } = this.engines;
    const { state } = consignId === undefined ? { state: null } : await findConsignment(eventStore, consignId, caller);
    const chosen = state && sameId(state.header.testUnitId, testUnitId) ? state.header.tuqualificationId : null;
    return (await this.qualifications.heldBy(testUnitId)).map((held) => ({
      ...held,
      isChosen: sameId(chosen, held.id),
    }));
  }
}

export class GetUnitQualification extends Query<OperationReturn<ResultOf<typeof tuQualificationGet>>> {
  constructor(readonly input: InputOf<typeof tuQualificationGet>) {
    super();
  }
}

@QueryHandler(GetUnitQualification)
export class GetUnitQualificationHandler implements IQueryHandler<GetUnitQualification> {
  constructor(private readonly qualifications: UnitQualifications) {}

  async execute({ input: { id } }: GetUnitQualification): Promise<TuQualification> {
    return this.qualifications.entry(await this.qualifications.unitHolding(id), ({ id: each }) => sameId(each, id));
  }
}

export const qualificationQueryHandlers = [
  UnitQualifications,
  ListUnitQualificationsHandler,
  GetUnitQualificationHandler,
];
