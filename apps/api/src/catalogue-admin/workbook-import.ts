import { Inject, Injectable } from '@nestjs/common';
import { v5 } from 'uuid';
import {
  accessoryTypeRoomProblems,
  managedCategory,
  managedStandard,
  isSameStandard,
  type AccessoryChange,
  type AccessoryType,
  type CategoryChange,
  type ListChange,
  type PackChange,
  type SampleChange,
  type StandardChange,
  type WorkbookChanges,
} from '#domain/catalogue-maintenance';
import { load, type CommandContext } from '#domain/event-sourcing';
import { entriesOf, reference } from '#domain/reference';
import { problem, refuseIf, RuleBroken, isJsonEqual, type Problem } from '#domain/rules';
import type { Engines } from '#engines';
import {
  EventTooLarge,
  type CataloguePack,
  type CatalogueSample,
  type CatalogueStandard,
  type Position,
  type ReferenceEvent,
} from '#events';
import { Decisions } from '../commands/decisions.js';
import { ENGINES, LOGGER, type Log } from '../injection-tokens.js';
import { OwnedPacks } from './owned-packs.js';
import { requireFreeSampleCodes, OwnedSamples } from './owned-samples.js';
import type { CatalogueOwner } from './catalogue-owner.js';
import { LevelPlaces } from './levels.handlers.js';
import { ReferenceLists } from './reference-lists.js';
import { StandardIdentities } from './standard-identities.js';

/**
 * One record that an import changes. `check` refuses if the record has neither the facts that the workbook was checked
 * against nor, as in a repeated import, the new ones.
 */
type ImportStep = { name: string; check(): Promise<unknown>; apply(): Promise<Position | null> };

/**
 * Returns the new facts if the stream still has the old facts or already has the new ones.
 * @throws RuleBroken CHANGED_MEANWHILE
 */
const replaceIfUnchanged =
  <Facts>(before: Facts | null, after: Facts) =>
  (current: Facts | null): Facts => {
    refuseIf(isJsonEqual(current, before) || isJsonEqual(current, after) ? null : problem('CHANGED_MEANWHILE'));
    return after;
  };

const ACCESSORY_TYPES = 'accessoryTypes';

/** Import of packs, standards and types of attachments. */
@Injectable()
export class OtherImportSteps {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly packs: OwnedPacks,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
  ) {}

  packStep(
    owner: CatalogueOwner,
    { id, before, after }: PackChange,
    reason: string,
    context: CommandContext,
  ): ImportStep {
    const replace = replaceIfUnchanged<CataloguePack>(before, after);
    return {
      name: after.name,
      check: async () => {
        if (!before) {
          replace(await this.packs.findAdded(owner, id));
          return;
        }
        const { pack, withdrawn } = await this.packs.read(owner, id);
        refuseIf(withdrawn ? problem('CHANGED_MEANWHILE') : null);
        replace(pack);
      },
      apply: async () =>
        (before
          ? await this.packs.change(owner, id, context, replace, reason)
          : await this.packs.add(owner, id, after, context)
        ).position,
    };
  }

  standardStep({ id, before, after }: StandardChange, context: CommandContext): ImportStep {
    const replace = replaceIfUnchanged<CatalogueStandard>(before, after);
    const hasNewIdentity = !before || !isSameStandard(before, after);
    return {
      name: after.publishCode,
      check: async () => replace((await load(this.engines.eventStore, managedStandard, id)).state),
      apply: async () => {
        if (hasNewIdentity) await this.identities.reserve(id, after, context);
        const { position } = await this.decisions.decide(
          managedStandard,
          id,
          async (standard) => {
            const item = replace(standard);
            return standard ? { type: 'ChangeItem' as const, item } : { type: 'AddItem' as const, item };
          },
          context,
        );
        if (before && hasNewIdentity) await this.identities.release(id, before, context);
        return position;
      },
    };
  }

  /** The list also has types of other units, which stay unchanged. */
  accessoryTypesStep({ before, after }: AccessoryChange, reason: string, context: CommandContext): ImportStep {
    const changeTypes = (current: ReferenceEvent | null): AccessoryType[] => {
      const all = current?.type === 'AccessoryTypesListed' ? current.data.accessoryTypes : [];
      const ownTypes = new Map(
        replaceIfUnchanged(
          before,
          after,
        )(all.filter(({ id }) => after.some((each) => each.id === id))).map((type) => [type.id, type]),
      );
      const addedTypes = after.filter(({ id }) => !all.some((type) => type.id === id));
      refuseIf(accessoryTypeRoomProblems(all, after[0]?.testUnitId ?? null, addedTypes.length));
      return [...all.map((type) => ownTypes.get(type.id) ?? type), ...addedTypes];
    };
    return {
      name: '附件类型',
      check: async () => changeTypes((await load(this.engines.eventStore, reference, ACCESSORY_TYPES)).state),
      apply: async () =>
        (
          await this.decisions.decide(
            reference,
            ACCESSORY_TYPES,
            async (current) => ({
              type: 'List' as const,
              fact: {
                type: 'AccessoryTypesListed' as const,
                data: { accessoryTypes: changeTypes(current), ...(reason ? { reason } : {}) },
              },
            }),
            context,
          )
        ).position,
    };
  }
}

/** Import of a checked workbook into the catalogue. */
@Injectable()
export class WorkbookImport {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly ownedSamples: OwnedSamples,
    private readonly lists: ReferenceLists,
    private readonly levelPlaces: LevelPlaces,
    private readonly otherSteps: OtherImportSteps,
    private readonly identities: StandardIdentities,
    private readonly decisions: Decisions,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /**
   * All steps are checked first. If one stream has changed since, the import is refused. A repeated import skips the
   * steps that are done (ADR-007), because the command id of each step is derived from the request's.
   * @throws RuleBroken CHANGED_MEANWHILE, PARTLY_DONE
   */
  async run(
    owner: CatalogueOwner,
    { lists, categories, changes, packs, standards, accessoryTypes }: WorkbookChanges,
    reason: string,
    context: CommandContext,
  ): Promise<Position | null> {
    const contextFor = (id: string): CommandContext => ({ ...context, commandId: v5(id, context.commandId) });
    const steps = [
      ...standards.map((change) => this.otherSteps.standardStep(change, contextFor(change.id))),
      ...(accessoryTypes
        ? [this.otherSteps.accessoryTypesStep(accessoryTypes, reason, contextFor('accessoryTypes'))]
        : []),
      ...lists.map((change) => this.listStep(change, contextFor(change.list.name))),
      ...categories.map((change) => this.categoryStep(change, contextFor(change.id))),
      ...changes.map((change) => this.sampleStep(owner, change, reason, contextFor(change.id))),
      ...packs.map((change) => this.otherSteps.packStep(owner, change, reason, contextFor(change.id))),
    ];
    for (const { check } of steps) await check();
    await this.identities.checkAvailable(standards);
    await requireFreeSampleCodes(
      this.engines,
      this.ownedSamples,
      owner,
      changes.flatMap(({ id, before, after }) => (before ? [] : [{ id, code: after.sampleCode }])),
    );
    await this.levelPlaces.reserve(
      categories.flatMap(({ id, before, after }) =>
        after.parentId === null || after.parentId === before.parentId ? [] : [{ id, parentId: after.parentId }],
      ),
      contextFor('levels'),
    );
    const completedSteps: ImportStep[] = [];
    let position: Position | null = null;
    for (const step of steps) {
      try {
        position = (await step.apply()) ?? position;
        completedSteps.push(step);
      } catch (error) {
        if (completedSteps.length === 0) throw error;
        if (!(error instanceof RuleBroken)) this.log.error({ err: error }, 'an import was interrupted');
        throw partlyDoneError(steps, completedSteps, error);
      }
    }
    return position;
  }

  private sampleStep(
    owner: CatalogueOwner,
    { id, before, after }: SampleChange,
    reason: string,
    context: CommandContext,
  ): ImportStep {
    if (!before) {
      return {
        name: after.sampleCode,
        check: async () =>
          replaceIfUnchanged<CatalogueSample>(null, after)(await this.ownedSamples.findAdded(owner, id)),
        apply: async () => (await this.ownedSamples.add(owner, id, after, context)).position,
      };
    }
    const replace = replaceIfUnchanged(before, after);
    return {
      name: before.sampleCode,
      check: async () => {
        const { sample, withdrawn } = await this.ownedSamples.read(owner, id);
        refuseIf(withdrawn ? problem('CHANGED_MEANWHILE') : null);
        replace(sample);
      },
      apply: async () => (await this.ownedSamples.change(owner, id, context, replace, reason)).position,
    };
  }

  private listStep({ list, after }: ListChange, context: CommandContext): ImportStep {
    const replace = replaceIfUnchanged([...list.entries], after);
    return {
      name: list.title.zh,
      check: async () => replace(entriesOf((await load(this.engines.eventStore, reference, list.name)).state)),
      apply: async () => (await this.lists.change(list.name, context, (entries) => replace([...entries]))).position,
    };
  }

  private categoryStep({ id, path, before, after }: CategoryChange, context: CommandContext): ImportStep {
    const replace = replaceIfUnchanged(before, after);
    return {
      name: path,
      check: async () => replace((await load(this.engines.eventStore, managedCategory, id)).state),
      apply: async () =>
        (
          await this.decisions.decide(
            managedCategory,
            id,
            async (category) => ({ type: 'ChangeItem' as const, item: replace(category) }),
            context,
          )
        ).position,
    };
  }
}

const partlyDoneError = (
  allSteps: readonly ImportStep[],
  completedSteps: readonly ImportStep[],
  error: unknown,
): RuleBroken =>
  new RuleBroken(
    problem('PARTLY_DONE', {
      done: namesOf(completedSteps),
      notDone: namesOf(allSteps.filter((step) => !completedSteps.includes(step))),
      cause: causeOf(error),
    }),
  );

const causeOf = (error: unknown): Problem => {
  if (error instanceof RuleBroken) return problem(error.code, error.params);
  return problem(error instanceof EventTooLarge ? 'TOO_LARGE' : 'IMPORT_BROKEN_OFF');
};

const namesOf = (steps: readonly ImportStep[]): string => steps.map(({ name }) => name).join('、');
