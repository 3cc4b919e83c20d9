import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { countNotifications, listNotifications, readAllNotifications, readNotifications } from '#contract';
import {
  inbox,
  isReadBy,
  load,
  notification,
  notifications,
  problem,
  RuleBroken,
  sameId,
  type CommandContext,
  type Inbox,
  type NotificationRow,
} from '#domain';
import type { Condition, Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { withMeta } from '../http/answer.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command.js';
import { waitForView } from '../http/fresh.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { toDeliveries, toOccasion } from './notification-view.js';

/** What the caller was told, and nobody else (ADR-037): the user's id comes from the session, never from the request. */
@Controller()
export class OwnNotifications {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @HandlesOperation(listNotifications)
  async list(
    @Input() { skipCount, maxResultCount, unread, atLeast }: InputOf<typeof listNotifications>,
    @CurrentUser() { userId }: Caller,
  ) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, notifications, atLeast);
    const box = await this.inboxOf(userId);
    const where = unread === true ? unreadOf(userId, box) : [{ column: 'userId', eq: userId }];
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
    return withMeta({ items, totalCount: total, unreadCount: await this.unread(userId, box) }, { stale });
  }

  @HandlesOperation(countNotifications)
  async count(@Input() { atLeast }: InputOf<typeof countNotifications>, @CurrentUser() { userId }: Caller) {
    const { stale } = await waitForView(this.engines.views, notifications, atLeast);
    return withMeta({ unreadCount: await this.unread(userId, await this.inboxOf(userId)) }, { stale });
  }

  /** Of several, one that is not the caller's refuses all. */
  @HandlesOperation(readNotifications)
  async read(
    @Input() { ids }: InputOf<typeof readNotifications>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    for (const id of ids)
      if (!sameId((await load(this.engines.eventStore, notification, id)).state?.userId ?? null, userId))
        throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
    let position: string | null = null;
    for (const id of ids)
      position =
        (
          await this.decisions.decide(
            notification,
            id,
            { type: 'MarkRead', userId },
            { ...context, commandId: v5(id, context.commandId) },
          )
        ).position ?? position;
    return withMeta(true as const, { position });
  }

  /** Nothing that is yet to come is read. */
  @HandlesOperation(readAllNotifications)
  async readAll(
    @Input() { upTo }: InputOf<typeof readAllNotifications>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const asked = new Date(upTo).toISOString();
    const { position } = await this.decisions.decide(
      inbox,
      userId,
      { type: 'ReadAll', upTo: asked < context.at ? asked : context.at },
      context,
    );
    return withMeta(true as const, { position });
  }

  private async inboxOf(userId: string): Promise<Inbox> {
    return (await load(this.engines.eventStore, inbox, userId)).state;
  }

  /** Counted in an index of the user's own unread messages. */
  private async unread(userId: string, box: Inbox): Promise<number> {
    return (await this.engines.views.countBy(notifications, 'isRead', { where: unreadOf(userId, box) })).get(0) ?? 0;
  }
}

const unreadOf = (userId: string, { upTo }: Inbox): Condition[] => [
  { column: 'userId', eq: userId },
  { column: 'isRead', eq: 0 },
  // `from` is inclusive, and times have milliseconds
  ...(upTo === '' ? [] : [{ column: 'raisedAt', from: new Date(Date.parse(upTo) + 1).toISOString() }]),
];
