import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandBus, CommandHandler } from '@nestjs/cqrs';
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

/** One command on one aggregate, whichever: the only thing the bus carries (ADR-009). */
class Decide<Catalogue extends EventCatalogue, Ordered extends { type: string }, State> extends Command<
  CommandResult<State>
> {
  constructor(
    readonly aggregate: Aggregate<Catalogue, Ordered, State>,
    readonly id: string,
    readonly command: CommandFor<Ordered, State>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** How a decision ended; `code` is the rule's when it was refused. */
type Outcome = { outcome: 'appended' | 'unchanged' | 'refused' | 'stale' | 'conflict' | 'failed'; code: string };

/**
 * Stands for the command's type where the answer came before one was made: a repeated request, or a caller without
 * business here.
 */
const UNMADE = 'unmade';

/** The only caller of handle(): whatever the api decides is counted and timed here. */
@CommandHandler(Decide)
export class DecideHandler {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly metrics: Metrics,
  ) {}

  async execute<Catalogue extends EventCatalogue, Ordered extends { type: string }, State>({
    aggregate,
    id,
    command,
    context,
  }: Decide<Catalogue, Ordered, State>): Promise<CommandResult<State>> {
    let type = typeof command === 'function' ? UNMADE : command.type;
    const made = async (state: State): Promise<Ordered> => {
      const ordered = typeof command === 'function' ? await command(state) : command;
      type = ordered.type;
      return ordered;
    };
    const timed = this.metrics.decisionDuration.startTimer({ aggregate: aggregate.category });
    const count = (outcome: Outcome) => {
      this.metrics.decisions.inc({ aggregate: aggregate.category, command: type, ...outcome });
      timed({ command: type, outcome: outcome.outcome });
    };
    try {
      const handled = await handle(this.engines.eventStore, aggregate, id, made, context);
      count({ outcome: handled.appended > 0 ? 'appended' : 'unchanged', code: '' });
      return handled;
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

/** How use cases change anything: one command on one aggregate, over the bus. */
@Injectable()
export class Decisions {
  /**
   * The handler is asked for so that Nest refuses to start without it; the bus alone would notice at the first command.
   */
  constructor(
    private readonly bus: CommandBus,
    _handler: DecideHandler,
    @Inject(CLOCK) readonly now: Clock,
  ) {}

  /** State, revision and position afterwards. @throws whatever handle() of libs/domain throws. */
  decide<Catalogue extends EventCatalogue, Ordered extends { type: string }, State>(
    aggregate: Aggregate<Catalogue, Ordered, State>,
    id: string,
    command: CommandFor<Ordered, State>,
    context: CommandContext,
  ): Promise<CommandResult<State>> {
    return this.bus.execute(new Decide(aggregate, id, command, context));
  }
}

type Steps<State> = {
  /** Throws if the decision on this stream would be refused. */
  agree?: ((id: string) => Promise<void>) | undefined;
  append(id: string): Promise<CommandResult<State>>;
};

/**
 * One decision on each of several streams (ADR-007): all agree first, and one refusal appends nothing; then each is
 * appended.
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
