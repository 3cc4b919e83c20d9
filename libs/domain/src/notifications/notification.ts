import { notificationEvents, type NotificationChannel, type NotificationEvent, type Occasion } from '#events';
import type { Aggregate } from '../handle.js';
import type { Message } from '../message/message.js';
import { ageOf } from '../rules/possible-times.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';

/** Longest reason for sending something again. */
export const RESEND_REASON_MAX = 200;

/** How long what was sent by a channel is not sent by it again: a mailbox is no place to hammer at, and text messages cost. */
const RESEND_AFTER_MS = 60 * 60_000;

/** From when on what was sent at that moment can be sent again by the same channel; UTC ISO (ADR-037). */
export const resendableFrom = (sentAt: string): string => new Date(Date.parse(sentAt) + RESEND_AFTER_MS).toISOString();

export type NotificationCommand =
  | { type: 'Notify'; occasion: Occasion; userId: string; unitId: string; channels: readonly NotificationChannel[] }
  | {
      type: 'Resend';
      channel: NotificationChannel;
      reason: string;
      newest: NewestTry | null;
      isWanted: boolean;
      at: string;
    }
  | { type: 'MarkRead'; userId: string };

/** The newest sending by a channel: what became of it, and when it was asked for. `isWanted` says whether the receiver still takes that channel. */
export type NewestTry = { stage: Message['stage']; at: string };

/** `channels` are those by which it was sent or is to be. */
export type Notification = Occasion & {
  userId: string;
  unitId: string;
  channels: readonly NotificationChannel[];
  isRead: boolean;
};

const decide = (command: NotificationCommand, state: Notification | null): NotificationEvent[] => {
  if (command.type === 'Notify') {
    if (state) return []; // the same event is told to the same user once, however often it is announced
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
          data: { channel: resendable(command, state), reason: resendReason(command.reason) },
        },
      ];
    case 'MarkRead':
      if (!sameId(state.userId, command.userId)) throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
      return state.isRead ? [] : [{ type: 'NotificationRead', data: {} }];
  }
};

const resendable = (
  { channel, newest, isWanted, at }: Extract<NotificationCommand, { type: 'Resend' }>,
  { channels }: Notification,
): NotificationChannel => {
  const isUnderWay = newest?.stage === 'unsent';
  const wasJustSent = newest?.stage === 'sent' && ageOf(newest.at, at) < RESEND_AFTER_MS;
  refuseIf(isUnderWay || wasJustSent || !isWanted || !channels.includes(channel) ? problem('NOTHING_TO_RESEND') : null);
  return channel;
};

/** Why something is sent again, without the blanks around it. @throws RuleBroken REASON_REQUIRED, TEXT_TOO_LONG */
export const resendReason = (typed: string): string => {
  const reason = typed.trim();
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
 * notification-<id>, null before the user was told. Whether a message reached its receiver stands in the message's own stream, so
 * that whoever resends says what became of the newest. @throws RuleBroken NO_SUCH_NOTIFICATION, NOTHING_TO_RESEND, REASON_REQUIRED, TEXT_TOO_LONG
 */
export const notification: Aggregate<typeof notificationEvents, NotificationCommand, Notification | null> = {
  category: 'notification',
  events: notificationEvents,
  decider: { initialState: null, decide, evolve },
};
