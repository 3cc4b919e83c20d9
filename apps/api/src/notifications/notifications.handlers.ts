import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import type { chooseNotificationChannels, listNotifications, NotificationChoicesView, ResultOf } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import {
  addressFor,
  choicesOf,
  inbox,
  isReadBy,
  notification,
  notifications,
  type Inbox,
  type NotificationRow,
} from '#domain/notifications';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { user, type User } from '#domain/users';
import type { Condition, Engines } from '#engines';
import type { Position } from '#events';
import { Decisions } from '../commands/decisions.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { toDeliveries, toOccasion } from './notification-view.js';

/** The inboxes of users. */
@Injectable()
export class Inboxes {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async load(userId: string): Promise<Inbox> {
    return (await load(this.engines.eventStore, inbox, userId)).state;
  }

  /** Counts unread notifications with an index of the view. */
  async countUnread(userId: string, box: Inbox): Promise<number> {
    return (
      (await this.engines.views.countBy(notifications, 'isRead', { where: unreadConditions(userId, box) })).get(0) ?? 0
    );
  }
}

const unreadConditions = (userId: string, { upTo }: Inbox): Condition[] => [
  { column: 'userId', eq: userId },
  { column: 'isRead', eq: 0 },
  // `from` is inclusive, and times have milliseconds
  ...(upTo === '' ? [] : [{ column: 'raisedAt', from: new Date(Date.parse(upTo) + 1).toISOString() }]),
];

type Page = { page: ResultOf<typeof listNotifications>; stale: boolean };

/** The caller's own notifications, the newest first (ADR-037). */
export class ListNotifications extends Query<Page> {
  constructor(
    readonly filters: InputOf<typeof listNotifications>,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly inboxes: Inboxes,
  ) {}

  async execute({ filters: { skipCount, maxResultCount, unread, atLeast }, userId }: ListNotifications): Promise<Page> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, notifications, atLeast);
    const box = await this.inboxes.load(userId);
    const where = unread === true ? unreadConditions(userId, box) : [{ column: 'userId', eq: userId }];
    const { rows, total } = await views.find<NotificationRow>(notifications, {
      where,
      sort: [{ column: 'position', direction: 'desc' }],
      skip: skipCount,
      limit: maxResultCount,
    });
    const items = rows.map((row) => ({
      ...toOccasion(row),
      id: row.id,
      raisedAt: row.raisedAt,
      isRead: row.isRead || isReadBy(box, row.raisedAt),
      deliveries: toDeliveries(row),
    }));
    return { page: { items, totalCount: total, unreadCount: await this.inboxes.countUnread(userId, box) }, stale };
  }
}

/** The number of unread notifications of the caller. */
export class CountUnread extends Query<{ unreadCount: number; stale: boolean }> {
  constructor(
    readonly atLeast: Position | undefined,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(CountUnread)
export class CountUnreadHandler implements IQueryHandler<CountUnread> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly inboxes: Inboxes,
  ) {}

  async execute({ atLeast, userId }: CountUnread): Promise<{ unreadCount: number; stale: boolean }> {
    const { stale } = await waitForView(this.engines.views, notifications, atLeast);
    return { unreadCount: await this.inboxes.countUnread(userId, await this.inboxes.load(userId)), stale };
  }
}

/** Marks notifications as read. If one of them is not the caller's, none is marked. */
export class ReadNotifications extends Command<Position | null> {
  constructor(
    readonly ids: readonly string[],
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReadNotifications)
export class ReadNotificationsHandler implements ICommandHandler<ReadNotifications> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ ids, userId, context }: ReadNotifications): Promise<Position | null> {
    for (const id of ids)
      if (!sameId((await load(this.engines.eventStore, notification, id)).state?.userId ?? null, userId))
        throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
    let position: Position | null = null;
    for (const id of ids) {
      const itemContext = { ...context, commandId: v5(id, context.commandId) };
      const result = await this.decisions.decide(notification, id, { type: 'MarkRead', userId }, itemContext);
      position = result.position ?? position;
    }
    return position;
  }
}

/** Marks all notifications up to a time as read. A time in the future counts as now. */
export class ReadAllNotifications extends Command<Position | null> {
  constructor(
    readonly upTo: string,
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReadAllNotifications)
export class ReadAllNotificationsHandler implements ICommandHandler<ReadAllNotifications> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ upTo, userId, context }: ReadAllNotifications): Promise<Position | null> {
    const readUpTo = new Date(upTo).toISOString();
    const command = { type: 'ReadAll', upTo: readUpTo < context.at ? readUpTo : context.at } as const;
    return (await this.decisions.decide(inbox, userId, command, context)).position;
  }
}

/** The channels that the caller has chosen for each kind of notification. */
export class GetNotificationChoices extends Query<NotificationChoicesView> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(GetNotificationChoices)
export class GetNotificationChoicesHandler implements IQueryHandler<GetNotificationChoices> {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async execute({ userId }: GetNotificationChoices): Promise<NotificationChoicesView> {
    return choicesView((await load(this.engines.eventStore, user, userId)).state);
  }
}

type ChannelSelection = { choices: NotificationChoicesView; position: Position | null };

export class ChooseNotificationChannels extends Command<ChannelSelection> {
  constructor(
    readonly choices: InputOf<typeof chooseNotificationChannels>['choices'],
    readonly userId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ChooseNotificationChannels)
export class ChooseNotificationChannelsHandler implements ICommandHandler<ChooseNotificationChannels> {
  constructor(private readonly decisions: Decisions) {}

  async execute({ choices, userId, context }: ChooseNotificationChannels): Promise<ChannelSelection> {
    const { state, position } = await this.decisions.decide(
      user,
      userId,
      { type: 'ChooseNotificationChannels', choices: choicesOf(choices) },
      context,
    );
    return { choices: choicesView(state), position };
  }
}

const choicesView = (state: User | null): NotificationChoicesView => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_USER'));
  return {
    choices: choicesOf(state.notificationChoices),
    known: { email: addressFor(state, 'email') !== null, sms: addressFor(state, 'sms') !== null },
  };
};

export const notificationHandlers = [
  ListNotificationsHandler,
  CountUnreadHandler,
  ReadNotificationsHandler,
  ReadAllNotificationsHandler,
  GetNotificationChoicesHandler,
  ChooseNotificationChannelsHandler,
];
