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
import { resultContext } from '../recorder.js';
import { jobWithResult } from './job-with-result.js';

const Payload = z.object({ requestId: z.string(), notificationId: z.string(), channel: NotificationChannel });
export type DeliverNotificationPayload = z.infer<typeof Payload>;

type Context = { engines: Pick<Engines, 'eventStore'>; messages: MessageTransport; now: () => Date; logger: Logger };

/** Why a notification could not be sent; the console has a text for each. */
const NO_NOTIFICATION = 'NOTIFICATION_GONE';
const ACCOUNT_CLOSED = 'ACCOUNT_CLOSED';
const NO_ADDRESS = 'NO_ADDRESS';

/**
 * Sends a notification to its user by mail or text message, in the user's language and to the current address. The
 * address is stored only in the record of the message, sealed.
 */
export const deliverNotification = ({ engines: { eventStore }, messages, now, logger }: Context): JobHandler =>
  jobWithResult({
    payload: Payload,
    logger,
    async run({ requestId, notificationId, channel }) {
      if ((await load(eventStore, message, requestId)).state.stage === 'sent') return;
      const { state, receiver } = await loadNotification(eventStore, notificationId);
      if (!state) throw new PermanentFailure(NO_NOTIFICATION);
      if (!receiver?.active) throw new PermanentFailure(ACCOUNT_CLOSED);
      const address = addressFor(receiver, channel);
      if (address === null) throw new PermanentFailure(NO_ADDRESS);
      const { subject, text } = composeTexts(state, receiver);
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
          records: [recordOf(state, receiver, address, now())],
        },
        resultContext(requestId, 'sent', now()),
      );
    },
    async fail({ requestId, notificationId, channel }, reason) {
      const { state, receiver } = await loadNotification(eventStore, notificationId);
      const address = receiver && addressFor(receiver, channel);
      const records = state && receiver?.active && address ? [recordOf(state, receiver, address, now())] : [];
      await handle(
        eventStore,
        message,
        requestId,
        { type: 'RecordFailure', kind: NOTIFICATION_MESSAGE, subjectId: notificationId, reason, records },
        resultContext(requestId, `failed: ${reason}`, now()),
      );
    },
  });

const loadNotification = async (
  store: EventStore,
  notificationId: string,
): Promise<{ state: Notification | null; receiver: User | null }> => {
  const { state } = await load(store, notification, notificationId);
  return { state, receiver: state && (await load(store, user, state.userId)).state };
};

const composeTexts = (notificationState: Notification, { language = 'zh' }: User) => ({
  subject: notificationSubject(notificationState.kind)[language],
  text: notificationText(notificationState.kind, notificationState)[language],
});

/** The record that 002 VC-004 requires. `phone` is the address of the message, by which the receiver is sealed. */
const recordOf = (notificationState: Notification, receiver: User, address: string, now: Date): MessageRecord => ({
  sendSource: 'platform',
  msgType: NOTIFICATION_MESSAGE,
  msgContent: composeTexts(notificationState, receiver).text,
  sendTime: now.toISOString(),
  isPrivate: true,
  acceptUserID: notificationState.userId,
  acceptUnitID: notificationState.unitId,
  receiver: { name: receiver.profile.name, phone: address },
});
