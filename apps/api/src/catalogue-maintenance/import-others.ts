import { Inject, Injectable } from '@nestjs/common';
import {
  accessoryTypeRoomProblems,
  keptStandard,
  load,
  problem,
  reference,
  refuseIf,
  sameStandard,
  type AccessoryChange,
  type AccessoryType,
  type CommandContext,
  type PackChange,
  type StandardChange,
} from '#domain';
import type { Engines } from '#engines';
import type { CataloguePack, CatalogueStandard, ReferenceEvent } from '#events';
import { Decisions } from '../decisions/decisions.js';
import { ENGINES } from '../provided.js';
import type { Holder } from './holder.js';
import { agreedOn, type ImportStep } from './import-step.js';
import { KeptPacks } from './kept-packs.js';
import { StandardIdentities } from './standard-identities.js';

const TYPES = 'accessoryTypes';

/** How packs, standards and kinds of attachments of a workbook get into the catalogue. */
@Injectable()
export class ImportOthers {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly packs: KeptPacks,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
  ) {}

  ofPack(holder: Holder, { id, before, after }: PackChange, reason: string, context: CommandContext): ImportStep {
    const agreed = agreedOn<CataloguePack | null>(before, after);
    return {
      name: after.name,
      agree: async () => {
        if (!before) {
          agreed(await this.packs.added(holder, id));
          return;
        }
        const { pack, withdrawn } = await this.packs.one(holder, id);
        refuseIf(withdrawn ? problem('CHANGED_MEANWHILE') : null);
        agreed(pack);
      },
      apply: async () =>
        (before
          ? await this.packs.change(holder, id, context, (pack) => agreed(pack) ?? pack, reason)
          : await this.packs.add(holder, id, after, context)
        ).position,
    };
  }

  ofStandard({ id, before, after }: StandardChange, context: CommandContext): ImportStep {
    const agreed = agreedOn<CatalogueStandard | null>(before, after);
    const isRenamed = !before || !sameStandard(before, after);
    return {
      name: after.publishCode,
      agree: async () => agreed((await load(this.engines.eventStore, keptStandard, id)).state),
      apply: async () => {
        if (isRenamed) await this.identities.reserve(id, after, context);
        const { position } = await this.decisions.decide(
          keptStandard,
          id,
          async (standard) => {
            const item = agreed(standard) ?? after;
            return standard ? { type: 'ChangeItem' as const, item } : { type: 'AddItem' as const, item };
          },
          context,
        );
        if (before && isRenamed) await this.identities.release(id, before, context);
        return position;
      },
    };
  }

  /** Other keepers' kinds are in the same list: they stay as they are by then. */
  ofAccessoryTypes({ before, after }: AccessoryChange, reason: string, context: CommandContext): ImportStep {
    const changed = (listed: ReferenceEvent | null): AccessoryType[] => {
      const all = listed?.type === 'AccessoryTypesListed' ? listed.data.accessoryTypes : [];
      const own = new Map(
        agreedOn(
          before,
          after,
        )(all.filter(({ id }) => after.some((each) => each.id === id))).map((type) => [type.id, type]),
      );
      const added = after.filter(({ id }) => !all.some((type) => type.id === id));
      refuseIf(accessoryTypeRoomProblems(all, after[0]?.testUnitId ?? null, added.length));
      return [...all.map((type) => own.get(type.id) ?? type), ...added];
    };
    return {
      name: '附件类型',
      agree: async () => changed((await load(this.engines.eventStore, reference, TYPES)).state),
      apply: async () =>
        (
          await this.decisions.decide(
            reference,
            TYPES,
            async (listed) => ({
              type: 'List' as const,
              fact: {
                type: 'AccessoryTypesListed' as const,
                data: { accessoryTypes: changed(listed), ...(reason ? { reason } : {}) },
              },
            }),
            context,
          )
        ).position,
    };
  }
}
