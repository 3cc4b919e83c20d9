import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { readHistoryPersons } from '#contract';
import { ageOf, earlierOf, load, personalRead, type CommandContext } from '#domain';
import { fingerprinter, type Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findHistory, momentAt } from './find-history.js';
import { fingerprintOf } from './person-fingerprint.js';
import { personsIn } from './persons-of.js';

/** A retry comes within the life of a request (002 K-007). */
const REPEATED_MS = 10 * 60 * 1000;

/** Who the masked persons of a revision are (ADR-019). The reading is written first: where that fails, nothing is shown. */
@Controller()
export class ReadHistoryPersons {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(readHistoryPersons)
  async handle(
    @Input() { consignmentId: id, revision, parts, reason }: InputOf<typeof readHistoryPersons>,
    @By() caller: Caller,
    @Command() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const { eventStore, vault } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const persons = personsIn(momentAt(history, revision), parts);
    const made = await fingerprinter(vault);
    const read = {
      consignmentId: id,
      consignCode: history.found.state.consignCode,
      revision,
      persons: persons.map((person) => ({ part: person.part, person: fingerprintOf(made, person) })),
      reason,
    };
    // One key shows one thing: sent again for other persons or another revision it is another reading.
    const commandId = await this.readingOf(id, {
      ...context,
      commandId: v5(JSON.stringify([id, revision, parts]), context.commandId),
    });
    const { position } = await this.decisions.decide(
      personalRead,
      id,
      { type: 'ReadPersonalData', read },
      { ...context, commandId },
    );
    return answer({ persons }, { position });
  }

  /** The command's id, or another one after each ten minutes in which it was a repeat: what is shown much later is one more reading. */
  private async readingOf(id: string, context: CommandContext): Promise<string> {
    const { past } = await load(this.engines.eventStore, personalRead, id);
    const isOver = (commandId: string) => {
      const earlier = earlierOf(past, { ...context, commandId });
      return earlier !== undefined && ageOf(earlier.metadata.at, context.at) > REPEATED_MS;
    };
    let { commandId } = context;
    while (isOver(commandId)) commandId = v5('later', commandId);
    return commandId;
  }
}
