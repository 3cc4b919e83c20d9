import { ERASED, NotificationKind, ROLE, type NotificationChannel, type NotificationChoices } from '#events';
import type { User } from '../users/user.js';

export const NOTIFICATION_KINDS = NotificationKind.options;

/** What the people of a laboratory are told of a consignment; the rest of it is told to the people of the consigning unit. */
export const isForLaboratory = (kind: NotificationKind): boolean => kind === 'submitted';

/** What is told of the registration of a unit: to every administrator that it waits, to the registrant what became of it. */
export const isOfRegistration = (kind: NotificationKind): kind is RegistrationKind =>
  kind === 'unitRegistered' || kind === 'unitOpened' || kind === 'unitRefused';
export type RegistrationKind = Extract<NotificationKind, 'unitRegistered' | 'unitOpened' | 'unitRefused'>;

/** Kinds that somebody may yet be told of, and may therefore choose channels for; what becomes of a registration while it waits alone. */
export const kindsFor = (roles: readonly string[], unitIsUnopened: boolean): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => {
    if (kind === 'unitRegistered') return roles.includes(ROLE.admin);
    if (isOfRegistration(kind)) return unitIsUnopened;
    if (kind === 'endpointDisabled') return roles.includes(ROLE.lab) || roles.includes(ROLE.client);
    return roles.includes(isForLaboratory(kind) ? ROLE.lab : ROLE.client);
  });

/** By mail comes what somebody has to act upon or has waited for; text messages, which cost, only who asks for them gets, and who waits outside of the platform to be let in. */
const DEFAULT: Record<NotificationKind, readonly NotificationChannel[]> = {
  submitted: [],
  rejected: ['email'],
  returned: ['email'],
  confirmed: [],
  parametersCompleted: [],
  reportReady: ['email'],
  unitRegistered: [],
  unitOpened: ['email', 'sms'],
  unitRefused: ['email', 'sms'],
  endpointDisabled: ['email'],
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
