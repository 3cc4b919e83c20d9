import { z } from 'zod';
import { operation } from './operation.js';

/**
 * State of a unit that was never opened: it waits for the platform's administrator, or was refused. `reason` is empty
 * unless one was given.
 */
export const UnitOpening = z.object({ state: z.enum(['waiting', 'refused']), reason: z.string().optional() });
export type UnitOpening = z.infer<typeof UnitOpening>;

/** `registeredBy` is empty if the unit was not registered by one of its users. Times are UTC. */
export const OwnUnitOpening = z.object({
  unitName: z.string(),
  unitType: z.literal([1, 2]),
  state: z.enum(['waiting', 'refused']),
  reason: z.string(),
  registeredBy: z.string(),
  registeredAt: z.string(),
});
export type OwnUnitOpening = z.infer<typeof OwnUnitOpening>;

export const getOwnUnitOpening = operation({
  name: 'GetOwnUnitOpening',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/own-unit/opening',
  summary: 'Who registered the caller’s unit, and whether it waits or was refused; null once it was opened',
  source: 'AU-018',
  result: OwnUnitOpening.nullable(),
});
