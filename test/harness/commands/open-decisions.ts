import type { Engines } from '#engines';
import { Decisions } from '../../../apps/api/src/commands/decisions.js';
import type { Clock } from '../../../apps/api/src/injection-tokens.js';
import { Metrics } from '../../../apps/api/src/operations/metrics.js';

/** Decisions on these engines, without the rest of the api. */
export const createDecisions = (engines: Engines, clock: Clock = () => new Date()) => {
  const metrics = new Metrics();
  return { decisions: new Decisions(engines, metrics, clock), metrics };
};
