import { Inject } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { HeadConflict, type EventCatalogue } from '#events';
import {
  handle,
  RuleBroken,
  StaleRevision,
  type Aggregate,
  type CommandContext,
  type CommandFor,
  type Handled,
} from '#domain';
import type { Engines } from '#engines';
import { Metrics } from '../operations/metrics.js';
import { ENGINES } from '../provided.js';

/** One command on one aggregate, whichever: the only thing the bus carries (ADR-009). */
export class Decide<Catalogue extends EventCatalogue, Ordered extends { type: string }, State> extends Command<
  Handled<State>
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

/** Stands for the command's type where the answer came before one was made: a repeated request, or a caller without business here. */
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
  }: Decide<Catalogue, Ordered, State>): Promise<Handled<State>> {
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
