import type { cancelConsignInfo } from '#contract';
import type { InputOf } from '../http/handles.js';
import { Problem } from '../http/problem.js';

/** What the calls for several consignments carry, in the query or in the body (000.md 22). */
export type IdsAndReason = InputOf<typeof cancelConsignInfo>;

/** @throws Problem 400 when no id was sent. */
export const idsIn = ({ ids }: IdsAndReason): string[] => {
  if (!ids) throw Problem.invalid([{ path: 'ids', message: 'at least one id is needed' }]);
  return ids;
};

/** The reason goes by three names. */
export const reasonIn = ({ remark, reason, description }: IdsAndReason): string =>
  remark ?? reason ?? description ?? '';
