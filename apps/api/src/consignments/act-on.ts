import { consignment, type Consignment, type ConsignmentCommand } from '#domain/consignment';
import { type CommandContext, findEarlierEvent, type CommandResult, load, StaleRevision } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { type Decisions, decideEach } from '../commands/decisions.js';
import { type ExistingConsignment, requireReadable } from './find-consignment.js';

export type CommandRequest = { caller: Caller; context: CommandContext };

/**
 * One command on one consignment that the caller may read. The command is made of the very state it is decided on, so that
 * what was looked up for it (settings, names, prices) belongs to that state.
 */
export const executeOnConsignment = (
  decisions: Decisions,
  id: string,
  { caller, context }: CommandRequest,
  commandFor: (state: ExistingConsignment) => ConsignmentCommand | Promise<ConsignmentCommand>,
): Promise<CommandResult<Consignment>> =>
  decisions.decide(consignment, id, async (state) => commandFor(requireReadable(state, caller).state), context);

export type BulkTarget = { id: string; state: ExistingConsignment };
export type BulkResult = CommandResult<Consignment> & { id: string };

type Several = CommandRequest & {
  ids: readonly string[];
  /** The revision of each that was looked at before, where one that has changed since must be looked at again. */
  seen?: ReadonlyMap<string, number>;
  commandFor(target: BulkTarget): ConsignmentCommand | Promise<ConsignmentCommand>;
  /** What may be done only after all agreed, e.g. taking numbers; answers the command to append. */
  complete?(command: ConsignmentCommand, target: BulkTarget): Promise<ConsignmentCommand>;
};

/**
 * One command for several consignments (ADR-007): all decide first and one refusal appends nothing; then each is appended.
 * A consignment that changes in between is decided again, or refused where it was to be as it was seen.
 * @throws RuleBroken of the first refusal; SIGNING_CHANGED for what was seen otherwise; PARTLY_DONE when a late change stopped it
 * half-way; StaleRevision for a single id.
 */
export const executeOnSeveral = async (
  store: EventStore,
  decisions: Decisions,
  { ids, caller, context, commandFor, complete, seen }: Several,
): Promise<BulkResult[]> => {
  if (ids.length > 1 && context.expectedRevision !== undefined)
    throw new RuleBroken(problem('SEVERAL_CONSIGNMENTS', {}, 'If-Match'));
  const agreedOn = async (target: BulkTarget): Promise<ConsignmentCommand> => {
    const command = await commandFor(target);
    consignment.decider.decide(command, target.state);
    return command;
  };
  return decideEach(ids, {
    agree: ids.length > 1 ? agree : undefined,
    append: (id) =>
      executeOnConsignment(
        decisions,
        id,
        { caller, context: seen ? { ...context, expectedRevision: seen.get(id) ?? NaN } : context },
        async (state) => {
          const target = { id, state };
          return complete ? complete(await agreedOn(target), target) : commandFor(target);
        },
      ).catch((error: unknown) => {
        throw seen && error instanceof StaleRevision ? new RuleBroken(problem('SIGNING_CHANGED')) : error;
      }),
  });

  async function agree(id: string): Promise<void> {
    const { state, head, past } = await load(store, consignment, id);
    if (findEarlierEvent(past, context)) return;
    await agreedOn({ id, state: requireReadable(state, caller).state });
    refuseIf(seen && seen.get(id) !== head.revision ? problem('SIGNING_CHANGED') : null);
  }
};
