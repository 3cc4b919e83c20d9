import { Controller, Inject } from '@nestjs/common';
import {
  tuQualificationCreate,
  tuQualificationDelete,
  tuQualificationGet,
  tuQualificationGetAll,
  tuQualificationUpdate,
  type TuQualification,
} from '#contract';
import {
  load,
  problem,
  refuseIf,
  RuleBroken,
  sameId,
  testingUnit,
  testingUnitProfileOf,
  testingUnits,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import type { TestingUnit, UnitQualification } from '#events';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { heldQualifications } from './held-qualifications.js';
import { testingUnitNow, toTestUnit } from './test-unit-view.js';
import { allTestingUnits } from './testing-unit-row.js';

type Chosen = { sysQualificationId: string; orderIndex: number };

/**
 * Qualifications of a testing unit one by one (002 UN-009). They are facts of the unit and the platform's to grant (ADR-018), so each
 * change is a change of the unit, and its history tells it. They come in the order of orderIndex.
 */
@Controller()
export class KeepQualifications {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** The consignment, where one is named, must be one the caller may read. */
  @Handles(tuQualificationGetAll)
  async list(
    @Input() { testUnitId, consignId }: InputOf<typeof tuQualificationGetAll>,
    @By() caller: Caller,
  ): Promise<TuQualification[]> {
    const { eventStore } = this.engines;
    const { state } = consignId === undefined ? { state: null } : await findConsignment(eventStore, consignId, caller);
    const chosen = state && sameId(state.header.testUnitId, testUnitId) ? state.header.tuqualificationId : null;
    return (await this.heldBy(testUnitId)).map((held) => ({ ...held, isChosen: sameId(chosen, held.id) }));
  }

  @Handles(tuQualificationGet)
  async one(@Input() { id }: InputOf<typeof tuQualificationGet>): Promise<TuQualification> {
    return this.entry(await this.unitHolding(id), ({ id: each }) => sameId(each, id));
  }

  @Handles(tuQualificationCreate)
  async create(
    @Input() { testUnitId, sysQualificationId, orderIndex }: InputOf<typeof tuQualificationCreate>,
    @Command() context: CommandContext,
  ) {
    const done = await this.change(testUnitId, context, (before) => {
      refuseIf(
        before.some((held) => sameId(held.sysQualificationId, sysQualificationId))
          ? problem('RECORD_EXISTS', {}, 'sysQualificationId')
          : null,
      );
      return [
        ...before,
        { sysQualificationId, orderIndex: orderIndex ?? Math.max(0, ...before.map((held) => held.orderIndex)) + 1 },
      ];
    });
    return answer(await this.entry(testUnitId, (held) => sameId(held.sysQualificationId, sysQualificationId)), done);
  }

  @Handles(tuQualificationUpdate)
  async update(@Input() { id, orderIndex }: InputOf<typeof tuQualificationUpdate>, @Command() context: CommandContext) {
    const testUnitId = await this.unitHolding(id);
    const done = await this.change(testUnitId, context, (before) =>
      before.map((held) => (sameId(held.id, id) ? { ...held, orderIndex } : held)),
    );
    return answer(await this.entry(testUnitId, ({ id: each }) => sameId(each, id)), done);
  }

  @Handles(tuQualificationDelete)
  async delete(@Input() { id, reason }: InputOf<typeof tuQualificationDelete>, @Command() context: CommandContext) {
    return answer(
      true as const,
      await this.change(
        await this.unitHolding(id, context.commandId),
        context,
        (before) => before.filter((held) => !sameId(held.id, id)),
        reason,
      ),
    );
  }

  private async change(
    testUnitId: string,
    context: CommandContext,
    next: (before: readonly UnitQualification[]) => Chosen[],
    reason = '',
  ) {
    const { revision, position } = await this.decisions.decide(
      testingUnit,
      testUnitId,
      async (unit) => {
        const before = there(unit);
        return {
          type: 'ChangeTestingUnit' as const,
          unit: {
            ...testingUnitProfileOf(before),
            ...(await heldQualifications(this.engines.eventStore, next(before.qualifications), before, context)),
          },
          reason,
        };
      },
      context,
    );
    return { revision, position };
  }

  private async heldBy(testUnitId: string): Promise<TuQualification[]> {
    const unit = await testingUnitNow(this.engines.eventStore, testUnitId);
    if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
    return toTestUnit(unit).tuQualification.map((held) => ({ ...held, isChosen: false }));
  }

  private async entry(testUnitId: string, matches: (held: TuQualification) => boolean): Promise<TuQualification> {
    const found = (await this.heldBy(testUnitId)).find(matches);
    if (!found) throw new RuleBroken(problem('NO_SUCH_QUALIFICATION'));
    return found;
  }

  /** The unit that has an entry of this id; also the one from which this very request took it before, as it may be sent again. */
  private async unitHolding(id: string, commandId?: string): Promise<string> {
    const { eventStore, views } = this.engines;
    await upToDate(this.engines, testingUnits);
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

const there = (unit: TestingUnit | null): TestingUnit => {
  if (!unit) throw new RuleBroken(problem('NO_SUCH_UNIT'));
  return unit;
};
