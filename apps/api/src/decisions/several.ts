import type { CommandResult } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { HeadConflict } from '#events';

type Steps<State> = {
  /** Throws if the decision on this stream would be refused. */
  agree?: ((id: string) => Promise<void>) | undefined;
  append(id: string): Promise<CommandResult<State>>;
};

/**
 * One decision on each of several streams (ADR-007): all agree first, and one refusal appends nothing; then each is appended.
 * @throws RuleBroken of the first refusal; PARTLY_DONE when a late change stops it half-way
 */
export const decideEach = async <State>(
  ids: readonly string[],
  { agree, append }: Steps<State>,
): Promise<(CommandResult<State> & { id: string })[]> => {
  if (agree) for (const id of ids) await agree(id);
  const done: (CommandResult<State> & { id: string })[] = [];
  for (const id of ids) {
    try {
      done.push({ id, ...(await append(id)) });
    } catch (error) {
      const isLate = error instanceof RuleBroken || error instanceof HeadConflict;
      throw isLate && done.length > 0
        ? partlyDone(
            ids,
            done.map((each) => each.id),
            error,
          )
        : error;
    }
  }
  return done;
};

const partlyDone = (ids: readonly string[], done: readonly string[], error: RuleBroken | HeadConflict): RuleBroken => {
  const cause = error instanceof RuleBroken ? problem(error.code, error.params) : problem('CHANGED_MEANWHILE');
  const notDone = ids.filter((id) => !done.includes(id));
  return new RuleBroken(problem('PARTLY_DONE', { done: done.join(','), notDone: notDone.join(','), cause }));
};
