import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import type { UnitSwitches } from './unit-facts.js';

/** What of money a caller is shown (ADR-028): unit prices, and estimated costs. Actual fees always stay. */
export type Shown = { prices: boolean; estimate: boolean };

export const shownTo = (caller: Caller, { hidesPrices, hidesEstimate }: UnitSwitches): Shown => {
  const seesAll = has(caller, ROLE.admin, ROLE.auditor);
  return { prices: seesAll || !hidesPrices, estimate: seesAll || !hidesEstimate };
};
