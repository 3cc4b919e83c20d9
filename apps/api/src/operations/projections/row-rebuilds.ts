import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { Guid, listRowRebuilds, rebuildConsignmentRows, type RowRebuild } from '#contract';
import { streamName, type CommandContext } from '#domain/event-sourcing';
import { ROW_OPERATIONS, rowOperations } from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Engines } from '#engines';
import { decode, rowOperationEvents, type RecordedEvent } from '#events';
import { Users } from '../../auth/users.js';
import { loadUserNames } from '../../consignments/persons.js';
import { Decisions } from '../../commands/decisions.js';
import { withMeta, HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { CurrentCommand } from '../../http/command-context.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';

const SHOWN = 20;

/** The rows of single consignments, made anew by the projector. */
@Controller()
export class RowRebuilds {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    @Inject(Users) private readonly users: Users,
  ) {}

  @HandlesOperation(rebuildConsignmentRows)
  async request(
    @Input() { consignment, reason }: InputOf<typeof rebuildConsignmentRows>,
    @CurrentCommand() context: CommandContext,
  ) {
    const consignmentId = await this.idOf(consignment);
    const requestId = v5('rows', context.commandId);
    const { revision, position } = await this.decisions.decide(
      rowOperations,
      ROW_OPERATIONS,
      { type: 'RequestRows', requestId, consignmentId, reason },
      context,
    );
    return withMeta({ requestId, consignmentId }, { revision, position });
  }

  @HandlesOperation(listRowRebuilds)
  async list() {
    const { events } = await this.engines.eventStore.read(streamName(rowOperations, ROW_OPERATIONS));
    const nameOf = await loadUserNames(
      this.users,
      events.map(({ metadata }) => metadata.by.userId),
    );
    return { items: rebuildsOf(events, nameOf).slice(-SHOWN).toReversed() };
  }

  /** By its id it is found in the log, even where every list has lost it. */
  private async idOf(wanted: string): Promise<string> {
    const id = Guid.safeParse(wanted);
    if (id.success) {
      if (await this.engines.eventStore.readLast(`consignment-${id.data}`)) return id.data;
    } else {
      const {
        rows: [row],
      } = await this.engines.views.find<ConsignmentRow>(consignmentList, {
        where: [{ column: 'consignCode', eq: wanted }],
        limit: 1,
      });
      if (row) return row.id;
    }
    throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
  }
}

const rebuildsOf = (events: readonly RecordedEvent[], nameOf: (userId: string) => string): RowRebuild[] => {
  const rebuilds = new Map<string, RowRebuild>();
  for (const event of events) {
    const { type, data } = decode(rowOperationEvents, event);
    const asked = rebuilds.get(data.requestId);
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
    } else if (asked) {
      rebuilds.set(
        data.requestId,
        type === 'RowsRebuilt'
          ? { ...asked, state: 'done', views: data.views }
          : { ...asked, state: 'failed', message: data.message },
      );
    }
  }
  return [...rebuilds.values()];
};
