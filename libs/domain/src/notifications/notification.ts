import {
  announcementEvents,
  decode,
  idOfStream,
  messageEvents,
  type NotificationChannel,
  type NotificationEvent,
  notificationEvents,
  type Occasion,
  type Position,
  type RecordedEvent,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Message } from '../messages/message.js';
import type { Projection } from '../event-sourcing/projection.js';
import { sameId } from '../rules/equality.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { ageOf } from '../time/clock-skew.js';

/** Maximum length of the reason of a resend, in characters. */
export const RESEND_REASON_MAX = 200;

/**
 * Minimum time between two successful sendings by the same channel, because mailboxes must not be flooded and text
 * messages cost money.
 */
const RESEND_AFTER_MS = 60 * 60_000;

/** The time from which a notification sent at `sentAt` can be resent by the same channel; UTC ISO (ADR-037). */
export const resendableFrom = (sentAt: string): string => new Date(Date.parse(sentAt) + RESEND_AFTER_MS).toISOString();

export type NotificationCommand =
  | { type: 'Notify'; occasion: Occasion; userId: string; unitId: string; channels: readonly NotificationChannel[] }
  | {
      type: 'Resend';
      channel: NotificationChannel;
      reason: string;
      newest: LatestSending | null;
      isWanted: boolean;
      at: string;
    }
  | { type: 'MarkRead'; userId: string };

/**
 * State of the newest sending by a channel, and the time of its request. The command's `isWanted` says whether the
 * receiver still has this channel chosen.
 */
export type LatestSending = { stage: Message['stage']; at: string };

/** `channels` are those by which the notification was sent or will be sent. */
export type Notification = Occasion & {
  userId: string;
  unitId: string;
  channels: readonly NotificationChannel[];
  isRead: boolean;
};

const decide = (command: NotificationCommand, state: Notification | null): NotificationEvent[] => {
  if (command.type === 'Notify') {
    if (state) return []; // an event notifies the same user once, even if it is announced again
    const { occasion, userId, unitId, channels } = command;
    return [
      { type: 'UserNotified', data: { ...occasion, userId, unitId } },
      ...channels.map((channel): NotificationEvent => ({
        type: 'NotificationDeliveryRequested',
        data: { channel, reason: null },
      })),
    ];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
  switch (command.type) {
    case 'Resend':
      return [
        {
          type: 'NotificationDeliveryRequested',
          data: { channel: requireResendable(command, state), reason: resendReason(command.reason) },
        },
      ];
    case 'MarkRead':
      if (!sameId(state.userId, command.userId)) throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
      return state.isRead ? [] : [{ type: 'NotificationRead', data: {} }];
  }
};

const requireResendable = (
  { channel, newest, isWanted, at }: Extract<NotificationCommand, { type: 'Resend' }>,
  { channels }: Notification,
): NotificationChannel => {
  const isUnderWay = newest?.stage === 'unsent';
  const wasJustSent = newest?.stage === 'sent' && ageOf(newest.at, at) < RESEND_AFTER_MS;
  refuseIf(isUnderWay || wasJustSent || !isWanted || !channels.includes(channel) ? problem('NOTHING_TO_RESEND') : null);
  return channel;
};

/**
 * The trimmed reason of a resend.
 * @throws RuleBroken REASON_REQUIRED, TEXT_TOO_LONG
 */
export const resendReason = (input: string): string => {
  const reason = input.trim();
  refuseIf(reason === '' ? problem('REASON_REQUIRED', {}, 'reason') : null);
  refuseIf(reason.length > RESEND_REASON_MAX ? problem('TEXT_TOO_LONG', { max: RESEND_REASON_MAX }, 'reason') : null);
  return reason;
};

const evolve = (state: Notification | null, event: NotificationEvent): Notification | null => {
  if (event.type === 'UserNotified') return { ...event.data, channels: [], isRead: false };
  if (!state) return null;
  switch (event.type) {
    case 'NotificationDeliveryRequested':
      return state.channels.includes(event.data.channel)
        ? state
        : { ...state, channels: [...state.channels, event.data.channel] };
    case 'NotificationRead':
      return { ...state, isRead: true };
  }
};

/**
 * Stream notification-<id>. The state is null before the user is notified. The result of a sending is in the message's
 * own stream, so a resend command carries the state of the newest sending.
 * @throws RuleBroken NO_SUCH_NOTIFICATION, NOTHING_TO_RESEND, REASON_REQUIRED, TEXT_TOO_LONG
 */
export const notification: Aggregate<typeof notificationEvents, NotificationCommand, Notification | null> = {
  category: 'notification',
  events: notificationEvents,
  decider: { initialState: null, decide, evolve },
};

/** Kind of the messages that carry notifications outside the platform. */
export const NOTIFICATION_MESSAGE = 'notification';

export type DeliveryState = 'queued' | 'sent' | 'failed';
/** The newest attempt by one channel; `id` is the id of the requesting event. */
export type Delivery = {
  id: string;
  channel: NotificationChannel;
  state: DeliveryState;
  failure: string;
  at: string;
  isRepeat: boolean;
};

/**
 * A notification of a user. `userId` is null if the recipients could not be notified. `unitId` is the unit of the
 * recipients.
 */
export type NotificationRow = Occasion & {
  id: string;
  userId: string | null;
  unitId: string;
  raisedAt: string;
  /** Log position of the UserNotified event, or of the first AnnouncementFailed. */
  position: Position;
  /** Whether it was read individually. The inbox can also mark it as read. */
  isRead: boolean;
  deliveries: Delivery[];
  /** State of the announcement if it failed at first; null otherwise. */
  announced: { state: DeliveryState; failure: string } | null;
};

/** The worst state among the deliveries and the announcement. */
export const stateOf = ({
  deliveries,
  announced,
}: Pick<NotificationRow, 'deliveries' | 'announced'>): DeliveryState => {
  const states = [...deliveries.map(({ state }) => state), ...(announced ? [announced.state] : [])];
  return states.includes('failed') ? 'failed' : states.includes('queued') ? 'queued' : 'sent';
};

const isOfAnnouncement = ({ type }: RecordedEvent): boolean => type in announcementEvents;
const isMessage = ({ type }: RecordedEvent): boolean => type in messageEvents;

const idsOf = (event: RecordedEvent): string[] => {
  if (!isMessage(event)) return [idOfStream(event.stream)];
  const { kind, subjectId } = decode(messageEvents, event).data;
  return kind === NOTIFICATION_MESSAGE ? [subjectId] : [];
};

/** Only a failed announcement gets a row of its own. After a success each recipient has a row. */
const announced = (row: NotificationRow | null, event: RecordedEvent, id: string): NotificationRow | null => {
  const { type, data } = decode(announcementEvents, event);
  switch (type) {
    case 'AnnouncementMade':
      return row && { ...row, announced: { state: 'sent', failure: '' } };
    case 'AnnouncementFailed': {
      const { reason, unitId, ...occasion } = data;
      return {
        ...occasion,
        id,
        unitId,
        userId: null,
        raisedAt: row?.raisedAt ?? event.metadata.at,
        position: row?.position ?? event.position,
        isRead: false,
        deliveries: [],
        announced: { state: 'failed', failure: reason },
      };
    }
    case 'AnnouncementRepeated':
      return row && { ...row, announced: { state: 'queued', failure: '' } };
  }
};

const withDeliveryResult = (row: NotificationRow | null, event: RecordedEvent): NotificationRow | null => {
  const { type, data } = decode(messageEvents, event);
  const requestId = idOfStream(event.stream);
  return (
    row && {
      ...row,
      deliveries: row.deliveries.map((delivery) =>
        delivery.id !== requestId
          ? delivery
          : {
              ...delivery,
              state: type === 'MessageSent' ? 'sent' : 'failed',
              failure: type === 'MessageFailed' ? data.reason : '',
              at: event.metadata.at,
            },
      ),
    }
  );
};

const nextRow = (row: NotificationRow | null, event: RecordedEvent, id: string): NotificationRow | null => {
  const { type, data } = decode(notificationEvents, event);
  const { at } = event.metadata;
  if (type === 'UserNotified')
    return (
      row ?? { ...data, id, raisedAt: at, position: event.position, isRead: false, deliveries: [], announced: null }
    );
  if (!row) return null;
  switch (type) {
    case 'NotificationDeliveryRequested': {
      if (row.deliveries.some((delivery) => delivery.id === event.id)) return row;
      const { channel, reason } = data;
      return {
        ...row,
        deliveries: [
          ...row.deliveries.filter((delivery) => delivery.channel !== channel),
          { id: event.id, channel, state: 'queued', failure: '', at, isRepeat: reason !== null },
        ],
      };
    }
    case 'NotificationRead':
      return { ...row, isRead: true };
  }
};

const STATES: Record<DeliveryState, number> = { sent: 0, queued: 1, failed: 2 };
export const stateNumber = (state: DeliveryState): number => STATES[state];

/** Message centre and bell: the notifications of each user, and those that could be delivered to nobody. */
export const notifications: Projection<NotificationRow> = {
  name: 'notifications',
  version: 3,
  types: [...Object.keys(notificationEvents), ...Object.keys(announcementEvents), ...Object.keys(messageEvents)],
  idsOf,
  project: (row, event, id) =>
    isMessage(event)
      ? withDeliveryResult(row, event)
      : isOfAnnouncement(event)
        ? announced(row, event, id)
        : nextRow(row, event, id),
  view: {
    columns: {
      userId: { type: 'text', of: (row) => row.userId },
      unitId: { type: 'text', of: (row) => row.unitId },
      isRead: { type: 'integer', of: (row) => Number(row.isRead) },
      state: { type: 'integer', of: (row) => STATES[stateOf(row)] },
      kind: { type: 'text', of: (row) => row.kind },
      consignCode: { type: 'text', of: (row) => row.consignCode },
      raisedAt: { type: 'text', of: (row) => row.raisedAt },
      /** Sort key for newest first. Times are not reliable, because the clock may have been set back. */
      position: { type: 'text', of: (row) => row.position },
    },
    search: null,
    indexes: [
      ['userId', 'isRead', 'position'],
      ['userId', 'isRead', 'raisedAt'],
      ['userId', 'position'],
      ['unitId', 'state', 'position'],
      ['unitId', 'position'],
      ['state', 'position'],
      ['position'],
      ['consignCode', 'position'],
      ['consignCode', 'state', 'position'],
    ],
  },
};
