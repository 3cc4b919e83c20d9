import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { handle, load, ROW_OPERATIONS, rowOperations, type RowOperationCommand } from '#domain';
import type { Engines } from '#engines';
import type { RewrittenView } from '#events';
import { rowsOfConsignment } from './consignment-rows.js';
import { PoisonEvent } from '../fold-batch.js';
import { rebuildPace } from '../rebuild-pace.js';
import { answering } from '../recorder.js';
import { foldAfresh, rewriteRows } from './rewrite-rows.js';
import type { runView } from '../view-runner.js';

type Options = {
  engines: Pick<Engines, 'eventStore' | 'views'>;
  runners: ReadonlyMap<string, ReturnType<typeof runView>>;
  logger: Logger;
  now: () => Date;
  retryMs: number;
  signal: AbortSignal;
};

/** Makes the rows of every consignment anew that was asked for and not answered yet, and records what it came to. */
export const answerRowRequests = async ({ engines, runners, logger, now, retryMs, signal }: Options): Promise<void> => {
  const { eventStore } = engines;
  while (!signal.aborted) {
    try {
      const { state, past } = await load(eventStore, rowOperations, ROW_OPERATIONS);
      const [next] = state.open;
      if (!next) return;
      const [requestId, consignmentId] = next;
      const command = await answerTo(requestId, consignmentId);
      if (signal.aborted) return;
      const request = past.find(({ data }) => (data as { requestId?: string }).requestId === requestId);
      await handle(eventStore, rowOperations, ROW_OPERATIONS, command, answering(request, now()));
    } catch (error) {
      if (signal.aborted) return;
      logger.warn({ err: error }, 'rows of a consignment could not be made anew, trying again');
      await setTimeout(retryMs, undefined, { signal }).catch(() => undefined); // woken by the signal
    }
  }

  async function answerTo(requestId: string, consignmentId: string): Promise<RowOperationCommand> {
    const projections = [...runners.values()].map(({ projection }) => projection);
    try {
      const concerned = await rowsOfConsignment(consignmentId, {
        eventStore,
        projections,
        pace: rebuildPace(eventStore),
        signal,
      });
      // An event that one view cannot take leaves the rows of all as they are, unless its stream is set aside anyway.
      for (const rows of concerned)
        for (const { skipped } of runners.get(rows.projection.name)?.fed() ?? [])
          foldAfresh(rows, rows.events, skipped);
      const views: RewrittenView[] = [];
      for (const rows of concerned)
        views.push(await rewriteRows(rows, { engines, fed: runners.get(rows.projection.name)?.fed() ?? [] }));
      return { type: 'RecordRows', requestId, views };
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error;
      logger.error({ err: error, consignmentId }, 'rows of a consignment could not be made anew');
      return { type: 'RecordRowsFailure', requestId, message: error.message };
    }
  }
};
