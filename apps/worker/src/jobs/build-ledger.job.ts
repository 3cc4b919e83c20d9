import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ledgerEntries, ledgerExport, type LedgerExport } from '#domain/documents';
import { handle, load, streamName } from '#domain/event-sourcing';
import { statusNamesOf } from '#domain/reference';
import type { ConsignmentRow } from '#domain/views';
import type { Engines, JobContext, JobHandler } from '#engines';
import { START, type EventStore, type Position } from '#events';
import { ledgerRows, ledgerTitle, statusNamesFrom } from '../ledger/ledger-rows.js';
import type { WorkbookThread } from '../ledger/workbook-thread.js';
import { dayInChina } from '#domain/time';
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({ requestId: z.string(), exportId: z.string() });
export type BuildLedgerPayload = z.infer<typeof Payload>;

type Context = {
  engines: Pick<Engines, 'eventStore' | 'files' | 'views'>;
  workbooks: WorkbookThread;
  now: () => Date;
  logger: Logger;
  settleMs: number;
};

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * After this many pages the wait for another page is twice as long, because a larger file costs more if it is made too
 * early.
 */
const PAGES_OF_LONG_LEDGER = 200;
/** Percent of the work that is done when the last row is written. */
const ROWS_WRITTEN_PERCENT = 95;

/**
 * Makes the file of all requested pages. Only the newest request of an export makes a file, and only if no other
 * request follows for a moment, so that a ledger of a thousand pages is written once. Replaced files are left to
 * the file sweep, which knows whether the same bytes belong to something else.
 */
export const buildLedger = ({ engines, workbooks, now, logger, settleMs }: Context): JobHandler => {
  const { eventStore, files } = engines;
  /** The number of events of the export; null if a later page has been requested. */
  const countEventsUnlessSuperseded = async ({ requestId, exportId }: BuildLedgerPayload): Promise<number | null> => {
    const lastEvent = await eventStore.readLast(streamName(ledgerExport, exportId));
    return !lastEvent || (lastEvent.type === 'ExportPageRequested' && lastEvent.id !== requestId)
      ? null
      : lastEvent.revision + 1;
  };
  const build = async (ledger: LedgerExport, { progress, signal }: JobContext) => {
    const title = ledgerTitle(ledger.consignType, ledger.language);
    const entries = ledgerEntries(ledger);
    signal.throwIfAborted();
    const statusNames = statusNamesFrom(await statusNamesOf(eventStore, ledger.language));
    const readFrom = await eventStore.lastPosition();
    const content = await workbooks.write(
      { title, language: ledger.language, statusNames },
      withProgress(ledgerRows(engines, entries), (writtenRows) =>
        progress((writtenRows / entries.length) * ROWS_WRITTEN_PERCENT),
      ),
    );
    if (await wasAnyoneErasedSince(eventStore, readFrom)) return null;
    const { hash } = await files.put(content, {
      contentType: XLSX,
      name: `${title}_${dayInChina(now())}.xlsx`,
    });
    return { pages: ledger.pages.length, rows: entries.length, fileHash: hash, readFrom };
  };
  /** Repeats the build if a person was erased meanwhile, because rows that were read before may name that person. */
  const buildWithoutErased = async (ledger: LedgerExport, context: JobContext) => {
    for (;;) {
      const file = await build(ledger, context);
      if (file) return file;
    }
  };
  return jobWithResult({
    payload: Payload,
    logger,
    async run(request, context) {
      const eventCount = await countEventsUnlessSuperseded(request);
      if (eventCount === null) return;
      await pause(settleMs * (1 + eventCount / PAGES_OF_LONG_LEDGER), undefined, { signal: context.signal });
      if ((await countEventsUnlessSuperseded(request)) === null) return;
      const { requestId, exportId } = request;
      const { state } = await load(eventStore, ledgerExport, exportId);
      if (state.completedRequests.includes(requestId)) return;
      const file =
        state.built?.pages === state.pages.length &&
        !(await wasAnyoneErasedSince(eventStore, state.built.readFrom ?? START))
          ? state.built
          : await buildWithoutErased(state, context);
      await handle(
        eventStore,
        ledgerExport,
        exportId,
        { type: 'RecordFile', ...file, requestId },
        resultContext(requestId, 'ledger', now()),
      );
    },
    fail: ({ requestId, exportId }, reason) =>
      handle(
        eventStore,
        ledgerExport,
        exportId,
        { type: 'RecordExportFailure', reason, requestId },
        resultContext(requestId, 'ledger-failed', now()),
      ),
  });
};

const wasAnyoneErasedSince = async (store: EventStore, position: Position): Promise<boolean> =>
  (await store.readAll(position, 1, ['UserErased'])).length > 0;

/** The same batches; `report` gets the number of rows that have been used. */
async function* withProgress(
  batches: AsyncIterable<ConsignmentRow[]>,
  report: (rows: number) => Promise<void>,
): AsyncGenerator<ConsignmentRow[]> {
  let rows = 0;
  for await (const batch of batches) {
    yield batch;
    rows += batch.length;
    await report(rows);
  }
}
