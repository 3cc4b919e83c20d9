import type { TreeNode } from '#contract';

/** The samples of a tree, without its categories. */
export const leafNodes = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? leafNodes(node.children) : [node]));
