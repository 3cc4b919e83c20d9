import { Inject, Injectable } from '@nestjs/common';
import {
  type Aggregate,
  type CommandContext,
  type CommandFor,
  handle,
  type CommandResult,
  StaleRevision,
} from '#domain/event-sourcing';
import { RuleBroken, problem } from '#domain/rules';
import type { Engines } from '#engines';
import { type EventCatalogue, HeadConflict } from '#events';
import { Metrics } from '../operations/metrics.js';
import { CLOCK, type Clock, ENGINES } from '../injection-tokens.js';

/** The outcome of a decision. `code` is the code of the broken rule if the command was refused, otherwise empty. */
type Outcome = { outcome: 'appended' | 'unchanged' | 'refused' | 'stale' | 'conflict' | 'failed'; code: string };

/** The metrics label if no command was created, because the request is repeated or the caller has no access. */
const NOT_MADE = 'unmade';

/**
 * Decides one command on one aggregate. This is the only caller of handle() in the api, so every decision is counted
 * and timed.
 */
@Injectable()
export class Decisions {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly metrics: Metrics,
    @Inject(CLOCK) readonly now: Clock,
  ) {}

  /** Returns the state, revision and position after the decision. @throws as handle() of libs/domain */
  async decide<Catalogue extends EventCatalogue, AnyCommand extends { type: string }, State>(
    aggregate: Aggregate<Catalogue, AnyCommand, State>,
    id: string,
    command: CommandFor<AnyCommand, State>,
    context: CommandContext,
  ): Promise<CommandResult<State>> {
    let type = typeof command === 'function' ? NOT_MADE : command.type;
    const makeCommand = async (state: State): Promise<AnyCommand> => {
      const resolvedCommand = typeof command === 'function' ? await command(state) : command;
      type = resolvedCommand.type;
      return resolvedCommand;
    };
    const stopTimer = this.metrics.decisionDuration.startTimer({ aggregate: aggregate.category });
    const count = (outcome: Outcome) => {
      this.metrics.decisions.inc({ aggregate: aggregate.category, command: type, ...outcome });
      stopTimer({ command: type, outcome: outcome.outcome });
    };
    try {
      const result = await handle(this.engines.eventStore, aggregate, id, makeCommand, context);
      count({ outcome: result.appended > 0 ? 'appended' : 'unchanged', code: '' });
      return result;
    } catch (error) {
      count(outcomeOf(error));
      throw error;
    }
  }
}

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof RuleBroken) return { outcome: 'refused', code: error.code };
  if (error instanceof StaleRevision) return { outcome: 'stale', code: '' };
  if (error instanceof HeadConflict) return { outcome: 'conflict', code: '' };
  return { outcome: 'failed', code: '' };
};

type Steps<State> = {
  /** Throws if the decision on this stream would be refused. */
  check?: ((id: string) => Promise<void>) | undefined;
  append(id: string): Promise<CommandResult<State>>;
};

/**
 * One decision on each of several streams (ADR-007). All are checked first, so that one refusal appends nothing. Then
 * each is appended.
 * @throws RuleBroken of the first refusal; PARTLY_DONE if a late change stops the loop half-way
 */
export const decideEach = async <State>(
  ids: readonly string[],
  { check, append }: Steps<State>,
): Promise<(CommandResult<State> & { id: string })[]> => {
  if (check) for (const id of ids) await check(id);
  const results: (CommandResult<State> & { id: string })[] = [];
  for (const id of ids) {
    try {
      results.push({ id, ...(await append(id)) });
    } catch (error) {
      const isLate = error instanceof RuleBroken || error instanceof HeadConflict;
      throw isLate && results.length > 0
        ? partlyDoneError(
            ids,
            results.map((each) => each.id),
            error,
          )
        : error;
    }
  }
  return results;
};

const partlyDoneError = (
  ids: readonly string[],
  completedIds: readonly string[],
  error: RuleBroken | HeadConflict,
): RuleBroken => {
  const cause = error instanceof RuleBroken ? problem(error.code, error.params) : problem('CHANGED_MEANWHILE');
  const remainingIds = ids.filter((id) => !completedIds.includes(id));
  return new RuleBroken(
    problem('PARTLY_DONE', { done: completedIds.join(','), notDone: remainingIds.join(','), cause }),
  );
};
