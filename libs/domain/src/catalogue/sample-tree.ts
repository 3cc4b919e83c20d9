import { sameId } from '../rules/equality.js';
import { containsFolded, isBlank } from '../text/text.js';
import type { CategoryRow } from './catalogue-views.js';
import type { CatalogueLeafRow } from './catalogue.js';

/**
 * A node of the sample tree. `category` is true for a category; a sample is a leaf. The shape is that of the
 * pre-consignment service.
 */
export type SampleTreeNode = {
  id: string;
  name: string;
  label: string;
  category: boolean;
  isLeaf: boolean;
  parentId: string | null;
  bigCategoryId: string;
  /** Names from the root, joined by " → ". */
  sampleNameLink: string;
  children: SampleTreeNode[];
};

/**
 * `scope` is 0 for raw materials, 1 for on-site tests. `bigCategoryIds` are those that a testing unit may test; all if
 * absent. `search` is a part of the sample's name, `parameter` a part of the name of one of its visible parameters.
 */
export type TreeScope = { scope: number; bigCategoryIds?: readonly string[]; search?: string; parameter?: string };

/**
 * Categories and samples as a tree, in catalogue order. Categories without a sample in scope are omitted (SAPI-002,
 * SAPI-004).
 */
export const sampleTreeOf = (
  categories: readonly CategoryRow[],
  samples: readonly CatalogueLeafRow[],
  { scope, bigCategoryIds, search = '', parameter = '' }: TreeScope,
): SampleTreeNode[] => {
  const allowed = bigCategoryIds && new Set(bigCategoryIds);
  const inScope = (row: { isLocaleItem: number; bigCategoryId: string }) =>
    row.isLocaleItem === scope && (!allowed || allowed.has(row.bigCategoryId));
  const categoriesByParent = groupRowsBy(
    categories.filter(inScope).toSorted(compareByOrder),
    ({ parentId }) => parentId,
  );
  const matchesFilter = (row: CatalogueLeafRow) =>
    inScope(row) &&
    containsFolded(row.name, search) &&
    (isBlank(parameter) ||
      row.parameters.some(({ name, displayName }) => containsFolded(`${name}\n${displayName}`, parameter)));
  const leavesByCategory = groupRowsBy(
    samples.filter(matchesFilter).toSorted(compareByOrder),
    ({ categoryId }) => categoryId,
  );

  const nodesUnder = (parentId: string | null, path: readonly string[]): SampleTreeNode[] =>
    (categoriesByParent.get(parentId) ?? []).flatMap((category) => {
      const names = [...path, category.name];
      const children = [...nodesUnder(category.id, names), ...(leavesByCategory.get(category.id) ?? []).map(nodeOf)];
      const { id, name, bigCategoryId } = category;
      return children.length === 0
        ? []
        : [
            {
              id,
              name,
              label: name,
              category: true,
              isLeaf: false,
              parentId,
              bigCategoryId,
              sampleNameLink: names.join(' → '),
              children,
            },
          ];
    });
  return nodesUnder(null, []);
};

/** All categories, and samples only under the expanded ones. The tree loads other samples on demand (SS-003). */
export const treeWithExpanded = (tree: readonly SampleTreeNode[], expandedKey: readonly string[]): SampleTreeNode[] =>
  tree.map((node) =>
    node.category
      ? {
          ...node,
          children: treeWithExpanded(
            node.children.filter((child) => child.category || expandedKey.includes(node.id)),
            expandedKey,
          ),
        }
      : node,
  );

/** The direct children of a category in a tree; empty for an unknown category (SAPI-003). */
export const childrenOf = (tree: readonly SampleTreeNode[], categoryId: string): SampleTreeNode[] =>
  pathTo(tree, categoryId).at(-1)?.children ?? [];

/**
 * The categories to expand and the node to select so that a sample is visible; empty if the sample is not in the tree
 * (SAPI-002).
 */
export const expandedAtSample = (
  tree: readonly SampleTreeNode[],
  sampleId: string,
): { expandedKey: string[]; selectedKey: string } => {
  const path = pathTo(tree, sampleId);
  return { expandedKey: path.slice(0, -1).map(({ id }) => id), selectedKey: path.at(-1)?.id ?? '' };
};

const pathTo = (nodes: readonly SampleTreeNode[], id: string): SampleTreeNode[] => {
  for (const node of nodes) {
    if (sameId(node.id, id)) return [node];
    const subPath = pathTo(node.children, id);
    if (subPath.length > 0) return [node, ...subPath];
  }
  return [];
};

const compareByOrder = (left: { orderNum: number }, right: { orderNum: number }): number =>
  left.orderNum - right.orderNum;

const nodeOf = ({ id, name, categoryId, bigCategoryId, sampleNameLink }: CatalogueLeafRow): SampleTreeNode => ({
  id,
  name,
  label: name,
  category: false,
  isLeaf: true,
  parentId: categoryId,
  bigCategoryId,
  sampleNameLink,
  children: [],
});

const groupRowsBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

/** Separates the names of a path. */
const STEP = ' → ';

/** The names from the root to each category, by category id. */
export type CategoryPaths = ReadonlyMap<string, readonly string[]>;

/**
 * The current paths of categories. A sample stores the path it was listed with, which is outdated once a category is
 * renamed or moved (002 CAT-006).
 */
export const categoryPaths = (categories: readonly Pick<CategoryRow, 'id' | 'name' | 'parentId'>[]): CategoryPaths => {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return new Map(categories.map(({ id }) => [id, pathOf(byId, id)]));
};

/** Stops at a cycle. Logs from before places were reserved may contain one. */
const pathOf = (byId: ReadonlyMap<string, Pick<CategoryRow, 'name' | 'parentId'>>, id: string): string[] => {
  const path: string[] = [];
  const visitedIds = new Set<string>();
  for (let categoryId: string | null = id; categoryId !== null && !visitedIds.has(categoryId);) {
    visitedIds.add(categoryId);
    const category: Pick<CategoryRow, 'name' | 'parentId'> | undefined = byId.get(categoryId);
    if (category) path.unshift(category.name);
    categoryId = category?.parentId ?? null;
  }
  return path;
};

/** The path of a category as one text, as lists of levels show it. */
export const categoryPathText = (path: readonly string[]): string => path.join(STEP);

/** All names from the root to a sample; the path that the sample stores if its category no longer exists. */
export const categoryPathOf = (
  paths: CategoryPaths,
  { categoryId, name, sampleNameLink }: Pick<CatalogueLeafRow, 'categoryId' | 'name' | 'sampleNameLink'>,
): string => {
  const path = paths.get(categoryId);
  return path ? categoryPathText([...path, name]) : sampleNameLink;
};
