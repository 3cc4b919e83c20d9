import { inboxEvents, type InboxEvent } from '#events';
import type { Aggregate } from '../handle.js';

/** Up to when, UTC ISO, everything counts as read; empty: nothing does. */
export type Inbox = { upTo: string };
export type InboxCommand = { type: 'ReadAll'; upTo: string };

/** inbox-<user id>: reading all is one event, however many messages lie there. An earlier moment than before changes nothing. */
export const inbox: Aggregate<typeof inboxEvents, InboxCommand, Inbox> = {
  category: 'inbox',
  events: inboxEvents,
  newestSuffices: true,
  decider: {
    initialState: { upTo: '' },
    decide: ({ upTo }, state): InboxEvent[] => (upTo > state.upTo ? [{ type: 'InboxRead', data: { upTo } }] : []),
    evolve: (_, { data }) => ({ upTo: data.upTo }),
  },
};

/** Whether a message that came at that moment counts as read by it. */
export const isReadBy = ({ upTo }: Inbox, raisedAt: string): boolean => raisedAt <= upTo;
