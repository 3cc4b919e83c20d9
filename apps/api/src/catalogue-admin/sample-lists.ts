import type { CatalogueSampleView, TreeNode } from '#contract';
import { categoryPathOf, expandedAtSample, sampleTreeOf, type CategoryRow } from '#domain/catalogue';
import type { EffectiveLeaf } from '#domain/catalogue-maintenance';
import { containsFolded } from '#domain/text';
import type { CatalogueSample, Position } from '#events';
import type { OwnedSample, OwnedSamples, ReferencedNames } from './owned-samples.js';
import type { CatalogueOwner } from './catalogue-owner.js';

/** A sample for its administration, with its current path and the names of its standards. */
export const toSampleView = (
  owner: CatalogueOwner,
  { id, sample, revision, origin, withdrawn }: OwnedSample,
  { standards, paths }: ReferencedNames,
): CatalogueSampleView => ({
  id,
  revision,
  testUnitId: owner?.testUnitId ?? null,
  sampleName: sample.name,
  sampleCode: sample.sampleCode,
  sysTestSampleId: sample.sysTestSampleId,
  levelCode: sample.levelCode ?? '',
  parentId: sample.categoryId,
  bigCategoryId: sample.bigCategoryId,
  sampleNameLink: categoryPathOf(paths, sample),
  isLocaleItem: sample.isLocaleItem,
  description: sample.description ?? '',
  orderIndex: sample.orderNum,
  countRequire: sample.countRequire ?? '',
  sampleStatusRequire: sample.sampleStatusRequire ?? '',
  otherRequire: sample.otherRequire ?? '',
  defaultSampleDescription: generalRequirementOf(sample)?.defaultSampleDescription ?? '',
  standards: (sample.standards ?? []).map(({ standardId, utype }) => ({
    sysBaseStandardId: standardId,
    name: standards.get(standardId)?.standardName ?? '',
    printsCode: standards.get(standardId)?.publishCode ?? '',
    utype,
  })),
  sampleNumUnit: sample.sampleNumUnit,
  delegatesNumUnit: sample.delegatesNumUnit,
  defaultDelegatesNum: sample.defaultDelegatesNum,
  afterTestOperate: sample.defaultAfterTestOperate,
  paramCount: sample.parameters.length,
  origin,
  isDeleted: withdrawn,
});

/** The requirement for every test: the first one without parameters. */
export const generalRequirementOf = ({
  requirements,
}: Pick<CatalogueSample, 'requirements'>): CatalogueSample['requirements'][number] | undefined =>
  requirements.find(({ paramIds }) => paramIds.length === 0);

type SampleFilter = {
  search: string;
  state: '' | 'own' | 'withdrawn';
  parentId?: string | undefined;
  skipCount: number;
  maxResultCount: number;
  atLeast?: Position | undefined;
};

type SamplePage = { items: CatalogueSampleView[]; totalCount: number };

/**
 * One page of an owner's samples, sorted by code. There are a few hundred, overlaid by a unit's copies, so they are
 * filtered in memory.
 */
export const listSamplesPage = async (
  ownedSamples: OwnedSamples,
  owner: CatalogueOwner,
  { search, state, parentId, skipCount, maxResultCount, atLeast }: SampleFilter,
): Promise<{ page: SamplePage; stale: boolean }> => {
  const { leaves, stale } = await ownedSamples.leaves(owner, atLeast);
  const descendants = parentId === undefined ? null : descendantsOf(await ownedSamples.categories(), parentId);
  const matches = leaves.filter(
    (leaf) =>
      matchesState(leaf, state) &&
      (descendants?.has(leaf.categoryId) ?? true) &&
      containsFolded(`${leaf.name}\n${leaf.sampleCode}`, search),
  );
  const visibleLeaves = matches.slice(skipCount, skipCount + maxResultCount);
  const [rows, names] = await Promise.all([ownedSamples.rows(owner, visibleLeaves), ownedSamples.loadNames()]);
  return {
    page: { items: rows.map((ownedSample) => toSampleView(owner, ownedSample, names)), totalCount: matches.length },
    stale,
  };
};

/** The tree of an owner's samples, without empty categories. */
export const buildSampleTree = async (
  ownedSamples: OwnedSamples,
  owner: CatalogueOwner,
  { type, id, atLeast }: { type: number; id?: string | undefined; atLeast?: Position | undefined },
): Promise<{ tree: { sampleTree: TreeNode[]; expandedKey: string[]; selectedKey: string }; stale: boolean }> => {
  const { leaves, stale } = await ownedSamples.leaves(owner, atLeast);
  const sampleTree = sampleTreeOf(
    await ownedSamples.categories(),
    leaves.filter(({ withdrawn }) => !withdrawn),
    { scope: type, ...(owner ? { bigCategoryIds: owner.bigCategoryIds } : {}) },
  );
  return { tree: { sampleTree, ...expandedAtSample(sampleTree, id ?? '') }, stale };
};

const matchesState = ({ origin, withdrawn }: EffectiveLeaf, state: SampleFilter['state']): boolean => {
  switch (state) {
    case '':
      return !withdrawn;
    case 'own':
      return !withdrawn && origin !== 'template';
    case 'withdrawn':
      return withdrawn;
  }
};

const descendantsOf = (categories: readonly CategoryRow[], id: string): Set<string> => {
  const ids = new Set([id]);
  for (let hasGrown = true; hasGrown;) {
    const size = ids.size;
    for (const category of categories)
      if (category.parentId !== null && ids.has(category.parentId)) ids.add(category.id);
    hasGrown = ids.size > size;
  }
  return ids;
};
