import type { CatalogueLeafRow } from './catalogue-leaf.js';
import type { CategoryRow } from './catalogue-views.js';

/** Between the names of a path. */
const STEP = ' → ';

/** Names from the root down to each category, by its id. */
export type CategoryPaths = ReadonlyMap<string, readonly string[]>;

/** The paths as the tree holds now: a sample keeps the path that it was listed with, which a category that got another name or place since leaves behind (002 CAT-006). */
export const categoryPaths = (categories: readonly Pick<CategoryRow, 'id' | 'name' | 'parentId'>[]): CategoryPaths => {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return new Map(categories.map(({ id }) => [id, pathOf(byId, id)]));
};

/** The walk up ends where it comes round, which logs from before moves were agreed may hold. */
const pathOf = (byId: ReadonlyMap<string, Pick<CategoryRow, 'name' | 'parentId'>>, id: string): string[] => {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at);) {
    seen.add(at);
    const category: Pick<CategoryRow, 'name' | 'parentId'> | undefined = byId.get(at);
    if (category) path.unshift(category.name);
    at = category?.parentId ?? null;
  }
  return path;
};

/** A category as lists of levels call it. */
export const categoryPathText = (path: readonly string[]): string => path.join(STEP);

/** All names down to a sample; what it says itself where its category is gone. */
export const linkIn = (
  paths: CategoryPaths,
  { categoryId, name, sampleNameLink }: Pick<CatalogueLeafRow, 'categoryId' | 'name' | 'sampleNameLink'>,
): string => {
  const path = paths.get(categoryId);
  return path ? categoryPathText([...path, name]) : sampleNameLink;
};
