import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { listPersonalReads, readHistoryPersons, type PersonalReadView, type ResultOf } from '#contract';
import { findEarlierEvent, load, type CommandContext } from '#domain/event-sourcing';
import { personalRead, personalReads, type PersonalReadRow } from '#domain/personal-data';
import { ageOf } from '#domain/time';
import { fingerprinter, type Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { findHistory, requireRevision } from './consignment-history.js';
import { personFingerprint, personsOfRevision } from './persons.js';

export class ListPersonalReads extends Query<OperationReturn<ResultOf<typeof listPersonalReads>>> {
  constructor(readonly input: InputOf<typeof listPersonalReads>) {
    super();
  }
}

@QueryHandler(ListPersonalReads)
export class ListPersonalReadsHandler implements IQueryHandler<ListPersonalReads> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { search, skipCount, maxResultCount, atLeast } }: ListPersonalReads) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, personalReads, atLeast);
    const { rows, total, totalIsCapped } = await views.find<PersonalReadRow>(personalReads, {
      search,
      sort: [{ column: 'at', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta({ items: await readViews(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}

/** Readings with the names of their readers, without the fingerprints of the persons. */
export const readViews = async (users: Users, rows: readonly PersonalReadRow[]): Promise<PersonalReadView[]> => {
  const nameOf = await loadUserNames(
    users,
    rows.map(({ userId }) => userId),
  );
  return rows.map(({ person: _, ...row }) => ({ ...row, userName: nameOf(row.userId) }));
};

/** A retry arrives within this time (002 K-007). */
const REPEATED_MS = 10 * 60 * 1000;

/** Shows the masked persons of a revision (ADR-019). The reading is recorded first. If that fails, nothing is shown. */
export class ReadHistoryPersons extends Command<OperationReturn<ResultOf<typeof readHistoryPersons>>> {
  constructor(
    readonly input: InputOf<typeof readHistoryPersons>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReadHistoryPersons)
export class ReadHistoryPersonsHandler implements ICommandHandler<ReadHistoryPersons> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({
    input: { consignmentId: id, revision, parts, reason },
    caller,
    context: { expectedRevision: _, ...context },
  }: ReadHistoryPersons) {
    const { eventStore, vault } = this.engines;
    const history = await findHistory(eventStore, id, caller);
    const persons = personsOfRevision(requireRevision(history, revision), parts);
    const toFingerprint = await fingerprinter(vault);
    const read = {
      consignmentId: id,
      consignCode: history.consignment.state.consignCode,
      revision,
      persons: persons.map((person) => ({ part: person.part, person: personFingerprint(toFingerprint, person) })),
      reason,
    };
    // Under one Idempotency-Key, a request for other persons or another revision is another reading.
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
    return withMeta({ persons }, { position });
  }

  /** The command's id for a retry within ten minutes. A later repeat counts as another reading and gets a new id. */
  private async readingOf(id: string, context: CommandContext): Promise<string> {
    const { events } = await load(this.engines.eventStore, personalRead, id);
    const isOver = (commandId: string) => {
      const earlier = findEarlierEvent(events, { ...context, commandId });
      return earlier !== undefined && ageOf(earlier.metadata.at, context.at) > REPEATED_MS;
    };
    let { commandId } = context;
    while (isOver(commandId)) commandId = v5('later', commandId);
    return commandId;
  }
}

export const personalReadHandlers = [ListPersonalReadsHandler, ReadHistoryPersonsHandler];
