import { type RewrittenView, type RowOperationEvent, rowOperationEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { sameId } from '../rules/equality.js';
import { problem, refuseIf } from '../rules/rule-broken.js';

export type RowOperationCommand =
  | { type: 'RequestRows'; requestId: string; consignmentId: string; reason: string }
  /** Sent by the projector. */
  | { type: 'RecordRows'; requestId: string; views: RewrittenView[] }
  | { type: 'RecordRowsFailure'; requestId: string; message: string };

/** Unfinished requests: request id -> consignment id. */
export type RowOperations = { open: ReadonlyMap<string, string> };

const decideOnRows = (command: RowOperationCommand, { open }: RowOperations): RowOperationEvent[] => {
  const { requestId } = command;
  if (command.type === 'RequestRows') {
    refuseIf(
      [...open.values()].some((consignmentId) => sameId(consignmentId, command.consignmentId))
        ? problem('ROWS_REBUILD_RUNNING')
        : null,
    );
    return [
      {
        type: 'RowsRebuildRequested',
        data: { requestId, consignmentId: command.consignmentId, reason: command.reason },
      },
    ];
  }
  const consignmentId = open.get(requestId);
  if (consignmentId === undefined) return [];
  switch (command.type) {
    case 'RecordRows':
      return [{ type: 'RowsRebuilt', data: { requestId, consignmentId, views: command.views } }];
    case 'RecordRowsFailure':
      return [{ type: 'RowsRebuildFailed', data: { requestId, consignmentId, message: command.message } }];
  }
};

const evolveRows = ({ open }: RowOperations, { type, data }: RowOperationEvent): RowOperations => {
  const next = new Map(open);
  if (type === 'RowsRebuildRequested') next.set(data.requestId, data.consignmentId);
  else next.delete(data.requestId);
  return { open: next };
};

/**
 * Stream operations-rows: rebuilds of the rows of single consignments.
 * @throws RuleBroken ROWS_REBUILD_RUNNING.
 */
export const rowOperations: Aggregate<typeof rowOperationEvents, RowOperationCommand, RowOperations> = {
  category: 'operations',
  events: rowOperationEvents,
  decider: { initialState: { open: new Map() }, decide: decideOnRows, evolve: evolveRows },
};

/** Stream id under which all of them are recorded. */
export const ROW_OPERATIONS = 'rows';
