import { Inject, Injectable } from '@nestjs/common';
import {
  catalogueCategories,
  catalogueLeaves,
  catalogueSamples,
  catalogueStandards,
  categoryPaths,
  categoryPathOf,
  type CatalogueLeafRow,
  type CatalogueSampleRow,
  type CategoryPaths,
  type CategoryRow,
  type StandardRow,
} from '#domain/catalogue';
import {
  imageAddressesOfSample,
  effectiveLeaves,
  remainingOwnSamples,
  effectiveSample,
  templateSample,
  tooManyOwnSamples,
  unitLeaves,
  unitSample,
  unitSampleKey,
  unitSamples,
  type ExistingItem,
  type EffectiveLeaf,
  type UnitLeafRow,
  type UnitSampleRow,
} from '#domain/catalogue-maintenance';
import { load, streamName, type CommandContext, type CommandResult } from '#domain/event-sourcing';
import { imageIdOf, imagePathOf, imageUses, richTextImage, type ImageUseRow } from '#domain/files';
import { problem, refuseIf, RuleBroken, isJsonEqual, sameId } from '#domain/rules';
import { normalizedCode } from '#domain/text';
import type { Engines, ViewName } from '#engines';
import type { CatalogueSample, Position } from '#events';
import { Decisions } from '../commands/decisions.js';
import { waitForView, requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { catalogueRows } from './catalogue-rows.js';
import { unitSampleId, type CatalogueOwner } from './catalogue-owner.js';

/**
 * A sample read from its stream. `template` is the template's sample of this id. `revision` is that of the stream that
 * a change is appended to. Null if that stream does not exist yet.
 */
export type OwnedSample = {
  id: string;
  sample: CatalogueSample;
  template: CatalogueSample | null;
  revision: number | null;
  origin: 'template' | 'copy' | 'own';
  withdrawn: boolean;
};

/** Standards and paths of categories, for the names in samples. */
export type ReferencedNames = { standards: ReadonlyMap<string, StandardRow>; paths: CategoryPaths };

/** Samples of an owner. Single samples are read from the log, lists from the views. All changes use this class. */
@Injectable()
export class OwnedSamples {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** @throws RuleBroken NO_SUCH_SAMPLE, also for a sample that the unit may not test */
  async read(owner: CatalogueOwner, id: string): Promise<OwnedSample> {
    const { eventStore } = this.engines;
    const templateStream = await load(eventStore, templateSample, id);
    const copy = owner && (await load(eventStore, unitSample, unitSampleId(owner.testUnitId, id)));
    const sample = copy?.state?.sample ?? templateStream.state;
    if (!sample || (owner && !owner.bigCategoryIds.includes(sample.bigCategoryId)))
      throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
    const revision = owner ? revisionOf(copy?.head.revision) : templateStream.head.revision;
    return {
      id,
      sample,
      template: templateStream.state,
      revision,
      origin: originOf(owner, copy?.state !== null && copy !== null, templateStream.state !== null),
      withdrawn: copy?.state?.withdrawn ?? false,
    };
  }

  /** All samples of an owner, sorted by code, including those that are not offered. */
  async leaves(owner: CatalogueOwner, atLeast?: Position): Promise<{ leaves: EffectiveLeaf[]; stale: boolean }> {
    const { views } = this.engines;
    const viewWaits = await Promise.all(
      [catalogueLeaves, catalogueCategories, unitLeaves].map((view: ViewName) => waitForView(views, view, atLeast)),
    );
    const template = await catalogueRows<CatalogueLeafRow>(views, catalogueLeaves);
    const copies = owner
      ? await catalogueRows<UnitLeafRow>(views, unitLeaves, { where: [{ column: 'testUnitId', eq: owner.testUnitId }] })
      : [];
    const paths = categoryPaths(await this.categories());
    const leaves = effectiveLeaves(copies, template)
      .filter(({ bigCategoryId }) => !owner || owner.bigCategoryIds.includes(bigCategoryId))
      .map((leaf) => ({ ...leaf, sampleNameLink: categoryPathOf(paths, leaf) }));
    return {
      leaves: leaves.toSorted((left, right) => (left.sampleCode < right.sampleCode ? -1 : 1)),
      stale: viewWaits.some(({ stale }) => stale),
    };
  }

  /** The complete samples of these leaves. */
  async rows(owner: CatalogueOwner, leaves: readonly EffectiveLeaf[]): Promise<OwnedSample[]> {
    const { views } = this.engines;
    const ids = leaves.map(({ id }) => id);
    const copies = owner
      ? await views.getMany<UnitSampleRow>(
          unitSamples,
          ids.map((id) => unitSampleKey(owner.testUnitId, id)),
        )
      : [];
    const template = new Map(
      (await views.getMany<CatalogueSampleRow>(catalogueSamples, ids)).map((row) => [row.id, row]),
    );
    const byId = new Map(copies.map((copy) => [copy.sampleId, copy]));
    const revisions = owner
      ? new Map(copies.map(({ sampleId, revision }) => [sampleId, revision]))
      : await this.templateRevisions(ids);
    return leaves.flatMap(({ id, origin, withdrawn }) => {
      const copy = byId.get(id);
      const effective = effectiveSample(copy ? { ...copy, withdrawn: false } : null, template.get(id) ?? null);
      if (!effective) return [];
      const { id: _, ...sample } = effective;
      return [{ id, sample, template: null, revision: revisions.get(id) ?? null, origin, withdrawn }];
    });
  }

  /** Read from the streams, because the view of the template has no revisions. */
  private async templateRevisions(ids: readonly string[]): Promise<Map<string, number>> {
    const lastEvents = await Promise.all(
      ids.map((id) => this.engines.eventStore.readLast(streamName(templateSample, id))),
    );
    return new Map(lastEvents.flatMap((event, index) => (event ? [[ids[index] ?? '', event.revision] as const] : [])));
  }

  async categories(): Promise<CategoryRow[]> {
    return catalogueRows<CategoryRow>(this.engines.views, catalogueCategories);
  }

  async standards(): Promise<Map<string, StandardRow>> {
    return new Map(
      (await catalogueRows<StandardRow>(this.engines.views, catalogueStandards)).map((row) => [row.id, row]),
    );
  }

  /** Categories and standards, up to date with the log. @throws Problem 503 if their views do not catch up */
  async loadReferences(): Promise<{ categories: CategoryRow[]; standards: Map<string, StandardRow> }> {
    await requireUpToDate(this.engines, catalogueCategories, catalogueStandards);
    return this.readReferences();
  }

  async loadNames(): Promise<ReferencedNames> {
    const end = await this.engines.eventStore.lastPosition();
    await Promise.all(
      [catalogueCategories, catalogueStandards].map((view) => waitForView(this.engines.views, view, end)),
    );
    const { standards, categories } = await this.readReferences();
    return { standards, paths: categoryPaths(categories) };
  }

  private async readReferences() {
    const [categories, standards] = await Promise.all([this.categories(), this.standards()]);
    return { categories, standards };
  }

  /**
   * The sample that the owner added under this id, otherwise null.
   * @throws RuleBroken CELL_DELETED_SINCE for a sample that the unit withdrew
   */
  async findAdded(owner: CatalogueOwner, id: string): Promise<CatalogueSample | null> {
    const { eventStore } = this.engines;
    if (!owner) return (await load(eventStore, templateSample, id)).state;
    const { state } = await load(eventStore, unitSample, unitSampleId(owner.testUnitId, id));
    refuseIf(
      state?.withdrawn
        ? problem('CELL_DELETED_SINCE', { name: `${state.sample.sampleCode} ${state.sample.name}` })
        : null,
    );
    return state?.sample ?? null;
  }

  /** Ids and names of an owner's stored samples, including those that it does not offer or may not test now. */
  async listExisting(owner: CatalogueOwner): Promise<ExistingItem[]> {
    const { views } = this.engines;
    if (!owner)
      return (await catalogueRows<CatalogueLeafRow>(views, catalogueLeaves)).map(({ id, sampleCode, name }) => ({
        id,
        name: `${sampleCode} ${name}`,
      }));
    const rows = await catalogueRows<UnitLeafRow>(views, unitLeaves, {
      where: [{ column: 'testUnitId', eq: owner.testUnitId }],
    });
    return rows.map(({ sampleId, sampleCode, name, withdrawn }) => ({
      id: sampleId,
      name: `${sampleCode} ${name}`,
      isDeleted: withdrawn,
    }));
  }

  /**
   * Adds a sample to the catalogue of an owner.
   * @throws RuleBroken RECORD_EXISTS, SAMPLE_NOT_OFFERED, PICTURE_UNKNOWN and the problems of catalogueSampleProblems
   */
  async add(
    owner: CatalogueOwner,
    id: string,
    sample: CatalogueSample,
    context: CommandContext,
  ): Promise<CommandResult<unknown>> {
    // Checked during the decision, so that a repeated command succeeds even if its pictures were deleted.
    const refuse = async () => refuseUnknownPictures(this.engines, owner, null, sample);
    if (!owner) {
      return this.decisions.decide(
        templateSample,
        id,
        async () => {
          await refuse();
          return { type: 'AddItem' as const, item: sample };
        },
        context,
      );
    }
    return this.decisions.decide(
      unitSample,
      unitSampleId(owner.testUnitId, id),
      async (current) => {
        refuseIf(
          current && !current.withdrawn && !isJsonEqual(current.sample, sample) ? problem('RECORD_EXISTS') : null,
        );
        await refuse();
        return {
          type: 'KeepUnitSample' as const,
          key: { testUnitId: owner.testUnitId, sampleId: id },
          sample,
          template: null,
        };
      },
      context,
    );
  }

  /**
   * Changes a sample. `change` runs again on every retry. A unit's first change creates its copy.
   * @throws RuleBroken NO_SUCH_SAMPLE, PICTURE_UNKNOWN and the problems of the decision
   */
  async change(
    owner: CatalogueOwner,
    id: string,
    context: CommandContext,
    change: (sample: CatalogueSample) => CatalogueSample,
    reason?: string,
  ): Promise<CommandResult<unknown>> {
    const reasonMember = reason ? { reason } : {};
    const applyChange = async (sample: CatalogueSample): Promise<CatalogueSample> => {
      const after = change(sample);
      await refuseUnknownPictures(this.engines, owner, sample, after);
      return after;
    };
    if (!owner) {
      return this.decisions.decide(
        templateSample,
        id,
        async (sample) => {
          if (!sample) throw new RuleBroken(problem('NO_SUCH_SAMPLE'));
          return { type: 'ChangeItem' as const, item: await applyChange(sample), ...reasonMember };
        },
        context,
      );
    }
    const key = { testUnitId: owner.testUnitId, sampleId: id };
    return this.decisions.decide(
      unitSample,
      unitSampleId(owner.testUnitId, id),
      async () => {
        const { sample, template } = await this.read(owner, id);
        return { type: 'KeepUnitSample' as const, key, sample: await applyChange(sample), template, ...reasonMember };
      },
      context,
    );
  }
}

const originOf = (owner: CatalogueOwner, isCopied: boolean, isInTemplate: boolean): OwnedSample['origin'] =>
  !owner || !isCopied ? 'template' : isInTemplate ? 'copy' : 'own';

/** Null for a stream that does not exist yet. */
const revisionOf = (revision: number | undefined): number | null =>
  revision === undefined || revision < 0 ? null : revision;

/**
 * Checks that a sample code is free in the catalogue of its owner. Full-width characters are equal to their plain
 * forms.
 * @throws RuleBroken SAMPLE_CODE_TAKEN if another sample of the owner has the code, TOO_MANY_OWN_SAMPLES
 */
export const requireFreeSampleCode = async (
  engines: Engines,
  ownedSamples: OwnedSamples,
  owner: CatalogueOwner,
  id: string,
  code: string,
): Promise<void> => requireFreeSampleCodes(engines, ownedSamples, owner, [{ id, code }]);

/** The same for many samples with one look-up. @throws as requireFreeSampleCode */
export const requireFreeSampleCodes = async (
  engines: Engines,
  ownedSamples: OwnedSamples,
  owner: CatalogueOwner,
  requestedCodes: readonly { id: string; code: string }[],
): Promise<void> => {
  if (requestedCodes.length === 0) return;
  await requireUpToDate(engines, catalogueLeaves, unitLeaves);
  const { leaves } = await ownedSamples.leaves(owner);
  const leavesByCode = new Map<string, EffectiveLeaf[]>();
  for (const leaf of leaves) {
    const code = normalizedCode(leaf.sampleCode);
    leavesByCode.set(code, [...(leavesByCode.get(code) ?? []), leaf]);
  }
  for (const { id, code } of requestedCodes)
    refuseIf(
      leavesByCode.get(normalizedCode(code))?.some((leaf) => leaf.id !== id)
        ? problem('SAMPLE_CODE_TAKEN', { code }, 'sampleCode')
        : null,
    );
  const leafIds = new Set(leaves.map(({ id }) => id));
  refuseIf(
    owner && requestedCodes.filter(({ id }) => !leafIds.has(id)).length > Math.max(0, remainingOwnSamples(leaves))
      ? tooManyOwnSamples()
      : null,
  );
};

/** The maximum number of uses of one picture that are read. It is above the number that any picture has. */
const MAX_IMAGE_USES = 20_000;

/**
 * Refuses a sample with a new picture that was not uploaded under that address, that has been deleted, or that belongs
 * to another unit. Allowed are the pictures of the owner, of the platform and of the template.
 * @throws RuleBroken PICTURE_UNKNOWN
 */
const refuseUnknownPictures = async (
  engines: Engines,
  owner: CatalogueOwner,
  before: CatalogueSample | null,
  after: CatalogueSample,
): Promise<void> => {
  const previousAddresses = new Set(before ? imageAddressesOfSample(before) : []);
  for (const address of imageAddressesOfSample(after)) {
    if (previousAddresses.has(address)) continue;
    const id = imageIdOf(address) ?? '';
    const { state: image } = await load(engines.eventStore, richTextImage, id);
    const isUploaded = image !== null && imagePathOf(id, image.name) === address;
    const isAllowed =
      isUploaded &&
      (image.unitId === null || sameId(image.unitId, owner?.testUnitId ?? null) || (await isOfTemplate(engines, id)));
    refuseIf(isAllowed ? null : problem('PICTURE_UNKNOWN'));
  }
};

const isOfTemplate = async ({ views }: Engines, id: string): Promise<boolean> => {
  const { rows } = await views.find<ImageUseRow>(imageUses, {
    where: [{ column: 'imageIds', contains: id }],
    limit: MAX_IMAGE_USES,
  });
  return rows.some((use) => use.id.startsWith(`${templateSample.category}-`));
};
