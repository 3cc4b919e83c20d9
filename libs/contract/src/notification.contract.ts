import { z } from 'zod';
import { NotificationChannel, NotificationKind, Occasion } from '#events';
import { atLeast, Guid, Guids, operation } from './operation.js';
import { code, paragraphs } from './texts.js';

const B = '/api/v1/notifications';
const page = {
  skipCount: z.coerce.number().int().min(0).max(10_000).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(100).default(20),
  ...atLeast,
};

/** Result of sending by one channel. `failure` is a code, or the kind of error. */
export const DeliveryState = z.enum(['queued', 'sent', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;
const Delivery = z.object({
  channel: NotificationChannel,
  state: DeliveryState,
  failure: z.string(),
  at: z.string(),
  isRepeat: z.boolean(),
});

/** A notification of the caller. Its text is built from these facts in any language. Times are UTC. */
export const NotificationView = Occasion.extend({
  id: z.string(),
  raisedAt: z.string(),
  isRead: z.boolean(),
  deliveries: z.array(Delivery),
});
export type NotificationView = z.infer<typeof NotificationView>;

const source = 'ADR-037';
export const listNotifications = operation({
  name: 'ListNotifications',
  family: 'v1',
  method: 'GET',
  path: B,
  source,
  summary: 'Notifications of the caller, newest first',
  query: z.object({ ...page, unread: z.stringbool().optional() }),
  result: z.object({ items: z.array(NotificationView), totalCount: z.number(), unreadCount: z.number() }),
});
export const countNotifications = operation({
  name: 'CountNotifications',
  family: 'v1',
  method: 'GET',
  path: `${B}/unread`,
  source,
  summary: 'How much the caller has not read yet',
  query: z.object({ ...atLeast }),
  result: z.object({ unreadCount: z.number() }),
});
export const readNotifications = operation({
  name: 'ReadNotifications',
  family: 'v1',
  method: 'POST',
  path: `${B}/read`,
  source,
  summary: 'Marks messages of the caller as read',
  body: z.object({ ids: Guids }),
  result: z.literal(true),
});
/** `upTo` is the time of the newest notification shown to the caller. Later ones stay unread. */
export const readAllNotifications = operation({
  name: 'ReadAllNotifications',
  family: 'v1',
  method: 'POST',
  path: `${B}/read-all`,
  source,
  summary: 'Marks everything up to a moment as read',
  body: z.object({ upTo: z.iso.datetime() }),
  result: z.literal(true),
});

/** Every kind of notification with the chosen channels, and the channels that have an address. */
export const NotificationChoicesView = z.object({
  choices: z.record(NotificationKind, z.array(NotificationChannel)),
  known: z.object({ email: z.boolean(), sms: z.boolean() }),
});
export type NotificationChoicesView = z.infer<typeof NotificationChoicesView>;
export const getNotificationChoices = operation({
  name: 'GetNotificationChoices',
  family: 'v1',
  method: 'GET',
  path: `${B}/choices`,
  source,
  summary: 'The channels of the caller’s notifications, in addition to the platform',
  result: NotificationChoicesView,
});
export const chooseNotificationChannels = operation({
  name: 'ChooseNotificationChannels',
  family: 'v1',
  method: 'PUT',
  path: `${B}/choices`,
  source,
  summary: 'Chooses channels for the caller',
  body: z.object({ choices: z.partialRecord(NotificationKind, z.array(NotificationChannel).max(2)) }),
  result: NotificationChoicesView,
});

/**
 * A notification of a unit's users. recipientName is empty if nobody could be notified. An operator sees neither
 * persons nor contents.
 */
export const SentNotification = Occasion.extend({
  id: z.string(),
  raisedAt: z.string(),
  recipientName: z.string(),
  isRead: z.boolean(),
  isToNobody: z.boolean(),
  state: DeliveryState,
  failure: z.string(),
  deliveries: z.array(Delivery),
});
export type SentNotification = z.infer<typeof SentNotification>;
export const listSentNotifications = operation({
  name: 'ListSentNotifications',
  family: 'v1',
  method: 'GET',
  path: `${B}/sent`,
  source,
  summary:
    'What the people of the caller’s unit were told, for administrator and operator those of every unit; the newest first',
  query: z.object({ ...page, state: DeliveryState.optional(), consignCode: code(40).default('') }),
  result: z.object({
    items: z.array(SentNotification),
    totalCount: z.number(),
    counts: z.record(DeliveryState, z.number()),
  }),
});
/** `channel` is null if nobody could be notified; the recipients are then determined again. */
export const resendNotification = operation({
  name: 'ResendNotification',
  family: 'v1',
  method: 'POST',
  path: `${B}/resend`,
  source,
  summary: 'Sends a message again, with a reason',
  body: z.object({
    id: Guid,
    channel: NotificationChannel.nullable().default(null),
    reason: paragraphs(400).default(''),
  }),
  result: z.literal(true),
});
