import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  cataloguePacks,
  dashedId,
  keptPack,
  load,
  packsHeldBy,
  problem,
  refuseIf,
  requiredReasonProblems,
  RuleBroken,
  sameFacts,
  unitPack,
  unitPacks,
  type CommandContext,
  type Handled,
  type HeldId,
  type HeldPack,
  type PackRow,
  type UnitPackRow,
} from '#domain';
import type { Engines } from '#engines';
import type { CataloguePack } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import type { Holder } from './holder.js';

/** More than any catalogue has. */
const ALL = 20_000;

/** A pack as its stream says now; `revision` is that of the stream a change goes to, null before the first. */
export type CurrentPack = {
  pack: CataloguePack;
  revision: number | null;
  origin: HeldPack['origin'];
  withdrawn: boolean;
};

/** Id of the stream that holds a unit's copy of a pack. */
export const unitPackId = (testUnitId: string, packId: string): string => v5(dashedId(packId), dashedId(testUnitId));

/** Packs of one holder: read from the log one by one, from the views in lists; and the one way to change one. */
@Injectable()
export class HolderPacks {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** All that a holder has; those of the template that a unit does not offer too. */
  async all(holder: Holder): Promise<HeldPack[]> {
    const { views } = this.engines;
    const [template, copies] = await Promise.all([
      views.find<PackRow>(cataloguePacks, { limit: ALL }),
      holder
        ? views.find<UnitPackRow>(unitPacks, { where: [{ column: 'testUnitId', eq: holder.testUnitId }], limit: ALL })
        : { rows: [] },
    ]);
    return packsHeldBy(copies.rows, template.rows);
  }

  /** @throws RuleBroken NO_SUCH_PACK, also for one that the unit deleted. */
  async one(holder: Holder, id: string): Promise<CurrentPack> {
    const { eventStore } = this.engines;
    const listed = await load(eventStore, keptPack, id);
    const copy = holder && (await load(eventStore, unitPack, unitPackId(holder.testUnitId, id)));
    const pack = copy?.state?.pack ?? listed.state;
    const withdrawn = copy?.state?.withdrawn ?? false;
    if (!pack || (withdrawn && !listed.state)) throw new RuleBroken(problem('NO_SUCH_PACK'));
    const revision = (copy ?? listed).head.revision;
    return {
      pack,
      revision: revision < 0 ? null : revision,
      origin: !copy?.state?.pack ? 'template' : listed.state ? 'copy' : 'own',
      withdrawn,
    };
  }

  /** A pack under an id that a holder may have added already; null where not. @throws RuleBroken CELL_DELETED_SINCE for one that the unit deleted */
  async added(holder: Holder, id: string): Promise<CataloguePack | null> {
    const { eventStore } = this.engines;
    if (!holder) return (await load(eventStore, keptPack, id)).state;
    const { state } = await load(eventStore, unitPack, unitPackId(holder.testUnitId, id));
    refuseIf(state?.withdrawn ? problem('CELL_DELETED_SINCE', { name: state.pack?.name ?? '' }) : null);
    return state?.pack ?? null;
  }

  /** What a holder's packs are called, those too that a unit deleted. */
  async names(holder: Holder): Promise<HeldId[]> {
    const { views } = this.engines;
    if (!holder)
      return (await views.find<PackRow>(cataloguePacks, { limit: ALL })).rows.map(({ id, name }) => ({ id, name }));
    const copies = (
      await views.find<UnitPackRow>(unitPacks, { where: [{ column: 'testUnitId', eq: holder.testUnitId }], limit: ALL })
    ).rows;
    return copies.map(({ packId, pack, withdrawn }) => ({ id: packId, name: pack?.name ?? '', isDeleted: withdrawn }));
  }

  async add(holder: Holder, id: string, pack: CataloguePack, context: CommandContext): Promise<Handled<unknown>> {
    if (!holder) return this.decisions.decide(keptPack, id, { type: 'AddItem', item: pack }, context);
    return this.decisions.decide(
      unitPack,
      unitPackId(holder.testUnitId, id),
      async (there) => {
        refuseIf(there?.pack && !there.withdrawn && !sameFacts(there.pack, pack) ? problem('RECORD_EXISTS') : null);
        return {
          type: 'KeepUnitPack' as const,
          key: { testUnitId: holder.testUnitId, packId: id },
          template: null,
          pack,
        };
      },
      context,
    );
  }

  /** Changes a pack for its holder: `change` makes it of what its stream says, anew for every try. A unit's first change makes its copy. */
  async change(
    holder: Holder,
    id: string,
    context: CommandContext,
    change: (pack: CataloguePack) => CataloguePack,
    reason = '',
  ): Promise<Handled<unknown>> {
    if (!holder) {
      return this.decisions.decide(
        keptPack,
        id,
        async (pack) => {
          if (!pack) throw new RuleBroken(problem('NO_SUCH_PACK'));
          return {
            type: 'ChangeItem' as const,
            item: change(pack),
            ...(reason.trim() ? { reason: reason.trim() } : {}),
          };
        },
        context,
      );
    }
    return this.decisions.decide(
      unitPack,
      unitPackId(holder.testUnitId, id),
      async () => {
        const { pack } = await this.one(holder, id);
        return {
          type: 'KeepUnitPack' as const,
          key: { testUnitId: holder.testUnitId, packId: id },
          template: await this.template(id),
          pack: change(pack),
          reason,
        };
      },
      context,
    );
  }

  /** @throws RuleBroken REASON_REQUIRED without a reason */
  async withdraw(holder: Holder, id: string, reason: string, context: CommandContext): Promise<Handled<unknown>> {
    refuseIf(requiredReasonProblems(reason));
    return holder
      ? this.decidedByUnit(holder, id, 'WithdrawUnitPack', reason, context)
      : this.decisions.decide(keptPack, id, { type: 'WithdrawItem', reason }, context);
  }

  /** The template holds again. @throws RuleBroken NO_PACK_TEMPLATE for a pack of the unit's own */
  reset(holder: NonNullable<Holder>, id: string, reason: string, context: CommandContext): Promise<Handled<unknown>> {
    return this.decidedByUnit(holder, id, 'ResetUnitPack', reason, context);
  }

  private decidedByUnit(
    { testUnitId }: NonNullable<Holder>,
    id: string,
    type: 'WithdrawUnitPack' | 'ResetUnitPack',
    reason: string,
    context: CommandContext,
  ): Promise<Handled<unknown>> {
    return this.decisions.decide(
      unitPack,
      unitPackId(testUnitId, id),
      async () => ({ type, key: { testUnitId, packId: dashedId(id) }, template: await this.template(id), reason }),
      context,
    );
  }

  private async template(id: string): Promise<CataloguePack | null> {
    return (await load(this.engines.eventStore, keptPack, id)).state;
  }
}
