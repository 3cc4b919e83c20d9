import { sameId } from '../rules/same-id.js';
import type { UnitAddress } from '#events';

/**
 * At most one address is the main one (002 UN-013): where several are marked, one that was not before; where none is, the
 * first. `before` is what the unit had.
 */
export const withOneMain = (addresses: readonly UnitAddress[], before: readonly UnitAddress[] = []): UnitAddress[] => {
  const wasMain = (id: string) => before.some((address) => address.isMain && sameId(address.id, id));
  const marked = addresses.filter(({ isMain }) => isMain);
  const main = marked.find(({ id }) => !wasMain(id)) ?? marked[0] ?? addresses[0];
  return addresses.map((address) => ({ ...address, isMain: address === main }));
};
