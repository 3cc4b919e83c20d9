import { z } from 'zod';
import { ConsignType } from './consignment.events.js';
import { defineEvent, type EventOf, Person, personal } from './define-event.js';

/**
 * What people are told by themselves: one kind for each turn of a consignment that somebody waits for, and, later ones,
 * three for the registration of a unit and one for an endpoint of its own system that gets no more events.
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

/** Ways out of the platform; within it everybody is told anyhow. */
export const NotificationChannel = z.enum(['email', 'sms']);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** By kind, the ways a user wants beside the platform. A kind that is not named follows the default. */
export const NotificationChoices = z.partialRecord(NotificationKind, z.array(NotificationChannel));
export type NotificationChoices = z.infer<typeof NotificationChoices>;

/**
 * What happened, as it was shown then; of persons it holds ids alone. `cause` is what the laboratory, the client or the
 * administrator wrote with it, or the address of an endpoint. Of a unit or its endpoint there is no consignment: its id
 * and code are empty, its type is null, and the unit stands as the consigning or the testing unit that it is, the other
 * one empty.
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

/** notification-<v5(user id, id of the event that is told)>: what one user is told of one event. */
export const notificationEvents = {
  UserNotified: defineEvent(Occasion.extend({ userId: z.string(), unitId: z.string() })),
  /**
   * Asks for a message outside the platform; MessageSent or MessageFailed answers. `reason` says why it is sent again,
   * null at first.
   */
  NotificationDeliveryRequested: defineEvent(z.object({ channel: NotificationChannel, reason: z.string().nullable() })),
  NotificationRead: defineEvent(z.object({})),
};
export type NotificationEvent = EventOf<typeof notificationEvents>;

/**
 * announcement-<id of the event that is told>: whether everybody has been told. `unitId` is the unit whose people are.
 */
export const announcementEvents = {
  AnnouncementMade: defineEvent(Occasion.extend({ unitId: z.string(), recipients: z.number().int().min(1) })),
  /** Nobody was told. `reason` NO_RECIPIENT: the unit has nobody to tell. */
  AnnouncementFailed: defineEvent(Occasion.extend({ unitId: z.string(), reason: z.string() })),
  AnnouncementRepeated: defineEvent(
    Occasion.pick({ kind: true, consignmentId: true, reportId: true })
      .extend(Occasion.pick({ consignUnitId: true, testUnitId: true }).partial().shape)
      .extend({ reason: z.string() }),
  ),
};
export type AnnouncementEvent = EventOf<typeof announcementEvents>;

/** inbox-<user id>: everything up to then counts as read. */
export const inboxEvents = { InboxRead: defineEvent(z.object({ upTo: z.string() })) };
export type InboxEvent = EventOf<typeof inboxEvents>;

/**
 * What was sent, to whom and on whose behalf (002 VC-004); a verification code stands in it as ******. One entry a
 * receiver. acceptUserID and acceptUnitID are null for who has no account.
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

/** Messages before it have no record. */
const records = z.array(MessageRecord).optional();

/** message-<idempotency key>: one message to one receiver, or the same to several. */
export const messageEvents = {
  MessageSent: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), transport: z.string(), records })),
  MessageFailed: defineEvent(z.object({ kind: z.string(), subjectId: z.string(), reason: z.string(), records })),
};
export type MessageEvent = EventOf<typeof messageEvents>;
