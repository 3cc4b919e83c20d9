import type { TreeNode } from '#contract';

/** The samples of a tree, without its categories. */
export const leavesOf = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => (node.category ? leavesOf(node.children) : [node]));
