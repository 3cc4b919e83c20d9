import { consignmentEvents } from '#events';
import type { Aggregate } from '../handle.js';
import type { ConsignmentCommand } from './commands.js';
import { decide } from './decide.js';
import { evolve } from './evolve.js';
import type { Consignment } from './state.js';

/** consignment-<id>: a consignment with its samples, one stream because submission and audit rules need both. */
export const consignment: Aggregate<typeof consignmentEvents, ConsignmentCommand, Consignment> = {
  category: 'consignment',
  events: consignmentEvents,
  decider: { initialState: { phase: 'absent' }, decide, evolve },
};
