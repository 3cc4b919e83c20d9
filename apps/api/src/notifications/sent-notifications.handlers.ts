import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { listSentNotifications, resendNotification, ResultOf, SentNotification } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import {
  announcement,
  choicesOf,
  inbox,
  isReadBy,
  notification,
  notifications,
  stateNumber,
  stateOf,
  type NotificationRow,
} from '#domain/notifications';
import { problem, RuleBroken, sameId } from '#domain/rules';
import { user } from '#domain/users';
import type { Condition, Engines } from '#engines';
import { ROLE, type Position } from '#events';
import { hasRole, type Caller } from '../auth/caller.js';
import { Users, loadUserNames } from '../auth/users.js';
import { Decisions } from '../commands/decisions.js';
import { waitForView } from '../http/wait-for-view.js';
import type { InputOf } from '../http/operation-handlers.js';
import { ENGINES } from '../injection-tokens.js';
import { toDeliveries, toOccasion } from './notification-view.js';

const OPEN = ['queued', 'failed'] as const;

type SentPage = { page: ResultOf<typeof listSentNotifications>; stale: boolean };

/** Notifications to the people of a unit, with failures (ADR-037). */
export class ListSentNotifications extends Query<SentPage> {
  constructor(
    readonly filters: InputOf<typeof listSentNotifications>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListSentNotifications)
export class ListSentNotificationsHandler implements IQueryHandler<ListSentNotifications> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly users: Users,
  ) {}

  async execute({
    filters: { skipCount, maxResultCount, state, consignCode, atLeast },
    caller,
  }: ListSentNotifications): Promise<SentPage> {
    const { views } = this.engines;
    const { stale } = await waitForView(views, notifications, atLeast);
    const visibleConditions: Condition[] = [
      ...(canSeeAll(caller) ? [] : [{ column: 'unitId', eq: caller.unitId }]),
      ...(consignCode === '' ? [] : [{ column: 'consignCode', eq: consignCode }]),
    ];
    const where = [...visibleConditions, ...(state === undefined ? [] : [{ column: 'state', eq: stateNumber(state) }])];
    const [{ rows, total }, all, openCounts] = await Promise.all([
      views.find<NotificationRow>(notifications, {
        where,
        sort: [{ column: 'position', direction: 'desc' }],
        skip: skipCount,
        limit: maxResultCount,
      }),
      views.find<NotificationRow>(notifications, { where: visibleConditions, limit: 1 }),
      // Nearly all notifications are in state `sent`, so only the other states are counted.
      views.countBy(notifications, 'state', {
        where: [...visibleConditions, { column: 'state', in: OPEN.map(stateNumber) }],
      }),
    ]);
    const [queued, failed] = OPEN.map((state) => openCounts.get(stateNumber(state)) ?? 0) as [number, number];
    const counts = { queued, sent: all.total - queued - failed, failed };
    return { page: { items: await this.toSentNotifications(rows, caller), totalCount: total, counts }, stale };
  }

  /**
   * Uses current names (ADR-020). Platform staff other than administrators see the outcome of a notification, but not
   * its content and recipient (ADR-016).
   */
  private async toSentNotifications(rows: readonly NotificationRow[], caller: Caller): Promise<SentNotification[]> {
    const isContentHidden = caller.unitType === null && !hasRole(caller, ROLE.admin);
    const recipients = rows.flatMap(({ userId }) => userId ?? []);
    const nameOf = await loadUserNames(this.users, isContentHidden ? [] : recipients);
    const boxes = new Map(
      await Promise.all(
        [...new Set(recipients)].map(
          async (userId) => [userId, (await load(this.engines.eventStore, inbox, userId)).state] as const,
        ),
      ),
    );
    return rows.map((row) => {
      const box = row.userId === null ? undefined : boxes.get(row.userId);
      const { id, raisedAt, userId } = row;
      const state = stateOf(row);
      return {
        ...(isContentHidden ? { ...toOccasion(row), consignCode: '', projectName: '', cause: '' } : toOccasion(row)),
        id,
        raisedAt,
        recipientName: userId === null ? '' : nameOf(userId),
        isToNobody: userId === null,
        isRead: row.isRead || (box !== undefined && isReadBy(box, raisedAt)),
        state,
        failure:
          row.announced?.failure || (row.deliveries.find((delivery) => delivery.state === 'failed')?.failure ?? ''),
        deliveries: toDeliveries(row),
      };
    });
  }
}

/** Sends a notification again by one channel, or repeats an announcement that reached nobody. */
export class ResendNotification extends Command<Position | null> {
  constructor(
    readonly input: InputOf<typeof resendNotification>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A notification of another unit counts as unknown. */
@CommandHandler(ResendNotification)
export class ResendNotificationHandler implements ICommandHandler<ResendNotification> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { id, channel, reason }, caller, context }: ResendNotification): Promise<Position | null> {
    const { position } =
      channel === null
        ? await this.announceAgain(id, reason, caller, context)
        : await this.sendAgain(id, channel, reason, caller, context);
    return position;
  }

  private announceAgain(id: string, reason: string, caller: Caller, context: CommandContext) {
    return this.decisions.decide(
      announcement,
      id,
      (state) => {
        const unitId = 'unitId' in state ? state.unitId : null;
        if (!canManage(caller, unitId)) throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
        return Promise.resolve({ type: 'RepeatAnnouncement', reason } as const);
      },
      context,
    );
  }

  private sendAgain(id: string, channel: 'email' | 'sms', reason: string, caller: Caller, context: CommandContext) {
    const { eventStore } = this.engines;
    return this.decisions.decide(
      notification,
      id,
      async (state) => {
        if (!state || !canManage(caller, state.unitId)) throw new RuleBroken(problem('NO_SUCH_NOTIFICATION'));
        const { events } = await load(eventStore, notification, id);
        const request = events.findLast(
          (event) =>
            event.type === 'NotificationDeliveryRequested' && (event.data as { channel: string }).channel === channel,
        );
        const newest = request
          ? { stage: (await load(eventStore, message, request.id)).state.stage, at: request.metadata.at }
          : null;
        const { state: recipient } = await load(eventStore, user, state.userId);
        const isWanted = recipient !== null && choicesOf(recipient.notificationChoices)[state.kind].includes(channel);
        return { type: 'Resend', channel, reason, newest, isWanted, at: context.at } as const;
      },
      context,
    );
  }
}

/** Platform staff with access to these operations see every unit. */
const canSeeAll = (caller: Caller): boolean => hasRole(caller, ROLE.admin, ROLE.operator) || caller.unitId === null;

/** Whether the caller may manage the notifications of a unit. */
const canManage = (caller: Caller, unitId: string | null): boolean =>
  unitId !== null && (canSeeAll(caller) || sameId(caller.unitId, unitId));

export const sentNotificationHandlers = [ListSentNotificationsHandler, ResendNotificationHandler];
