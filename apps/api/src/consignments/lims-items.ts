import { LAB_CONSIGN_ID } from '#contract';
import type { Done } from './handle-several.js';

type LabItem = { id: string } & Record<typeof LAB_CONSIGN_ID, string>;

/** {product}ConsignID of each consignment (DECISIONS 24). */
export const limsItemsOf = (done: readonly Done[]): LabItem[] =>
  done.map(({ id, state }) => ({ id, [LAB_CONSIGN_ID]: state.phase === 'absent' ? '' : state.limsConsignId }));
