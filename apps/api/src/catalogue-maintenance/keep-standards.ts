import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  baseStandardDelete,
  baseStandardInsert,
  baseStandardUpdate,
  getAllStandard,
  type BaseStandard,
} from '#contract';
import {
  catalogueStandards,
  isExpired,
  keptStandard,
  load,
  NEW_STANDARD,
  problem,
  refuseIf,
  RuleBroken,
  sameStandard,
  standardUses,
  standardWith,
  type CommandContext,
  type Handled,
  type StandardRow,
  type StandardUseRow,
} from '#domain';
import type { Engines } from '#engines';
import type { CatalogueStandard } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { answer, type Answer } from '../http/answer.js';
import { Command } from '../http/command.js';
import { fresh, upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { localDayOf } from '../http/local-day.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { StandardIdentities } from './standard-identities.js';

const ALL = 20_000;

/** The standards that samples, parameters and packs name (002 CAT-001). */
@Controller()
export class KeepStandards {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Whether one may go is known of all of them at once: a few hundred rows, so the page is cut here. */
  @Handles(getAllStandard)
  async list(@Input() { search, state, skipCount, maxResultCount, atLeast }: InputOf<typeof getAllStandard>) {
    const { views } = this.engines;
    const [{ stale }] = await Promise.all([
      fresh(views, catalogueStandards, atLeast),
      fresh(views, standardUses, atLeast),
    ]);
    const [{ rows }, used] = await Promise.all([
      views.find<StandardRow>(catalogueStandards, {
        search,
        sort: [{ column: 'publishCode', direction: 'asc' }],
        limit: ALL,
      }),
      this.uses(),
    ]);
    const today = localDayOf(this.now());
    const found = rows.filter(
      ({ id, expireDate }) =>
        state === '' || (state === 'unused' ? !used.has(id) : isExpired(expireDate, today) === (state === 'expired')),
    );
    const items = await Promise.all(
      found.slice(skipCount, skipCount + maxResultCount).map(async ({ id }) => this.one(id, used)),
    );
    return answer({ items: items.filter((item) => item !== null), totalCount: found.length }, { stale });
  }

  @Handles(baseStandardInsert)
  async insert(@Input() typed: InputOf<typeof baseStandardInsert>, @Command() context: CommandContext) {
    const id = v5('catalogueStandard', context.commandId);
    const item = standardWith(typed, NEW_STANDARD);
    keptStandard.decider.decide({ type: 'AddItem', item }, null); // whatever is wrong is said before the number is taken
    await this.identities.take(id, item, context);
    return this.shown(id, await this.decisions.decide(keptStandard, id, { type: 'AddItem', item }, context));
  }

  @Handles(baseStandardUpdate)
  async update(@Input() { id, ...typed }: InputOf<typeof baseStandardUpdate>, @Command() context: CommandContext) {
    const before = await this.stateOf(id);
    const after = standardWith(typed, before);
    if (!sameStandard(before, after)) {
      keptStandard.decider.decide({ type: 'ChangeItem', item: after }, before);
      await this.identities.take(id, after, context);
    }
    const written = await this.decisions.decide(
      keptStandard,
      id,
      async (state) => {
        if (!state) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
        return { type: 'ChangeItem' as const, item: standardWith(typed, state) };
      },
      context,
    );
    if (!sameStandard(before, after)) await this.identities.release(id, before, context);
    return this.shown(id, written);
  }

  @Handles(baseStandardDelete)
  async remove(@Input() { id, reason }: InputOf<typeof baseStandardDelete>, @Command() context: CommandContext) {
    const before = await this.stateOf(id);
    await upToDate(this.engines, standardUses);
    const count = (await this.uses()).get(id) ?? 0;
    refuseIf(count > 0 ? problem('STANDARD_IN_USE', { count }) : null);
    const { revision, position } = await this.decisions.decide(
      keptStandard,
      id,
      { type: 'WithdrawItem', reason },
      context,
    );
    await this.identities.release(id, before, context);
    return answer(true as const, { revision, position });
  }

  /** How many samples, copies and packs name each standard. */
  private async uses(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const { rows } = await this.engines.views.find<StandardUseRow>(standardUses, { limit: ALL });
    for (const { standardIds } of rows) for (const id of standardIds) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  private async stateOf(id: string): Promise<CatalogueStandard> {
    const { state } = await load(this.engines.eventStore, keptStandard, id);
    if (!state) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
    return state;
  }

  private async one(id: string, used: ReadonlyMap<string, number>): Promise<BaseStandard | null> {
    const { state, head } = await load(this.engines.eventStore, keptStandard, id);
    if (!state) return null;
    const { standardName, publishCode, type, executeDate, expireDate, clauseCodes } = state;
    return {
      id,
      revision: head.revision,
      baseStandardName: standardName,
      printsManCode: publishCode,
      type,
      executeDate,
      expireDate,
      isExpired: isExpired(expireDate, localDayOf(this.now())),
      clauseCodes,
      canDelete: !used.has(id),
    };
  }

  private async shown(id: string, { revision, position }: Handled<unknown>): Promise<Answer<BaseStandard>> {
    const standard = await this.one(id, await this.uses());
    if (!standard) throw new RuleBroken(problem('NO_SUCH_STANDARD'));
    return answer(standard, { revision, position });
  }
}
