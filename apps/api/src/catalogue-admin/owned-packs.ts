import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import { cataloguePacks, type PackRow } from '#domain/catalogue';
import {
  managedPack,
  effectivePacks,
  requiredReasonProblems,
  unitPack,
  unitPacks,
  type ExistingItem,
  type EffectivePack,
  type UnitPackRow,
} from '#domain/catalogue-maintenance';
import { load, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { dashedId, problem, refuseIf, RuleBroken, isJsonEqual } from '#domain/rules';
import type { Engines } from '#engines';
import type { CataloguePack } from '#events';
import { Decisions } from '../commands/decisions.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueRows } from './catalogue-rows.js';
import type { CatalogueOwner } from './catalogue-owner.js';

/**
 * A pack read from its stream. `revision` is that of the stream that a change is appended to. Null if that stream does
 * not exist yet.
 */
export type CurrentPack = {
  pack: CataloguePack;
  revision: number | null;
  origin: EffectivePack['origin'];
  withdrawn: boolean;
};

/** The id of the stream of a unit's copy of a pack. */
export const unitPackId = (testUnitId: string, packId: string): string => v5(dashedId(packId), dashedId(testUnitId));

/** Packs of an owner. Single packs are read from the log, lists from the views. All changes use this class. */
@Injectable()
export class OwnedPacks {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** All packs of an owner, including those of the template that a unit does not offer. */
  async list(owner: CatalogueOwner): Promise<EffectivePack[]> {
    const { views } = this.engines;
    const [template, copies] = await Promise.all([
      catalogueRows<PackRow>(views, cataloguePacks),
      owner
        ? catalogueRows<UnitPackRow>(views, unitPacks, { where: [{ column: 'testUnitId', eq: owner.testUnitId }] })
        : [],
    ]);
    return effectivePacks(copies, template);
  }

  /** @throws RuleBroken NO_SUCH_PACK, also for a pack that the unit deleted */
  async read(owner: CatalogueOwner, id: string): Promise<CurrentPack> {
    const { eventStore } = this.engines;
    const templateStream = await load(eventStore, managedPack, id);
    const copy = owner && (await load(eventStore, unitPack, unitPackId(owner.testUnitId, id)));
    const pack = copy?.state?.pack ?? templateStream.state;
    const withdrawn = copy?.state?.withdrawn ?? false;
    if (!pack || (withdrawn && !templateStream.state)) throw new RuleBroken(problem('NO_SUCH_PACK'));
    const revision = (copy ?? templateStream).head.revision;
    return {
      pack,
      revision: revision < 0 ? null : revision,
      origin: !copy?.state?.pack ? 'template' : templateStream.state ? 'copy' : 'own',
      withdrawn,
    };
  }

  /**
   * The pack that the owner added under this id, otherwise null.
   * @throws RuleBroken CELL_DELETED_SINCE for a pack that the unit deleted
   */
  async findAdded(owner: CatalogueOwner, id: string): Promise<CataloguePack | null> {
    const { eventStore } = this.engines;
    if (!owner) return (await load(eventStore, managedPack, id)).state;
    const { state } = await load(eventStore, unitPack, unitPackId(owner.testUnitId, id));
    refuseIf(state?.withdrawn ? problem('CELL_DELETED_SINCE', { name: state.pack?.name ?? '' }) : null);
    return state?.pack ?? null;
  }

  /** Ids and names of an owner's stored packs, including deleted ones of a unit. */
  async listExisting(owner: CatalogueOwner): Promise<ExistingItem[]> {
    const { views } = this.engines;
    if (!owner) return (await catalogueRows<PackRow>(views, cataloguePacks)).map(({ id, name }) => ({ id, name }));
    const copies = await catalogueRows<UnitPackRow>(views, unitPacks, {
      where: [{ column: 'testUnitId', eq: owner.testUnitId }],
    });
    return copies.map(({ packId, pack, withdrawn }) => ({ id: packId, name: pack?.name ?? '', isDeleted: withdrawn }));
  }

  async add(
    owner: CatalogueOwner,
    id: string,
    pack: CataloguePack,
    context: CommandContext,
  ): Promise<CommandResult<unknown>> {
    if (!owner) return this.decisions.decide(managedPack, id, { type: 'AddItem', item: pack }, context);
    return this.decisions.decide(
      unitPack,
      unitPackId(owner.testUnitId, id),
      async (current) => {
        refuseIf(
          current?.pack && !current.withdrawn && !isJsonEqual(current.pack, pack) ? problem('RECORD_EXISTS') : null,
        );
        return {
          type: 'KeepUnitPack' as const,
          key: { testUnitId: owner.testUnitId, packId: id },
          template: null,
          pack,
        };
      },
      context,
    );
  }

  /** Changes a pack. `change` runs again on every retry. A unit's first change creates its copy. */
  async change(
    owner: CatalogueOwner,
    id: string,
    context: CommandContext,
    change: (pack: CataloguePack) => CataloguePack,
    reason = '',
  ): Promise<CommandResult<unknown>> {
    if (!owner) {
      return this.decisions.decide(
        managedPack,
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
      unitPackId(owner.testUnitId, id),
      async () => {
        const { pack } = await this.read(owner, id);
        return {
          type: 'KeepUnitPack' as const,
          key: { testUnitId: owner.testUnitId, packId: id },
          template: await this.readTemplate(id),
          pack: change(pack),
          reason,
        };
      },
      context,
    );
  }

  /** @throws RuleBroken REASON_REQUIRED without a reason */
  async withdraw(
    owner: CatalogueOwner,
    id: string,
    reason: string,
    context: CommandContext,
  ): Promise<CommandResult<unknown>> {
    refuseIf(requiredReasonProblems(reason));
    return owner
      ? this.decideByUnit(owner, id, 'WithdrawUnitPack', reason, context)
      : this.decisions.decide(managedPack, id, { type: 'WithdrawItem', reason }, context);
  }

  /** Resets a pack to the template. @throws RuleBroken NO_PACK_TEMPLATE for a pack of the unit's own */
  reset(
    owner: NonNullable<CatalogueOwner>,
    id: string,
    reason: string,
    context: CommandContext,
  ): Promise<CommandResult<unknown>> {
    return this.decideByUnit(owner, id, 'ResetUnitPack', reason, context);
  }

  private decideByUnit(
    { testUnitId }: NonNullable<CatalogueOwner>,
    id: string,
    type: 'WithdrawUnitPack' | 'ResetUnitPack',
    reason: string,
    context: CommandContext,
  ): Promise<CommandResult<unknown>> {
    return this.decisions.decide(
      unitPack,
      unitPackId(testUnitId, id),
      async () => ({ type, key: { testUnitId, packId: dashedId(id) }, template: await this.readTemplate(id), reason }),
      context,
    );
  }

  private async readTemplate(id: string): Promise<CataloguePack | null> {
    return (await load(this.engines.eventStore, managedPack, id)).state;
  }
}
