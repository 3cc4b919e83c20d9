import {
  categoryPaths,
  childrenOf,
  categoryPathOf,
  sampleTreeOf,
  type CatalogueLeafRow,
  type CategoryRow,
  type SampleTreeNode,
  type StandardRow,
} from '#domain/catalogue';
import { effectiveLeaves, type UnitLeafRow } from '#domain/catalogue-maintenance';
import type { TestingUnitRow } from '#domain/units';
import type { ParameterMatch, SampleScope } from './catalogue.js';

export type UnitOfferRows = {
  categories: readonly CategoryRow[];
  leaves: readonly CatalogueLeafRow[];
  /** In the order of their numbers. */
  standards: readonly StandardRow[];
};

/** The part of a unit's offer, or of the whole catalogue, that is small enough for the memory. */
export class UnitOffer {
  private readonly leaves: ReadonlyMap<string, CatalogueLeafRow>;
  private readonly copiedIds: ReadonlySet<string>;
  private readonly trees = new Map<SampleScope, SampleTreeNode[]>();
  private usedStandards: StandardRow[] | null = null;
  private cachedParameters: ParameterMatch[] | null = null;

  constructor(
    private readonly rows: UnitOfferRows,
    private readonly unit: TestingUnitRow | null = null,
    copies: readonly UnitLeafRow[] = [],
  ) {
    const testedCategoryIds = new Set(unit?.bigCategoryIds);
    const offeredLeaves = effectiveLeaves(copies, rows.leaves).filter(
      ({ withdrawn, bigCategoryId }) => !withdrawn && (!unit || testedCategoryIds.has(bigCategoryId)),
    );
    const paths = categoryPaths(rows.categories);
    this.leaves = new Map(
      offeredLeaves.map((leaf) => [leaf.id, { ...leaf, sampleNameLink: categoryPathOf(paths, leaf) }]),
    );
    this.copiedIds = new Set(copies.map(({ sampleId }) => sampleId));
  }

  get testUnitId(): string | null {
    return this.unit?.id ?? null;
  }

  has(sampleId: string): boolean {
    return this.leaves.has(sampleId);
  }

  /** The names from the root to a sample; null if it is not offered. */
  linkOf(sampleId: string): string | null {
    return this.leaves.get(sampleId)?.sampleNameLink ?? null;
  }

  /** Whether the unit has its own copy of the sample. */
  hasCopy(sampleId: string): boolean {
    return this.copiedIds.has(sampleId);
  }

  tree(scope: SampleScope): SampleTreeNode[] {
    const tree = this.trees.get(scope) ?? sampleTreeOf(this.rows.categories, [...this.leaves.values()], { scope });
    this.trees.set(scope, tree);
    return tree;
  }

  find(
    scope: SampleScope,
    { sampleName: search = '', paramName: parameter = '' }: { sampleName?: string; paramName?: string },
  ): SampleTreeNode[] {
    return sampleTreeOf(this.rows.categories, [...this.leaves.values()], { scope, search, parameter });
  }

  /** Null if there is no such category. */
  samplesOf(categoryId: string): SampleTreeNode[] | null {
    const category = this.rows.categories.find(({ id }) => id === categoryId);
    return category ? childrenOf(this.tree(category.isLocaleItem), categoryId) : null;
  }

  get everyStandard(): readonly StandardRow[] {
    return this.rows.standards;
  }

  /** Standards that samples of the unit use. */
  get standards(): readonly StandardRow[] {
    const usedIds = () => new Set([...this.leaves.values()].flatMap(({ standardIds }) => standardIds));
    const withIds = (ids: ReadonlySet<string>) => this.rows.standards.filter(({ id }) => ids.has(id));
    return (this.usedStandards ??= withIds(usedIds()));
  }

  /** The parameters in the order of the trees, raw materials first. */
  get parameters(): readonly ParameterMatch[] {
    return (this.cachedParameters ??= [0, 1]
      .flatMap((scope) => leafIdsOf(this.tree(scope)))
      .flatMap((id) => parametersOf(this.leaves.get(id))));
  }
}

const leafIdsOf = (nodes: readonly SampleTreeNode[]): string[] =>
  nodes.flatMap((node) => (node.isLeaf ? [node.id] : leafIdsOf(node.children)));

const parametersOf = (leaf: CatalogueLeafRow | undefined): ParameterMatch[] =>
  leaf
    ? leaf.parameters.map((parameter) => ({
        ...parameter,
        sampleId: leaf.id,
        sampleName: leaf.name,
        sampleNameLink: leaf.sampleNameLink,
        bigCategoryId: leaf.bigCategoryId,
      }))
    : [];
