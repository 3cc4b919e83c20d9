import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { tuQualificationGet, tuQualificationGetAll, type ResultOf, type TuQualification } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { existingUnit, testingUnit, testingUnitProfileOf, testingUnits } from '#domain/units';
import type { Engines } from '#engines';
import type { UnitQualification } from '#events';
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
    next: (current: readonly UnitQualification[]) => RankedQualification[],
    reason = '',
  ) {
    const { revision, position } = await this.decisions.decide(
      testingUnit,
      testUnitId,
      async (unit) => {
        const current = existingUnit(unit);
        return {
          type: 'ChangeTestingUnit' as const,
          unit: {
            ...testingUnitProfileOf(current),
            ...(await resolveQualifications(this.engines.eventStore, next(current.qualifications), current, context)),
          },
          reason,
        };
      },
      context,
    );
    return { revision, position };
  }

  async listOfUnit(testUnitId: string): Promise<TuQualification[]> {
    const unit = existingUnit(await currentTestingUnit(this.engines.eventStore, testUnitId));
    return toTestUnit(unit).tuQualification.map((qualification) => ({ ...qualification, isChosen: false }));
  }

  async findOfUnit(testUnitId: string, matches: (qualification: TuQualification) => boolean): Promise<TuQualification> {
    const match = (await this.listOfUnit(testUnitId)).find(matches);
    if (!match) throw new RuleBroken(problem('NO_SUCH_QUALIFICATION'));
    return match;
  }

  /** The unit that holds this qualification, or the one from which the same command removed it earlier. */
  async findUnitWith(id: string, commandId?: string): Promise<string> {
    const { eventStore, views } = this.engines;
    await requireUpToDate(this.engines, testingUnits);
    const units = await allTestingUnits(views);
    const owner = units.find(({ qualifications }) =>
      qualifications.some((qualification) => sameId(qualification.id, id)),
    );
    if (owner) return owner.id;
    for (const unit of commandId === undefined ? [] : units) {
      const { events } = await load(eventStore, testingUnit, unit.id);
      if (events.some(({ metadata }) => metadata.commandId === commandId)) return unit.id;
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
    const selectedId = state && sameId(state.header.testUnitId, testUnitId) ? state.header.tuqualificationId : null;
    return (await this.qualifications.listOfUnit(testUnitId)).map((qualification) => ({
      ...qualification,
      isChosen: sameId(selectedId, qualification.id),
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
    return this.qualifications.findOfUnit(await this.qualifications.findUnitWith(id), ({ id: each }) =>
      sameId(each, id),
    );
  }
}

export const qualificationQueryHandlers = [
  UnitQualifications,
  ListUnitQualificationsHandler,
  GetUnitQualificationHandler,
];
