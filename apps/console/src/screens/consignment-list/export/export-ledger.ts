import { EXPORT_PAGE, exportConsignments, ExportProgress, getExportFile } from '#contract';
import { LEDGER_LIMIT } from '#domain/documents';
import { messageOf } from '#domain/rules';
import type { ConsignType } from '#events';
import { toastSuccess, toastWarning } from '../../../components/toaster.js';
import { language } from '../../../i18n/language.js';
import { textOf } from '../../../i18n/texts.js';
import { logHandledFailure } from '../../../lib/failures.js';
import { callOperation, newIdempotencyKey } from '../../../lib/http.js';
import { formatCount } from '../../../lib/numbers.js';
import { downloadFile } from '../../../lib/save-as-file.js';
import { createStore } from '../../../lib/store.js';
import { readToken } from '../../../lib/token.js';
import { type ListFilters, listQuery } from '../list-filters.js';
import { fetchList, type ListKind, consignTypeOfList } from '../list-kinds.js';
import { texts } from '../texts.js';

/** Progress of an export. `done` of `total` consignments have been requested; `total` is null while it is unknown. */
export type ExportState =
  | { phase: 'collecting'; done: number; total: number | null }
  | { phase: 'asking'; done: number; total: number }
  | { phase: 'building'; total: number; percent: number }
  /** `page` counts from 1; null if all pages were accepted but the file was not made. */
  | { phase: 'stopped'; page: number | null; message: string };

/** One export per list and user, from the button until the file is opened. */
export type RunningExport = { userId: string; state: ExportState; cancel(): void; retry(): void };

/** Running exports. They are outside of the pages, so they go on while the user navigates. */
export const ledgerExports = createStore<Partial<Record<ListKind, RunningExport>>>({});

const setExport = (kind: ListKind, running: RunningExport | null): void =>
  ledgerExports.set(({ [kind]: _, ...rest }) => (running ? { ...rest, [kind]: running } : rest));

/** Number of ids per list call, and the interval at which the file is polled. */
const IDS_PER_CALL = 1000;
const POLL_MS = 1_000;

/** What is exported: chosen rows, or all rows of the filters. */
export type ExportSource = { kind: ListKind; userId: string; filters: ListFilters; ids: readonly string[] | null };

/** State of an export; kept after a failure, so that it resumes at the failed page. */
type Work = {
  ids: readonly string[] | null;
  requestedAt: number;
  exportPath: string;
  fileUrl: string;
  keys: Map<number, string>;
};

/**
 * Exports a ledger: collects ids, requests page after page of 50, waits for the file and opens it once (EX-002,
 * EX-003). A failed page stops it until `retry`. One export per list at a time; another press while it runs does
 * nothing.
 */
export const exportLedger = (source: ExportSource): void => {
  const running = ledgerExports.get()[source.kind];
  if (running && running.userId === source.userId && running.state.phase !== 'stopped') return;
  const work: Work = { ids: source.ids, requestedAt: 0, exportPath: '', fileUrl: '', keys: new Map() };
  void run(source, work);
};

const run = async (source: ExportSource, work: Work): Promise<void> => {
  const { kind, userId } = source;
  const abortController = new AbortController();
  const token = readToken();
  const show = (state: ExportState): void => {
    if (!abortController.signal.aborted)
      setExport(kind, { userId, state, cancel, retry: () => void run(source, work) });
  };
  const cancel = (): void => {
    abortController.abort();
    setExport(kind, null);
  };
  try {
    work.ids ??= await collect(source, show, abortController.signal);
    const { ids } = work;
    if (ids.length === 0 || ids.length > LEDGER_LIMIT) {
      cancel();
      return toastWarning(
        ids.length === 0
          ? textOf(texts, 'nothingToExport')
          : messageOf('EXPORT_TOO_LARGE', { max: LEDGER_LIMIT }, language()),
      );
    }
    for (; work.requestedAt < ids.length; work.requestedAt += EXPORT_PAGE) {
      abortController.signal.throwIfAborted();
      show({ phase: 'asking', done: work.requestedAt, total: ids.length });
      await requestPage(source, work, ids, work.requestedAt, abortController.signal);
    }
    await waitForFile(
      work,
      (percent) => show({ phase: 'building', total: ids.length, percent }),
      abortController.signal,
    );
    if (abortController.signal.aborted) return;
    downloadFile(work.fileUrl, '');
    toastSuccess(textOf(texts, 'exported', { n: formatCount(ids.length) }));
    cancel();
  } catch (error) {
    if (abortController.signal.aborted) return;
    if (readToken() !== token) return cancel(); // the user who started it has signed out
    logHandledFailure(error);
    const isComplete = work.ids !== null && work.requestedAt >= work.ids.length;
    // Only the last page has to be repeated: requesting it again requests the file again.
    if (isComplete && work.ids) work.requestedAt = Math.floor((work.ids.length - 1) / EXPORT_PAGE) * EXPORT_PAGE;
    if (isComplete) work.keys.delete(work.requestedAt);
    show({
      phase: 'stopped',
      page: isComplete ? null : work.requestedAt / EXPORT_PAGE + 1,
      message: error instanceof Error ? error.message : String(error),
    });
  }
};

/** All ids of the filters, without duplicates, in the order of the list. */
const collect = async (
  { kind, filters }: ExportSource,
  show: (state: ExportState) => void,
  signal: AbortSignal,
): Promise<string[]> => {
  const ids = new Set<string>();
  for (let skipCount = 0, total: number | null = null; ; skipCount += IDS_PER_CALL) {
    signal.throwIfAborted();
    show({ phase: 'collecting', done: ids.size, total });
    const { data } = await fetchList(
      { ...listQuery(filters), skipCount, maxResultCount: IDS_PER_CALL },
      { kind, consignType: consignTypeOfList(kind, filters.consignType), signal },
    );
    for (const { id } of data.items) ids.add(id);
    total = data.totalIsCapped ? null : data.totalCount;
    if (data.items.length < IDS_PER_CALL || ids.size > LEDGER_LIMIT) return [...ids];
  }
};

const requestPage = async (
  { kind, filters }: ExportSource,
  work: Work,
  ids: readonly string[],
  from: number,
  signal: AbortSignal,
): Promise<void> => {
  const consignType: ConsignType | null = consignTypeOfList(kind, filters.consignType);
  const idempotencyKey = work.keys.get(from) ?? newIdempotencyKey();
  work.keys.set(from, idempotencyKey); // a page that is retried has the same key
  const { exportPath, fileUrl } = await callOperation(exportConsignments, {
    body: {
      ...(consignType === null ? {} : { consignType }),
      consignIds: ids.slice(from, from + EXPORT_PAGE),
      exportPath: work.exportPath,
    },
    idempotencyKey,
    signal,
  });
  Object.assign(work, { exportPath, fileUrl });
};

const waitForFile = async ({ fileUrl }: Work, show: (percent: number) => void, signal: AbortSignal): Promise<void> => {
  const ticket = fileUrl.slice(fileUrl.lastIndexOf('/') + 1);
  for (let percent = 0; percent < 100;) {
    signal.throwIfAborted();
    percent = ExportProgress.parse(await callOperation(getExportFile, { query: { ticket }, signal })).progress;
    show(percent);
    if (percent < 100) await pause(POLL_MS, signal);
  }
};

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
