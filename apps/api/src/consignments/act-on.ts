import { consignment, type CommandContext, type Consignment, type ConsignmentCommand, type Handled } from '#domain';
import type { Caller } from '../auth/caller.js';
import type { Decisions } from '../decisions/decisions.js';
import { readable, type Known } from './find-consignment.js';

export type Asked = { caller: Caller; context: CommandContext };

/**
 * One command on one consignment that the caller may read. The command is made of the very state it is decided on, so that
 * what was looked up for it (settings, names, prices) belongs to that state.
 */
export const actOn = (
  decisions: Decisions,
  id: string,
  { caller, context }: Asked,
  commandFor: (state: Known) => ConsignmentCommand | Promise<ConsignmentCommand>,
): Promise<Handled<Consignment>> =>
  decisions.decide(consignment, id, async (state) => commandFor(readable(state, caller).state), context);
