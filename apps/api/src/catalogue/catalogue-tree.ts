import { Inject, Injectable } from '@nestjs/common';
import { START, type Position } from '#events';
import { catalogueCategories, catalogueLeaves, sampleTreeOf, testingUnits, type CatalogueLeafRow, type CategoryRow, type SampleTreeNode, type TestingUnitRow } from '#domain';
import type { Engines } from '#engines';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';

type Shelf = { categories: CategoryRow[]; leaves: CatalogueLeafRow[]; trees: Map<number, SampleTreeNode[]> };

const TYPES = [...new Set([...catalogueCategories.types, ...catalogueLeaves.types])];
/** More than any catalogue has; the seed has 281 of both kinds. */
const ALL = 20_000;

/** The sample tree, kept in memory until the log holds a catalogue event that the kept one does not show. */
@Injectable()
export class CatalogueTree {
  private shelf: Promise<Shelf> | null = null;
  private shown: Position = START;

  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  /** Categories and samples of one scope, narrowed to what a testing unit may test. */
  async of(scope: number, testUnitId?: string): Promise<SampleTreeNode[]> {
    const [{ categories, leaves, trees }, allowed] = await Promise.all([this.current(), this.testedBy(testUnitId)]);
    const whole = trees.get(scope) ?? sampleTreeOf(categories, leaves, { scope });
    trees.set(scope, whole);
    return allowed ? whole.filter(({ bigCategoryId }) => allowed.includes(bigCategoryId)) : whole;
  }

  async search(scope: number, search: string, testUnitId?: string): Promise<SampleTreeNode[]> {
    const [{ categories, leaves }, bigCategoryIds] = await Promise.all([this.current(), this.testedBy(testUnitId)]);
    return sampleTreeOf(categories, leaves, { scope, search, ...(bigCategoryIds ? { bigCategoryIds } : {}) });
  }

  /** 0 raw material, 1 on-site; null for an unknown category. */
  async scopeOf(categoryId: string): Promise<number | null> {
    const { categories } = await this.current();
    return categories.find(({ id }) => id === categoryId)?.isLocaleItem ?? null;
  }

  private async current(): Promise<Shelf> {
    const { eventStore, views } = this.engines;
    const end = await eventStore.lastPosition();
    const [changed] = this.shelf ? await eventStore.readAll(this.shown, 1, TYPES) : [];
    if (this.shelf && !changed) {
      if (end > this.shown) this.shown = end;
      return this.shelf;
    }
    // The checkpoints before the rows are read: an event the views did not show yet is found again next time.
    const checkpoints = await Promise.all([views.checkpoint(catalogueCategories), views.checkpoint(catalogueLeaves)]);
    this.shown = checkpoints.map((checkpoint) => checkpoint?.position ?? START).reduce((least, each) => (each < least ? each : least));
    this.shelf = this.load();
    this.shelf.catch(() => (this.shelf = null));
    return this.shelf;
  }

  private async load(): Promise<Shelf> {
    const { views } = this.engines;
    const [categories, leaves] = await Promise.all([views.find<CategoryRow>(catalogueCategories, { limit: ALL }), views.find<CatalogueLeafRow>(catalogueLeaves, { limit: ALL })]);
    return { categories: categories.rows, leaves: leaves.rows, trees: new Map() };
  }

  private async testedBy(testUnitId: string | undefined): Promise<string[] | null> {
    if (testUnitId === undefined) return null;
    const unit = await this.engines.views.get<TestingUnitRow>(testingUnits, testUnitId);
    if (!unit) throw Problem.notFound();
    return unit.bigCategoryIds;
  }
}
