import type { Done } from './handle-several.js';

/** {product}ConsignID of each consignment (DECISIONS 24). */
export const limsItemsOf = (done: readonly Done[]): { id: string; LimsConsignID: string }[] =>
  done.map(({ id, state }) => ({ id, LimsConsignID: state.phase === 'absent' ? '' : state.limsConsignId }));
