import { HeadConflict, type EventStore } from '#events';
import { consignment, handle, load, messageOf, problem, RuleBroken, type CommandContext, type Consignment, type ConsignmentCommand, type Handled } from '#domain';
import { messages } from '../http/problem-messages.js';

export type Target = { id: string; state: Consignment };
export type Done = Handled<Consignment> & { id: string };

type Several = {
  ids: readonly string[];
  context: CommandContext;
  /** The command for one of them, from what is known of it before anything is appended. */
  commandFor(target: Target): ConsignmentCommand | Promise<ConsignmentCommand>;
  /** What may be done only after all agreed, e.g. taking numbers; answers the command to append. */
  complete?(command: ConsignmentCommand, target: Target): Promise<ConsignmentCommand>;
};

/**
 * One command for several consignments (DECISIONS 13): all decide first and one refusal appends nothing; then each is appended.
 * A consignment that changes in between is decided again.
 * @throws RuleBroken of the first refusal; PARTLY_DONE when a late change stopped it half-way; StaleRevision for a single id.
 */
export const handleSeveral = async (store: EventStore, { ids, context, commandFor, complete = (command) => Promise.resolve(command) }: Several): Promise<Done[]> => {
  if (ids.length > 1 && context.expectedRevision !== undefined) throw new RuleBroken(problem('SEVERAL_CONSIGNMENTS', {}, 'If-Match'));
  const agreed: { target: Target; command: ConsignmentCommand }[] = [];
  for (const id of ids) {
    const { state, past } = await load(store, consignment, id);
    const command = await commandFor({ id, state });
    const isRepeated = past.some(({ metadata }) => metadata.commandId === context.commandId);
    if (!isRepeated) consignment.decider.decide(command, state);
    agreed.push({ target: { id, state }, command });
  }
  const done: Done[] = [];
  for (const { target, command } of agreed) {
    try {
      const handled = await handle(store, consignment, target.id, await complete(command, target), context);
      done.push({ id: target.id, ...handled });
    } catch (error) {
      const isLate = error instanceof RuleBroken || error instanceof HeadConflict;
      throw isLate && done.length > 0 ? partlyDone(ids, done, error) : error;
    }
  }
  return done;
};

const partlyDone = (ids: readonly string[], done: readonly Done[], error: RuleBroken | HeadConflict): RuleBroken => {
  const cause = error instanceof RuleBroken ? messageOf(error.code, error.params) : messages.CONFLICT.zh;
  const notDone = ids.filter((id) => !done.some((each) => each.id === id));
  return new RuleBroken(problem('PARTLY_DONE', { done: done.map(({ id }) => id).join(','), notDone: notDone.join(','), cause }));
};
