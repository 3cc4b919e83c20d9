import { type AnnouncementEvent, announcementEvents, type InboxEvent, inboxEvents, type Occasion } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';
import { resendReason } from './notification.js';

/** Failure of an announcement: the unit has no user to notify. */
export const NO_RECIPIENT = 'NO_RECIPIENT';

export type AnnouncementCommand =
  | { type: 'RecordAnnouncement'; occasion: Occasion; unitId: string; recipients: number }
  | { type: 'RecordAnnouncementFailure'; occasion: Occasion; unitId: string; reason: string }
  | { type: 'RepeatAnnouncement'; reason: string };

/** `repeated`: the announcement failed and is being retried. */
export type Announcement =
  | { stage: 'open' }
  | { stage: 'made' }
  | { stage: 'failed' | 'repeated'; occasion: Occasion; unitId: string; reason: string };

const decide = (command: AnnouncementCommand, state: Announcement): AnnouncementEvent[] => {
  switch (command.type) {
    case 'RecordAnnouncement': {
      if (state.stage === 'made') return [];
      const { occasion, unitId, recipients } = command;
      if (recipients === 0) return failed(occasion, unitId, NO_RECIPIENT, state);
      return [{ type: 'AnnouncementMade', data: { ...occasion, unitId, recipients } }];
    }
    case 'RecordAnnouncementFailure':
      return state.stage === 'made' ? [] : failed(command.occasion, command.unitId, command.reason, state);
    case 'RepeatAnnouncement': {
      if (state.stage === 'open') throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
      if (state.stage !== 'failed') throw new RuleBroken(problem('NOTHING_TO_RESEND'));
      const { kind, consignmentId, reportId, consignUnitId, testUnitId } = state.occasion;
      const unit = consignmentId === '' ? { consignUnitId, testUnitId } : {}; // a registration has only the unit
      const reason = resendReason(command.reason);
      return [{ type: 'AnnouncementRepeated', data: { kind, consignmentId, reportId, ...unit, reason } }];
    }
  }
};

const failed = (occasion: Occasion, unitId: string, reason: string, state: Announcement): AnnouncementEvent[] =>
  state.stage === 'failed' && state.reason === reason
    ? []
    : [{ type: 'AnnouncementFailed', data: { ...occasion, unitId, reason } }];

const evolve = (state: Announcement, event: AnnouncementEvent): Announcement => {
  switch (event.type) {
    case 'AnnouncementMade':
      return { stage: 'made' };
    case 'AnnouncementFailed': {
      const { unitId, reason, ...occasion } = event.data;
      return { stage: 'failed', occasion, unitId, reason };
    }
    case 'AnnouncementRepeated':
      return state.stage === 'failed' ? { ...state, stage: 'repeated' } : state;
  }
};

/**
 * Stream announcement-<id of the announced event>: records that the recipients were notified, or that nobody could be
 * notified, so that the failure is visible.
 * @throws RuleBroken NO_SUCH_NOTIFICATION, NOTHING_TO_RESEND, REASON_REQUIRED, TEXT_TOO_LONG
 */
export const announcement: Aggregate<typeof announcementEvents, AnnouncementCommand, Announcement> = {
  category: 'announcement',
  events: announcementEvents,
  decider: { initialState: { stage: 'open' }, decide, evolve },
};

/** All notifications up to `upTo` (UTC ISO) count as read; none if it is empty. */
export type Inbox = { upTo: string };
export type InboxCommand = { type: 'ReadAll'; upTo: string };

/**
 * Stream inbox-<user id>. Reading all notifications is one event, whatever their number. An earlier time than the
 * stored one records no event.
 */
export const inbox: Aggregate<typeof inboxEvents, InboxCommand, Inbox> = {
  category: 'inbox',
  events: inboxEvents,
  readsNewestEventOnly: true,
  decider: {
    initialState: { upTo: '' },
    decide: ({ upTo }, state): InboxEvent[] => (upTo > state.upTo ? [{ type: 'InboxRead', data: { upTo } }] : []),
    evolve: (_, { data }) => ({ upTo: data.upTo }),
  },
};

/** Whether a notification raised at that time (UTC ISO) counts as read by the inbox. */
export const isReadBy = ({ upTo }: Inbox, raisedAt: string): boolean => raisedAt <= upTo;
