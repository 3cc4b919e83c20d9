import type { Logger } from 'pino';
import { z } from 'zod';
import { handle, ledgerExport, load, type ConsignmentRow, type LedgerExport } from '#domain';
import type { Engines, JobContext, JobHandler } from '#engines';
import type { EventStore } from '#events';
import { ledgerRow } from '../ledger/ledger-row.js';
import type { WorkbookThread } from '../ledger/workbook-thread.js';
import { localTime } from '../local-time.js';
import { answering } from '../recorder.js';
import { answeredJob } from './answered-job.js';

const Payload = z.object({ requestId: z.string(), exportId: z.string() });
export type BuildLedgerPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore' | 'files'>; workbooks: WorkbookThread; now: () => Date; logger: Logger };

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const TITLES = { 1: '原材料预委托台账', 2: '现场检测预约台账', 3: '交竣工检测预约台账' } as const;

/**
 * Makes the file of all pages asked for so far. Pages that came while the one before was being made find themselves in
 * its successor, so however many pages there are, few files are made; only the newest is kept.
 */
export const buildLedger = ({ engines: { eventStore, files }, workbooks, now, logger }: Context): JobHandler => {
  const build = async ({ consignType, pages }: LedgerExport, { progress }: JobContext) => {
    const title = consignType === null ? '委托台账' : TITLES[consignType];
    const rows = await rowsOf(eventStore, pages, progress);
    const content = await workbooks.call({ title, rows });
    const { hash } = await files.put(content, { contentType: XLSX, name: `${title}_${localTime(now().toISOString()).slice(0, 10)}.xlsx` });
    return { pages: pages.length, rows: rows.length, fileHash: hash };
  };
  return answeredJob({
    payload: Payload,
    logger,
    async run({ requestId, exportId }, context) {
      const { state } = await load(eventStore, ledgerExport, exportId);
      if (state.answered.includes(requestId)) return;
      const file = state.built?.pages === state.pages.length ? state.built : await build(state, context);
      await handle(eventStore, ledgerExport, exportId, { type: 'RecordFile', ...file, requestId }, answering(requestId, 'ledger', now()));
      if (state.built && state.built.fileHash !== file.fileHash) await files.delete(state.built.fileHash);
    },
    fail: ({ requestId, exportId }, reason) =>
      handle(eventStore, ledgerExport, exportId, { type: 'RecordExportFailure', reason, requestId }, answering(requestId, 'ledger-failed', now())),
  });
};

const rowsOf = async (store: EventStore, pages: LedgerExport['pages'], progress: JobContext['progress']): Promise<ConsignmentRow[]> => {
  const rows: ConsignmentRow[] = [];
  for (const [index, page] of pages.entries()) {
    for (const entry of page) rows.push(await ledgerRow(store, entry));
    await progress(((index + 1) / pages.length) * 90);
  }
  return rows;
};
