import { Button, Spinner } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { DocumentChange, genConsignPdf, getDocumentChanges, getPrintList, type PdfInfo } from '#contract';
import { PDF_STATUS } from '#domain/documents';
import { openAlertDialog } from '../components/alert-dialog.js';
import { openDialog } from '../components/dialogs.js';
import { textOf, useTexts } from '../i18n/texts.js';
import { followEventStream } from '../lib/event-stream.js';
import { logHandledFailure, reportFailure } from '../lib/failures.js';
import { ApiError, callOperation, newIdempotencyKey } from '../lib/http.js';
import { createStore, type Store, useStore } from '../lib/store.js';
import { openDocumentTabs } from './document-tabs.js';
import { texts } from './texts.js';

/** A browser opens six connections to one address, and each stream uses one: further flows only poll. */
const MAX_STREAMS = 2;
let streams = 0;

export type DocumentUpdates = {
  /** The statuses of the last poll; the same status is no change. */
  setStatuses(documents: readonly Pick<PdfInfo, 'id' | 'pdfStatus'>[]): void;
  /** Listens until `stop`; later calls change nothing. */
  listen(): void;
  stop(): void;
};

const isFinished = (status: PdfInfo['pdfStatus']): boolean =>
  status === PDF_STATUS.ready || status === PDF_STATUS.failed;

/**
 * The server's push for documents that somebody waits for: `onFinished` is called when one is ready or has failed. It
 * only triggers the next poll earlier: without it, or if it breaks off, the poll finds out (PD-002).
 */
export const followDocumentUpdates = (ids: readonly string[], onFinished: () => void): DocumentUpdates => {
  const statuses = new Map<string, PdfInfo['pdfStatus']>();
  const abort = new AbortController();
  let isListening = false;
  const handleMessage = (data: string): void => {
    const change = DocumentChange.safeParse(JSON.parse(data)).data;
    if (!change || statuses.get(change.id) === change.pdfStatus) return;
    statuses.set(change.id, change.pdfStatus);
    if (isFinished(change.pdfStatus)) onFinished();
  };
  return {
    setStatuses: (documents) => {
      for (const { id, pdfStatus } of documents) statuses.set(id, pdfStatus);
    },
    listen: () => {
      if (isListening || streams >= MAX_STREAMS) return;
      isListening = true;
      streams++;
      void followEventStream(getDocumentChanges, { ids: [...ids] }, abort.signal, handleMessage).finally(
        () => streams--,
      );
    },
    stop: () => abort.abort(),
  };
};

/** How many of several documents are ready. */
export type PdfProgress = { readyCount: number; totalCount: number };

/** The loading notice of one flow. It covers nothing, so that the user can go on working. */
export type Notice = {
  close(): void;
  /** True once the user has stopped waiting. */
  readonly isStopped: boolean;
  showProgress(progress: PdfProgress): void;
  /** Resolves after the time, or at once if the user stops or a change was signalled, now or since the last pause. */
  pause(ms: number): Promise<void>;
  /** Signals a change. */
  wake(): void;
};

export const showWaitingNotice = (): Notice => {
  const progress = createStore<PdfProgress>({ readyCount: 0, totalCount: 1 });
  let isStopped = false;
  let hasSignal = false;
  let resume: () => void = () => undefined;
  let close: () => void = () => undefined;
  const wake = () => {
    hasSignal = true;
    resume();
  };
  void openDialog<void>((settle) => {
    close = () => settle();
    return (
      <WaitingNotice
        progress={progress}
        onStop={() => {
          isStopped = true;
          close();
          wake();
        }}
      />
    );
  });
  return {
    close: () => close(),
    get isStopped() {
      return isStopped;
    },
    showProgress: progress.set,
    wake,
    pause: async (ms) => {
      if (!hasSignal) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      hasSignal = false;
    },
  };
};

const WaitingNotice = ({ progress, onStop }: { progress: Store<PdfProgress>; onStop(): void }) => {
  const t = useTexts(texts);
  const { readyCount, totalCount } = useStore(progress);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startTime = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - startTime) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="waiting-notice" role="status">
      <Spinner size={16} {...(totalCount > 1 ? { value: Math.max(0.05, readyCount / totalCount) } : {})} />
      <span className="numeric">
        {totalCount > 1
          ? t('generatingSeveral', { ready: readyCount, of: totalCount })
          : seconds < 3
            ? t('generating')
            : t('generatingFor', { seconds })}
      </span>
      <Button size="small" variant="minimal" text={t('stop')} onClick={onStop} />
    </div>
  );
};

/** K: the list of documents is polled every 3 s; after each 180 s of waiting the user decides (PD-002, PD-005). */
export const POLL_MS = 3_000;
export const PDF_TIMEOUT_MS = 180_000;

/** Documents that this page already waits for: a second press adds nothing. */
const waitingIds = new Set<string>();

type PdfWait = { notice: Notice | null; updates: DocumentUpdates };
type NameOf = (id: string) => string;

/**
 * Opens the documents of consignments in new tabs and has missing ones made first (PD-002 to PD-007). Resolves when the
 * flow is over. `nameOf` distinguishes several documents.
 */
export const openPdf = async (consignmentIds: readonly string[], nameOf: NameOf = () => ''): Promise<void> => {
  const ids = consignmentIds.filter((id) => !waitingIds.has(id));
  if (ids.length === 0) return;
  for (const id of ids) waitingIds.add(id);
  const wait: PdfWait = { notice: null, updates: followDocumentUpdates(ids, () => wait.notice?.wake()) };
  try {
    const ready = await waitUntilReady(ids, wait, nameOf);
    wait.notice?.close();
    const visible = ready.filter(({ pdfUrl }) => pdfUrl !== '');
    if (visible.length < ready.length) await openAlertDialog({ message: textOf(texts, 'withheld') });
    await openDocumentTabs(visible.map(({ id, pdfUrl }) => ({ url: pdfUrl, name: nameOf(id) })));
  } finally {
    wait.notice?.close();
    wait.updates.stop();
    for (const id of ids) waitingIds.delete(id);
  }
};

/** The documents to open: all requested ones except failed ones that the user abandons; none if the user stops. */
const waitUntilReady = async (ids: readonly string[], wait: PdfWait, nameOf: NameOf): Promise<PdfInfo[]> => {
  const requestedIds = new Set<string>();
  let remainingIds = ids;
  let waitStart = Date.now();
  while (remainingIds.length > 0) {
    const documents = await readDocuments(remainingIds);
    if (!documents || wait.notice?.isStopped) return [];
    wait.updates.setStatuses(documents);
    const ready = documents.filter(({ pdfStatus }) => pdfStatus === PDF_STATUS.ready);
    if (ready.length === documents.length) return ready;
    let failed = documents.filter(({ pdfStatus }) => pdfStatus === PDF_STATUS.failed);
    const missing = documents.filter(
      ({ id, pdfStatus }) => (pdfStatus === 0 || pdfStatus === 4) && !requestedIds.has(id),
    );
    if (failed.length > 0) {
      if (!(await confirmRegeneration('failed', 'cancel', ids.length > 1 ? failed.map(({ id }) => nameOf(id)) : []))) {
        const abandonedIds = failed.map(({ id }) => id);
        remainingIds = remainingIds.filter((id) => !abandonedIds.includes(id));
        failed = [];
        if (ready.length === remainingIds.length) return ready;
      }
      waitStart = Date.now();
    } else if (Date.now() - waitStart >= PDF_TIMEOUT_MS) {
      if (await confirmRegeneration('slow', 'keepWaiting')) {
        if (
          !(await generate(
            documents.filter(({ pdfStatus }) => pdfStatus !== PDF_STATUS.ready),
            true,
          ))
        )
          return [];
      }
      waitStart = Date.now();
    }
    wait.notice ??= showWaitingNotice();
    wait.notice.showProgress({ readyCount: ready.length, totalCount: remainingIds.length });
    wait.updates.listen();
    if (!(await generate([...failed, ...missing], false))) return [];
    for (const { id } of [...failed, ...missing]) requestedIds.add(id);
    await wait.notice.pause(POLL_MS);
    if (wait.notice.isStopped) return [];
  }
  return [];
};

const confirmRegeneration = (
  question: 'failed' | 'slow',
  cancelKey: 'cancel' | 'keepWaiting',
  names: readonly string[] = [],
): Promise<boolean> =>
  openAlertDialog({
    message: (
      <>
        {textOf(texts, question)}
        {names.filter(Boolean).map((name) => (
          <div key={name} className="dense secondary numeric">
            {name}
          </div>
        ))}
      </>
    ),
    confirm: textOf(texts, 'regenerate'),
    cancel: textOf(texts, cancelKey),
  });

/** State of the documents; null if it could not be read (an alert has said so, PD-007). */
const readDocuments = async (ids: readonly string[]): Promise<PdfInfo[] | null> => {
  try {
    const list = await callOperation(getPrintList, { query: { ids: [...ids] } });
    if (list.success) return list.result;
    await openAlertDialog({ message: list.message || textOf(texts, 'listFailed') });
  } catch (error) {
    logHandledFailure(error);
    const message = error instanceof ApiError && error.status !== 0 ? error.message : '';
    if (!(error instanceof ApiError && error.loginExpired))
      await openAlertDialog({ message: message || textOf(texts, 'listFailed') });
  }
  return null;
};

/**
 * Requests the documents; `force` is the retry of the 180 s prompt (PD-006). False if it failed (an alert has said so).
 */
const generate = async (documents: readonly PdfInfo[], force: boolean): Promise<boolean> => {
  try {
    for (const { id } of documents)
      await callOperation(genConsignPdf, {
        query: { id, ...(force ? { force: 'true' } : {}) },
        idempotencyKey: newIdempotencyKey(),
      });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
};
