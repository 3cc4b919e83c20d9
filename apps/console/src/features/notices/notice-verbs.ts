import { noticeDelete, noticeGetAll, type NoticeRow, noticeSend, noticeWithdraw } from '#contract';
import { NOTICE_LIMITS } from '#domain';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

/** Shows a notice to its readers, or takes it back, after asking. */
export const askSend = async ({ id, revision, title, testUnitName }: NoticeRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'sendTitle'),
    sentence: textOf(texts, 'sendSentence', { title, to: testUnitName || textOf(texts, 'everybody') }),
    run: () =>
      underOneKey(`send notice ${id} ${revision}`, (idempotencyKey) =>
        call(noticeSend, { body: { id }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'wasSent'));
  await changed(noticeGetAll);
};

export const askWithdraw = async ({ id, revision, title }: NoticeRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'withdrawTitle'),
    sentence: textOf(texts, 'withdrawSentence', { title }),
    intent: 'danger',
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: NOTICE_LIMITS.reason },
    run: (reason) =>
      underOneKey(`withdraw notice ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(noticeWithdraw, { body: { id, reason }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'wasWithdrawn'));
  await changed(noticeGetAll);
};

export const askDelete = async ({ id, revision, title, sendTime }: NoticeRow): Promise<void> => {
  const done = await askAction({
    verb: textOf(texts, 'deleteTitle'),
    sentence: textOf(texts, 'deleteSentence', { title }),
    intent: 'danger',
    ...(sendTime !== ''
      ? { reason: { label: textOf(texts, 'deleteReason'), required: true, maxLength: NOTICE_LIMITS.reason } }
      : {}),
    run: (reason) =>
      underOneKey(`delete notice ${id} ${revision} ${reason}`, (idempotencyKey) =>
        call(noticeDelete, { query: { id, reason }, ifMatch: revision, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'deleted'));
  await changed(noticeGetAll);
};
