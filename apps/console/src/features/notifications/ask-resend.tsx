import { listSentNotifications, resendNotification, type SentNotification } from '#contract';
import { RESEND_REASON_MAX } from '#domain';
import type { NotificationChannel } from '#events';
import { askAction } from '../../components/action-dialog.js';
import { succeed } from '../../components/toaster.js';
import { textOf } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { changed } from '../../lib/list-query.js';
import { underOneKey } from '../../lib/one-key.js';
import { texts } from './texts.js';

/** Sends a message again after asking why; without a channel, looks again for whom to tell. */
export const askResend = async (row: SentNotification, channel: NotificationChannel | null): Promise<void> => {
  const newest = row.deliveries.find((one) => one.channel === channel)?.at ?? row.raisedAt;
  const done = await askAction({
    verb: textOf(texts, channel ? 'resend' : 'announceAgain'),
    sentence: channel
      ? textOf(texts, 'resendSentence', {
          name: row.recipientName || textOf(texts, 'recipient'),
          channel: textOf(texts, channel),
        })
      : textOf(texts, 'announceSentence'),
    reason: { label: textOf(texts, 'reason'), required: true, maxLength: RESEND_REASON_MAX },
    run: (reason) =>
      underOneKey(`resend ${row.id} ${channel} ${newest} ${reason}`, (idempotencyKey) =>
        call(resendNotification, { body: { id: row.id, channel, reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(textOf(texts, 'resent'));
  await changed(listSentNotifications);
};
