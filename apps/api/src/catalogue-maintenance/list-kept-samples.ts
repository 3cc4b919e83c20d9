import type { KeptSample, TreeNode } from '#contract';
import { type CategoryRow, containsFolded, type HeldLeaf, openedAt, sampleTreeOf } from '#domain';
import type { Position } from '#events';
import type { Holder } from './holder.js';
import { toKeptSample } from './kept-sample-view.js';
import type { KeptSamples } from './kept-samples.js';

type Asked = {
  search: string;
  state: '' | 'own' | 'withdrawn';
  parentId?: string | undefined;
  skipCount: number;
  maxResultCount: number;
  atLeast?: Position | undefined;
};
type Page = { items: KeptSample[]; totalCount: number };

/** One page of a holder's samples, by code. There are a few hundred at most, and a unit's copies are joined over the template's: so this filters rows, not the view. */
export const pageOfSamples = async (
  kept: KeptSamples,
  holder: Holder,
  { search, state, parentId, skipCount, maxResultCount, atLeast }: Asked,
): Promise<{ page: Page; stale: boolean }> => {
  const { leaves, stale } = await kept.leaves(holder, atLeast);
  const under = parentId === undefined ? null : descendantsOf(await kept.categories(), parentId);
  const found = leaves.filter(
    (leaf) =>
      inState(leaf, state) &&
      (under?.has(leaf.categoryId) ?? true) &&
      containsFolded(`${leaf.name}\n${leaf.sampleCode}`, search),
  );
  const shown = found.slice(skipCount, skipCount + maxResultCount);
  const [rows, names] = await Promise.all([kept.rows(holder, shown), kept.names()]);
  return { page: { items: rows.map((held) => toKeptSample(holder, held, names)), totalCount: found.length }, stale };
};

/** What a holder offers as a tree; empty categories are left out. */
export const treeOfSamples = async (
  kept: KeptSamples,
  holder: Holder,
  { type, id, atLeast }: { type: number; id?: string | undefined; atLeast?: Position | undefined },
): Promise<{ tree: { sampleTree: TreeNode[]; expandedKey: string[]; selectedKey: string }; stale: boolean }> => {
  const { leaves, stale } = await kept.leaves(holder, atLeast);
  const sampleTree = sampleTreeOf(
    await kept.categories(),
    leaves.filter(({ withdrawn }) => !withdrawn),
    { scope: type, ...(holder ? { bigCategoryIds: holder.bigCategoryIds } : {}) },
  );
  return { tree: { sampleTree, ...openedAt(sampleTree, id ?? '') }, stale };
};

const inState = ({ origin, withdrawn }: HeldLeaf, state: Asked['state']): boolean => {
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
  const found = new Set([id]);
  for (let grown = true; grown;) {
    const size = found.size;
    for (const category of categories)
      if (category.parentId !== null && found.has(category.parentId)) found.add(category.id);
    grown = found.size > size;
  }
  return found;
};
