import { z } from 'zod';
import { ConsignType } from './consignment.events.js';
import { defineEvent, type EventOf, Person, personal } from './define-event.js';

/**
 * Kinds of notifications: one for each step of a consignment that a user waits for. Added later: three for the
 * registration of a unit, and one for an endpoint that was disabled.
 */
export const NotificationKind = z.enum([
  'submitted',
  'rejected',
  'returned',
  'confirmed',
  'parametersCompleted',
  'reportReady',
  'unitRegistered',
  'unitOpened',
  'unitRefused',
  'endpointDisabled',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Channels outside of the platform. Inside the platform every user is notified anyway. */
export const NotificationChannel = z.enum(['email', 'sms']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** The channels outside of the platform that a user has chosen, by kind. A kind that is missing has the default. */
export const NotificationChoices = z.partialRecord(NotificationKind, z.array(NotificationChannel));
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/**
 * The occasion of a notification, with the data shown at the time; persons are only contained as ids. `cause` is the
 * text of the laboratory, the client or the administrator, or the address of an endpoint. For a unit or its endpoint
 * there is no consignment: its id and code are empty, its type is null, and the unit is the consigning or the testing
 * unit, with the other one empty.
 */
export const Occasion = z.object({
  kind: NotificationKind,
  consignmentId: z.string(),
  consignType: ConsignType.nullable(),
  consignCode: z.string(),
  consignUnitId: z.string(),
  consignUnitName: z.string(),
  testUnitId: z.string(),
  testUnitName: z.string(),
  projectName: z.string(),
  reportId: z.string().nullable(),
  cause: z.string(),
});
export type Occasion = z.infer<typeof Occasion>;

/** notification-<v5(user id, id of the event)>: the notification of one user about one event. */
export const notificationEvents = {
  UserNotified: defineEvent(Occasion.extend({ userId: z.string(), unitId: z.string() })),
  /**
   * Requests a message outside of the platform; the response is MessageSent or MessageFailed. `reason` says why it is
   * sent again; null the first time.
   */
  NotificationDeliveryRequested: defineEvent(z.object({ channel: NotificationChannel, reason: z.string().nullable() })),
  NotificationRead: defineEvent(z.object({})),
};
export type NotificationEvent = EventOf<typeof notificationEvents>;

/** announcement-<id of the event>: whether all users of the unit `unitId` have been notified. */
export const announcementEvents = {
  AnnouncementMade: defineEvent(Occasion.extend({ unitId: z.string(), recipients: z.number().int().min(1) })),
  /** No user was notified. `reason` NO_RECIPIENT: the unit has no recipient. */
  AnnouncementFailed: defineEvent(Occasion.extend({ unitId: z.string(), reason: z.string() })),
  AnnouncementRepeated: defineEvent(
    Occasion.pick({ kind: true, consignmentId: true, reportId: true })
      .extend(Occasion.pick({ consignUnitId: true, testUnitId: true }).partial().shape)
      .extend({ reason: z.string() }),
  ),
};
export type AnnouncementEvent = EventOf<typeof announcementEvents>;

/** inbox-<user id>: everything up to this time counts as read. */
export const inboxEvents = { InboxRead: defineEvent(z.object({ upTo: z.string() })) };
export type InboxEvent = EventOf<typeof inboxEvents>;

/**
 * A sent message with its receiver and its sender (002 VC-004); a verification code is replaced by ******. One entry
 * per receiver. acceptUserID and acceptUnitID are null for a receiver without an account.
 */
export const MessageRecord = z.object({
  sendSource: z.string(),
  msgType: z.string(),
  msgContent: z.string(),
  sendTime: z.string(),
  isPrivate: z.boolean(),
  acceptUserID: z.string().nullable(),
  acceptUnitID: z.string().nullable(),
  receiver: personal(Person, 'contact'),
});
export type MessageRecord = z.infer<typeof MessageRecord>;

/** Earlier messages have no records. */
const records = z.array(MessageRecord).optional();

/** message-<idempotency key>: one message to one receiver, or the same to several. */
export const messageEvents = {
  MessageSent: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), transport: z.string(), records })),
  MessageFailed: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), reason: z.string(), records })),
};
export type MessageEvent = EventOf<typeof messageEvents>;
