import { ERASED, NotificationKind, type NotificationChannel, type NotificationChoices } from '#events';
import type { User } from '../users/user.js';

export const NOTIFICATION_KINDS = NotificationKind.options;

/** What the people of a laboratory are told of; everything else is told to the people of the consigning unit. */
export const isForLaboratory = (kind: NotificationKind): boolean => kind === 'submitted';

/** By mail comes what somebody has to act upon or has waited for; text messages, which cost, only who asks for them gets. */
const DEFAULT: Record<NotificationKind, readonly NotificationChannel[]> = {
  submitted: [],
  rejected: ['email'],
  returned: ['email'],
  confirmed: [],
  parametersCompleted: [],
  reportReady: ['email'],
};

/** Every kind with the ways its user wants, whatever is known of addresses. */
export const choicesOf = (choices: NotificationChoices = {}): Record<NotificationKind, NotificationChannel[]> =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, [...(choices[kind] ?? DEFAULT[kind])]])) as Record<
    NotificationKind,
    NotificationChannel[]
  >;

/** Where a user can be reached by a channel; null where no address is known. */
export const addressFor = (
  { profile: { email, phone } }: Pick<User, 'profile'>,
  channel: NotificationChannel,
): string | null => {
  const address = channel === 'email' ? email : phone;
  return address === '' || address === ERASED ? null : address;
};

/** The ways by which a user is told of something of this kind: chosen, and with an address that is known. */
export const channelsFor = (
  user: Pick<User, 'profile' | 'notificationChoices'>,
  kind: NotificationKind,
): NotificationChannel[] =>
  choicesOf(user.notificationChoices)[kind].filter((channel) => addressFor(user, channel) !== null);
