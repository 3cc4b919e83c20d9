import { genConsignPdf, getPrintList, type PdfInfo } from '#contract';
import { alertUser } from '../../components/alert-dialog.js';
import { textOf } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { noteFailure, reportFailure } from '../../lib/failures.js';
import { call, newIdempotencyKey } from '../../lib/http.js';
import { type DocumentNews, documentNews } from './document-news.js';
import { openTabs } from './open-tabs.js';
import { type Notice, showNotice } from './waiting-notice.js';
import { texts } from './texts.js';

/** K: the list of documents is asked every 3 s; after each 180 s of waiting the user decides (PD-002, PD-005). */
export const POLL_MS = 3_000;
export const PATIENCE_MS = 180_000;

/** Documents somebody is already waiting for on this page: a second press adds nothing. */
const waitingFor = new Set<string>();

type Waiting = { notice: Notice | null; news: DocumentNews };
type NameOf = (id: string) => string;

/**
 * Opens the documents of consignments in new tabs, having them made first where needed (PD-002 to PD-007). Resolves when the
 * flow is over. `nameOf` says which is which where several are asked for.
 */
export const openPdf = async (consignmentIds: readonly string[], nameOf: NameOf = () => ''): Promise<void> => {
  const ids = consignmentIds.filter((id) => !waitingFor.has(id));
  if (ids.length === 0) return;
  for (const id of ids) waitingFor.add(id);
  const waiting: Waiting = { notice: null, news: documentNews(ids, () => waiting.notice?.wake()) };
  try {
    const ready = await untilReady(ids, waiting, nameOf);
    waiting.notice?.close();
    const shown = ready.filter(({ pdfUrl }) => pdfUrl !== '');
    if (shown.length < ready.length) await alertUser({ message: textOf(texts, 'withheld') });
    await openTabs(shown.map(({ id, pdfUrl }) => ({ url: pdfUrl, name: nameOf(id) })));
  } finally {
    waiting.notice?.close();
    waiting.news.stop();
    for (const id of ids) waitingFor.delete(id);
  }
};

/** The documents to open: all that were asked for, but for failed ones the user gives up; none when the user stops. */
const untilReady = async (ids: readonly string[], waiting: Waiting, nameOf: NameOf): Promise<PdfInfo[]> => {
  const asked = new Set<string>();
  let wanted = ids;
  let since = Date.now();
  while (wanted.length > 0) {
    const documents = await readDocuments(wanted);
    if (!documents || waiting.notice?.stopped) return [];
    waiting.news.know(documents);
    const ready = documents.filter(({ pdfStatus }) => pdfStatus === 1);
    if (ready.length === documents.length) return ready;
    let failed = documents.filter(({ pdfStatus }) => pdfStatus === 3);
    const missing = documents.filter(({ id, pdfStatus }) => (pdfStatus === 0 || pdfStatus === 4) && !asked.has(id));
    if (failed.length > 0) {
      if (!(await ask('failed', 'cancel', ids.length > 1 ? failed.map(({ id }) => nameOf(id)) : []))) {
        const givenUp = failed.map(({ id }) => id);
        wanted = wanted.filter((id) => !givenUp.includes(id));
        failed = [];
        if (ready.length === wanted.length) return ready;
      }
      since = Date.now();
    } else if (Date.now() - since >= PATIENCE_MS) {
      if (await ask('slow', 'keepWaiting')) {
        if (
          !(await generate(
            documents.filter(({ pdfStatus }) => pdfStatus !== 1),
            true,
          ))
        )
          return [];
      }
      since = Date.now();
    }
    waiting.notice ??= showNotice();
    waiting.notice.tell({ ready: ready.length, of: wanted.length });
    waiting.news.listen();
    if (!(await generate([...failed, ...missing], false))) return [];
    for (const { id } of [...failed, ...missing]) asked.add(id);
    await waiting.notice.pause(POLL_MS);
    if (waiting.notice.stopped) return [];
  }
  return [];
};

const ask = (
  question: 'failed' | 'slow',
  otherwise: 'cancel' | 'keepWaiting',
  names: readonly string[] = [],
): Promise<boolean> =>
  alertUser({
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
    cancel: textOf(texts, otherwise),
  });

/** State of the documents; null when it could not be had, which has been said (PD-007). */
const readDocuments = async (ids: readonly string[]): Promise<PdfInfo[] | null> => {
  try {
    const list = await call(getPrintList, { query: { ids: [...ids] } });
    if (list.success) return list.result;
    await alertUser({ message: list.message || textOf(texts, 'listFailed') });
  } catch (error) {
    noteFailure(error);
    const message = error instanceof ApiError && error.status !== 0 ? error.message : '';
    if (!(error instanceof ApiError && error.loginExpired))
      await alertUser({ message: message || textOf(texts, 'listFailed') });
  }
  return null;
};

/** Asks for the documents; `force` is the retry of the 180 s prompt (PD-006). False when it failed, which has been said. */
const generate = async (documents: readonly PdfInfo[], force: boolean): Promise<boolean> => {
  try {
    for (const { id } of documents)
      await call(genConsignPdf, {
        query: { id, ...(force ? { force: 'true' } : {}) },
        idempotencyKey: newIdempotencyKey(),
      });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
};
