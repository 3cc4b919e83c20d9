import type { EventStore } from '#events';
import { consignment, handle, type CommandContext, type Consignment, type ConsignmentCommand, type Handled } from '#domain';
import type { Caller } from '../auth/caller.js';
import { readable, type Known } from './find-consignment.js';

export type Asked = { caller: Caller; context: CommandContext };

/**
 * One command on one consignment that the caller may read. The command is made of the very state it is decided on, so that
 * what was looked up for it (settings, names, prices) belongs to that state.
 */
export const actOn = (store: EventStore, id: string, { caller, context }: Asked, commandFor: (state: Known) => ConsignmentCommand | Promise<ConsignmentCommand>): Promise<Handled<Consignment>> =>
  handle(store, consignment, id, async (state) => commandFor(readable(state, caller).state), context);
