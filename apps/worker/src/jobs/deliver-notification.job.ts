import type { Logger } from 'pino';
import { z } from 'zod';
import { handle, load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import {
  addressFor,
  notification,
  NOTIFICATION_MESSAGE,
  notificationSubject,
  notificationText,
  type Notification,
} from '#domain/notifications';
import { user, type User } from '#domain/users';
import { PermanentFailure, type Engines, type JobHandler } from '#engines';
import { NotificationChannel, type EventStore, type MessageRecord } from '#events';
import type { MessageTransport } from '../messages/messages.js';
import { answerContext } from '../recorder.js';
import { jobWithAnswer } from './job-with-answer.js';

const Payload = z.object({ requestId: z.string(), notificationId: z.string(), channel: NotificationChannel });
export type DeliverNotificationPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore'>; messages: MessageTransport; now: () => Date; logger: Logger };

/** Why a notification could not be sent; the console has a text for each. */
const GONE = 'NOTIFICATION_GONE';
const CLOSED = 'ACCOUNT_CLOSED';
const NO_ADDRESS = 'NO_ADDRESS';

/**
 * Sends a notification to its user by mail or text message, in the user's language and to the current address. The
 * address is stored only in the record of the message, sealed.
 */
export const deliverNotification = ({ engines: { eventStore }, messages, now, logger }: Context): JobHandler =>
  jobWithAnswer({
    payload: Payload,
    logger,
    async run({ requestId, notificationId, channel }) {
      if ((await load(eventStore, message, requestId)).state.stage === 'sent') return;
      const { notice, receiver } = await readOf(eventStore, notificationId);
      if (!notice) throw new PermanentFailure(GONE);
      if (!receiver?.active) throw new PermanentFailure(CLOSED);
      const address = addressFor(receiver, channel);
      if (address === null) throw new PermanentFailure(NO_ADDRESS);
      const { subject, text } = textsFor(notice, receiver);
      await messages.send({
        key: requestId,
        to: { name: receiver.profile.name, phone: receiver.profile.phone },
        ...(channel === 'email' ? { email: address } : {}),
        subject,
        text,
      });
      await handle(
        eventStore,
        message,
        requestId,
        {
          type: 'RecordSent',
          kind: NOTIFICATION_MESSAGE,
          subjectId: notificationId,
          transport: messages.name,
          records: [recordOf(notice, receiver, address, now())],
        },
        answerContext(requestId, 'sent', now()),
      );
    },
    async fail({ requestId, notificationId, channel }, reason) {
      const { notice, receiver } = await readOf(eventStore, notificationId);
      const address = receiver && addressFor(receiver, channel);
      const records = notice && receiver?.active && address ? [recordOf(notice, receiver, address, now())] : [];
      await handle(
        eventStore,
        message,
        requestId,
        { type: 'RecordFailure', kind: NOTIFICATION_MESSAGE, subjectId: notificationId, reason, records },
        answerContext(requestId, `failed: ${reason}`, now()),
      );
    },
  });

const readOf = async (
  store: EventStore,
  notificationId: string,
): Promise<{ notice: Notification | null; receiver: User | null }> => {
  const { state: notice } = await load(store, notification, notificationId);
  return { notice, receiver: notice && (await load(store, user, notice.userId)).state };
};

const textsFor = (notice: Notification, { language = 'zh' }: User) => ({
  subject: notificationSubject(notice.kind)[language],
  text: notificationText(notice.kind, notice)[language],
});

/** The record that 002 VC-004 requires. `phone` is the address of the message, by which the receiver is sealed. */
const recordOf = (notice: Notification, receiver: User, address: string, now: Date): MessageRecord => ({
  sendSource: 'platform',
  msgType: NOTIFICATION_MESSAGE,
  msgContent: textsFor(notice, receiver).text,
  sendTime: now.toISOString(),
  isPrivate: true,
  acceptUserID: notice.userId,
  acceptUnitID: notice.unitId,
  receiver: { name: receiver.profile.name, phone: address },
});
