import type { TreeNode } from '#contract';

/** Samples of categories that were opened, by category id. */
export type LoadedSamples = ReadonlyMap<string, readonly TreeNode[]>;

/** Children of a node: what came with it and what was loaded when it was opened, once each. */
export const childrenOf = (node: TreeNode, loaded: LoadedSamples): TreeNode[] => {
  const known = new Map(node.children.map((child) => [child.id, child]));
  for (const child of loaded.get(node.id) ?? []) if (!known.has(child.id)) known.set(child.id, child);
  return [...known.values()];
};

export type TreeRow = {
  node: TreeNode;
  level: number;
  parentId: string | null;
  isOpen: boolean;
  place: number;
  siblings: number;
};

/** The rows on screen from top to bottom, as a keyboard walks them. */
export const visibleRows = (
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  loaded: LoadedSamples,
  level = 1,
  parentId: string | null = null,
): TreeRow[] =>
  nodes.flatMap((node, index) => {
    const isOpen = node.category && open.has(node.id);
    const row = { node, level, parentId, isOpen, place: index + 1, siblings: nodes.length };
    return isOpen ? [row, ...visibleRows(childrenOf(node, loaded), open, loaded, level + 1, node.id)] : [row];
  });

/** Every category of a tree: a search result is shown opened. */
export const categoriesOf = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap((node) => (node.category ? [node.id, ...categoriesOf(node.children)] : []));
