import {
  type CommandContext,
  consignment,
  type Consignment,
  type ConsignmentCommand,
  earlierOf,
  type Handled,
  load,
  problem,
  refuseIf,
  RuleBroken,
  StaleRevision,
} from '#domain';
import { type EventStore, HeadConflict } from '#events';
import type { Caller } from '../auth/caller.js';
import type { Decisions } from '../decisions/decisions.js';
import { type ExistingConsignment, readable } from './find-consignment.js';

export type Asked = { caller: Caller; context: CommandContext };

/**
 * One command on one consignment that the caller may read. The command is made of the very state it is decided on, so that
 * what was looked up for it (settings, names, prices) belongs to that state.
 */
export const actOn = (
  decisions: Decisions,
  id: string,
  { caller, context }: Asked,
  commandFor: (state: ExistingConsignment) => ConsignmentCommand | Promise<ConsignmentCommand>,
): Promise<Handled<Consignment>> =>
  decisions.decide(consignment, id, async (state) => commandFor(readable(state, caller).state), context);

export type Target = { id: string; state: ExistingConsignment };
export type Done = Handled<Consignment> & { id: string };

type Several = Asked & {
  ids: readonly string[];
  /** The revision of each that was looked at before, where one that has changed since must be looked at again. */
  seen?: ReadonlyMap<string, number>;
  commandFor(target: Target): ConsignmentCommand | Promise<ConsignmentCommand>;
  /** What may be done only after all agreed, e.g. taking numbers; answers the command to append. */
  complete?(command: ConsignmentCommand, target: Target): Promise<ConsignmentCommand>;
};

/**
 * One command for several consignments (ADR-007): all decide first and one refusal appends nothing; then each is appended.
 * A consignment that changes in between is decided again, or refused where it was to be as it was seen.
 * @throws RuleBroken of the first refusal; SIGNING_CHANGED for what was seen otherwise; PARTLY_DONE when a late change stopped it
 * half-way; StaleRevision for a single id.
 */
export const handleSeveral = async (
  store: EventStore,
  decisions: Decisions,
  { ids, caller, context, commandFor, complete, seen }: Several,
): Promise<Done[]> => {
  if (ids.length > 1 && context.expectedRevision !== undefined)
    throw new RuleBroken(problem('SEVERAL_CONSIGNMENTS', {}, 'If-Match'));
  const agreedOn = async (target: Target): Promise<ConsignmentCommand> => {
    const command = await commandFor(target);
    consignment.decider.decide(command, target.state);
    return command;
  };
  if (ids.length > 1) await allAgree();

  const done: Done[] = [];
  for (const id of ids) {
    try {
      const handled = await actOn(
        decisions,
        id,
        { caller, context: seen ? { ...context, expectedRevision: seen.get(id) ?? NaN } : context },
        async (state) => {
          const target = { id, state };
          return complete ? complete(await agreedOn(target), target) : commandFor(target);
        },
      );
      done.push({ id, ...handled });
    } catch (failure) {
      const error = seen && failure instanceof StaleRevision ? new RuleBroken(problem('SIGNING_CHANGED')) : failure;
      const isLate = error instanceof RuleBroken || error instanceof HeadConflict;
      throw isLate && done.length > 0 ? partlyDone(ids, done, error) : error;
    }
  }
  return done;

  async function allAgree(): Promise<void> {
    for (const id of ids) {
      const { state, head, past } = await load(store, consignment, id);
      if (earlierOf(past, context)) continue;
      await agreedOn({ id, state: readable(state, caller).state });
      refuseIf(seen && seen.get(id) !== head.revision ? problem('SIGNING_CHANGED') : null);
    }
  }
};

const partlyDone = (ids: readonly string[], done: readonly Done[], error: RuleBroken | HeadConflict): RuleBroken => {
  const cause = error instanceof RuleBroken ? problem(error.code, error.params) : problem('CHANGED_MEANWHILE');
  const notDone = ids.filter((id) => !done.some((each) => each.id === id));
  return new RuleBroken(
    problem('PARTLY_DONE', { done: done.map(({ id }) => id).join(','), notDone: notDone.join(','), cause }),
  );
};
