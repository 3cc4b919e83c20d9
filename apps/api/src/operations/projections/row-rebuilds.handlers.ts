import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { Guid, type RowRebuild } from '#contract';
import { streamName, type CommandContext } from '#domain/event-sourcing';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import { decode, rowOperationEvents, type Position, type RecordedEvent } from '#events';
import { Users, loadUserNames } from '../../auth/users.js';
import { Decisions } from '../../commands/decisions.js';
import { ENGINES } from '../../injection-tokens.js';

const MAX_REBUILDS = 20;

type RequestedRebuild = { requestId: string; consignmentId: string; revision: number; position: Position | null };

/** Requests that the projector rewrites the rows of one consignment. `consignment` is its id or its number. */
export class RebuildConsignmentRows extends Command<RequestedRebuild> {
  constructor(
    readonly consignment: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RebuildConsignmentRows)
export class RebuildConsignmentRowsHandler implements ICommandHandler<RebuildConsignmentRows> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ consignment, reason, context }: RebuildConsignmentRows): Promise<RequestedRebuild> {
    const consignmentId = await this.idOf(consignment);
    const requestId = v5('rows', context.commandId);
    const { revision, position } = await this.decisions.decide(
      rowOperations,
      ROW_OPERATIONS,
      { type: 'RequestRows', requestId, consignmentId, reason },
      context,
    );
    return { requestId, consignmentId, revision, position };
  }

  /** An id is looked up in the log, so that a consignment that is missing in every list is found as well. */
  private async idOf(consignment: string): Promise<string> {
    const id = Guid.safeParse(consignment);
    if (id.success) {
      if (await this.engines.eventStore.readLast(`consignment-${id.data}`)) return id.data;
    } else {
      const {
        rows: [row],
      } = await this.engines.views.find<ConsignmentRow>(consignmentList, {
        where: [{ column: 'consignCode', eq: consignment }],
        limit: 1,
      });
      if (row) return row.id;
    }
    throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  }
}

/** The newest rebuilds of rows, newest first. */
export class ListRowRebuilds extends Query<RowRebuild[]> {}

@QueryHandler(ListRowRebuilds)
export class ListRowRebuildsHandler implements IQueryHandler<ListRowRebuilds> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute(): Promise<RowRebuild[]> {
    const { events } = await this.engines.eventStore.read(streamName(rowOperations, ROW_OPERATIONS));
    const nameOf = await loadUserNames(
      this.users,
      events.map(({ metadata }) => metadata.by.userId),
    );
    return rebuildsOf(events, nameOf).slice(-MAX_REBUILDS).toReversed();
  }
}

const rebuildsOf = (events: readonly RecordedEvent[], nameOf: (userId: string) => string): RowRebuild[] => {
  const rebuilds = new Map<string, RowRebuild>();
  for (const event of events) {
    const { type, data } = decode(rowOperationEvents, event);
    const request = rebuilds.get(data.requestId);
    if (type === 'RowsRebuildRequested') {
      const { requestId, consignmentId, reason } = data;
      rebuilds.set(requestId, {
        requestId,
        consignmentId,
        reason,
        at: event.metadata.at,
        userName: nameOf(event.metadata.by.userId),
        state: 'running',
        views: [],
        message: '',
      });
    } else if (request) {
      rebuilds.set(
        data.requestId,
        type === 'RowsRebuilt'
          ? { ...request, state: 'done', views: data.views }
          : { ...request, state: 'failed', message: data.message },
      );
    }
  }
  return [...rebuilds.values()];
};

export const rowRebuildHandlers = [RebuildConsignmentRowsHandler, ListRowRebuildsHandler];
