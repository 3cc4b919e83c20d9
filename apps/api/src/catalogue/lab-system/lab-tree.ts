import { sameId, type SampleTreeNode } from '#domain';
import type { LabNode } from './lab-answers.js';

/** Nodes as trees have them here; what a laboratory leaves out follows from where a node hangs. */
export const nodesOf = (
  nodes: readonly LabNode[],
  parentId: string | null = null,
  above: { bigCategoryId: string; names: readonly string[] } = { bigCategoryId: '', names: [] },
): SampleTreeNode[] =>
  nodes.map(({ id, name, category, bigCategoryId, sampleNameLink, children }) => {
    const isCategory = category || children.length > 0;
    const here = {
      bigCategoryId: bigCategoryId || above.bigCategoryId || (isCategory ? id : ''),
      names: [...above.names, name],
    };
    return {
      id,
      name,
      label: name,
      category: isCategory,
      isLeaf: !isCategory,
      parentId,
      bigCategoryId: here.bigCategoryId,
      sampleNameLink: sampleNameLink || here.names.join(' → '),
      children: nodesOf(children, id, here),
    };
  });

/** From the root to the node with this id; empty where it is not. */
export const pathTo = (nodes: readonly SampleTreeNode[], id: string): SampleTreeNode[] => {
  for (const node of nodes) {
    if (sameId(node.id, id)) return [node];
    const rest = pathTo(node.children, id);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
};
